import DemoGateway
import DemoManager
import Foundation
import HTTPTypes
import Testing

@testable import DemoTUI

@Suite("A request as a curl command") struct CurlCommandTests {
    /// The command of a request that a stub answered.
    private func command(
        _ request: HTTPRequest, body: [UInt8] = [], server: String = "http://shop.example"
    ) async throws -> String {
        let manager = DemoManager()
        manager.isEnabled = true
        try manager.stub(matching: RequestPattern(), .json(["ok": true]))
        _ = try await manager.respond(to: request, body: body)
        let exchange = try #require(manager.journal.exchanges.last)
        return CurlCommand(exchange, url: server + (request.path ?? "/"), redactor: Redactor()).text
    }

    /// Bash with a script, before it runs.
    private func bash(_ script: String, _ environment: [String: String]) -> (shell: Process, output: Pipe) {
        let (shell, output) = (Process(), Pipe())
        shell.executableURL = URL(fileURLWithPath: "/bin/bash")
        shell.arguments = ["-c", script]
        shell.environment = environment
        shell.standardOutput = output
        return (shell, output)
    }

    /// The arguments that curl gets from bash.
    private func arguments(_ command: String) throws -> [String] {
        let (shell, output) = bash(
            "curl() { for each in \"$@\"; do printf '%s\\0' \"$each\"; done; }\n\(command)",
            ["TOKEN": "t0ken", "X_API_KEY": "k3y"])
        try shell.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\0").map(String.init)
    }

    @Test("Whatever a request contains, the shell passes it to curl unchanged and runs none of it")
    func quoting() async throws {
        var request = HTTPRequest(
            method: .init("PO$T") ?? .post, scheme: "http", authority: "shop.example", path: "/a?q='%24(id)'&b=`id`")
        request.headerFields[.accept] = #"it's "$HOME" \ `id` !"#
        let body = "{\"a\": \"it's\", \"b\": \"$(id)\",\n \"c\": \"\\\\\"}"
        let found = try arguments(await command(request, body: Array(body.utf8)))
        #expect(
            found == [
                "-X", "PO$T", "http://shop.example/a?q='%24(id)'&b=`id`", "-H", #"Accept: it's "$HOME" \ `id` !"#,
                "-H", "User-Agent:", "-H", "Content-Type:", "--data-raw", body,
            ])
    }

    @Test(
        "A secret with a number sign in its name is a variable",
        arguments: [
            ("/x?%23token=abcdef", "", "", "http://shop.example/x?%23token=\"$_TOKEN\""),
            ("/x", "#a=abcdef", "", "-H 'Cookie: #a='\"$_A\""),
            ("/x", "", ##"{"#token":"abcdef"}"##, ##"--data-raw '{"#token":"'"$_TOKEN"'"}'"##),
            ("/x", "", ##"{"#token":123456}"##, ##"--data-raw '{"#token":'"$_TOKEN"'}'"##),
            ("/x", "", #"{"a":"\uF8FF","token":"abcdef"}"#, #""$TOKEN"'"}'"#),
        ])
    func numberSigns(_ path: String, _ cookie: String, _ body: String, _ expected: String) async throws {
        var request = HTTPRequest(method: .post, scheme: "http", authority: "shop.example", path: path)
        if !cookie.isEmpty { request.headerFields[.cookie] = cookie }
        let text = try await command(request, body: Array(body.utf8))
        #expect(
            text.replacing("'http:", with: "http:").replacing("='\"", with: "=\"").contains(
                expected.replacing("='\"", with: "=\"")))
        #expect(!text.contains("abcdef") && !text.contains("123456"))
    }

    @Test("Secrets become variables, even after a scheme with shell characters") func secrets() async throws {
        var request = HTTPRequest(method: .get, scheme: "http", authority: "shop.example", path: "/a")
        request.headerFields[.authorization] = "Bearer s3cret"
        request.headerFields[try #require(HTTPField.Name("X-API-Key"))] = "s3cret"
        let plain = try await command(request)
        #expect(!plain.contains("s3cret") && !plain.contains("-X"))
        #expect(
            try arguments(plain)
                == [
                    "http://shop.example/a", "-H", "Authorization: Bearer t0ken", "-H", "X-API-Key: k3y",
                ] + Self.unsent)
        request.headerFields = [.authorization: "`id`$(id)\"' s3cret"]
        let hostile = try arguments(await command(request))
        #expect(hostile == ["http://shop.example/a", "-H", "Authorization: t0ken"] + Self.unsent)
    }

    /// Headers of curl's own that the request did not have.
    private static let unsent = ["-H", "Accept:", "-H", "User-Agent:"]

    @Test(
        "The command in bash sends the original request",
        arguments: [
            ("GET", "/a?filter[x]={1,2}&b=[1-3]", "", ""), ("GET", "/a/./b?api_key=k3y", "", ""),
            ("POST", "/login", "application/json", #"{"password":"p4ss","n":12345,"pin":471100,"note":"it's $HOME!"}"#),
            ("POST", "/form", "application/x-www-form-urlencoded", "user=ada&password=p4ss"),
            ("PUT", "/text", "text/plain", "a\tb\nc \u{1B}[31m \u{202E} % \\ ' end\n"),
            ("POST", "/bytes", "application/octet-stream", "a\0b%s\\'c\n"), ("POST", "/bare", "", "x=1"),
        ])
    func sends(_ method: String, _ path: String, _ type: String, _ body: String) async throws {
        let manager = DemoManager()
        manager.isEnabled = true
        try manager.stub(matching: RequestPattern(), .json(["ok": true]))
        var configuration = GatewayConfiguration()
        configuration.port = 0
        let gateway = try await Gateway.start(configuration, manager: manager, log: RequestLog(nil))
        let server = "http://127.0.0.1:\(gateway.port)"
        var request = HTTPRequest(
            method: try #require(.init(method)), scheme: "http", authority: "127.0.0.1:\(gateway.port)", path: path)
        request.headerFields = [.accept: "*/*", .contentLength: "3", .acceptEncoding: "gzip", .eTag: "\"a;b\""]
        if !type.isEmpty { request.headerFields[.contentType] = type }
        let text = try await command(request, body: Array(body.utf8), server: server)
        #expect(!text.contains("p4ss") && !text.contains("471100") && !text.contains("k3y"))
        #expect(!text.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
        let shell = bash(text, ["PATH": "/usr/bin:/bin", "PASSWORD": "p4ss", "PIN": "471100", "API_KEY": "k3y"]).shell
        shell.standardError = Pipe()
        try shell.run()
        await Task.detached { shell.waitUntilExit() }.value
        await gateway.stop(patience: .zero)
        #expect(shell.terminationStatus == 0)
        let exchanges = manager.journal.exchanges
        #expect(exchanges.count == 1)
        let sent = try #require(exchanges.last)
        #expect(sent.request.method == request.method && sent.request.path == path)
        #expect(String(decoding: sent.requestBody ?? [], as: UTF8.self) == body)
        let fields = sent.request.headerFields
        #expect(fields[.contentType] == (type.isEmpty ? nil : type) && fields[.userAgent] == nil)
        #expect(fields[.eTag] == "\"a;b\"" && fields[.acceptEncoding]?.contains("gzip") == true)
    }
}
