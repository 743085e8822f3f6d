import AppCore
import Testing

@Suite struct CalledOnRequestTests {
    @Test(
        "A GET of the sidebar whose successful replies have no body is called only on request",
        arguments: [
            ("'200': {description: ok}", true),
            ("'204': {description: ok}, '404': {description: no, content: {application/json: {}}}", true),
            ("default: {description: ok}", true),
            ("'200': {description: ok}, default: {description: no, content: {application/json: {}}}", true),
            ("'302': {description: elsewhere}", true),
            ("'200': {description: ok, content: {image/png: {}}}", false),
            ("'204': {description: none}, '200': {description: ok, content: {application/json: {}}}", false),
            ("2XX: {description: ok, content: {text/plain: {}}}", false),
            ("default: {description: ok, content: {application/json: {}}}", false),
        ])
    func rule(responses: String, expected: Bool) throws {
        let screen = try #require(try catalog("  /logout: {get: {responses: {\(responses)}}}").screens.first)
        #expect(screen.isCalledOnRequest == expected)
    }

    @Test("What opens from a row was asked for; what the document calls a list has rows; a form is sent anyway")
    func others() throws {
        let bare = "responses: {'200': {description: ok}}"
        let catalog = try catalog(
            """
              /pets: {get: {operationId: pets, \(answer("{type: array, items: {type: object, properties: {id: {type: integer}}}}"))}}
              /pets/{id}/check:
                get: {operationId: check, parameters: [{name: id, in: path, required: true, schema: {type: integer}}], \(bare)}
              /names: {get: {x-screen: {kind: collection}, \(bare)}}
              /open: {post: {\(bare)}}
            """)
        #expect(catalog.screens.count == 4 && catalog.screens.allSatisfy { !$0.isCalledOnRequest })
    }
}
