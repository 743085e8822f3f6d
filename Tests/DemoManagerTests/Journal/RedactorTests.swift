import HTTPTypes
import Testing

@testable import DemoManager

@Suite struct RedactorTests {
    private let redactor = Redactor(placeholder: "***")
    private static let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJl"

    @Test(
        "names of secrets are known, however their words are joined",
        arguments: [
            "Authorization", "X-Api-Key", "api_key", "apiKey", "access_token", "refreshToken", "client-secret",
            "password",
            "token", "key", "Set-Cookie", "sessionId",
        ])
    func secretNames(_ name: String) { #expect(Redactor.isSecret(name)) }

    @Test(
        "harmless names stay",
        arguments: [
            "name", "keyboard", "nextPageToken", "token_type", "monkey", "Content-Type", "pinned", "author",
        ])
    func harmlessNames(_ name: String) { #expect(!Redactor.isSecret(name)) }

    @Test(
        "credentials keep their scheme, cookies their names",
        arguments: [
            ("Authorization", "Bearer abc", "Bearer ***"), ("Authorization", "abc", "***"),
            ("Cookie", "a=1; b=2", "a=***; b=***"),
            ("Set-Cookie", "sid=1; Path=/; HttpOnly", "sid=***; Path=/; HttpOnly"),
            ("X-Api-Key", "abc", "***"), ("Accept", "text/html", "text/html"), ("X-Note", "see \(jwt)!", "see ***!"),
            ("Location", "https://u:p@h/x?token=1&page=2", "https://h/x?token=***&page=2"),
        ])
    func headers(_ name: String, _ value: String, _ expected: String) throws {
        let name = try #require(HTTPField.Name(name))
        #expect(redactor.headerValue(value, of: name) == expected)
    }

    @Test(
        "bodies are read as JSON, form or text; nothing else of them changes",
        arguments: [
            (
                #"{"user": {"password":"x", "n": 1.10}, "list":[{"apiKey":7}]}"#, "application/json",
                #"{"user":{"password":"***","n":1.10},"list":[{"apiKey":"***"}]}"#
            ),
            (#"{ "name" : "kept as it was" }"#, "application/json", #"{ "name" : "kept as it was" }"#),
            (
                #"{"tokens":["a","b"],"credentials":{"id":"x"}}"#, "",
                #"{"tokens":["***","***"],"credentials":{"id":"x"}}"#
            ),
            (#"{"access_token":"abc","refresh_tok"#, "application/json", #"{"access_token":"***","refresh_tok"#),
            ("username=a&pass%77ord=b", "application/x-www-form-urlencoded", "username=a&pass%77ord=***"),
            ("text \(jwt)", "text/plain", "text ***"),
        ])
    func bodies(_ body: String, _ type: String, _ expected: String) {
        let redacted = redactor.body(Array(body.utf8), contentType: type)
        #expect(String(decoding: redacted, as: UTF8.self) == expected)
    }

    @Test("bytes that are no text stay as they are")
    func binary() { #expect(redactor.body([0xFF, 0x00, 0x80]) == [0xFF, 0x00, 0x80]) }

    @Test("no secret of a request or reply is left in a redacted exchange")
    func exchange() throws {
        let manager = demoManager()
        try manager.addPath("/login", #"{"access_token":"s3cret"}"#) { $0.request.method = .any }
        var request = HTTPRequest.post("https://user:s3cret@api.example/login?api_key=s3cret")
        request.headerFields[.authorization] = "Bearer s3cret"
        request.headerFields[.contentType] = "application/json"
        let body = #"{"password":"s3cret"}"#
        let decision = manager.decide(request, body: body)
        let outcome = ExchangeOutcome.reply(
            status: 200, headers: [.setCookie: "sid=s3cret"], body: Array(#"{"token":"s3cret"}"#.utf8), duration: .zero)
        manager.finish(decision.exchange, with: outcome)
        let refused = manager.decide(.get("/x?token=s3cret"))
        for id in [decision.exchange, refused.exchange] {
            let exchange = try #require(manager.exchange(id))
            #expect(Self.texts(exchange).contains { $0.contains("s3cret") })
            #expect(!Self.texts(exchange.redacted).contains { $0.contains("s3cret") })
        }
    }

    private static func texts(_ exchange: Exchange) -> [String] {
        var texts = [
            exchange.request.path ?? "", exchange.request.authority ?? "", exchange.label, exchange.reason,
            String(decoding: exchange.requestBody ?? [], as: UTF8.self),
            String(decoding: exchange.outcome?.body ?? [], as: UTF8.self),
        ]
        texts += exchange.request.headerFields.map(\.value) + (exchange.outcome?.headers ?? [:]).map(\.value)
        return texts
    }
}
