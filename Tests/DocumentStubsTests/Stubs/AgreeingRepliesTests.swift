import APIDocument
import DemoManager
import DocumentStubs
import Testing

/// A reply agrees with its request, its status and the other replies.
@Suite struct AgreeingRepliesTests {
    private static let document = """
        GET /orders?page:integer&per_page:integer=20&state:open|paid|all ; responses: {\
        '200': {description: ok, headers: {X-Total-Count: {schema: {type: integer}}}, \(json("Orders"))}, \
        '404': {description: no, \(json("Failure"))}, '500': {description: no, \(json("Failure"))}, \
        '503': {description: no, content: {application/json: {schema: {$ref: '#/components/schemas/Failure'}, \
        example: {error: {code: not_found, message: As written.}}}}}}
        GET /agents -> [Agent]
        GET /products?tag&kind:tool|toy|all=toy -> [Product]
        Failure = {error!: {code!: string example=not_found, message!: {type: string, example: No such order.}}}
        Agent = {id!: uuid}
        Product = {type: object, required: [id, sku, kind, tags], properties: {id: {type: integer}, \
        sku: {type: string, pattern: '^[A-Z]{3}-[0-9]{4}$'}, kind: {enum: [tool, toy]}, tags: {type: array, \
        minItems: 1, items: {type: object, required: [name], properties: {name: {enum: [Garden, Kitchen, Office]}}}}}}
        Line = {product_id!: integer, sku!: string, quantity!: integer}
        Order = {id!: integer, agent_id!: uuid, \
        lines!: {type: array, minItems: 1, items: {$ref: '#/components/schemas/Line'}}, total!: integer}
        Orders = {items!: [Order], page!: integer, per_page: integer, total_pages!: integer, total!: integer}
        """
    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document, below: "/v1") }

    private func get(_ path: String, _ headers: HTTPFields = [:]) throws -> (body: JSONValue, headers: HTTPFields) {
        let reply = try #require(api.reply(.get, "/v1" + path, headers: headers))
        return (try reply.json(), reply.headers)
    }

    @Test("Totals are the same on every page, also on a page with fewer rows or none", arguments: [1, 2, 3, 9])
    func counts(page: Int) throws {
        let (body, headers) = try get("/orders?page=\(page)")
        #expect(body["total"] == 57 && body["total_pages"] == 3 && body["per_page"] == 20)
        #expect(body["page"]?.intValue == page)
        #expect(body["items"]?.arrayValue?.count == [1: 20, 2: 20, 3: 17][page, default: 0])
        #expect(try headers[#require(HTTPField.Name("X-Total-Count"))] == "57")
    }

    @Test("A reference to another item has an existing id") func relations() throws {
        let agents = Set(try #require(try get("/agents").body.arrayValue).compactMap { $0["id"] })
        let products = try #require(try get("/products?kind=all").body.arrayValue)
        let orders = try #require(try get("/orders").body["items"]?.arrayValue)
        for order in orders {
            #expect(try agents.contains(#require(order["agent_id"])))
            for line in try #require(order["lines"]?.arrayValue) {
                #expect(products.contains { $0["id"] == line["product_id"] })
            }
        }
    }

    @Test("A filter searches the names in a row's list, and a parameter's default applies") func filters() throws {
        let found = try #require(try get("/products?tag=garden").body.arrayValue)
        #expect(!found.isEmpty && found.count < 25)
        for product in found {
            #expect(product["kind"] == "toy")
            #expect(product["tags"]?.arrayValue?.contains { $0["name"] == "Garden" } == true)
        }
        #expect(try get("/products?kind=all").body.arrayValue?.count == 25)
    }

    @Test("A generated failure has its own status; a failure in the document's example is not changed")
    func failures() throws {
        let name = try #require(HTTPField.Name("Prefer"))
        func error(_ code: Int) throws -> JSONValue? { try get("/orders", [name: "code=\(code)"]).body["error"] }
        #expect(try error(404) == ["code": "not_found", "message": "No such order."])
        #expect(try error(500) == ["code": "internal_server_error", "message": "The server failed."])
        #expect(try error(503) == ["code": "not_found", "message": "As written."])
    }
}

/// Which of several examples answers a write.
@Suite struct AgreeingExampleTests {
    private static let document = """
        POST /tickets {type: object, properties: {type: {type: string, enum: [general, event]}, day: {type: string}, \
        show: {type: string}}} examples={show: {value: {type: event, show: x1}}} \
        -> 201 {id: integer, type: string, day: string, text: string} examples={\
        general: {value: {id: 1, type: general, day: monday, text: Come in}}, \
        show: {value: {id: 2, type: event, day: friday, text: Curtain up}}}
        """

    @Test(
        "The reply is the example with most of the sent values, choices first; without a match it is the first one",
        arguments: [
            (["type": "event", "day": "monday"], "Curtain up"), (["type": "general"], "Come in"),
            (["show": "x1"], "Curtain up"), (["day": "sunday"], "Come in"), (["day": "friday"], "Curtain up"),
        ] as [(JSONValue, JSONValue)], [true, false])
    func choice(sent: (JSONValue, JSONValue), negotiates: Bool) throws {
        let api = try DemoAPI(Self.document, negotiates: negotiates)
        func text(_ prefer: String?) throws -> JSONValue? {
            var headers = HTTPFields()
            if let prefer, let name = HTTPField.Name("Prefer") { headers[name] = prefer }
            return try api.send(.post, "/tickets", sent.0, headers: headers)["text"]
        }
        #expect(try text(nil) == sent.1)
        #expect(try text("example=general") == "Come in")
    }
}
