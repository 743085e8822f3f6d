import Foundation
import TestSupport
import Testing
import WireFormats

@testable import DemoManager
@testable import Recordings

@Suite struct RecordingFailureTests {
    private let scene: RecordingScene
    init() throws { scene = try RecordingScene() }

    /// Calls of a disk with room for so many bytes.
    private func disk(of size: Int) -> FileCalls {
        let room = Lock(size)
        var calls = FileCalls.system
        calls.write = { descriptor, bytes, count in
            let part = room.withLock { room in
                let part = min(room, count)
                room -= part
                return part
            }
            guard part > 0 else {
                errno = ENOSPC
                return -1
            }
            return FileCalls.system.write(descriptor, bytes, part)
        }
        return calls
    }

    @Test("A full disk ends the recording with one message, and files stay whole") func fullDisk() async throws {
        try await scene.record([.served("/x", "old")])
        let recording = try scene.started(calls: disk(of: 3_000))
        recording.take(.served("/big", String(repeating: "b", count: 4_000)))
        await recording.flush()
        recording.take(.served("/x", "new"))
        await recording.flush()
        let failure = try #require(recording.status.failure)
        #expect(failure.hasPrefix("Recording failed: No space left on device"))
        #expect(!recording.isOn)
        #expect(try scene.names("mappings").count == 1 && scene.names("__files") == [])
        #expect(try scene.player().answer("/x") == "old")
        try recording.start()
        #expect(recording.isOn && recording.hasFailed)
        await recording.finish()
        let news: [Recording.News] = await recording.news.reduce(into: []) { $0.append($1) }
        #expect(news == [.failed(failure)])
    }

    @Test("Whichever call fails, the previous file stays complete", arguments: ["sync", "rename", "write"])
    func failures(_ call: String) async throws {
        try await scene.record([.served("/x", "old")])
        var calls = FileCalls.system
        switch call {
        case "sync": calls.sync = { _ in fail(EIO) }
        case "rename": calls.rename = { _, _, _ in fail(EROFS) }
        default: calls.write = { _, _, _ in Int(fail(EDQUOT)) }
        }
        let recording = try await scene.record([.served("/x", "new")], calls: calls)
        #expect(recording.status.failure != nil)
        #expect(try scene.names("mappings").count == 1)
        #expect(try scene.player().answer("/x") == "old")
    }

    @Test("A file is synced before its rename, its folder after; a failure is reported") func folder() async throws {
        let order = Lock<[String]>([])
        var calls = FileCalls.system
        calls.sync = { descriptor in
            var status = stat()
            let isFolder = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            order.withLock { $0.append(isFolder ? "folder" : "file") }
            return isFolder ? fail(EIO) : FileCalls.system.sync(descriptor)
        }
        calls.rename = { folder, old, new in
            order.withLock { $0.append("name") }
            return FileCalls.system.rename(folder, old, new)
        }
        let recording = try await scene.record([.served("/x", "new")], calls: calls)
        #expect(order.withLock { $0 } == ["file", "name", "folder"])
        #expect(recording.status.failure?.contains("Input/output error") == true)
    }

    @Test("Short and interrupted writes continue") func shortWrites() async throws {
        let turn = Lock(0)
        var calls = FileCalls.system
        calls.write = { descriptor, bytes, count in
            let isInterrupted = turn.withLock { turn in
                turn += 1
                return turn % 2 == 0
            }
            if isInterrupted { return Int(fail(EINTR)) }
            return FileCalls.system.write(descriptor, bytes, min(count, 7))
        }
        let body = String(repeating: "0123456789", count: 300)
        try await scene.record([.served("/x", body)], calls: calls)
        #expect(try scene.player().answer("/x") == body)
    }

    @Test("A folder that cannot be created is an error") func unwritable() throws {
        let folder = try Folder(["file": ""])
        let recording = Recording(of: DemoManager(), into: folder.path + "/file/below")
        let problem = #expect(throws: Problem.self) { try recording.start() }
        #expect(problem?.message.contains("Not a directory") == true)
    }

    @Test("A reply in pieces is recorded at its end, unless it is incomplete or too long") func pieces() async throws {
        let recording = try scene.started(limits: .init(body: 10))
        func reply(_ path: String, _ pieces: [String]) throws -> ReplyRecording {
            let reply = try #require(recording.begin(.get(path), nil, captures: false))
            reply.receive(HTTPResponse(status: HTTPResponse.Status(code: 103)))
            reply.receive(HTTPResponse(status: .ok))
            for piece in pieces { reply.receive(Array(piece.utf8)) }
            return reply
        }
        try reply("/whole", ["ab", "", "cd"]).end()
        try reply("/broken", ["ab"]).abandon()
        try reply("/long", ["0123456789", "x"]).end()
        let twice = try reply("/twice", ["x"])
        twice.end()
        twice.end()
        await recording.flush()
        #expect(try scene.names("mappings").count == 2)
        #expect(try scene.player().answer("/whole") == "abcd")
        #expect(recording.status.recorded == 2 && recording.status.skipped == 1)
    }

    @Test("The number of waiting replies is limited") func waiting() async throws {
        let recording = try scene.started(limits: .init(waiting: 1_000, stubs: 3))
        recording.take(.served("/big", String(repeating: "x", count: 2_000)))
        #expect(recording.status.skipped == 1)
        for number in 0..<5 { recording.take(.served("/\(number)", "x")) }
        await recording.flush()
        #expect(try scene.names("mappings").count == 3)
        #expect(recording.status.lastSkip == "GET /4 was not recorded: there are 3 recordings already.")
    }
}

/// Fails as a call of the system does.
private func fail(_ code: Int32) -> Int32 {
    errno = code
    return -1
}
