import APIDocument
import DemoManager
import DocumentStubs
import HTTPTypes
import Testing
import WireFormats

/// Which of several examples answers a write.
@Suite struct AgreeingExampleTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Tickets, version: '1'}
        paths:
          /tickets:
            post:
              requestBody:
                content:
                  application/json:
                    schema: {type: object, properties: {type: {type: string, enum: [general, event]}, day: {type: string}, show: {type: string}}}
                    examples: {show: {value: {type: event, show: x1}}}
              responses:
                '201':
                  description: made
                  content:
                    application/json:
                      schema: {type: object, properties: {id: {type: integer}, type: {type: string}, day: {type: string}, text: {type: string}}}
                      examples:
                        general: {value: {id: 1, type: general, day: monday, text: Come in}}
                        show: {value: {id: 2, type: event, day: friday, text: Curtain up}}
        """

    @Test(
        "The example in which most of what was sent stands, choices before all others, else the first",
        arguments: [
            (["type": "event", "day": "monday"], "Curtain up"), (["type": "general"], "Come in"),
            (["show": "x1"], "Curtain up"), (["day": "sunday"], "Come in"), (["day": "friday"], "Curtain up"),
        ] as [(JSONValue, JSONValue)], [true, false])
    func choice(sent: (JSONValue, JSONValue), negotiates: Bool) throws {
        let document = try APIDocument(SourceText(name: "t.yaml", bytes: Array(Self.document.utf8)))
        let manager = DemoManager(configuration: .init(unmatched: .error))
        try manager.add(DocumentStubs(document, negotiates: negotiates).stubs)
        func text(_ prefer: String?) throws -> JSONValue? {
            var request = HTTPRequest(method: .post, scheme: "http", authority: "x", path: "/tickets")
            if let prefer, let name = HTTPField.Name("Prefer") { request.headerFields[name] = prefer }
            let decision = manager.decide(request, body: sent.0.bytes(.compact), call: Call(id: 1, mode: .demo))
            guard case .stub(let reply, _) = decision.action else { return nil }
            return try JSONValue(parsing: reply.body)["text"]
        }
        #expect(try text(nil) == sent.1)
        #expect(try text("example=general") == "Come in")
    }
}
