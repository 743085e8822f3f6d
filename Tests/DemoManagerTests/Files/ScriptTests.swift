import Testing

@testable import DemoManager
@testable import DemoManagerFiles

@Suite("Scripts of events and of messages") struct ScriptTests {
    private func content(_ text: String) -> StubFiles.Content {
        mappings("request: {method: GET, urlPath: /live}\n" + text)
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
        "A client that sends its last event's id gets later events; after the last one it gets 204",
        arguments: [("1", 200, 3), ("b", 200, 2), ("unknown", 200, 4), ("z", 204, 1)])
    func goesOn(id: String, status: Int, count: Int) throws {
        let manager = demoManager()
        try manager.add(content(Self.ticks + (id == "z" ? "\n  - {data: end, id: z}" : "")).stubs)
        let request = HTTPRequest.get("/live", headers: [.init("Last-Event-ID")!: id])
        let reply = try #require(manager.decide(request).reply)
        #expect(reply.status.code == status && reply.chunks.count == count)
        #expect((status == 204) == (reply.headers[.contentType] == nil) && (status == 204) == reply.body.isEmpty)
    }

    private static let chat = """
        webSocket:
          subprotocol: chat.v1
          send: [{json: {type: hello}}, {after: 20, text: tick, repeat: 2}]
          replies:
            - when: {equalToJson: {type: ping}}
              send: [{text: pong}]
            - when: {matchesJsonPath: {expression: $.id, matches: "[0-9]+"}}
              send: [{base64: AAEC}, {after: 5, close: 4000, reason: bye}]
            - {send: [{text: what?}]}
        """

    @Test(
        "A script is read and written back unchanged",
        arguments: [
            chat, "response: {headers: {Set-Cookie: a=b}, fixedDelayMilliseconds: 5, webSocket: {send: []}}",
            "metadata: {demo-tui: {webSocket: {replies: []}}}\nresponse: {headers: {a: b}}",
            "sequence: [{webSocket: {send: [{text: a}]}, repeat: 2}, {status: 503}]",
            """
            response:
              transformers: [response-template]
              transformerParameters: {a: b}
              webSocket: {replies: [{send: [{json: {id: "{{request.body}}"}}]}]}
            """,
        ])
    func roundTrip(text: String) throws {
        let content = content(text)
        #expect(content.problems.isEmpty, "\(content.problems)")
        let stub = try #require(content.stubs.first)
        #expect(stub.sequence[0].reply.webSocket != nil)
        let file = try MappingWriter().text(of: [stub])
        #expect(mappings(file, name: "written.json").stubs.map(\.everything) == [stub.everything])
    }

    @Test(
        "The first rule that matches a message answers it",
        arguments: [
            (#"{"type": "ping"}"#, [SocketScript.Output.text("pong")]),
            (#"{"id": "7"}"#, [.binary([0, 1, 2]), .close(code: 4_000, reason: "bye")]),
            (#"{"id": "x"}"#, [.text("what?")]), ("", [.text("what?")]),
        ])
    func answers(message: String, outputs: [SocketScript.Output]) throws {
        let script = try #require(content(Self.chat).stubs.first?.sequence[0].reply.socketScript)
        let bytes = Array(message.utf8)
        let steps = script.steps(answering: bytes)
        #expect(try steps.map { try script.output(of: $0, to: .get("/live"), message: bytes) } == outputs)
    }

    @Test("A request that is not for a WebSocket gets 426") func plain() throws {
        let manager = demoManager()
        try manager.add(content(Self.chat).stubs)
        let reply = try #require(manager.decide(.get("/live")).reply)
        #expect(reply.status.code == 426 && reply.body.isEmpty)
    }

    @Test(
        "A flaw is named",
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
            ("webSocket: {}", "a webSocket needs send or replies"),
            ("webSocket: {messages: []}", "\"messages\" is not supported in a webSocket"),
            ("webSocket: {send: [{}]}", "exactly one of text, json, base64, close"),
            ("webSocket: {send: [{text: a, json: b}]}", "exactly one of text, json, base64, close"),
            ("webSocket: {send: [{texd: a}]}", "\"texd\" is not supported in a message"),
            ("webSocket: {send: [{base64: \"*\"}]}", "base64 is not Base64"),
            ("webSocket: {send: [{close: 1005}]}", "close must be 1000 to 1003"),
            ("webSocket: {send: [{close: 99}]}", "close must be a whole number from 1000"),
            ("webSocket: {send: [{text: a, reason: b}]}", "only close has a reason"),
            ("webSocket: {send: [{close: 1000, reason: \(String(repeating: "x", count: 124))}]}", "at most 123 bytes"),
            ("webSocket: {send: [{close: 1000, repeat: 2}]}", "close is sent once"),
            ("webSocket: {send: [{close: 1000}, {text: a}]}", "nothing can follow close"),
            ("webSocket: {send: [{text: a, after: -1}]}", "after must be a whole number from 0"),
            ("webSocket: {send: [{text: a, repeat: 9999}, {text: b, repeat: 2}]}", "at most 10000 messages"),
            (
                "webSocket: {send: [{text: \(String(repeating: "x", count: 2_000)), repeat: 9999}]}",
                "at most 16 MB together"
            ),
            ("webSocket: {replies: [{when: {equalTo: a}}]}", "a reply of a webSocket needs send"),
            ("webSocket: {replies: [{when: {equalsTo: a}, send: []}]}", "\"equalsTo\" is not supported in a matcher"),
            ("webSocket: {replies: [{on: a, send: []}]}", "is not supported in a reply of a webSocket"),
            ("webSocket: {subprotocol: \"a b\", send: []}", "subprotocol must be one word"),
            ("response: {status: 200, webSocket: {send: []}}", "status cannot stand beside it"),
            ("response: {body: a}\nwebSocket: {send: []}", "body cannot stand beside it"),
            ("webSocket: {send: []}\nfault: TIMEOUT", "fault cannot stand beside it"),
            ("response: {proxyBaseUrl: http://a, webSocket: {send: []}}", "not supported beside proxyBaseUrl"),
            ("webSocket: {send: []}\nsequence: [{status: 200}]", "webSocket stands in an entry of the sequence"),
            ("response: {transformers: [response-template], webSocket: {send: [{text: \"{{#if\"}]}}", "the message: "),
        ])
    func flaws(text: String, message: String) throws {
        let flaws = content(text).problems.map(\.message)
        #expect(flaws.contains { $0.contains(message) }, "\(flaws)")
    }

    @Test("The journal keeps the newest messages, their beginning, and no secrets") func journal() throws {
        let manager = demoManager()
        try manager.add(content(Self.chat).stubs)
        let id = manager.decide(.get("/live")).exchange
        let secret = Array(#"{"token": "s3cr3t-value", "a": 1}"#.utf8)
        for _ in 0..<SocketMessages.most { manager.note(SocketMessage(from: .client, .text, [], at: .zero), of: id) }
        manager.note(SocketMessage(from: .client, .text, secret, at: .seconds(1)), of: id)
        manager.note(SocketMessage(from: .server, .binary, [UInt8](repeating: 1, count: 9_000), at: .zero), of: id)
        let messages = try #require(manager.exchange(id)?.messages)
        #expect(messages.count == SocketMessages.most + 2 && messages.newest.count == SocketMessages.most)
        #expect(messages.newest.last?.isCut == true && messages.newest.last?.size == 9_000)
        #expect(manager.exchange(id)?.bodyBytes == secret.count + SocketMessage.keptBytes)
        let shown = try #require(manager.exchange(id)?.redacted.messages?.newest.dropLast().last)
        #expect(String(decoding: shown.bytes, as: UTF8.self) == #"{"token":"REDACTED","a":1}"#)
    }
}
