import Testing

@testable import WireFormats

@Suite("Reading server-sent events") struct EventStreamReaderTests {
    private typealias Event = EventStreamReader.Event

    private func read(_ pieces: String...) -> [Event] {
        var reader = EventStreamReader()
        return pieces.flatMap { reader.events(in: $0.utf8) }
    }

    @Test(
        "An event ends with an empty line, whatever ends its lines",
        arguments: [
            "event: a\ndata: 1\nid: 7\n\n", "event: a\r\ndata: 1\r\nid: 7\r\n\r\n", "event:a\rdata:1\rid:7\r\r",
        ])
    func lines(_ text: String) {
        #expect(read(text) == [Event(name: "a", data: "1", id: "7")])
        // Byte by byte, also between the two bytes of a line's end.
        var reader = EventStreamReader()
        #expect(text.utf8.flatMap { reader.events(in: [$0]) } == [Event(name: "a", data: "1", id: "7")])
        #expect(reader.lastID == "7")
    }

    @Test("Lines of data are joined, comments and unknown fields are skipped") func fields() {
        #expect(read(": hello\n\ndata: a\ndata: b\nretry: 5\nother: x\n\n") == [Event(data: "a\nb")])
        #expect(read("data\n\n") == [Event(data: "")])
        #expect(read("\u{FEFF}data: é\n\n") == [Event(data: "é")])
    }

    @Test(
        "A line of JSON is an event of its own, whatever begins and ends it",
        arguments: ["{\"a\": 1}\n\n[2]\n", "{\"a\": 1}\r\n[2]\r\n \n", "\u{1E}{\"a\": 1}\n\u{1E}[2]\n\u{1E}\n3"])
    func linesOfJSON(_ text: String) {
        var reader = EventStreamReader()
        reader.isOfLines = true
        #expect(text.utf8.flatMap { reader.events(in: [$0]) } == [Event(data: "{\"a\": 1}"), Event(data: "[2]")])
        #expect(reader.lastID == nil)
    }

    @Test("An id counts when its event is complete") func ids() {
        var reader = EventStreamReader(behind: "6")
        #expect(reader.events(in: "id: 7\ndata: a".utf8).isEmpty && reader.lastID == "6")
        #expect(reader.events(in: "\n\n".utf8).count == 1 && reader.lastID == "7")
    }

    @Test("Text with ends of lines that are none for events is read as it was written") func roundTrip() {
        let text = EventStreamText.of([.init(key: "data", value: "a\u{2028}b\nc")])
        #expect(read(text) == [Event(data: "a\u{2028}b\nc")])
    }

    @Test("An event without data or without its end is none") func incomplete() {
        #expect(read("event: a\nid: 1\n\n", "data: b\n") == [])
    }
}
