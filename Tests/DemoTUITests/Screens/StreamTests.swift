import AppCore
import DemoManager
import HTTPTypes
import Terminal
import TestSupport
import Testing
import WireFormats

@testable import DemoTUI

@MainActor @Suite("A stream on a screen") struct StreamTests {
    nonisolated private static let feed = stage(of: "text/event-stream")

    nonisolated private static func stage(of type: String) -> Stage {
        Stage.over(openAPI("Feed", "GET /feed getFeed -> \(type)"), columns: 90, rows: 16)
    }

    /// Answers with events; the second one comes after the pause.
    nonisolated private static func stub(
        _ events: String..., of type: String = "text/event-stream", pause: Duration = .zero, behind id: String? = nil
    ) -> Step {
        var pattern = RequestPattern(method: .one(.get), url: .path("/feed"))
        if let id { pattern.headers = [NamedMatcher("Last-Event-ID", .equalTo(id))] }
        let pieces = events.enumerated().map { index, text in
            Pacing.Piece(pause: index == 0 ? .zero : pause, count: text.utf8.count)
        }
        let reply = Reply(headers: [.contentType: type], body: Array(events.joined().utf8), pacing: .pieces(pieces))
        return .does { [pattern] in try $0.manager.stub(matching: pattern, reply) }
    }

    nonisolated static let walks: [Walk] = [
        Walk(
            "events show as they come; Esc stops, f resumes after the last one, r begins anew", on: feed,
            stub("id: 1\ndata: {\"step\": \"first\"}\n\n", "id: 2\ndata: late\n\n", pause: .seconds(600)),
            .press("Enter"), .feed("r"), .waits { $0.title.contains("1 event so far") }, .title("Esc stops"),
            .sees("first"), .lacks("late"), .press("Esc"), .title("1 event", "f resumes"), .title(lacks: "so far"),
            .sees("first"), stub("id: 2\ndata: second\n\n", behind: "1"), .press("f"), .title("2 events"),
            .sees("first", "second"),
            .holds { app in
                let item = app.state.mainPanel as? ItemScreen
                return item?.selection.index == (item?.tree.lines.count ?? 0) - 1
            }, stub("data: other\n\n"), .press("r"), .title("1 event "), .lacks("first"),
            .holds { app in
                (app.state.mainPanel as? ItemScreen)?.availability(of: .follow, in: app.state.world) != .enabled
            }),
        Walk(
            "lines of JSON show as they come; Esc stops, and keeps them", on: stage(of: "application/jsonl"),
            stub(
                "{\"step\": \"\\u001bfirst\"}\n{\"st", "ep\": \"late\"}\n", of: "application/jsonl",
                pause: .seconds(600)),
            .press("Enter"), .feed("r"), .waits { $0.title.contains("1 line so far") }, .title("Esc stops"),
            .sees("^[first"), .lacks("late"), .press("Esc"), .title("1 line "), .title(lacks: "so far"),
            .sees("^[first"), .lacks("Stopped"), .press("v"), .title("GET /feed"), .press("q"),
            .holds { app in
                (app.state.mainPanel as? ItemScreen)?.availability(of: .follow, in: app.state.world) != .enabled
            }, stub("\u{1E}\"second\"\n\u{1E}\"third\"", of: "application/json-seq"), .press("r"), .title("2 lines "),
            .sees("second", "third"), .lacks("first")),
        Walk(
            "a stream ends at an event that is too long, and says so", on: feed,
            stub("data: \(long)", "\n\n", pause: .seconds(600)), .press("Enter"), .feed("r"),
            .waits { $0.title.contains("0 events, ended: one is over 8 MB") }, .lacks("so far", "came yet"),
            .sees("The first event is over 8 MB, so the stream was ended."),
            stub("id: 1\ndata: short\n\n", "data: 2", pause: .seconds(600)), .feed("r"),
            .waits { $0.title.contains("1 event so far") }, .sees("short"), .press("Esc")),
        Walk(
            "a selected event stays selected, and the newest ones are shown", on: feed,
            stub((1...1_200).map { "data: number \($0)\n\n" }.joined()), .press("Enter r"), .title("1,200 events"),
            .sees("number 1200"), .press("g"), .sees("number 201 ")),
    ]

    nonisolated private static let long = String(repeating: "x", count: 9 << 20)

    @Test("A stream is shown", arguments: walks) func walk(_ walk: Walk) async throws { try await walk.take() }

    @Test("Title and text agree on a stream without an event") func none() {
        var stream = EventStream()
        #expect(stream.reasonForNone(isOpen: true) == "No event came yet.")
        #expect(stream.title == "0 events" && stream.reasonForNone(isOpen: false) == "No event came.")
        let type: HTTPFields = [.contentType: "application/jsonl"]
        var reply = APIResponse(head: HTTPResponse(status: .ok, headerFields: type), body: Array("{\"a\":".utf8))
        reply.isTruncated = true
        stream.end(with: reply)
        #expect(stream.title == "0 lines, cut off")
        #expect(stream.reasonForNone(isOpen: false) == "The stream was cut off inside its first line.")
        stream = stream.resumed
        stream.read(Array("[1]\n\(Self.long)\n[2]\n".utf8), type)
        #expect(stream.isTooLong && stream.title == "1 line, ended: one is over 8 MB" && stream.events == [[1]])
        #expect(!stream.resumed.isTooLong)
    }

    @Test("All lines of a large part are counted, and the newest are kept") func large() {
        var stream = EventStream()
        stream.read(
            Array((1...20_000).map { "{\"n\": \($0)}\n" }.joined().utf8), [.contentType: "application/x-ndjson"])
        #expect(stream.title == "20,000 lines" && stream.events.count == EventStream.mostShown)
        #expect(stream.events.last == ["n": 20_000] && stream.events.first == ["n": 19_001])
    }

    @Test("A truncated event is complete after the next connection") func cutOff() {
        var stream = EventStream()
        stream.read(Array("id: 7\ndata: a\n\nid: 8\ndata: b".utf8), [:])
        #expect(stream.events == ["a"] && stream.lastID == "7")
        stream = stream.resumed
        stream.read(Array("id: 8\n".utf8), [:])
        stream.end(with: APIResponse(head: HTTPResponse(status: .ok), body: Array("id: 8\ndata: b\n\n".utf8)))
        #expect(stream.events == ["a", "b"] && stream.title == "2 events")
    }
}
