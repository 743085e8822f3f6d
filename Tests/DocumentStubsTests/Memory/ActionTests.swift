import APIDocument
import DemoManager
import HTTPTypes
import Testing
import WireFormats

/// Actions: `POST /tickets/{id}/close` beside `GET /tickets/{id}`.
@Suite struct ActionTests {
    private static let document = """
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

    private let api: DemoAPI

    init() throws { api = try DemoAPI(Self.document) }

    private func set(_ name: String, _ value: JSONValue, of thing: JSONValue) -> JSONValue {
        thing.setting(value, at: JSONPointer(tokens: [name]))
    }

    @Test("An action answers with the item it acts on, and 404 for a deleted one", arguments: [3, 12_345])
    func thing(id: Int) throws {
        let before = try api.send(.get, "/tickets/\(id)")
        #expect(try api.send(.post, "/tickets/\(id)/close") == before)
        #expect(api.status(.post, "/tickets/\(id)/hold") == 204)
        try api.send(.put, "/tickets/\(id)/assign", ["assignee": "Ada"])
        #expect(try api.send(.post, "/tickets/\(id)/reopen")["ticket"] == set("assignee", "Ada", of: before))
        try api.send(.delete, "/tickets/\(id)")
        #expect(api.status(.post, "/tickets/\(id)/close") == 404)
    }

    @Test("An action changes the members it is sent, and its reply shows the item instead of the example")
    func sent() throws {
        let before = try api.send(.get, "/tickets/4")
        let reply = try api.send(.put, "/tickets/4/assign", ["assignee": "Ada", "why": "knows it"])
        #expect(reply == set("assignee", "Ada", of: before))
        #expect(try api.send(.get, "/tickets")[3]?["assignee"] == "Ada")
    }

    @Test("An action on a single item answers with it")
    func single() throws {
        let before = try api.send(.get, "/cart")
        #expect(try api.send(.post, "/cart/pay") == before)
    }

    @Test("A POST that creates another item, or whose reply is about something else, is no action")
    func others() throws {
        #expect(try api.send(.post, "/tickets/5/notify") == ["sent": true])
        #expect(try api.send(.post, "/tickets/5/copy")["id"] != 5)
        #expect(api.manager.memory?.remembered.isEmpty == true)
    }
}
