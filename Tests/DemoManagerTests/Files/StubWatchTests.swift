import Foundation
import Testing

@testable import DemoManager

@Suite struct StubWatchTests {
    private func mapping(_ body: String) -> String { "request: {urlPath: /a}\nresponse: {body: \(body)}\n" }

    @Test("a save, also in a folder made later, is read by itself", .timeLimit(.minutes(1)))
    func saves() async throws {
        let folder = try Folder()
        try folder.write("a.yaml", mapping("old"))
        let manager = demoManager()
        manager.loadStubs(folder: folder.path)
        let (reloads, continuation) = AsyncStream.makeStream(of: Int.self)
        let watch = try #require(manager.watchStubs { continuation.yield($0.count) })
        var problems = reloads.makeAsyncIterator()
        try folder.write("a.yaml", mapping("new"))
        #expect(await problems.next() == 0)
        #expect(manager.answer("/a") == "new")
        try folder.write("a.yaml", "request: {")
        #expect(await problems.next() == 1)
        #expect(manager.answer("/a") == "new")
        try FileManager.default.createDirectory(atPath: "\(folder.path)/b", withIntermediateDirectories: true)
        _ = await problems.next()
        try folder.write("b/b.yaml", "request: {urlPath: /b}\nresponse: {body: b}\n")
        _ = await problems.next()
        #expect(manager.answer("/b") == "b")
        watch.cancel()
    }
}
