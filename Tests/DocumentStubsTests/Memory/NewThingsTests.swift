import APIDocument
import DemoManager
import DocumentStubs
import HTTPTypes
import Testing
import WireFormats

/// What is read of a thing that was posted.
@Suite struct NewThingsTests {
    private static let document = """
        openapi: 3.0.3
        info: {title: Orders, version: '1'}
        paths:
          /orders:
            get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Order'}}}}}}}
            post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/NewOrder'}}}}, responses: {'201': {description: ok, content: \(order)}}}
          /orders/{id}: {get: {responses: {'200': {description: ok, content: \(order)}}}}
        components:
          schemas:
            Card: {type: object, required: [kind, brand, last4], properties: {kind: {enum: [card]}, brand: {type: string}, last4: {type: string}}}
            Bank: {type: object, required: [kind, iban], properties: {kind: {enum: [bank]}, iban: {type: string}, holder: {type: string}}}
            Payment: {oneOf: [{$ref: '#/components/schemas/Card'}, {$ref: '#/components/schemas/Bank'}]}
            NewOrder: {type: object, required: [payment], properties: {payment: {$ref: '#/components/schemas/Payment'}}}
            Order:
              type: object
              required: [id, status, payment, itemCount, shippedAt]
              properties:
                id: {type: integer}
                status: {type: string, enum: [open, shipped, closed]}
                payment: {$ref: '#/components/schemas/Payment'}
                itemCount: {type: integer}
                createdAt: {type: string, format: date-time}
                shippedAt: {type: string, format: date-time, nullable: true}
                closedAt: {type: string, format: date-time}
        """
    private static let order = "{application/json: {schema: {$ref: '#/components/schemas/Order'}}}"

    private let manager = DemoManager(configuration: .init(unmatched: .error))

    init() throws {
        let document = try APIDocument(SourceText(name: "o.yaml", bytes: Array(Self.document.utf8)))
        try manager.add(DocumentStubs(document).stubs)
        manager.memory = RememberedData(document)
    }

    private func send(_ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil) throws -> JSONValue {
        let request = HTTPRequest(method: method, scheme: "http", authority: "x", path: path)
        let call = Call(id: 1, session: "demo", mode: .demo)
        let decision = manager.decide(request, body: body?.bytes(.compact) ?? [], call: call)
        guard case .stub(let reply, _) = decision.action else { return .null }
        return try JSONValue(parsing: reply.body)
    }

    @Test("An object that was sent is read as it was sent: nothing of another kind is in it")
    func choices() throws {
        for payment: JSONValue in [["kind": "bank", "iban": "x"], ["kind": "card", "brand": "y", "last4": "1234"]] {
            let made = try send(.post, "/orders", ["payment": payment])
            let id = try #require(made["id"]?.scalarText)
            #expect(made["payment"] == payment)
            #expect(try send(.get, "/orders/\(id)")["payment"] == payment)
            #expect(try send(.get, "/orders")[0]?["payment"] == payment)
        }
    }

    @Test("To a new thing nothing has happened yet; other things have a past")
    func beginning() throws {
        let made = try send(.post, "/orders", ["payment": ["kind": "bank", "iban": "x"]])
        let id = try #require(made["id"]?.scalarText)
        for order in [made, try send(.get, "/orders/\(id)")] {
            #expect(order["status"] == "open" && order["itemCount"] == 0 && order["createdAt"] != nil)
            #expect(order["shippedAt"] == .null && order["closedAt"] == nil)
        }
        #expect(try send(.get, "/orders").arrayValue?.contains { $0["closedAt"] != nil } == true)
    }
}
