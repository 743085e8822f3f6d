import Foundation
import TestSupport
import Testing

@testable import DemoManager
@testable import DemoManagerFiles
@testable import Recordings

@Suite struct RecordedFilesTests {
    private let scene: RecordingScene
    init() throws { scene = try RecordingScene() }

    private func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test("Files are private, and keep stricter permissions") func modes() async throws {
        let big = String(repeating: "x", count: 5_000)
        try await scene.record([.served("/x", big)])
        let mapping = try scene.first("mappings")
        #expect(try mode(mapping) == 0o600)
        #expect(try mode(scene.first("__files")) == 0o600)
        for folder in ["", "/mappings", "/__files"] { #expect(try mode(scene.path + folder) == 0o700) }
        for (before, after) in [(0o644, 0o600), (0o400, 0o400)] {
            try FileManager.default.setAttributes([.posixPermissions: before], ofItemAtPath: mapping)
            try await scene.record([.served("/x", "new \(before)")])
            #expect(try mode(mapping) == after)
        }
    }

    @Test(
        "File names are built from method and path and stay in the folder",
        arguments: [
            "/../../etc/passwd", "/%2e%2e/%2e%2e/x", "/a/..%2f..%2fx", "/\u{1F600}/é", "/.hidden", "/con", "/",
            "/" + String(repeating: "long/", count: 900), "//evil.example/x", "/a;b=c/../x", "/%00", "/-rf",
        ])
    func names(_ path: String) async throws {
        try await scene.record([.served(path, "it")])
        let name = try #require(try scene.names("mappings").first)
        #expect(name.utf8.count <= 120 && !name.hasPrefix("-") && !name.hasPrefix("."))
        #expect(name.dropLast(5).allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-" || $0 == "_") })
        #expect(try FileManager.default.contentsOfDirectory(atPath: scene.folder.path) == ["recording"])
        let request = HTTPRequest(method: .get, scheme: "https", authority: "api.example.com", path: path)
        #expect(try scene.player().decide(request).text == "it")
    }

    @Test("Requests that differ only in case have separate files") func cases() async throws {
        try await scene.record([
            .served("/Ada", "1"), .served("/ada", "2"), .served("/ada/", "3"), .served("/ada?", "4"),
        ])
        let names = try scene.names("mappings")
        #expect(names.count == 4 && Set(names.map { $0.lowercased() }).count == 4)
        let player = try scene.player()
        #expect(["/Ada", "/ada", "/ada/", "/ada?"].map { player.answer($0) } == ["1", "2", "3", "4"])
    }

    @Test("Links are not followed, as folder, subfolder or file") func links() async throws {
        let files = FileManager.default
        let outside = try Folder()
        try outside.write("victim.json", "untouched")
        try files.createSymbolicLink(atPath: scene.path, withDestinationPath: outside.path)
        #expect(throws: Problem.self) { try scene.started() }
        #expect(throws: Problem.self) { try Recording(of: DemoManager(), into: scene.path + "//").start() }
        try files.removeItem(atPath: scene.path)
        try files.createDirectory(atPath: scene.path, withIntermediateDirectories: true)
        try files.createSymbolicLink(atPath: scene.path + "/mappings", withDestinationPath: outside.path)
        #expect(throws: Problem.self) { try scene.started() }
        try files.removeItem(atPath: scene.path + "/mappings")

        try await scene.record([.served("/x", "1")])
        let mapping = try scene.first("mappings")
        try files.removeItem(atPath: mapping)
        try files.createSymbolicLink(atPath: mapping, withDestinationPath: outside.path + "/victim.json")
        let recording = try await scene.record([.served("/x", "2")])
        #expect(recording.status.failure != nil)
        #expect(try String(contentsOfFile: outside.path + "/victim.json", encoding: .utf8) == "untouched")
    }

    @Test("A recording continues in a folder that is moved") func movedFolder() async throws {
        let recording = try scene.started()
        try FileManager.default.moveItem(atPath: scene.path, toPath: scene.path + "-moved")
        try FileManager.default.createSymbolicLink(atPath: scene.path, withDestinationPath: NSTemporaryDirectory())
        recording.take(.served("/x", "1"))
        await recording.flush()
        #expect(try FileManager.default.contentsOfDirectory(atPath: scene.path + "-moved/mappings").count == 1)
    }

    @Test("The next start removes files of an interrupted recording, but not those of a running one")
    func leftovers() async throws {
        try await scene.record([.served("/x", "1")])
        let gone = Int32.max
        let names = [
            ".recording-\(gone)-ab-cd.tmp", ".recording-1-ab-cd.tmp", ".recording-\(getpid())-ab-cd.tmp", ".other",
        ]
        for name in names { try scene.folder.write("recording/mappings/\(name)", "{ half") }
        #expect(try scene.player().answer("/x") == "1")
        _ = try scene.started()
        #expect(try scene.names("mappings").filter { $0.hasPrefix(".") } == [".other", ".recording-1-ab-cd.tmp"])
    }

    @Test("A later take replaces recorded stubs and bodies, and keeps other stubs") func takes() async throws {
        let old = String(repeating: "old", count: 2_000)
        let recording = try await scene.record([.served("/x", old), .served("/x", "second"), .served("/y", "y")])
        #expect(try scene.names("__files").count == 1)
        try recording.start()
        recording.take(.served("/x", "new"))
        await recording.flush()
        #expect(try scene.names("__files") == [])
        let player = try scene.player()
        #expect(["/x", "/x", "/y"].map { player.answer($0) } == ["new", "new", "y"])
    }

    @Test("A recording that belongs to the user is not overwritten") func ownFile() async throws {
        try await scene.record([.served("/x", "recorded")])
        let path = try scene.first("mappings")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let own = text.replacing(#""recorded": {"#, with: #""recorded": false, "ignored": {"#)
            .replacing(/,\s*"ignored": \{[^}]*\}/, with: "")
        #expect(own != text && own.contains(#""recorded": false"#))
        try own.write(toFile: path, atomically: true, encoding: .utf8)
        let recording = try await scene.record([.served("/x", "again")])
        #expect(try String(contentsOfFile: path, encoding: .utf8) == own)
        #expect(recording.status.recorded == 0 && recording.status.lastSkip?.contains("is yours") == true)
    }
}

@Suite("Recorded streams") struct RecordedStreamTests {
    private let scene: RecordingScene
    init() throws { scene = try RecordingScene() }

    /// A reply whose pieces came at these times.
    private func streamed(
        _ pieces: [(milliseconds: Int, text: String)], type: String = "text/event-stream", isCut: Bool = false
    ) throws -> ServedExchange {
        let body = Array(pieces.map(\.text).joined().utf8)
        var exchange = ServedExchange.served(.get, "/live", headers: [("Content-Type", type)], body)
        var stream = try #require(RecordedStream(contentType: type))
        var end = 0
        for piece in pieces {
            end += piece.text.utf8.count
            stream.arrivals.append(.init(end: end, time: .milliseconds(piece.milliseconds)))
        }
        (exchange.stream, exchange.isCut) = (stream, isCut)
        return exchange
    }

    @Test("Events are replayed with their pauses, without incomplete events and comments") func events() async throws {
        let exchange = try streamed(
            [
                (10, "id: 1\ndata: {\"done\":10}\n\n"), (510, ": still here\n\n"), (700, "event: progress\r\nda"),
                (1_010, "ta: two\r\ndata:  lines x\r\n\r\ndata: 3\n\n"), (1_500, "data: half"),
            ], isCut: true)
        try await scene.record([exchange])
        let reply = try #require(try scene.player().decide(.get("/live")).reply)
        let expected = [
            (10, "id: 1\ndata: {\"done\":10}\n\n"), (1_000, "event: progress\ndata: two\ndata:  lines x\n\n"),
            (0, "data: 3\n\n"),
        ]
        #expect(reply.chunks.map { String(decoding: $0.bytes, as: UTF8.self) } == expected.map(\.1))
        #expect(reply.chunks.map(\.pause) == expected.map { .milliseconds($0.0) })
        #expect(try scene.everything().contains(#""events""#))
        let request = HTTPRequest.get("/live", headers: [.init("Last-Event-ID")!: "1"])
        let rest = try #require(try scene.player().decide(request).reply)
        #expect(String(decoding: rest.body, as: UTF8.self).hasPrefix("event: progress"))
    }

    @Test("JSON lines are replayed with their pauses; other lines are a body") func lines() async throws {
        try await scene.record([
            try streamed([(5, "{\"a\": 1}\n"), (105, "[2]\n{\"b\":")], type: "application/jsonl", isCut: true)
        ])
        let reply = try #require(try scene.player().decide(.get("/live")).reply)
        #expect(reply.chunks.map { String(decoding: $0.bytes, as: UTF8.self) } == ["{\"a\":1}\n", "[2]\n"])
        #expect(reply.chunks.map(\.pause) == [.milliseconds(5), .milliseconds(100)])
        let other = try RecordingScene()
        try await other.record([try streamed([(5, "no json\n")], type: "application/jsonl")])
        #expect(try other.player().decide(.get("/live")).reply?.body == Array("no json\n".utf8))
    }

    @Test("Secrets in events are replaced") func secrets() async throws {
        try await scene.record([try streamed([(0, "data: {\"password\":\"s3cr3t99\",\"a\":1}\n\n")])])
        let text = try scene.everything()
        #expect(!text.contains("s3cr3t99") && text.contains("REDACTED") && text.contains(#""events""#), "\(text)")
    }

    @Test("A stream without a complete event is not recorded; one beyond the limits is recorded up to them")
    func bounds() async throws {
        let recording = try await scene.record([try streamed([(0, "data: 1\n")], isCut: true)])
        #expect(recording.status.lastSkip?.contains("before its first event had ended") == true)
        var limits = Recording.Limits()
        limits.streamBytes = 16
        let bounded = try scene.started(limits: limits)
        let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/live")
        let live = try #require(bounded.begin(request, nil, captures: false))
        live.receive(HTTPResponse(status: .ok, headerFields: [.contentType: "text/event-stream"]))
        for number in 1...9 { live.receive(Array("data: \(number)\n\n".utf8)) }
        live.end()
        await bounded.flush()
        #expect(bounded.status.recorded == 1)
        let reply = try #require(try scene.player().decide(.get("/live")).reply)
        #expect(reply.body == Array("data: 1\n\ndata: 2\n\n".utf8))
    }
}
