import Testing

@testable import DemoManager

@Suite("Streamed replies")
struct EventScriptTests {
    private func content(_ text: String) -> StubFiles.Content {
        mappings("request: {method: GET, urlPath: /stream}\n" + text)
    }

    private static let ticks = """
        events:
          - {data: {left: 2}, id: 1}
          - {after: 20, event: tick, data: [1, 2], id: b}
          - {after: 5, repeat: 2, data: "done"}
        """

    @Test(
        "Events are a body with its pauses",
        arguments: [
            (
                ticks, "id: 1\ndata: {\"left\":2}\n\nevent: tick\nid: b\ndata: [1,2]\n\ndata: done\n\ndata: done\n\n",
                [0, 20, 5, 5], "text/event-stream"
            ),
            (
                "response: {headers: {Content-Type: application/jsonl}, events: [{data: {a: 1}}, {after: 9, data: b}]}",
                "{\"a\":1}\n\"b\"\n", [0, 9], "application/jsonl"
            ),
        ])
    func body(text: String, body: String, pauses: [Int], type: String) throws {
        let content = content(text)
        #expect(content.problems.isEmpty)
        let stub = try #require(content.stubs.first)
        let reply = stub.sequence[0].reply.resolved()
        #expect(String(decoding: reply.body, as: UTF8.self) == body)
        #expect(reply.chunks.map(\.pause) == pauses.map { .milliseconds($0) })
        #expect(reply.chunks.flatMap(\.bytes) == reply.body)
        #expect(reply.headers[.contentType] == type)
        let file = try MappingWriter().text(of: [stub])
        #expect(mappings(file, name: "written.json").stubs.map(\.everything) == [stub.everything])
    }

    @Test(
        "A client that names its last event gets those behind it; behind the last one it is sent away",
        arguments: [("1", 200, 3), ("b", 200, 2), ("unknown", 200, 4), ("z", 204, 1)])
    func goesOn(id: String, status: Int, count: Int) throws {
        let manager = demoManager()
        try manager.add(content(Self.ticks + (id == "z" ? "\n  - {data: end, id: z}" : "")).stubs)
        var request = HTTPRequest.get("/stream")
        request.headerFields[try #require(HTTPField.Name("Last-Event-ID"))] = id
        let reply = try #require(manager.decide(request).reply)
        #expect(reply.status.code == status && reply.chunks.count == count)
        #expect((status == 204) == (reply.headers[.contentType] == nil) && (status == 204) == reply.body.isEmpty)
    }

    @Test(
        "What is wrong is said",
        arguments: [
            ("events: []", "events need at least one event"),
            ("events: [{after: -1}]", "after must be a whole number from 0"),
            ("events: [{dataa: 1}]", "\"dataa\" is not supported in an event"),
            ("events: [{id: \"a\\nb\"}]", "id of an event is one line"),
            ("events: [{repeat: 9999}, {repeat: 2}]", "at most 10000 events"),
            (
                "events: [{repeat: 9999, data: " + String(repeating: "x", count: 2_000) + "}]",
                "have at most 16 MB together"
            ),
            ("response: {body: a, events: [{data: 1}]}", "body cannot stand beside them"),
            ("response: {headers: {Content-Type: text/plain}, events: [{data: 1}]}", "events need the Content-Type"),
            ("response: {headers: {Content-Type: application/jsonl}, events: [{id: 1}]}", "\"id\" is not supported"),
            ("events: [{data: 1}]\nsequence: [{status: 200}]", "events stands in an entry of the sequence"),
        ])
    func flaws(text: String, message: String) throws {
        let flaws = content(text).problems.map(\.message)
        #expect(flaws.contains { $0.contains(message) }, "\(flaws)")
    }
}
