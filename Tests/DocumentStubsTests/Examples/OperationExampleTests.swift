import APIDocument
import DocumentStubs
import Testing
import WireFormats

@Suite("Examples of one name")
struct OperationExampleTests {
    private func operation() throws -> Operation {
        let text = """
            openapi: 3.1.0
            info: {title: T, version: '1'}
            paths:
              /users/{id}:
                put:
                  parameters:
                    - {name: id, in: path, required: true, schema: {type: string}, examples: {ada: {value: '7'}, tom: {value: '8'}}}
                  requestBody: {content: {application/json: {examples: {ada: {value: {name: Ada}}}}}}
                  responses:
                    '200': {description: OK, content: {application/json: {examples: {ada: {value: 1}, tom: {summary: Tom, value: 2}}}}}
                    '404': {description: No, content: {application/json: {example: {error: none}}}}
            """
        return try #require(APIDocument(SourceText(name: "t.yaml", bytes: Array(text.utf8))).operations.first)
    }

    @Test("A parameter's, a body's and an answer's example of one name are one exchange")
    func paired() throws {
        let exchanges = try operation().exampleExchanges
        #expect(exchanges.map(\.name) == ["ada", "tom", nil])
        #expect(exchanges.map { $0.arguments.map(\.value) } == [["7"], ["8"], []])
        #expect(exchanges.map(\.requestBody) == [["name": "Ada"], nil, nil])
        #expect(exchanges.map(\.responseBody) == [1, 2, ["error": "none"]])
        #expect(exchanges.map(\.response.status) == [.exact(200), .exact(200), .exact(404)])
        #expect(exchanges.map(\.isConditional) == [true, true, false])
    }
}
