import APIDocument
import DemoManager
import DocumentStubs
import Testing

/// Errors that an operation does not describe, and successes of operations that describe only errors.
@Suite struct ErrorRepliesTests {
    private static let error = "content: {application/json: {schema: {$ref: '#/components/schemas/Error'}}}"
    private static let paths = [
        "/me: {get: {operationId: me, responses: {'200': {description: ok}}}}",
        "/a: {get: {operationId: a, responses: {'200': {description: ok}, '403': {description: no, \(error)}, '404': {description: none, content: {application/problem+json: {schema: {$ref: '#/components/schemas/Problem'}}}}}}}",
        "/b: {get: {operationId: b, responses: {'200': {description: ok}, default: {description: no, \(error)}}}}",
        "/pets: {get: {operationId: list, responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Pet'}}}}}}}, post: {operationId: add, requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}, responses: {'405': {description: invalid}}}}",
        "/pets/{id}: {get: {operationId: pet, responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}}, delete: {operationId: delete, responses: {default: {description: no, \(error)}}}}",
    ]
    private static let schemas = [
        "Error: {type: object, required: [code, message], properties: {code: {type: integer}, message: {type: string}}}",
        "Problem: {type: object, required: [title, status], properties: {title: {type: string}, status: {type: integer}}}",
        "Pet: {type: object, required: [id, name], properties: {id: {type: integer, readOnly: true}, name: {type: string}}}",
    ]

    private static func document() throws -> APIDocument { try DemoAPI(paths, schemas: schemas).document }

    @Test("An error has the form that the document describes for its status elsewhere, else the most frequent form")
    func forms() throws {
        let document = try Self.document()
        let replies = DocumentStubs(document).errorReplies(of: try #require(document.operation("me")))
        #expect(Set(replies.keys) == [401, 403, 404, 422, 429, 500, 504])
        for (status, reply) in replies where status != 404 {
            let body = try JSONValue(parsing: reply.body)
            #expect(reply.contentType == "application/json" && body["code"] == .number(JSONNumber(status)), "\(body)")
            #expect(body["message"]?.stringValue != nil)
        }
        let missing = try #require(replies[404])
        #expect(missing.contentType == "application/problem+json")
        #expect(try JSONValue(parsing: missing.body)["status"] == 404)
        // Its own words come first.
        let own = DocumentStubs(document).errorReplies(of: try #require(document.operation("b")))
        #expect(own[404]?.contentType == "application/json")
    }

    @Test("A deleted item is answered by the document's own 404", arguments: [false, true])
    func gone(negotiates: Bool) throws {
        let api = try DemoAPI(Self.paths, schemas: Self.schemas, negotiates: negotiates)
        #expect(api.reply(.delete, "/pets/3")?.status == .noContent)
        let reply = try #require(api.reply(.get, "/pets/3"))
        #expect(reply.status == .notFound && reply.headers[.contentType] == "application/problem+json")
        #expect(try JSONValue(parsing: reply.body)["status"] == 404)
    }

    @Test("A write with only documented failures succeeds, is remembered and is marked", arguments: [false, true])
    func undescribed(negotiates: Bool) throws {
        let api = try DemoAPI(Self.paths, schemas: Self.schemas, negotiates: negotiates)
        let reply = try #require(api.reply(.post, "/pets", ["name": "Rex"]))
        #expect(reply.status == .noContent && reply.body.isEmpty)
        #expect(try api.send(.get, "/pets")[0]?["name"] == "Rex")
        let stub = try #require(
            DocumentStubs(try Self.document()).stubs.first { $0.isEnabled && $0.name?.hasSuffix("of add") == true })
        #expect(stub.name == "undocumented success of add" && "\(stub.origin)".contains("describes only failures"))
    }
}

/// Values from the request in replies: taken only as far as the reply's schema allows them.
@Suite struct ReplyFitTests {
    private static let document = """
        paths:
          /hooks/{id}/{token}:
            get:
              parameters: [{name: id, in: path, required: true, schema: {type: string}}, {name: token, in: path, required: true, schema: {type: string}}]
              \(ok("{oneOf: [{$ref: '#/components/schemas/App'}, {$ref: '#/components/schemas/Channel'}]}"))
          /events/{id}:
            get: {\(ok("Event"))}
            patch:
              \(sent("{type: object, properties: {start: {type: string}, title: {type: string}}}"))
              \(ok("Event"))
        components:
          schemas:
            Snowflake: {type: string, pattern: '^[0-9]+$'}
            App: {type: object, required: [id, kind], properties: {id: {$ref: '#/components/schemas/Snowflake'}, kind: {const: app}}}
            Channel: {type: object, required: [id, kind], properties: {id: {$ref: '#/components/schemas/Snowflake'}, kind: {const: channel}}}
            Event: {type: object, properties: {id: {type: string}, title: {type: string}, start: {type: [string, 'null'], format: date-time}}}
        """
    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    @Test("A path value that violates the id's pattern is not the id of the reply", arguments: ["7/__main__", "0/%20"])
    func path(values: String) throws {
        let hook = try api.send(.get, "/hooks/\(values)")
        let schema = try #require(
            api.document.operations.first { $0.path.text.hasPrefix("/hooks") }?.success?.json?.schema)
        #expect(api.document.violations(of: hook, against: schema, isThorough: true).isEmpty, "\(hook)")
    }

    @Test("A string that is not a valid timestamp is not in the reply; a valid one is") func format() throws {
        let event = try api.send(.patch, "/events/3", ["start": "", "title": "Fair"])
        let schema = try #require(api.document.schema(named: "Event"))
        #expect(event["title"] == "Fair")
        #expect(api.document.violations(of: event, against: schema, isThorough: true).isEmpty, "\(event)")
        #expect(try api.send(.get, "/events/3")["title"] == "Fair")
    }
}

/// A reply agrees with its request, its status and the other replies.
@Suite struct AgreeingRepliesTests {
    private static let document = """
        paths:
          /orders:
            get:
              parameters:
                - {name: page, in: query, schema: {type: integer}}
                - {name: per_page, in: query, schema: {type: integer, default: 20}}
                - {name: state, in: query, schema: {type: string, enum: [open, paid, all]}}
              responses:
                '200': {description: ok, headers: {X-Total-Count: {schema: {type: integer}}}, \(json("Orders"))}
                '404': {description: no, \(json("Failure"))}
                '500': {description: no, \(json("Failure"))}
                '503': {description: no, content: {application/json: {schema: {$ref: '#/components/schemas/Failure'}, example: {error: {code: not_found, message: As written.}}}}}
          /agents: {get: {\(ok("[Agent]"))}}
          /products:
            get:
              parameters:
                - {name: tag, in: query, schema: {type: string}}
                - {name: kind, in: query, schema: {type: string, enum: [tool, toy, all], default: toy}}
              \(ok("[Product]"))
        components:
          schemas:
            Failure: {type: object, required: [error], properties: {error: {type: object, required: [code, message], properties: {code: {type: string, example: not_found}, message: {type: string, example: No such order.}}}}}
            Agent: {type: object, required: [id], properties: {id: {type: string, format: uuid}}}
            Product: {type: object, required: [id, sku, kind, tags], properties: {id: {type: integer}, sku: {type: string, pattern: '^[A-Z]{3}-[0-9]{4}$'}, kind: {enum: [tool, toy]}, tags: {type: array, minItems: 1, items: {type: object, required: [name], properties: {name: {enum: [Garden, Kitchen, Office]}}}}}}
            Line: {type: object, required: [product_id, sku, quantity], properties: {product_id: {type: integer}, sku: {type: string}, quantity: {type: integer}}}
            Order: {type: object, required: [id, agent_id, lines, total], properties: {id: {type: integer}, agent_id: {type: string, format: uuid}, lines: {type: array, minItems: 1, items: {$ref: '#/components/schemas/Line'}}, total: {type: integer}}}
            Orders: {type: object, required: [items, page, total_pages, total], properties: {items: {type: array, items: {$ref: '#/components/schemas/Order'}}, page: {type: integer}, per_page: {type: integer}, total_pages: {type: integer}, total: {type: integer}}}
        """
    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document, below: "/v1") }

    private func get(_ path: String, _ headers: HTTPFields = [:]) throws -> (body: JSONValue, headers: HTTPFields) {
        let reply = try #require(api.reply(.get, "/v1" + path, headers: headers))
        return (try reply.json(), reply.headers)
    }

    @Test(
        "Totals are the same on every page, also on a page with fewer rows or none", arguments: [1, 2, 3, 9])
    func counts(page: Int) throws {
        let (body, headers) = try get("/orders?page=\(page)")
        #expect(body["total"] == 57 && body["total_pages"] == 3 && body["per_page"] == 20)
        #expect(body["page"]?.intValue == page)
        #expect(body["items"]?.arrayValue?.count == [1: 20, 2: 20, 3: 17][page, default: 0])
        #expect(try headers[#require(HTTPField.Name("X-Total-Count"))] == "57")
    }

    @Test("A reference to another item has an existing id")
    func relations() throws {
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

    @Test("A filter searches the names in a row's list, and a parameter's default applies")
    func filters() throws {
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

/// Answers of sample exchanges, whose examples stand for one request.
@Suite struct SampleExchangeTests {
    private static let order = """
        /orders/{id}:
            get:
              parameters: [{name: id, in: path, required: true, schema: {type: string}, examples: {alice: {value: A1}, missing: {value: X0}}}]
              responses:
                '200': {content: {application/json: {examples: {bob: {value: {id: B2}}, alice: {value: {id: A1, who: Alice}}}}, text/plain: {schema: {type: string}, example: plain}}}
                '404': {content: {application/json: {examples: {missing: {value: {title: None}}}}}}
        """

    @Test("A sample exchange has the media type that the request accepts, and gets no reply without one")
    func forms() throws {
        let api = try DemoAPI([Self.order], negotiates: true)
        func text(_ accept: String?) -> String? {
            api.reply(.get, "/orders/A1", headers: accept.map { [.accept: $0] } ?? [:])?.text
        }
        #expect(text(nil) == #"{"id":"A1","who":"Alice"}"#)
        #expect(text("application/json") == #"{"id":"A1","who":"Alice"}"#)
        #expect(text("text/plain") == "plain")
        #expect(api.reply(.get, "/orders/A1", headers: [.accept: "image/png"]) == nil)
        #expect(api.reply(.get, "/orders/X0", headers: [.accept: "text/plain"])?.status == .notFound)
    }
}
