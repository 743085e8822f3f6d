import APIDocument
import HTTPTypes
import Testing
import WireFormats

/// What is read of a thing that was posted.
@Suite struct NewThingsTests {
    private static let document = """
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

    private let api: DemoAPI

    init() throws { api = try DemoAPI(Self.document) }

    @Test("An object that was sent is read as it was sent: nothing of another kind is in it")
    func choices() throws {
        for payment: JSONValue in [["kind": "bank", "iban": "x"], ["kind": "card", "brand": "y", "last4": "1234"]] {
            let made = try api.send(.post, "/orders", ["payment": payment])
            let id = try #require(made["id"]?.scalarText)
            #expect(made["payment"] == payment)
            #expect(try api.send(.get, "/orders/\(id)")["payment"] == payment)
            #expect(try api.send(.get, "/orders")[0]?["payment"] == payment)
        }
    }

    @Test("To a new thing nothing has happened yet; other things have a past")
    func beginning() throws {
        let made = try api.send(.post, "/orders", ["payment": ["kind": "bank", "iban": "x"]])
        let id = try #require(made["id"]?.scalarText)
        for order in [made, try api.send(.get, "/orders/\(id)")] {
            #expect(order["status"] == "open" && order["itemCount"] == 0 && order["createdAt"] != nil)
            #expect(order["shippedAt"] == .null && order["closedAt"] == nil)
        }
        #expect(try api.send(.get, "/orders").arrayValue?.contains { $0["closedAt"] != nil } == true)
    }
}
