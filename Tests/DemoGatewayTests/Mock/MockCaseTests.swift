import DemoGateway
import Testing

/// Requests to the mock server of a document, one after the other, and their replies.
struct MockCase: Sendable, CustomTestStringConvertible {
    let testDescription: String, document: String, prefix: String, exchanges: [MockExchange]

    init(
        _ name: String, _ document: String, below prefix: String = "", _ exchanges: MockExchange...,
        more: [MockExchange] = []
    ) {
        (testDescription, self.document, self.prefix) = (name, document, prefix)
        self.exchanges = exchanges + more
    }
}

@Suite("Replies of a document's mock server") struct MockCaseTests {
    @Test("Each request gets its reply", arguments: MockCase.requests + MockCase.replies)
    func fits(_ each: MockCase) async throws {
        try await withMock(each.document, below: each.prefix) { try await $0.expect(each.exchanges) }
    }

    @Test("Several items that are sent at a word below their collection open one by one") func several() async throws {
        try await withMock(MockCase.examples) { gateway in
            try await gateway.expect(
                MockExchange(
                    "POST /users/createWithList", "Content-Type: application/json",
                    body: #"[{"username":"ann"},{"username":"bob","city":"Rom"}]"#))
            let (ann, bob) = (try await gateway.get("/users/ann"), try await gateway.get("/users/bob"))
            #expect(ann.contains(#""username":"ann""#) && !ann.contains("city"))
            #expect(bob.contains(#""username":"bob","city":"Rom""#))
            let ids = Set([ann, bob].map { $0.drop { $0 != "{" }.prefix { $0 != "," } })
            #expect(ids.count == 2, "The ids are \(ann) and \(bob).")
        }
    }

    @Test("Of two equal path shapes, the one whose schema matches answers", arguments: [true, false], [true, false])
    func shapes(isChecked: Bool, isReversed: Bool) async throws {
        func path(_ name: String, _ schema: String) -> String {
            "/c/{\(name)}: {get: {parameters: [{name: \(name), in: path, required: true, schema: \(schema)}], responses: {200: {description: ok, content: {application/json: {example: \(name)}}}}}}"
        }
        let paths = [path("number", "{type: string}"), path("uuid", "{type: string, format: uuid}")]
        let document = MockCase.document((isReversed ? paths.reversed() : paths).joined(separator: "\n  "))
        try await withMock(document) { configuration, _ in
            configuration.validatesRequests = isChecked
        } _: { gateway in
            let number = try await gateway.get("/c/SB2")
            #expect(number.hasPrefix("HTTP/1.1 200 ") && number.hasSuffix("\"number\""), "\(number)")
            let uuid = try await gateway.get("/c/6f1d0e4c-3c1a-4d55-9d0a-1b2c3d4e5f60")
            #expect(uuid.hasPrefix("HTTP/1.1 200 ") && uuid.hasSuffix("\"uuid\""), "\(uuid)")
        }
    }
}
