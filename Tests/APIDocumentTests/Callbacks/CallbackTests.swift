import APIDocument
import HTTPTypes
import Testing
import WireFormats

@Suite("Callbacks of a document") struct CallbackTests {
    private static let exchange = RuntimeExchange(
        url: "http://localhost:8080/orders/7?url=http%3A%2F%2Fa%2Fb&empty=", method: .post, status: 201,
        pathValues: ["id": "7"], headers: [.request: [.referer: "http://r"], .response: [.location: "/orders/8"]],
        bodies: [.request: ["callbackUrl": "http://localhost:9000/hook", "list": [1, 2]], .response: ["id": 8]])

    @Test(
        "An expression has the value of its part of the exchange",
        arguments: [
            ("{$request.body#/callbackUrl}", "http://localhost:9000/hook"),
            ("$request.body#/callbackUrl", "http://localhost:9000/hook"),
            ("{$request.query.url}", "http://a/b"), ("{$request.header.Referer}", "http://r"),
            (
                "https://a/{$request.path.id}/{$response.body#/id}?s={$statusCode}&m={$method}",
                "https://a/7/8?s=201&m=POST"
            ),
            ("{$response.header.location}", "/orders/8"),
            ("{$request.body#/callbackUrl}/{$request.body#/list/1}", "http://localhost:9000/hook/2"),
            ("$url", "http://localhost:8080/orders/7?url=http%3A%2F%2Fa%2Fb&empty="),
        ])
    func values(text: String, value: String) throws { #expect(try RuntimeText(text).value(in: Self.exchange) == value) }

    @Test(
        "An error names the missing part of an exchange",
        arguments: ["$request.body#/x", "$request.query.empty", "$request.path.x"])
    func missing(text: String) throws {
        let expression = try RuntimeText(text)
        let flaw = #expect(throws: Complaint.self) { try expression.value(in: Self.exchange) }
        #expect(flaw?.description == "the exchange has no value for \(text)")
    }

    @Test(
        "Text that is not an expression is refused",
        arguments: [
            "{$request.body.url}", "{$request}", "$response.path.id", "{$request.body#x}", "{request.body#/url}",
            "{$request.body#/url", "/hook/{$request.path.id}", "onData", "$request.header.a b",
        ])
    func flawed(text: String) { #expect(throws: Complaint.self) { try RuntimeText(text) } }

    @Test("Callbacks have name, URL, method and body; a URL that cannot be read is a problem with its line")
    func read() throws {
        let document = try document(
            """
              /orders:
                post:
                  callbacks:
                    paid:
                      '{$request.body#/callbackUrl}':
                        post: {requestBody: {$ref: '#/components/requestBodies/Event'}}
                        put: {}
                      '{$request.body.other}': {post: {}}
                    shared: {$ref: '#/components/callbacks/Shared'}
                  responses: {'201': {description: c}}
            """,
            rest: """
                webhooks:
                  stockLow: {post: {requestBody: {$ref: '#/components/requestBodies/Event'}}}
                components:
                  requestBodies: {Event: {content: {application/json: {schema: {type: object}}}}}
                  callbacks: {Shared: {'$request.query.url': {post: {}}}}
                """)
        let callbacks = document.operations[0].callbacks
        #expect(callbacks.map(\.name) == ["paid", "paid", "shared"])
        #expect(callbacks.map(\.request.method) == [.put, .post, .post])
        #expect(
            callbacks.map(\.url?.text) == [
                "{$request.body#/callbackUrl}", "{$request.body#/callbackUrl}", "$request.query.url",
            ])
        #expect(callbacks[1].request.requestBody?.content.first?.name == "application/json")
        #expect(document.webhooks.map(\.name) == ["stockLow"] && document.webhooks[0].url == nil)
        #expect(document.problems.count == 1)
        let problem = try #require(document.problems.first)
        #expect(
            problem.message.hasPrefix(#"the URL of the callback paid cannot be read: "$request.body.other" is not"#))
        #expect(problem.position?.line == 16, "\(problem)")
    }
}
