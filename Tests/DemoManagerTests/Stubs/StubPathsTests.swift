import Foundation
import Testing

@testable import DemoManager

@Suite("Stubs without the server's path")
struct StubPathsTests {
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

    @Test("Stubs in code, for another host and with expressions are not moved") func asWritten() throws {
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

    @Test("A path reader may call the manager for added, changed and loaded stubs") func asking() throws {
        let manager = demoManager()
        manager.readStubPaths { [unowned manager] path in "/v\(manager.stubs.count)" + path }
        let id = try manager.addPath("/me", "x") { $0.source = .admin }
        #expect(manager.answer("/v0/me") == "x")
        try manager.update(id) { $0.request.url = .path("/you") }
        #expect(manager.answer("/v1/you") == "x")
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stub-paths-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let stub = #"{"request": {"urlPath": "/file"}, "response": {"body": "file"}}"#
        try Data(stub.utf8).write(to: folder.appendingPathComponent("a.json"))
        #expect(manager.loadStubs(folder: folder.path) == [])
        #expect(manager.answer("/v1/file") == "file" && manager.stubs.count == 2)
    }

    /// A manager that is told of `/v2` while it makes the next stub ready by `/v1`.
    private func changing(_ manager: DemoManager = demoManager()) -> DemoManager {
        manager.readStubPaths { [unowned manager] path in
            manager.readStubPaths { "/v2" + $0 }
            return "/v1" + path
        }
        return manager
    }

    @Test(
        "A path reader that is replaced meanwhile applies to an added, changed or loaded stub"
    )
    func meanwhile() throws {
        let added = changing()
        try added.addPath("/me", "x") { $0.source = .admin }
        #expect(added.answer("/v2/me") == "x" && added.answer("/v1/me") != "x")
        let updated = demoManager()
        let id = try updated.addPath("/me", "x") { $0.source = .admin }
        _ = changing(updated)
        try updated.update(id) { $0.request.url = .path("/you") }
        #expect(updated.answer("/v2/you") == "x" && updated.answer("/v1/you") != "x")
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stub-paths-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let stub = #"{"request": {"urlPath": "/file"}, "response": {"body": "file"}}"#
        try Data(stub.utf8).write(to: folder.appendingPathComponent("a.json"))
        let read = changing()
        #expect(read.loadStubs(folder: folder.path) == [])
        #expect(read.answer("/v2/file") == "file" && read.answer("/v1/file") != "file")
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
