import HTTPTypes
import Testing
import WireFormats

/// Replies that have several forms, and things that are numbered by another name than an id.
@Suite struct FormOfReplyTests {
    private static let document = """
        paths:
          /result:
            get: {responses: {'200': {description: ok, content: {application/json: {schema: {oneOf: [{$ref: '#/components/schemas/Failed'}, {$ref: '#/components/schemas/Done'}]}}}}}}
          /secrets/{name}/versions:
            get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Version'}}}}}}}
          /secrets/{name}/versions/{version}:
            get: {responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Version'}}}}}}
        components:
          schemas:
            Failed: {type: object, required: [status, error], properties: {status: {const: failed}, error: {type: object, properties: {code: {type: integer}}}}}
            Done: {type: object, required: [status, data], properties: {status: {const: success}, data: {type: object, required: [id], properties: {id: {type: integer}}}}}
            Version: {type: object, required: [version], properties: {version: {type: integer}, state: {type: string}}}
        """

    private func get(_ path: String) throws -> JSONValue { try DemoAPI(Self.document).send(.get, path) }

    @Test("Of a reply's forms the one is shown that has the thing, and nothing of another")
    func form() throws {
        let result = try get("/result")
        #expect(result["status"] == "success")
        #expect(result["data"]?["id"]?.intValue != nil && result["error"] == nil)
    }

    @Test("Rows that a number tells apart have one each, and open by it")
    func numbered() throws {
        let rows = try #require(try get("/secrets/s/versions").arrayValue)
        let numbers = rows.compactMap { $0["version"]?.intValue }
        #expect(rows.count > 5 && Set(numbers).count == rows.count)
        #expect(try get("/secrets/s/versions/\(numbers[3])") == rows[3])
    }
}
