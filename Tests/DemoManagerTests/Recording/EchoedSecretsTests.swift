import HTTPTypes
import Testing

@testable import DemoManager

@Suite("Credentials that a server says back") struct EchoedSecretsTests {
    private func echoes(_ headers: HTTPFields) -> EchoedSecrets {
        EchoedSecrets(
            HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/", headerFields: headers), placeholder: "***"
        )
    }

    @Test("are replaced wherever they stand, with their scheme and without; what is short stays")
    func replaced() throws {
        let key = try #require(HTTPField.Name("X-Api-Key"))
        let echoes = echoes([.authorization: "Bearer SECRETHDR", .cookie: "sid=cookie-value; a=1", key: "key-value"])
        let body = "you sent Bearer SECRETHDR, SECRETHDR, cookie-value and key-value; 1 a"
        #expect(echoes.removed(from: Array(body.utf8)) == Array("you sent ***, ***, *** and ***; 1 a".utf8))
        let location = echoes.removed(from: [.location: "/x?k=key-value", .eTag: "1"])
        #expect(location[.location] == "/x?k=***" && location[.eTag] == "1")
    }

    @Test("bytes that are no text are searched, too")
    func bytes() {
        let body: [UInt8] = [0xFF] + Array("SECRETHDR".utf8) + [0x00]
        let echoes = echoes([.authorization: "SECRETHDR"])
        #expect(echoes.removed(from: body) == [0xFF] + Array("***".utf8) + [0x00])
    }
}
