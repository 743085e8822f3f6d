import AsyncHTTPClient
import DemoManager
import Foundation
import JSONText
import Logging
import NIOCore
import NIOHTTP1
import Testing

@testable import DemoAdmin

@Suite("The admin server")
struct AdminServerTests {
    @Test("answers over HTTP to who has the token, tells decisions as they come, and ends")
    func overHTTP() async throws {
        let manager = DemoManager(configuration: .init(unmatched: .error))
        let server = try await AdminServer.start(
            manager, port: 0, token: "letmein", logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let base = "http://127.0.0.1:\(server.port)/__admin"
        func send(_ method: NIOHTTP1.HTTPMethod, _ path: String, _ body: String? = nil, token: String? = "letmein")
            async throws -> HTTPClientResponse
        {
            var request = HTTPClientRequest(url: base + path)
            request.method = method
            if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
            if let body {
                request.headers.add(name: "Content-Type", value: "application/json")
                request.body = .bytes(Array(body.utf8))
            }
            return try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        }
        #expect(try await send(.GET, "/mappings", token: nil).status == .unauthorized)
        #expect(try await send(.GET, "/nothing").status == .notFound)
        let mapping = #"{"request": {"urlPath": "/a b"}, "response": {}}"#
        #expect(try await send(.POST, "/mappings", mapping).status == .created)

        var events = try await send(.GET, "/demo/events").body.makeAsyncIterator()
        #expect(try await events.next().map { String(buffer: $0) }?.hasPrefix("event: switches\n") == true)
        manager.isEnabled = true
        var text = ""
        while !text.contains("\"enabled\":true"), let part = try await events.next() { text += String(buffer: part) }
        #expect(text.contains("event: switches"))
        await server.stop()
    }

    @Test("a port that is taken is said with what to do")
    func portTaken() async throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let server = try await AdminServer.start(DemoManager(), port: 0, token: nil, logger: logger)
        await #expect(throws: AdminServer.StartFailure.self) {
            try await AdminServer.start(DemoManager(), port: server.port, token: nil, logger: logger)
        }
        await server.stop()
    }

    @Test("the token is written for its owner alone, never through a link")
    func token() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder + "/demo-tui", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let victim = folder + "/victim"
        try Data("mine".utf8).write(to: URL(fileURLWithPath: victim))
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/demo-tui/admin-7.token", withDestinationPath: victim)
        let token = try AdminToken.write(AdminToken.random(), port: 7, environment: ["XDG_RUNTIME_DIR": folder])
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "mine")
        #expect(try String(contentsOfFile: token.path, encoding: .utf8) == token.text + "\n")
        let mode = try FileManager.default.attributesOfItem(atPath: token.path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600 && token.text.count == 64)
        token.remove()
        #expect(!FileManager.default.fileExists(atPath: token.path))
    }
}
