import AppCore
import DemoManager
import HTTPTypes
import Terminal
import Testing
import WireFormats

@testable import DemoTUI

@MainActor
@Suite("A stream on a screen")
struct StreamTests {
    private static let document = openAPI("Feed", "GET /feed getFeed -> text/event-stream")

    /// Answers with events; the second one comes after the pause.
    private func stub(_ app: Harness, _ events: String..., pause: Duration = .zero, behind id: String? = nil) throws {
        var pattern = RequestPattern(method: .one(.get), url: .path("/feed"))
        if let id { pattern.headers = [NamedMatcher("Last-Event-ID", .equalTo(id))] }
        let pieces = events.enumerated().map { index, text in
            Pacing.Piece(pause: index == 0 ? .zero : pause, count: text.utf8.count)
        }
        let reply = Reply(
            headers: [.contentType: "text/event-stream"], body: Array(events.joined().utf8), pacing: .pieces(pieces))
        try app.manager.add(Stub(request: pattern, sequence: [SequenceEntry(reply)], origin: .made(by: "the test")))
    }

    private func item(_ app: Harness) -> ItemScreen? { app.state.mainPanel as? ItemScreen }

    @Test("Events show as they come; Esc stops, f resumes after the last one, r begins anew")
    func resuming() async throws {
        try await Harness.run(over: Self.document, size: Size(columns: 90, rows: 16)) { app in
            try stub(app, "id: 1\ndata: {\"step\": \"first\"}\n\n", "id: 2\ndata: late\n\n", pause: .seconds(600))
            await app.press("Enter")
            app.feed("r")
            await app.wait { app.title.contains("1 event so far") }
            #expect(app.title.contains("Esc stops"))
            #expect(app.screen.contains("first") && !app.screen.contains("late"))
            await app.press("Esc")
            #expect(app.title.contains("1 event") && !app.title.contains("so far"))
            #expect(app.screen.contains("first") && app.title.contains("f resumes"))

            try stub(app, "id: 2\ndata: second\n\n", behind: "1")
            await app.press("f")
            #expect(app.title.contains("2 events"))
            #expect(app.screen.contains("first") && app.screen.contains("second"))
            #expect(item(app)?.selection.index == (item(app)?.tree.lines.count ?? 0) - 1)

            try stub(app, "data: other\n\n")
            await app.press("r")
            #expect(app.title.contains("1 event ") && !app.screen.contains("first"))
            #expect(item(app)?.availability(of: .follow, in: app.state.world) != .enabled)
        }
    }

    @Test("A selected event stays selected, and the newest ones are shown") func selecting() async throws {
        try await Harness.run(over: Self.document, size: Size(columns: 90, rows: 16)) { app in
            try stub(app, (1...1_200).map { "data: number \($0)\n\n" }.joined())
            await app.press("Enter", "r")
            #expect(app.title.contains("1,200 events") && app.screen.contains("number 1200"))
            await app.press("g")
            #expect(app.screen.contains("number 201 "))
        }
    }

    @Test("An event that was cut off comes whole with the next connection") func cutOff() {
        var stream = EventStream()
        stream.read(Array("id: 7\ndata: a\n\nid: 8\ndata: b".utf8), [:])
        #expect(stream.events == ["a"] && stream.lastID == "7")
        stream = stream.resumed
        stream.read(Array("id: 8\n".utf8), [:])
        stream.end(with: APIResponse(head: HTTPResponse(status: .ok), body: Array("id: 8\ndata: b\n\n".utf8)))
        #expect(stream.events == ["a", "b"] && stream.title == "2 events")
    }
}
