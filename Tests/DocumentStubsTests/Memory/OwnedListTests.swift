import DemoManager
import Testing
import WireFormats

/// Lists below an item that have rows of another list: `/projects/{id}/tasks` beside `/tasks`.
@Suite struct OwnedListTests {
    private static let document = """
        paths:
          /projects: {get: {\(ok("[Project]"))}}
          /projects/{id}: {parameters: [\(id)], get: {\(ok("Project"))}}
          /projects/{id}/tasks:
            parameters: [\(id)]
            get: {\(ok("[Task]"))}
            post: {\(sent("Task")), \(ok("Task", 201))}
            delete: {responses: {'204': {description: gone}}}
          /tasks: {get: {\(ok("[Task]"))}}
          /tasks/{taskId}:
            parameters: [{name: taskId, in: path, required: true, schema: {type: integer}}]
            get: {\(ok("Task"))}
            patch: {\(sent("Task")), \(ok("Task"))}
        components:
          schemas:
            Project: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}
            Task: {type: object, required: [id, title, projectId], properties: {id: {type: integer}, title: {type: string}, projectId: {type: integer}}}
        """
    private static let id = "{name: id, in: path, required: true, schema: {type: integer}}"

    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    private func rows(_ path: String) throws -> [JSONValue] { try #require(try api.send(.get, path).arrayValue) }

    @Test("The rows are rows of the complete list, and open as the same items") func same() throws {
        let all = try rows("/tasks")
        for project in 1...3 {
            let own = try rows("/projects/\(project)/tasks")
            #expect(!own.isEmpty && own == all.filter { $0["projectId"] == .number(JSONNumber(project)) })
            for row in own { #expect(try api.send(.get, "/tasks/\(row["id"]?.scalarText ?? "")") == row) }
        }
    }

    @Test("Without a complete list, each item names the owner that lists it") func unlisted() throws {
        let api = try DemoAPI(Self.document.replacing("  /tasks: {get: {\(ok("[Task]"))}}\n", with: ""))
        for project in 1...3 {
            let own = try #require(try api.send(.get, "/projects/\(project)/tasks").arrayValue)
            #expect(!own.isEmpty && own.allSatisfy { $0["projectId"] == .number(JSONNumber(project)) })
            for row in own { #expect(try api.send(.get, "/tasks/\(row["id"]?.scalarText ?? "")") == row) }
        }
    }

    @Test("A row moves to the list of the owner that a write names") func moved() throws {
        let (one, other) = (try rows("/projects/1/tasks"), try rows("/projects/2/tasks"))
        let id = try #require(one[0]["id"])
        try api.send(.patch, "/tasks/\(id.scalarText ?? "")", ["projectId": 2])
        #expect(try rows("/projects/1/tasks") == Array(one.dropFirst()))
        let now = try rows("/projects/2/tasks")
        #expect(now.count == other.count + 1 && now.contains { $0["id"] == id })
    }

    @Test("A row that is added below an owner is in the owner's list and in the complete list") func added() throws {
        let made = try api.send(.post, "/projects/1/tasks", ["title": "New"])
        #expect(made["projectId"] == 1)
        #expect(try rows("/projects/1/tasks")[0] == made && rows("/tasks")[0] == made)
        #expect(try !rows("/projects/2/tasks").contains(made))
    }

    @Test("DELETE of a list deletes the owner's current rows") func cleared() throws {
        let (all, one) = (try rows("/tasks"), try rows("/projects/1/tasks"))
        let moved = try rows("/projects/2/tasks")[0]
        try api.send(.patch, "/tasks/\(one[0]["id"]?.scalarText ?? "")", ["projectId": 2])
        try api.send(.patch, "/tasks/\(moved["id"]?.scalarText ?? "")", ["projectId": 1])
        let other = try rows("/projects/2/tasks")
        #expect(api.status(.delete, "/projects/1/tasks") == 204)
        #expect(try rows("/projects/1/tasks").isEmpty && rows("/projects/2/tasks") == other)
        #expect(try rows("/tasks").count == all.count - one.count)
    }

    @Test("Rows that show their owner are also found by the owner's id") func embedded() throws {
        let owner = "projectId: {type: integer}, project: {$ref: '#/components/schemas/Project'}"
        let api = try DemoAPI(Self.document.replacing("projectId: {type: integer}", with: owner))
        let own = try #require(try api.send(.get, "/projects/1/tasks").arrayValue)
        #expect(!own.isEmpty && own.allSatisfy { $0["projectId"] == 1 && $0["project"]?["id"] ?? 1 == 1 })
    }

    @Test("An id that no row can have owns no rows, and DELETE deletes none") func unfitting() throws {
        let slug = "{name: id, in: path, required: true, schema: {type: string}}"
        let api = try DemoAPI(Self.document.replacing(Self.id, with: slug))
        let all = try api.send(.get, "/tasks")
        #expect(try api.send(.get, "/projects/abc/tasks") == [])
        #expect(api.status(.delete, "/projects/abc/tasks") == 204)
        #expect(try api.send(.get, "/tasks") == all)
    }
}
