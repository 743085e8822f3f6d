import DemoManager
import DemoManagerTesting
import Foundation
import Testing

private let api = "https://api.example.com"

/// The code of "Stubs in tests".
@Suite("Stubs in tests")
struct StubsInTestsTests {
    let client = NameClient()

    @Test("A user who is not there is nil", .demo)
    func missing() async throws {
        try DemoManager.current.stub(.get("https://api.example.com/users/42"), statusCode: 404)
        #expect(try await client.user("42") == nil)
    }

    @Test("A closure has a manager of its own, too")
    func closure() async throws {
        try await DemoManager.withIsolated { demo in
            try demo.stub(.delete("\(api)/users/42"), statusCode: 204)
            #expect(try await demo.respond(to: .delete("\(api)/users/42"))?.head.status == .noContent)
        }
    }

    @Test("A chain answers the requests in turn")
    func chain() async throws {
        try await DemoManager.withIsolated { demo in
            try demo.stub(.get("\(api)/me"), .json(["error": "expired"], status: 401))
                .thenRespondWith(to: .post("\(api)/auth/refresh"), .json(["token": "new"]))
                .thenRespondWith(to: .get("\(api)/me"), .json(["name": "Ada"]))
                .thenVerifyRequest { request in try #require(request.headers[.authorization] == "Bearer new") }

            #expect(try await demo.respond(to: .get("\(api)/me"))?.head.status == .unauthorized)
            #expect(try await demo.respond(to: .post("\(api)/auth/refresh"))?.head.status == .ok)
            let repeated = HTTPRequest.get("\(api)/me", headers: [.authorization: "Bearer new"])
            #expect(try await demo.respond(to: repeated)?.head.status == .ok)
        }
    }

    @Test("A pattern asks for everything it names")
    func pattern() async throws {
        try await DemoManager.withIsolated { demo in
            let search = try RequestPattern.post(
                "/users/{id}/search", query: ["page": "2"], headers: ["Accept": .contains("json")],
                body: .equalToJSON(["name": "Ada"], ignoringExtraElements: true))
            try demo.stub(matching: search, Reply(status: 503)) { $0.name = "search" }
                .thenRespondWith(Reply(status: 503))
                .thenRespondWith(.json([]))

            let request = HTTPRequest.post("\(api)/users/42/search?page=2", headers: [.accept: "application/json"])
            let body = Array(#"{"name": "Ada", "age": 36}"#.utf8)
            for status in [503, 503, 200, 200] {
                #expect(try await demo.respond(to: request, body: body)?.head.status.code == status)
            }
            for other in ["/users/42/5/search?page=2", "/users/42/search?page=3"] {
                let request = HTTPRequest.post("\(api)\(other)", headers: [.accept: "application/json"])
                await #expect(throws: Refusal.self) { try await demo.respond(to: request, body: body) }
            }
        }
    }

    @Test("Failures come as they are asked for")
    func failing() async throws {
        try await DemoManager.withIsolated { demo in
            try demo.stub(.get("\(api)/me"), result: .failure(URLError(.notConnectedToInternet)))
            try demo.stub(.get("\(api)/slow"), .json([]))
            await #expect(throws: StubbedFault.self) {
                try await DemoManager.withCondition(.noNetwork) { try await demo.respond(to: .get("\(api)/slow")) }
            }
            await #expect(throws: URLError.self) { try await demo.respond(to: .get("\(api)/me")) }
        }
    }

    @Test("Sent requests are checked afterwards")
    func verified() async throws {
        try await DemoManager.withIsolated { demo in
            try demo.stub(.delete("\(api)/users/42"), statusCode: 204)
            #expect(demo.unusedStubs.count == 1)
            _ = try await demo.respond(to: .delete("\(api)/users/42"))

            try demo.verify(.delete("/users/42"))
            try demo.verify(.request(.any, "/users/7"), count: 0)
            #expect(demo.unusedStubs.isEmpty)
        }
    }

    @Test("The article shows the table as it is printed")
    func table() async throws {
        try await DemoManager.withIsolated { demo in
            try demo.stub(.get("/users/42"))
            let explanation = demo.explain(.get("\(api)/users/42?verbose=1"))
            print(explanation.nearMisses.first?.table() ?? explanation.summary)

            let table = try #require(explanation.nearMisses.first?.table())
            let article = ArticleTests.catalog.appending(path: "StubsInTests.md")
            #expect(try String(contentsOf: article, encoding: .utf8).contains("```\n\(table)\n```"), "\(table)")
        }
    }
}

/// The smallest client: nil for 404.
struct NameClient {
    func user(_ id: String) async throws -> String? {
        let reply = try #require(try await DemoManager.current.respond(to: .get("\(api)/users/\(id)")))
        return reply.head.status == .notFound ? nil : String(decoding: reply.body, as: UTF8.self)
    }
}
