import TestSupport
import Testing

@testable import DemoManager
@testable import DemoManagerFiles

extension DemoManager {
    /// Says how the paths of stubs are read that are added afterwards.
    fileprivate func readStubPaths(by located: @escaping @Sendable (String) -> String) {
        lock.withLock { $0.paths = StubPaths(number: $0.nextNumber(), located: located) }
    }
}

@Suite("Stubs without the server's path") struct StubPathsTests {
    private func manager() -> DemoManager {
        let manager = demoManager()
        manager.readStubPaths { "/v1" + $0 }
        return manager
    }

    @Test(
        "Stubs answer below the server's path: paths, paths with a query, templates",
        arguments: [
            (URLPattern.path("/me"), "/v1/me?a=1"), (.url("/me?a=1"), "/v1/me?a=1"),
            (.template(try URLTemplate("/users/{id}")), "/v1/users/7"),
        ])
    func answer(pattern: URLPattern, call: String) throws {
        let manager = manager()
        try manager.addPath("/", "x") { stub in
            stub.source = .admin
            stub.request.url = pattern
        }
        #expect(manager.answer(call) == "x")
        #expect(manager.answer(String(call.dropFirst(3))) != "x")
    }

    @Test("A screen lists the stubs below the server's path") func listed() throws {
        let manager = demoManager()
        manager.describe(["getMe": "GET /v1/me"], screens: [ScreenDescription(id: "me", operations: ["getMe"])])
        manager.readStubPaths { "/v1" + $0 }
        try manager.addPath("/me", "x") { $0.source = .admin }
        #expect(manager.stubIDs(ofScreen: "me").count == 1)
    }

    @Test("Stubs in code, for another host and with expressions keep their paths") func asWritten() throws {
        let manager = manager()
        let expression = try RegularExpression("/some.*")
        try manager.addPath("/code", "code")
        try manager.addPath("/host", "host") { stub in
            stub.source = .admin
            stub.request.host = "api.test"
        }
        try manager.addPath("/", "some") { stub in
            stub.source = .admin
            stub.request.url = .pathMatching(expression)
        }
        #expect(manager.answer("/code") == "code" && manager.answer("/something") == "some")
        #expect(manager.answer("http://api.test/host") == "host")
    }

    /// Adds, updates or loads a stub of `/me`, `/you` or `/file`; the path it was written with.
    private func ready(_ manager: DemoManager, _ way: String) throws -> String {
        switch way {
        case "added":
            try manager.addPath("/me", "x") { $0.source = .admin }
            return "/me"
        case "updated":
            let id = try #require(manager.stubs.first?.id)
            try manager.update(id) { $0.request.url = .path("/you") }
            return "/you"
        default:
            let folder = try Folder(["a.json": #"{"request": {"urlPath": "/file"}, "response": {"body": "x"}}"#])
            #expect(manager.loadStubs(folder: folder.path) == [])
            return "/file"
        }
    }

    @Test(
        "The function that resolves paths can use the manager, or be replaced meanwhile",
        arguments: [("added", "/v0"), ("updated", "/v1"), ("loaded", "/v0")])
    func asking(way: String, prefix: String) throws {
        let (asking, replaced) = (demoManager(), demoManager())
        if way == "updated" {
            for manager in [asking, replaced] { try manager.addPath("/first", "x") { $0.source = .admin } }
        }
        asking.readStubPaths { [unowned asking] path in "/v\(asking.stubs.count)" + path }
        let path = try ready(asking, way)
        #expect(asking.answer(prefix + path) == "x")
        replaced.readStubPaths { [unowned replaced] path in
            replaced.readStubPaths { "/v3" + $0 }
            return "/v2" + path
        }
        #expect(try ready(replaced, way) == path)
        #expect(replaced.answer("/v3" + path) == "x" && replaced.answer("/v2" + path) != "x")
    }

    @Test("A changed stub is found below the server's path and keeps its written path") func updated() throws {
        let manager = manager()
        let id = try manager.addPath("/me", "x") { $0.source = .admin }
        try manager.update(id) { $0.request.url = .path("/you") }
        #expect(manager.answer("/v1/you") == "x" && manager.answer("/v1/me") != "x")
        #expect(manager.state(of: id)?.stub.request.description == "GET /you")
        manager.remove(id)
        #expect(manager.answer("/v1/you") != "x")
    }
}
