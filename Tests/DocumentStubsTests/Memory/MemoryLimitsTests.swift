import APIDocument
import DemoManager
import Testing

@testable import DocumentStubs

/// The memory is bounded: what was only read goes first, and what was written is never forgotten without a word.
@Suite struct MemoryLimitsTests {
    private static let document = """
        GET /users/{userId:}/posts -> [Post]
        POST /users/{userId:}/posts Post -> 201 Post
        GET /users/{userId:}/posts/{postId:} -> Post
        PATCH /users/{userId:}/posts/{postId:} Post -> 204
        Post = {id: integer, title: string}
        """

    private func memory(_ change: (inout MemoryLimits) -> Void) throws -> RememberedData {
        var limits = MemoryLimits()
        change(&limits)
        return RememberedData(try APIDocument(inline: Self.document), limits: limits)
    }

    @discardableResult private func send(
        _ request: HTTPRequest, _ json: JSONValue? = nil, sending: JSONValue? = nil, to memory: RememberedData,
        session: String = "demo"
    ) throws -> JSONValue? {
        let json = try memory.reply(to: request, json, sending: sending, as: session).json()
        return json.isNull ? nil : json
    }

    @Test("Beyond the limit, the least recently used written paths are removed and count as forgotten")
    func writtenPaths() throws {
        let memory = try memory { $0.writtenPaths = 10 }
        for user in 1...11 { try send(.post("/users/\(user)/posts"), ["id": 1], sending: ["title": "A"], to: memory) }
        #expect(try send(.get("/users/1/posts"), [], to: memory) == [])
        #expect(try send(.get("/users/2/posts"), [], to: memory)?[0]?["title"] == "A")
        #expect(
            memory.remembered.filter { $0.forgotten > 0 }
                == [RememberedResource(path: "/users/{userId}/posts", forgotten: 1)])
        memory.forget(nil, of: nil)
        #expect(memory.remembered.isEmpty)
    }

    @Test("Beyond the limit, the oldest row is removed and counts as forgotten") func rows() throws {
        let memory = try memory { $0.rows = 3 }
        for title in ["A", "B", "C", "D"] {
            try send(.post("/users/1/posts"), ["id": 1], sending: ["title": .string(title)], to: memory)
        }
        let titles = try send(.get("/users/1/posts"), [], to: memory)?.arrayValue?.compactMap { $0["title"] }
        #expect(titles == ["D", "C", "B"])
        #expect(memory.remembered == [RememberedResource(path: "/users/1/posts", added: 3, forgotten: 1)])
    }

    @Test("Beyond the limit, only the least recently used session is forgotten") func sessions() throws {
        let memory = try memory { $0.sessions = 2 }
        for name in ["a", "b"] {
            try send(.post("/users/1/posts"), ["id": 1], sending: ["title": .string(name)], to: memory, session: name)
        }
        try send(.get("/users/1/posts"), [], to: memory, session: "a")
        try send(.post("/users/1/posts"), ["id": 1], sending: ["title": "c"], to: memory, session: "c")
        func title(_ name: String) throws -> JSONValue? {
            try send(.get("/users/1/posts"), [], to: memory, session: name)?[0]?["title"]
        }
        #expect(try title("a") == "a")
        #expect(try title("c") == "c")
        #expect(try title("b") == nil)
    }

    @Test("The least recently used session loses its read rows first, never its writes") func seenRows() throws {
        let memory = try memory { $0.shownRows = 100 }
        let page = JSONValue.array((1...20).map { ["id": .number(JSONNumber($0)), "title": "Seen"] })
        for session in 0..<50 {
            let name = "s\(session)"
            try send(.post("/users/1/posts"), ["id": 50], sending: ["title": "Mine"], to: memory, session: name)
            try send(.get("/users/2/posts"), page, to: memory, session: name)
            #expect(memory.shownRows <= 100)
        }
        #expect(memory.shownRows >= 80)
        #expect(try send(.get("/users/1/posts"), [], to: memory, session: "s0")?[0]?["title"] == "Mine")
        // One session alone forgets path by path, and what is forgotten otherwise is counted no more.
        for user in 0..<50 { try send(.get("/users/\(user)/posts"), page, to: memory, session: "s49") }
        #expect((80...100).contains(memory.shownRows))
        memory.forget(nil, of: nil)
        #expect(memory.shownRows == 0)
    }

    @Test("Thousands of added rows and thousands of changed rows form one list") func manyRows() throws {
        let memory = try memory { $0.rows = 10_000 }
        let seen = JSONValue.array((1...5_000).map { ["id": .number(JSONNumber($0)), "title": "Seen"] })
        try send(.get("/users/1/posts"), seen, to: memory)
        for id in 1...5_000 {
            try send(.patch("/users/1/posts/\(id)"), sending: ["title": "Changed"], to: memory)
            try send(.post("/users/1/posts"), ["id": 1], sending: ["title": "Added"], to: memory)
        }
        for _ in 0..<3 {
            let rows = try send(.get("/users/1/posts?title=Changed"), seen, to: memory)?.arrayValue
            #expect(rows?.count == 5_000)
        }
    }
}
