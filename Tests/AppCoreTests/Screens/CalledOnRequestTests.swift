import AppCore
import Testing

@Suite struct CalledOnRequestTests {
    @Test(
        "A GET in the sidebar without bodies in its successful replies is called only on request",
        arguments: [
            ("'200': {description: ok}", true),
            ("'204': {description: ok}, '404': {description: no, content: {application/json: {}}}", true),
            ("default: {description: ok}", true),
            ("'200': {description: ok}, default: {description: no, content: {application/json: {}}}", true),
            ("'302': {description: elsewhere}", true), ("'200': {description: ok, content: {image/png: {}}}", false),
            ("'204': {description: none}, '200': {description: ok, content: {application/json: {}}}", false),
            ("2XX: {description: ok, content: {text/plain: {}}}", false),
            ("default: {description: ok, content: {application/json: {}}}", false),
        ])
    func rule(responses: String, expected: Bool) throws {
        let screen = try firstScreen("  /logout: {get: {responses: {\(responses)}}}")
        #expect(screen.isCalledOnRequest == expected)
    }

    @Test("Items that open from rows are requests; lists keep their rows; forms are sent")
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

    @Test(
        "Without documented replies only paths of items are called on opening",
        arguments: [
            ("/users: {get: {responses: {'200': {description: ''}}}}", false), ("/users: {get: {}}", false),
            ("/users: {get: {responses: {'401': {description: no}}}}", false),
            ("/audit-logs: {get: {responses: {}}}\n  /audit-logs/{id}: {get: {responses: {}}}", false),
            ("/send-reminders: {get: {responses: {'200': {description: ''}}}}", true),
            ("/users/sign_out: {get: {responses: {}}, delete: {responses: {}}}", true),
            ("/logout: {get: {responses: {}}}\n  /logout/{provider}: {get: {responses: {}}}", true),
            ("/status: {get: {responses: {'200': {description: ''}}}}", true),
            ("/users: {get: {responses: {'204': {description: ''}}}}", true),
            ("/users: {get: {responses: {'303': {description: ''}}}}", true),
            ("/users/me: {get: {responses: {'200': {description: ''}}}}", false),
            ("/profile: {get: {responses: {}}, put: {responses: {}}}", false),
            ("/profile: {get: {responses: {}}, post: {responses: {}}}", true),
            ("/staff: {get: {responses: {}}}\n  /staff/{id}/badge: {delete: {responses: {}}}", false),
            ("/users/logout: {get: {responses: {}}}\n  /users/{id}: {delete: {responses: {}}}", true),
        ])
    func silent(paths: String, expected: Bool) throws {
        let screen = try #require(try catalog("  " + paths).screens.first { $0.kind == .item })
        #expect(screen.isCalledOnRequest == expected)
    }
}
