import Foundation
import TestSupport
import Testing

@testable import DemoManager
@testable import DemoManagerFiles

/// A folder whose stub files are watched, in one of the two ways there are.
private final class Watched {
    let folder: Folder
    let manager = demoManager()
    private let changes: AsyncStream<[Problem]>
    private let watch: FileWatch

    init(notified: Bool, _ files: [String: String]) throws {
        folder = try Folder()
        try folder.write("stubs/.keep", "")
        for (name, text) in files { try folder.write("stubs/\(name)", text) }
        manager.loadStubs(folder: "\(folder.path)/stubs", fixtures: folder.path)
        let (changes, continuation) = AsyncStream.makeStream(of: [Problem].self)
        self.changes = changes
        watch = manager.watchStubs(lookingEvery: .milliseconds(20), usesNotifications: notified) {
            continuation.yield($0)
        }
    }

    func path(_ name: String) -> String { folder.path("stubs/\(name)") }

    /// Waits for the reload after which `path` has this answer. Returns the problems at that time: those of the reported
    /// reload may be of a half-written file.
    func until(_ path: String, answers text: String) async -> [Problem] {
        for await _ in changes where manager.answer(path) == text { return manager.problems }
        return []
    }

    /// Waits for the reload that finds something wrong.
    func problem() async -> [Problem] {
        for await problems in changes where !problems.isEmpty { return problems }
        return []
    }
}

@Suite(.timeLimit(.minutes(2))) struct FileWatchTests {
    @Test("A file is reloaded when it is overwritten, replaced by a rename, or created", arguments: [true, false])
    func saves(_ notified: Bool) async throws {
        let watched = try Watched(notified: notified, ["a.yaml": mapping("/a", "old")])
        try watched.folder.write("stubs/a.yaml", mapping("/a", "in-place"))
        #expect(await watched.until("/a", answers: "in-place") == [])
        try watched.folder.write("stubs/.a.yaml.swp", mapping("/a", "renamed"))
        #expect(rename(watched.path(".a.yaml.swp"), watched.path("a.yaml")) == 0)
        #expect(await watched.until("/a", answers: "renamed") == [])
        try watched.folder.write("stubs/b.yaml", mapping("/b", "b"))
        #expect(await watched.until("/b", answers: "b") == [])
    }

    @Test("A new folder is watched", arguments: [true, false]) func folders(_ notified: Bool) async throws {
        let watched = try Watched(notified: notified, ["a.yaml": mapping("/a", "a")])
        try watched.folder.write("stubs/deep/er/b.yaml", mapping("/b", "b"))
        #expect(await watched.until("/b", answers: "b") == [])
        try watched.folder.write("stubs/deep/er/b.yaml", mapping("/b", "new"))
        #expect(await watched.until("/b", answers: "new") == [])
    }

    @Test("A deleted file keeps its stubs and is a problem; a restored one is read again", arguments: [true, false])
    func deleted(_ notified: Bool) async throws {
        let watched = try Watched(notified: notified, ["a.yaml": mapping("/a", "old")])
        try FileManager.default.removeItem(atPath: watched.path("a.yaml"))
        #expect(await watched.problem().map(\.file) == ["stubs/a.yaml"])
        #expect(watched.manager.answer("/a") == "old")
        try watched.folder.write("stubs/a.yaml", mapping("/a", "new"))
        #expect(await watched.until("/a", answers: "new") == [])
    }

    @Test("A replaced folder is found again", arguments: [true, false]) func replaced(_ notified: Bool) async throws {
        let watched = try Watched(notified: notified, ["a.yaml": mapping("/a", "old")])
        try watched.folder.write("next/a.yaml", mapping("/a", "next"))
        #expect(rename("\(watched.folder.path)/stubs", "\(watched.folder.path)/before") == 0)
        #expect(rename("\(watched.folder.path)/next", "\(watched.folder.path)/stubs") == 0)
        #expect(await watched.until("/a", answers: "next") == [])
        try watched.folder.write("stubs/a.yaml", mapping("/a", "after"))
        #expect(await watched.until("/a", answers: "after") == [])
    }

    @Test("Bodies are watched, too", arguments: [true, false]) func bodies(_ notified: Bool) async throws {
        let watched = try Watched(
            notified: notified, ["a.yaml": "request: {urlPath: /a}\nresponse: {bodyFileName: bodies/a.txt}"])
        try watched.folder.write("bodies/a.txt", "one")
        #expect(await watched.until("/a", answers: "one") == [])
        try watched.folder.write("bodies/a.txt", "two")
        #expect(await watched.until("/a", answers: "two") == [])
    }
}

/// Files that are watched alone, in one of the two ways there are.
private final class WatchedFiles {
    let folder: Folder
    let changes: AsyncStream<Void>
    private let watch: FileWatch

    init(notified: Bool, _ names: String..., files: [String: String]) throws {
        let folder = try Folder(files)
        self.folder = folder
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        self.changes = changes
        watch = FileWatch(
            files: Set(names.map(folder.path(_:))), lookingEvery: .milliseconds(20),
            usesNotifications: notified
        ) { change.yield() }
    }

    /// Returns after a change.
    func change() async { for await _ in changes { return } }
}

@Suite(.timeLimit(.minutes(2))) struct WatchedFileTests {
    @Test("A single file is watched, also through a rename and after it was missing", arguments: [true, false])
    func saves(_ notified: Bool) async throws {
        let watched = try WatchedFiles(notified: notified, "a.yaml", files: ["a.yaml": "old"])
        try watched.folder.write("a.yaml", "in place")
        await watched.change()
        try watched.folder.write("new", "renamed")
        #expect(rename(watched.folder.path("new"), watched.folder.path("a.yaml")) == 0)
        await watched.change()
        try FileManager.default.removeItem(atPath: watched.folder.path("a.yaml"))
        await watched.change()
        try watched.folder.write("a.yaml", "again")
        await watched.change()
    }

    @Test("A symbolic link and its target are both watched", arguments: [true, false])
    func links(_ notified: Bool) async throws {
        let watched = try WatchedFiles(
            notified: notified, "link.yaml", files: ["one/a.yaml": "one", "two/a.yaml": "two two"])
        try watched.folder.link("link.yaml", to: watched.folder.path("one/a.yaml"))
        await watched.change()
        try watched.folder.write("one/a.yaml", "one, saved")
        await watched.change()
        try watched.folder.link("next", to: watched.folder.path("two/a.yaml"))
        #expect(rename(watched.folder.path("next"), watched.folder.path("link.yaml")) == 0)
        await watched.change()
        try watched.folder.write("two/a.yaml", "two, saved")
        await watched.change()
    }

    @Test("A series of saves causes one change, and other files cause none") func burst() async throws {
        let watched = try WatchedFiles(notified: true, "a.yaml", "b.yaml", files: ["a.yaml": "", "b.yaml": ""])
        try watched.folder.write("other.yaml", "other")
        for number in 0..<20 {
            try watched.folder.write("a.yaml", "\(number)")
            try watched.folder.write("b.yaml", "\(number)")
        }
        try watched.folder.write("b.yaml", "last")
        var count = 0
        for await _ in watched.changes {
            count += 1
            if try watched.folder.read("b.yaml") == "last" { break }
        }
        // One, unless a busy machine took long over the saves.
        #expect(count < 4)
    }
}
