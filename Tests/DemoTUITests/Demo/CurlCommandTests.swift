import DemoManager
import Foundation
import HTTPTypes
import Testing

@testable import DemoTUI

@Suite("A request as a curl command")
struct CurlCommandTests {
    /// The command of a request that a stub answered.
    private func command(_ request: HTTPRequest, body: String = "") async throws -> String {
        let manager = DemoManager()
        manager.isEnabled = true
        try manager.stub(matching: RequestPattern(), .json(["ok": true]))
        _ = try await manager.respond(to: request, body: Array(body.utf8))
        let exchange = try #require(manager.journal.exchanges.last)
        return CurlCommand.text(exchange, url: "http://shop.example" + (request.path ?? "/"))
    }

    /// What a POSIX shell makes of it: the arguments that curl would get.
    private func arguments(_ command: String) throws -> [String] {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", "curl() { for each in \"$@\"; do printf '%s\\0' \"$each\"; done; }\n\(command)"]
        shell.environment = ["TOKEN": "t0ken", "X_API_KEY": "k3y"]
        let output = Pipe()
        shell.standardOutput = output
        try shell.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\0").map(String.init)
    }

    @Test("whatever a request holds, the shell hands it to curl as it was sent, and runs nothing of it")
    func quoting() async throws {
        var request = HTTPRequest(
            method: .init("PO$T") ?? .post, scheme: "http", authority: "shop.example", path: "/a?q='%24(id)'&b=`id`")
        request.headerFields[.accept] = #"it's "$HOME" \ `id` !"#
        let body = "{\"a\": \"it's\", \"b\": \"$(id)\",\n \"c\": \"\\\\\"}"
        let found = try arguments(await command(request, body: body))
        #expect(
            found == [
                "-X", "PO$T", "http://shop.example/a?q='%24(id)'&b=`id`", "-H", #"Accept: it's "$HOME" \ `id` !"#,
                "--data-raw", body,
            ])
    }

    @Test("secrets are variables, also where a client chose the scheme's name to mean something to the shell")
    func secrets() async throws {
        var request = HTTPRequest(method: .get, scheme: "http", authority: "shop.example", path: "/a")
        request.headerFields[.authorization] = "Bearer s3cret"
        request.headerFields[try #require(HTTPField.Name("X-API-Key"))] = "s3cret"
        let plain = try await command(request)
        #expect(!plain.contains("s3cret") && !plain.contains("-X"))
        #expect(
            try arguments(plain)
                == ["http://shop.example/a", "-H", "Authorization: Bearer t0ken", "-H", "X-API-Key: k3y"])
        request.headerFields = [.authorization: "`id`$(id)\"' s3cret"]
        let hostile = try arguments(await command(request))
        #expect(hostile == ["http://shop.example/a", "-H", "Authorization: `id`$(id)\"' t0ken"])
    }
}
