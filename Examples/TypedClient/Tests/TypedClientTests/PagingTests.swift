import DemoManager
import DemoManagerTesting
import Foundation
import Testing
import TypedClient

@Suite("Reading all pages", .demo)
struct PagingTests {
    let demo = DemoManager.current
    let client = makeClient()

    @Test("The pages are put together in order, and the last one ends it")
    func allPages() async throws {
        try demo.stub(.get("\(api)/users"), page(["1", "2"], next: "a/b"))
        try demo.stub(.get("\(api)/users?cursor=a%2Fb"), page(["3"], next: "last"))
        try demo.stub(.get("\(api)/users?cursor=last"), page(["4"], next: nil))
        #expect(try await client.allUsers().map(\.id) == ["1", "2", "3", "4"])
        #expect(demo.unusedStubs.isEmpty)
    }

    @Test("A page that fails fails the whole, rather than giving a part as everything")
    func brokenPage() async throws {
        try demo.stub(.get("\(api)/users"), page(["1", "2"], next: "x"))
        try demo.stub(.get("\(api)/users?cursor=x"), refusal("broken", status: 500))
        await #expect(throws: APIError.refused(status: 500, message: "broken")) { try await client.allUsers() }
    }

    private func page(_ ids: [String], next: String?) throws -> Reply {
        try .json(Page(items: ids.map { User(id: $0, name: "Ada", email: "ada@example.org") }, nextCursor: next))
    }
}
