import AsyncHTTPClient
import DemoManager
import Foundation
import NIOCore
import NIOHTTP1
import TestSupport
import Testing
import WireFormats

@testable import DemoAdmin

@Suite("The admin server") struct AdminServerTests {
    /// Asks a running server, which ends afterwards.
    private func withServer(
        _ manager: DemoManager = DemoManager(configuration: .init(unmatched: .error)), token: String?,
        _ body: (_ send: (HTTPClientRequest) async throws -> HTTPClientResponse) async throws -> Void
    ) async throws {
        let server = try await AdminServer.start(
            Sessions(manager), at: .init(port: 0), token: token)
        let result: Result<Void, any Error>
        do {
            try await body { request in
                var request = request
                request.url = "http://127.0.0.1:\(server.port)/__admin" + request.url
                return try await HTTPClient.shared.execute(request, timeout: .seconds(60))
            }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await server.stop()
        try result.get()
    }

    private func request(
        _ path: String, _ headers: [(String, String)] = [("Authorization", "Bearer letmein")], body: String? = nil
    ) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: path)
        request.headers.add(contentsOf: headers)
        guard let body else { return request }
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(Array(body.utf8))
        return request
    }

    @Test("The server answers clients with the token") func overHTTP() async throws {
        try await withServer(token: "letmein") { send in
            let stranger = try await send(request("/mappings", []))
            #expect(stranger.status == .unauthorized)
            let nothing = try await send(request("/nothing"))
            #expect(nothing.status == .notFound)
            let made = try await send(
                request("/mappings", body: #"{"request": {"urlPath": "/a%20b"}, "response": {}}"#))
            #expect(made.status == .created)
        }
    }

    @Test("names in the path are decoded") func decoded() async throws {
        try await withServer(token: "letmein") { send in
            let mapping =
                #"{"id": "my id/1", "request": {}, "response": {}, "scenarioName": "To do", "newScenarioState": "x"}"#
            _ = try await send(request("/mappings", body: mapping))
            let shown = try await send(request("/mappings/my%20id%2F1"))
            #expect(shown.status == .ok)
            var begin = request("/scenarios/To%20do/state", body: "{}")
            begin.method = .PUT
            let begun = try await send(begin)
            #expect(begun.status == .ok)
        }
    }

    @Test("HEAD works like GET, other methods get 405, and an empty id is 404") func methods() async throws {
        let manager = DemoManager()
        try await withServer(manager, token: "letmein") { send in
            _ = try await send(request("/mappings", body: #"{"request": {}, "response": {}}"#))
            for (method, path, status) in [
                (HTTPMethod.HEAD, "/mappings", HTTPResponseStatus.ok), (.PATCH, "/mappings/x", .methodNotAllowed),
                (.POST, "/demo/events", .methodNotAllowed), (.POST, "/mappings/remove-by-metadata", .notFound),
                (.DELETE, "/mappings/", .notFound), (.DELETE, "/mappings/unmatched", .methodNotAllowed),
            ] {
                var call = request(path)
                call.method = method
                let reply = try await send(call)
                #expect(reply.status == status, "\(method) \(path)")
                if method == .PATCH { #expect(reply.headers["Allow"] == ["DELETE, GET, PUT"]) }
                if path.hasSuffix("unmatched") { #expect(reply.headers["Allow"] == ["GET"]) }
                _ = try await reply.body.collect(upTo: 1 << 20)
            }
            #expect(manager.stubs.count == 1)
        }
    }

    @Test("without a token it answers everyone on this machine") func withoutToken() async throws {
        try await withServer(token: nil) { send in
            let shown = try await send(request("/demo", []))
            let set = try await send(request("/demo", [], body: #"{"enabled": true}"#))
            #expect(shown.status == .ok && set.status == .ok)
        }
    }

    @Test("a foreign name and a foreign page are refused over HTTP, token or not; nothing is changed")
    func foreign() async throws {
        let manager = DemoManager()
        try await withServer(manager, token: nil) { send in
            for (header, status) in [
                (("Host", "attacker.example"), HTTPResponseStatus.misdirectedRequest),
                (("Origin", "https://attacker.example"), .forbidden),
            ] {
                let reply = try await send(request("/demo", [header], body: #"{"enabled": true}"#))
                #expect(reply.status == status && reply.headers["Access-Control-Allow-Origin"].isEmpty)
            }
            #expect(!manager.isEnabled)
        }
    }

    @Test("Events report switches and decisions") func events() async throws {
        let manager = DemoManager(configuration: .init(unmatched: .error))
        try await withServer(manager, token: "letmein") { send in
            var events = try await send(request("/demo/events")).body.makeAsyncIterator()
            var text = ""
            func read(until end: String) async throws {
                while !text.contains(end), let part = try await events.next() { text += String(buffer: part) }
            }
            try await read(until: "\n\n")
            #expect(text.hasPrefix("event: switches\ndata: {\"enabled\":false"))
            manager.isEnabled = true
            try await read(until: "\"enabled\":true")
            #expect(text.contains("event: switches\ndata: {\"enabled\":true"))
            AdminAPI(manager).ask("/nope?token=s3cret")
            try await read(until: "event: decision")
            try await read(until: "/nope")
            let decision = text.split(separator: "\n").last { $0.hasPrefix("data:") } ?? ""
            #expect(decision.contains(#""decision":"refused","method":"GET""#), "\(text)")
            #expect(!text.contains("s3cret"))
            try manager.stub(.get("http://api.example.com/known"), statusCode: 204)
            AdminAPI(manager).ask("/known")
            let id = try #require(manager.stubs.first?.uuid)
            try await read(until: #""stubMapping":{"id":"\#(id)""#)
            #expect(text.contains(#""stubMapping":{"id":"\#(id)""#))
            manager.setBreakpoint("GET /held", isOn: true)
            try await read(until: "GET /held")
            #expect(text.contains("event: holds\ndata: {\"breakpoints\":[\"GET /held\"]"), "\(text)")
        }
    }

    @Test("A port in use is an error") func portTaken() async throws {
        let sessions = Sessions(DemoManager())
        let server = try await AdminServer.start(sessions, at: .init(port: 0), token: nil)
        await #expect(throws: Complaint.self) {
            try await AdminServer.start(sessions, at: .init(port: server.port), token: nil)
        }
        await server.stop()
    }

    @Test("the token is written for its owner alone, never through a link") func token() throws {
        let folder = try Folder(["victim": "mine", "demo-tui/other": ""])
        let victim = folder.path + "/victim"
        try folder.link("demo-tui/admin-7.token", to: victim)
        let token = try AdminToken.write(AdminToken.random(), port: 7, environment: ["XDG_RUNTIME_DIR": folder.path])
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "mine")
        #expect(try String(contentsOfFile: token.path, encoding: .utf8) == token.text + "\n")
        let mode = try FileManager.default.attributesOfItem(atPath: token.path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600 && token.text.count == 64)
        token.remove()
        #expect(!FileManager.default.fileExists(atPath: token.path))
    }

    @Test(
        "Without a runtime folder the token is in the state folder, readable by its owner alone",
        arguments: [
            (["XDG_STATE_HOME": "state"], "state/demo-tui"), (["HOME": "home"], "home/.local/state/demo-tui"),
            // Only whole paths count (XDG Base Directory Specification).
            (["XDG_STATE_HOME": "", "HOME": "home"], "home/.local/state/demo-tui"),
        ])
    func tokenFolder(_ environment: [String: String], _ expected: String) throws {
        let folder = try Folder()
        let token = try AdminToken.write(
            "letmein", port: 7, environment: environment.mapValues { $0.isEmpty ? "relative" : "\(folder.path)/\($0)" })
        #expect(token.path == "\(folder.path)/\(expected)/admin-7.token")
        #expect(try String(contentsOfFile: token.path, encoding: .utf8) == "letmein\n")
        let mode = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(expected)")[.posixPermissions]
        #expect((mode as? NSNumber)?.intValue == 0o700)
    }

    @Test("A missing runtime folder is not created") func missingRuntimeFolder() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let environment = ["XDG_RUNTIME_DIR": folder + "/run", "XDG_STATE_HOME": folder + "/state"]
        let token = try AdminToken.write(AdminToken.random(), port: 7, environment: environment)
        #expect(token.path == folder + "/state/demo-tui/admin-7.token")
        #expect(!FileManager.default.fileExists(atPath: folder + "/run"))
    }
}
