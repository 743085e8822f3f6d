import APIDocument
import Foundation
import TestSupport
import Testing
import WireFormats

@Suite struct RemoteDocumentTests {
    private struct NotFound: Error {}

    /// A network of these texts.
    private func loader(_ texts: [String: String], allowsRemote: Bool = false) -> DocumentLoader {
        var loader = DocumentLoader { url in
            guard let text = texts[url.absoluteString] else { throw NotFound() }
            return Array(text.utf8)
        }
        loader.allowsRemoteReferences = allowsRemote
        return loader
    }

    private func location(_ text: String) -> DocumentLocation { DocumentLocation(text) }

    private func text(_ reference: String) -> String {
        "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {/a: {get: {responses: {'200': {$ref: '\(reference)'}}}}}"
    }

    @Test("A remote document may reference only files below its own path") func ownServer() async throws {
        let url = "http://127.0.0.1:8080/api/openapi.yaml"
        let part = ["http://127.0.0.1:8080/api/parts/r.json": #"{"description": "part"}"#]
        for reference in ["parts/r.json", "/api/parts/r.json", "http://127.0.0.1:8080/api/parts/r.json#"] {
            let texts = part.merging([url: text(reference)]) { $1 }
            let document = try await loader(texts).load(location(url)).document
            #expect(document.operations[0].success?.description == "part")
            #expect(document.problems == [])
        }
        for reference in [
            "../r.json", "%2e%2e/r.json", "http://127.0.0.1:9/api/r.json", "https://example.com/r.json",
            "file:///etc/passwd",
        ] {
            let document = try await loader([url: text(reference)]).load(location(url)).document
            #expect(document.problems.map(\.pointer) == ["/paths/~1a/get/responses/200/$ref"])
            #expect(document.problems[0].message.contains(reference))
        }
    }

    @Test("Other servers are contacted only if that is allowed, private ones never")
    func remoteReferences() async throws {
        let texts = [
            "https://example.com/r.yaml": "{$ref: 's.yaml#/x'}", "https://example.com/s.yaml": "x: {description: far}",
        ]
        let folder = try Folder(["openapi.yaml": text("https://example.com/r.yaml")])
        let path = location(folder.path)
        #expect(
            try await loader(texts).load(path).document.problems.first?.message.contains("--allow-remote-refs") == true)
        #expect(
            try await loader(texts, allowsRemote: true).load(path).document.operations[0].success?.description == "far")
        for host in ["localhost", "10.0.0.1", "[::1]", "2130706433", "printer"] {
            let url = "http://\(host)/r.yaml"
            try folder.write("openapi.yaml", text(url))
            let document = try await loader([url: "{description: d}"], allowsRemote: true).load(path).document
            #expect(document.problems.first?.message.contains("private address") == true, "\(host)")
        }
    }

    @Test("A failed fetch gives the reason, without passwords") func failures() async throws {
        let missing = await #expect(throws: Problem.self) {
            try await loader([:]).load(location("http://u:secret@h.example/a"))
        }
        #expect(missing?.description.contains("NotFound") == true)
        #expect(missing?.description.contains("secret") == false)
        await #expect(throws: Problem.self) { try await DocumentLoader().load(location("http://h.example/a")) }
    }

    @Test("Progress names each file; a cancelled reading ends") func progress() async throws {
        let url = "https://h.example/a.yaml"
        var loader = loader([
            url: text("b.yaml"), "https://h.example/b.yaml": "{$ref: c.yaml}", "https://h.example/c.yaml": "{}",
        ])
        let (seen, continuation) = AsyncStream.makeStream(of: LoadingProgress.self)
        loader.progress = { continuation.yield($0) }
        _ = try await loader.load(location(url))
        continuation.finish()
        let reports = await seen.reduce(into: []) { $0.append($1) }
        #expect(reports.map { $0.file.suffix(6) } == ["a.yaml", "a.yaml", "b.yaml", "c.yaml", "a.yaml"])
        #expect(reports.map(\.filesRead) == [0, 0, 1, 2, 3])
        #expect(reports.map(\.phase) == [.reading, .parsing, .reading, .reading, .understanding])
        let stopping = DocumentLoader { _ in
            withUnsafeCurrentTask { $0?.cancel() }
            return Array("openapi: 3.1.0\npaths: {/a: {get: {}}}".utf8)
        }
        let problem = await Task { await #expect(throws: Problem.self) { try await stopping.load(location(url)) } }
            .value
        #expect(problem?.message == "reading was stopped")
    }

    @Test("Relative servers are below the document's own URL") func servers() async throws {
        let url = "https://h.example/api/v3/openapi.json"
        for (server, expected) in [
            ("/v1", "https://h.example/v1"), ("..", "https://h.example/api/"), ("http://x", "http://x"),
        ] {
            let text = ##"{"openapi": "3.1.0", "servers": [{"url": "\##(server)"}], "paths": {"/a": {"get": {}}}}"##
            let loaded = try await loader([url: text]).load(location(url))
            #expect(loaded.serverURL?.absoluteString == expected)
        }
    }

    @Test(
        "Private hosts are recognized in any spelling",
        arguments: [
            ("localhost", true), ("LOCALHOST.", true), ("a.localhost", true), ("127.1", true), ("0x7f000001", true),
            ("0177.0.0.1", true), ("10.1.2.3", true), ("172.16.0.1", true), ("172.32.0.1", false),
            ("192.168.1.1", true), ("169.254.169.254", true), ("100.64.0.1", true), ("0.0.0.0", true), ("::1", true),
            ("[fe80::1%25eth0]", true),
            ("fc00::1", true), ("::ffff:10.0.0.1", true), ("64:ff9b::7f00:1", true), ("2606:4700::1", false),
            ("8.8.8.8", false), ("example.com", false), ("router.local", true), ("intranet", true), ("224.0.0.1", true),
        ])
    func privateHosts(host: String, expected: Bool) { #expect(RemoteHost.isPrivate(host) == expected) }
}
