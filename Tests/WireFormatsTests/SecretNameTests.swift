import Testing
import WireFormats

/// Names of secrets as programs need them; what stands in headers and recordings is tested with `Redactor`.
@Suite struct SecretNameTests {
    @Test(
        "what a password, a token or a key of a program is called is shown to nobody",
        arguments: [
            "password", "clientSecret", "access_token", "token", "api_key", "apikey", "webhookSecret", "privateKey",
            "user.passphrase",
        ])
    func masked(_ name: String) { #expect(SecretName(name).isMasked) }

    @Test(
        "what is called so for other reasons is shown, though it leaves the program for nowhere",
        arguments: ["key", "pass", "pin", "sid", "session", "cookies"])
    func ambiguous(_ name: String) {
        #expect(!SecretName(name).isMasked)
        #expect(SecretName(name).isSecret)
    }

    @Test(
        "what is no secret is none for a person either",
        arguments: ["publicKey", "tokenType", "nextPageToken", "title"])
    func harmless(_ name: String) { #expect(!SecretName(name).isMasked && !SecretName(name).isSecret) }

    @Test("a URL's signature is a secret, a letter's is none")
    func signatures() {
        #expect(SecretName("X-Amz-Signature").isSecretParameter && SecretName("sig").isSecretParameter)
        #expect(!SecretName("signature").isSecret)
    }

    @Test("a number of tokens is a number")
    func counts() {
        #expect(!SecretName("total_tokens").masks(12))
        #expect(SecretName("refresh_tokens").masks("abc") && SecretName("token").masks(12))
    }
}
