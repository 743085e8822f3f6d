import APIDocument
import DemoManager
import DocumentStubs
import HTTPTypes
import Testing
import WireFormats

/// Actions: `POST /tickets/{id}/close` beside `GET /tickets/{id}`.
@Suite struct ActionTests {
    private static let document = """
        openapi: 3.0.3
        info: {title: Tickets, version: '1'}
        paths:
          /tickets:
            get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Ticket'}}}}}}}
          /tickets/{id}:
            get: {responses: {'200': {description: ok, content: \(ticket)}}}
            delete: {responses: {'204': {description: gone}}}
          /tickets/{id}/close: {post: {responses: {'200': {description: ok, content: \(ticket)}}}}
          /tickets/{id}/reopen: {post: {responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {ticket: {$ref: '#/components/schemas/Ticket'}}}}}}}}}
          /tickets/{id}/hold: {post: {responses: {'204': {description: ok}}}}
          /tickets/{id}/notify: {post: {responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {sent: {type: boolean}}}, example: {sent: true}}}}}}}
          /tickets/{id}/copy: {post: {responses: {'201': {description: made, content: \(ticket)}}}}
          /tickets/{id}/assign:
            put:
              requestBody: {content: {application/json: {schema: {type: object, properties: {assignee: {type: string}, why: {type: string}}}}}}
              responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Ticket'}, example: {id: 77, title: Another, status: open, assignee: Bo}}}}}
          /cart: {get: {responses: {'200': {description: ok, content: \(cart)}}}}
          /cart/pay: {post: {responses: {'200': {description: ok, content: \(cart)}}}}
        components:
          schemas:
            Ticket:
              type: object
              required: [id, title]
              properties:
                id: {type: integer}
                title: {type: string}
                status: {type: string, enum: [open, on_hold, closed]}
                assignee: {type: string}
            Cart: {type: object, properties: {number: {type: string}, state: {type: string, enum: [unpaid, paid]}}}
        """
    private static let ticket = "{application/json: {schema: {$ref: '#/components/schemas/Ticket'}}}"
    private static let cart = "{application/json: {schema: {$ref: '#/components/schemas/Cart'}}}"

    private let manager = DemoManager(configuration: .init(unmatched: .error))

    init() throws {
        let document = try APIDocument(SourceText(name: "t.yaml", bytes: Array(Self.document.utf8)))
        try manager.add(DocumentStubs(document).stubs)
        manager.memory = RememberedData(document)
    }

    private func send(_ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil) -> (Int, JSONValue?) {
        let request = HTTPRequest(method: method, scheme: "http", authority: "x", path: path)
        let call = Call(id: 1, session: "demo", mode: .demo)
        let decision = manager.decide(request, body: body?.bytes(.compact) ?? [], call: call)
        guard case .stub(let reply, _) = decision.action else { return (0, nil) }
        return (reply.status.code, try? JSONValue(parsing: reply.body))
    }

    private func set(_ name: String, _ value: JSONValue, of thing: JSONValue?) -> JSONValue? {
        thing?.setting(value, at: JSONPointer(tokens: [name]))
    }

    @Test("An action answers with the item it acts on, and 404 for a deleted one", arguments: [3, 12_345])
    func thing(id: Int) throws {
        let before = try #require(send(.get, "/tickets/\(id)").1)
        #expect(send(.post, "/tickets/\(id)/close").1 == before)
        #expect(send(.post, "/tickets/\(id)/hold").0 == 204)
        _ = send(.put, "/tickets/\(id)/assign", ["assignee": "Ada"])
        #expect(send(.post, "/tickets/\(id)/reopen").1?["ticket"] == set("assignee", "Ada", of: before))
        _ = send(.delete, "/tickets/\(id)")
        #expect(send(.post, "/tickets/\(id)/close").0 == 404)
    }

    @Test("An action changes the members it is sent, and its reply shows the item instead of the example")
    func sent() throws {
        let before = try #require(send(.get, "/tickets/4").1)
        let reply = send(.put, "/tickets/4/assign", ["assignee": "Ada", "why": "knows it"]).1
        #expect(reply == set("assignee", "Ada", of: before))
        #expect(send(.get, "/tickets").1?[3]?["assignee"] == "Ada")
    }

    @Test("An action on a single item answers with it")
    func single() throws {
        let before = try #require(send(.get, "/cart").1)
        #expect(send(.post, "/cart/pay").1 == before)
    }

    @Test("A POST that creates another item, or whose reply is about something else, is no action")
    func others() {
        #expect(send(.post, "/tickets/5/notify").1 == ["sent": true])
        #expect(send(.post, "/tickets/5/copy").1?["id"] != 5)
        #expect(manager.memory?.remembered.isEmpty == true)
    }
}
