import APIDocument
import DemoManager
import DocumentStubs
import HTTPTypes
import Testing
import WireFormats

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

    @Test("An error with a map of fields names a field of the request; a problem has the type about:blank")
    func fields() throws {
        let api = try DemoAPI(
            """
            GET /closed -> 200 -> 422 Written
            Written = {type: object, properties: {code: {type: string}, message: {type: string}, \
            details: {type: object, additionalProperties: {type: string}}}, \
            example: {code: INVALID, message: It is closed., details: {order: '17'}}}
            POST /objects {title!: string, year: integer} -> 201 Item -> 422 Invalid -> 409 Problem
            Item = {id!: integer}
            Invalid = {code!: INVALID, message!: string, \
            fields!: {type: object, additionalProperties: {type: array, items: {type: string}}}}
            Problem = {type!: uri, title!: string, status!: integer, instance: string}
            """, negotiates: true)
        let prefer = try #require(HTTPField.Name("Prefer"))
        func body(_ status: Int) throws -> JSONValue {
            try api.send(.post, "/objects", ["title": "Vase"], headers: [prefer: "code=\(status)"])
        }
        #expect(try body(422)["fields"] == ["title": ["is not valid"]])
        #expect(try body(422)["message"] == "The request is not valid.")
        let written = try api.send(.get, "/closed", headers: [prefer: "code=422"])
        #expect(written["message"] == "It is closed." && written["details"] == ["order": "17"])
        let problem = try body(409)
        #expect(problem["type"] == "about:blank" && problem["title"] == "Conflict" && problem["status"] == 409)
        #expect(problem["instance"]?.stringValue?.hasPrefix("/problems/") == true)
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
