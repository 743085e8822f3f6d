import Foundation
import TestSupport
import Testing

@testable import DemoManager
@testable import DemoManagerFiles
@testable import Recordings

@Suite struct RoundTripTests {
    private let scene: RecordingScene
    init() throws { scene = try RecordingScene() }

    @Test(
        "A recording replays the server's reply byte by byte",
        arguments: [
            Array(#"{"b":1.10,"a":[1e400,"é"],"b":2}"#.utf8), Array("{ \"a\" : 1,\r\n\"b\": [ ] }".utf8), [],
            Array("plain\u{0} text\n".utf8), [0xFF, 0x00, 0xC3, 0x28, 0x89, 0x50], Array("\"just a text\"".utf8),
            Array("{\"a\": \"cut".utf8), Array("\u{FEFF}{\"bom\": true}".utf8), Array(#"{"n":[1.0,2]}"#.utf8),
        ])
    func bytes(_ body: [UInt8]) async throws {
        let (path, type) = ("/a/b%2Fc?x=1&y=%20", "text/x; a=b")
        // The long one is a file of its own.
        for body in [body, Array(repeatElement(body, count: 5_000).joined())] {
            try await scene.record([.served(.get, path, headers: [("Content-Type", type)], body)])
            let reply = try #require(try scene.player().decide(.get(path)).reply)
            #expect(reply.body == body && reply.status.code == 200 && reply.headers[.contentType] == type)
        }
    }

    @Test("A recording keeps status, reason and repeated headers, without hop-by-hop and gateway headers")
    func heads() async throws {
        var exchange = ServedExchange.served(
            .delete, "/x", status: 404,
            headers: [
                ("Link", "<a>"), ("X-B", "1"), ("Link", "<b>"), ("Connection", "keep-alive, X-Hop"), ("X-Hop", "1"),
                ("Transfer-Encoding", "chunked"), ("Date", "now"), ("Content-Length", "2"), ("Keep-Alive", "5"),
                ("X-Demo-Decision", "passed"),
            ], Array("no".utf8))
        exchange.response.status = HTTPResponse.Status(code: 404, reasonPhrase: "Gone Fishing")
        try await scene.record([exchange])
        let reply = try #require(try scene.player().decide(.delete("/x")).reply)
        #expect(reply.status.code == 404 && reply.status.reasonPhrase == "Gone Fishing")
        #expect(reply.headers.map { "\($0.name): \($0.value)" } == ["Link: <a>", "Link: <b>", "X-B: 1"])
    }

    @Test(
        "A compressed body is recorded decoded, so that no secret is hidden in it",
        arguments: [
            ("gzip", "H4sIAAAAAAACA6tWKsnPTs1TslIqTk0uSi1RqgUAaGoWXxIAAAA="),
            ("deflate", "eJyrVirJz07NU7JSKk5NLkotUaoFADkKBjs="),
        ])
    func compressed(_ coding: String, _ base64: String) async throws {
        let data = try #require(Data(base64Encoded: base64))
        try await scene.record([
            .served(
                .get, "/x", headers: [("Content-Encoding", coding), ("Content-Type", "application/json")], [UInt8](data)
            )
        ])
        let reply = try #require(try scene.player().decide(.get("/x")).reply)
        #expect(String(decoding: reply.body, as: UTF8.self) == #"{"token":"REDACTED"}"#)
        #expect(reply.headers[.contentEncoding] == nil)
    }

    @Test("Bytes after a gzip member are ignored; a second member is not, and must be complete")
    func trailingBytes() throws {
        let member = [UInt8](try #require(Data(base64Encoded: "H4sIAAAAAAACA6tWKsnPTs1TslIqTk0uSi1RqgUAaGoWXxIAAAA=")))
        let text = try #require(try ContentCoding.decoded(member, by: "gzip"))
        for rest in [[UInt8](repeating: 0, count: 512), Array("rest".utf8), [0x1F, 0x8B]] {
            #expect(try ContentCoding.decoded(member + rest, by: "gzip") == text)
        }
        #expect(try ContentCoding.decoded(member + member, by: "gzip") == text + text)
        #expect(throws: Unrecordable.self) { try ContentCoding.decoded(member + member.prefix(20), by: "gzip") }
        #expect(throws: Unrecordable.self) { try ContentCoding.decoded([0, 0] + member, by: "gzip") }
    }

    @Test("A truncated or too long compressed body is refused; the start of a known truncated one is read")
    func cut() throws {
        let text = Array(String(repeating: "a word ", count: 300).utf8)
        let (low, high) = (UInt8(text.count & 0xFF), UInt8(text.count >> 8))
        // Deflate without compression (RFC 1951 section 3.2.4), in zlib's wrapping.
        let body: [UInt8] = [0x78, 0x01, 0x01, low, high, ~low, ~high] + text + [0, 0, 0, 0]
        #expect(try ContentCoding.decoded(body, by: "deflate") == text)
        let cut = Array(body.dropLast(40))
        #expect(throws: Unrecordable.self) { try ContentCoding.decoded(cut, by: "deflate") }
        #expect(throws: Unrecordable.self) { try ContentCoding.decoded(body, by: "deflate", limit: 1_000) }
        let beginning = try #require(try ContentCoding.decoded(cut, by: "deflate", isCut: true))
        #expect(beginning.count > 1_000 && text.starts(with: beginning))
    }

    @Test("Unreadable and partial replies are not recorded and say why") func unrecordable() async throws {
        let recording = try await scene.record([
            .served(.get, "/br", headers: [("Content-Encoding", "br")], [1, 2, 3]),
            .served(.get, "/gz", headers: [("Content-Encoding", "gzip")], [1, 2, 3]),
            .served(.get, "/304", status: 304, []), .served(.get, "/206", status: 206, [1]), .served(.options, "*", []),
        ])
        #expect(try scene.names("mappings") == [])
        #expect(recording.status.skipped == 5 && recording.status.recorded == 0)
        #expect(recording.status.lastSkip == "OPTIONS * was not recorded: its target is not a path.")
    }

    @Test("Replies to the same request are replayed in order; the last one repeats") func sequence() async throws {
        let answers = ["1", "1", "2", "1", "3", "3"]
        try await scene.record(answers.map { .served("/jobs/7?q=a", $0) } + [.served("/jobs/7?q=b", "other")])
        let player = try scene.player()
        #expect((0..<8).map { _ in player.answer("/jobs/7?q=a") } == answers + ["3", "3"])
        #expect(player.answer("/jobs/7?q=b") == "other")
        #expect(player.decide(.get("/jobs/7")).refusal == .noStub)
        #expect(player.decide(.get("/jobs/7?q=a&page=2")).refusal == .noStub)
    }

    @Test("Stubs for the same request have precedence over recorded server errors") func errors() async throws {
        try await scene.record([
            .served(.get, "/x", status: 501, []), .served(.get, "/y", status: 503, []), .served("/y", "ok"),
        ])
        let player = demoManager()
        let own = try Folder()
        try own.write(
            "a.yaml",
            "mappings:\n- {request: {urlPath: /x}, response: {body: own}}\n- {request: {urlPath: /y}, response: {body: own}}"
        )
        player.loadStubs(folder: own.path)
        player.loadStubs(folder: scene.path)
        #expect(player.answer("/x") == "own")
        #expect(player.decide(.get("/y")).status == 503)
        #expect(player.decide(.get("/y")).text == "ok")
    }
}

@Suite struct WireMockLayoutTests {
    @Test("A recording laid out for WireMock answers the same without metadata, with sequences as scenarios")
    func layout() async throws {
        let scene = try RecordingScene()
        let big = String(repeating: "big", count: 2_000)
        try await scene.record([
            .served("/x", "1"), .served("/x", "1"), .served("/x", big), .served("/x", "3"), .served("/y", "y"),
            .served(.get, "/p", headers: [("Content-Type", "image/png")], [0xFF, 0xFE]),
        ])
        let layout = WireMockLayout(of: try scene.player().stubs.reversed().map(\.stub))
        #expect(layout.problems == [] && layout.mappings.count == 6 && layout.bodies.count == 2)
        for (_, bytes) in layout.mappings { #expect(try JSONValue(parsing: bytes)["metadata"] == nil) }
        let out = try Folder()
        try layout.write(to: out.path + "/out")
        let player = demoManager()
        #expect(player.loadStubs(folder: out.path + "/out") == [])
        #expect((0..<5).map { _ in player.answer("/x") } == ["1", "1", big, "3", "3"])
        #expect(player.answer("/y") == "y" && player.decide(.get("/p")).reply?.body == [0xFF, 0xFE])
    }

    @Test("A sequence that WireMock cannot express is a problem") func unsayable() {
        let stubs = mappings(
            """
            request: {urlPath: /a}
            sequence: [{status: 200}, {status: 404}]
            sequenceEnd: fail
            """
        ).stubs
        #expect(WireMockLayout(of: stubs).problems.first?.message.contains("its end fail") == true)
    }

    @Test(
        "A stub that would do something else in WireMock is left out, with its reason",
        arguments: [
            "response: {fault: TIMEOUT}", "response: {events: [{data: a}]}", "passThrough: true",
            "response: {status: 200}\nscreens: [a]", "response: {status: 403}\nenabled: false\nname: forbidden",
            "webSocket: {send: [{text: hello}]}",
        ])
    func leftOut(rest: String) {
        let stubs = mappings("request: {urlPath: /a}\n\(rest)").stubs
        let layout = WireMockLayout(of: stubs)
        #expect(stubs.count == 1 && layout.mappings.isEmpty && layout.problems.count == 1)
        let severity: Problem.Severity = stubs.first?.isEnabled == true ? .error : .warning
        #expect(layout.problems.first?.severity == severity)
    }

    @Test(
        "A key that only newer versions of WireMock read is one warning",
        arguments: ["urlPathTemplate: '/a/{id}'", "formParameters: {a: {equalTo: b}}"])
    func newer(key: String) {
        let layout = WireMockLayout(of: mappings("request: {\(key)}\nresponse: {status: 200}").stubs)
        #expect(layout.mappings.count == 1 && layout.problems.map(\.severity) == [.warning])
        #expect(layout.problems.first?.message.contains("WireMock 3") == true)
    }
}

@Suite struct BodyDemandTests {
    @Test("Each unique, nonsecret field of a form is required") func fields() {
        let fields = (0..<9_000).map { "f\($0)=" } + ["a=1", "a=2", "password=x", "code=ab", "state=x"]
        let body = Array(fields.joined(separator: "&").utf8)
        #expect(body.count <= BodyDemand.limit)
        let demand = BodyDemand(body, "application/x-www-form-urlencoded", .post, Redactor())
        // A code beside much else is no code of OAuth.
        #expect(demand.fields.count == 9_002)
        let names = Set(demand.fields.map(\.name))
        #expect(names.isDisjoint(with: ["a", "password"]) && names.contains("code"))
        let signIn = BodyDemand(Array("code=ab&state=x".utf8), "application/x-www-form-urlencoded", .post, Redactor())
        #expect(signIn.fields.map(\.name) == ["state"])
    }
}
