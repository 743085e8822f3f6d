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

@Suite struct TupleTests {
    @Test(
        "Samples of tuples match their schema, in objects too",
        arguments: [
            "{type: array, minItems: 2, prefixItems: [{type: string, format: date}, {type: boolean}], items: false}",
            "{type: object, required: [type, coordinates], properties: {type: {const: Point}, coordinates: "
                + "{type: array, minItems: 2, prefixItems: [{type: number}, {type: number}], items: false}}}",
        ])
    func made(schema: String) throws {
        let text = """
            paths: {/where: {get: {responses: {'200': {description: ok, content: {application/json: {schema: \(schema)}}}}}}}
            """
        let api = try DemoAPI(text)
        let own = try #require(api.document.operations[0].success?.json?.schema)
        #expect(api.document.violations(of: try api.send(.get, "/where"), against: own).isEmpty)
    }
}
