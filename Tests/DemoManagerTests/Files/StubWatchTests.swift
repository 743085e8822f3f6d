import Foundation
import Testing

@testable import DemoManager

/// A folder whose stub files are watched, in one of the two ways there are.
private final class Watched {
    let folder: Folder
    let manager = demoManager()
    private let changes: AsyncStream<[Problem]>
    private let watch: StubWatch

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

    func path(_ name: String) -> String { "\(folder.path)/stubs/\(name)" }

    /// Waits for the reload after which `path` has this answer. Returns the problems at that time: those of the reported
    /// reload may be of a half-written file.
    func until(_ path: String, answers text: String) async -> [Problem] {
        for await _ in changes where manager.answer(path) == text { return manager.problems }
        return []
    }

    /// Waits for the reload that finds something wrong.
    /// - Parameter known: what was wrong before, and is not waited for.
    func problem(besides known: [Problem] = []) async -> [Problem] {
        for await problems in changes where !problems.isEmpty && problems != known { return problems }
        return []
    }
}

@Suite(.timeLimit(.minutes(2))) struct StubWatchTests {
    private func mapping(_ path: String, _ body: String) -> String {
        "request: {urlPath: \(path)}\nresponse: {body: \(body)}\n"
    }

    @Test("saves are read by themselves: in place, by a rename over it, as a new file", arguments: [true, false])
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

    @Test(
        "A broken or empty file keeps the last stubs, is a problem, and recovers",
        arguments: [true, false])
    func broken(_ notified: Bool) async throws {
        let watched = try Watched(notified: notified, ["a.yaml": mapping("/a", "old")])
        // In one step: seen empty on its way, it would be no other problem than the next.
        try watched.folder.write("stubs/.half", "request: {urlPath: /a}\nresponse: {bo")
        #expect(rename(watched.path(".half"), watched.path("a.yaml")) == 0)
        let problem = try #require(await watched.problem().first)
        #expect(problem.file == "stubs/a.yaml" && problem.position != nil, "\(problem)")
        #expect(watched.manager.answer("/a") == "old")
        try watched.folder.write("stubs/a.yaml", "")
        #expect(await watched.problem(besides: [problem]).map(\.file) == ["stubs/a.yaml"])
        #expect(watched.manager.answer("/a") == "old")
        try watched.folder.write("stubs/a.yaml", mapping("/a", "new"))
        #expect(await watched.until("/a", answers: "new") == [])
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

    @Test("bodies are watched, too", arguments: [true, false]) func bodies(_ notified: Bool) async throws {
        let watched = try Watched(
            notified: notified, ["a.yaml": "request: {urlPath: /a}\nresponse: {bodyFileName: bodies/a.txt}"])
        try watched.folder.write("bodies/a.txt", "one")
        #expect(await watched.until("/a", answers: "one") == [])
        try watched.folder.write("bodies/a.txt", "two")
        #expect(await watched.until("/a", answers: "two") == [])
    }
}
