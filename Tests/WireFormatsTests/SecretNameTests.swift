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

    @Test("a URL's signature is a secret, a letter's is none") func signatures() {
        #expect(SecretName("X-Amz-Signature").isSecretParameter && SecretName("sig").isSecretParameter)
        #expect(!SecretName("signature").isSecret)
    }

    @Test("a number of tokens is a number") func counts() {
        #expect(!SecretName("total_tokens").masks(12))
        #expect(SecretName("refresh_tokens").masks("abc") && SecretName("token").masks(12))
    }
}

@Suite("The words of a name") struct NameWordsTests {
    @Test(
        "Names part at signs, at a capital after anything else, and before the last of several capitals",
        arguments: [
            ("userID", ["user", "ID"]), ("user_id", ["user", "id"]), ("X-User-Id", ["X", "User", "Id"]),
            ("APIKey", ["API", "Key"]), ("aKey", ["a", "Key"]), ("line2Text", ["line2", "Text"]),
            ("userIDs", ["user", "IDs"]), ("VMs", ["VMs"]), ("podIPsOf", ["pod", "IPs", "Of"]),
            ("IPv4Host", ["IPv4", "Host"]),
            ("isAStar", ["is", "A", "Star"]), ("HTTPServer", ["HTTP", "Server"]), ("anAsIs", ["an", "As", "Is"]),
            ("iOSVersion", ["iOS", "Version"]), ("user_iOS", ["user", "iOS"]), ("xAxis", ["x", "Axis"]),
            ("A1B", ["A1", "B"]), ("OAuth2", ["O", "Auth2"]), ("__", []), ("", []), ("a..b", ["a", "b"]),
            // Letters beyond ASCII have capitals too, and keep their accents.
            ("straßeÖrtlich", ["straße", "Örtlich"]), ("cafe\u{301}Name", ["cafe\u{301}", "Name"]),
            ("E\u{301}COLE", ["E\u{301}COLE"]), ("ユーザー名_数", ["ユーザー名", "数"]), ("id🙂name", ["id", "name"]),
        ])
    func parted(_ name: String, _ words: [String]) { #expect(name.nameWords.map(String.init) == words) }
}
