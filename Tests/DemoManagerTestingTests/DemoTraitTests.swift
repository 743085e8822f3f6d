import DemoManager
import DemoManagerTesting
import Foundation
import HTTPTypes
import Testing

/// The body that code under test gets for a GET of the URL that all tests of this folder share.
func same(_ manager: DemoManager = .current) async throws -> String? {
    let reply = try await manager.respond(to: .get("https://api.example.com/same"))
    return reply.map { String(decoding: $0.body, as: UTF8.self) }
}

extension DemoManager {
    func stubSame(_ body: String) throws {
        try stub(.get("https://api.example.com/same"), result: .success(Data(body.utf8)))
    }
}

@Suite(.demo) struct DemoTraitTests {
    @Test("500 tests at once, each with its own stub for the same URL, see only their own", arguments: 0..<500)
    func parallel(_ number: Int) async throws {
        let manager = DemoManager.current
        #expect(manager.stubs.isEmpty)
        try manager.stubSame("\(number)")
        for _ in 0..<3 {
            await Task.yield()
            #expect(try await same() == "\(number)")
        }
        let answers = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<4 { group.addTask { try await same() } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(answers == ["\(number)"])
        async let child = same()
        #expect(try await child == "\(number)")
        #expect(try await Task { try await same() }.value == "\(number)")
        #expect(manager.journal.count == 9)
    }

    @Test("each test has a manager of its own, in demo, that lets nothing leave") func ownManager() {
        #expect(DemoManager.current !== DemoManager.shared)
        #expect(DemoManager.current.isEnabled)
        #expect(DemoManager.current.unmatched == .error)
    }

    @Test("a detached task does not inherit the manager, but can be given it") func detached() async throws {
        let manager = DemoManager.current
        try manager.stubSame("own")
        #expect(await Task.detached { DemoManager.current === DemoManager.shared }.value)
        #expect(try await Task.detached { try await same(manager) }.value == "own")
    }

    @Test("a test's own trait wins over its suite's", .demo(unmatched: .passThrough)) func innermost() async throws {
        #expect(DemoManager.current.unmatched == .passThrough)
        #expect(try await same() == nil)
    }
}
