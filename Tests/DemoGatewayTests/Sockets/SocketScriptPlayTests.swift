import DemoManager
import DemoManagerFiles
import NIOSSL
import Testing

@testable import DemoGateway

extension DemoManager {
    /// A stub at `/live` with a script.
    func addScript(_ script: JSONValue, beside members: [JSONObject.Member] = []) throws {
        let mapping: JSONValue = [
            "request": ["method": "GET", "urlPath": "/live"],
            "response": .object(JSONObject([.init(key: "webSocket", value: script)] + members)),
        ]
        for stub in try MappingParser().stubs(in: mapping, named: "test") { try add(stub) }
    }
}

@Suite("WebSockets of stubs") struct SocketScriptPlayTests {
    struct Talk: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let script: JSONValue
        var sends: [SocketClient.Event] = []
        let comes: [SocketClient.Event]
    }

    private static let echo: JSONValue = ["replies": [["send": [["text": "{{request.body}}"]]]]]
    private static let longest = String(repeating: "x", count: 123)
    private static let bye: JSONValue = ["replies": [["send": [["close": 4_001, "reason": "bye"]]]]]

    @Test(
        "Messages are sent in order, and replies to those that arrive",
        arguments: [
            Talk(
                testDescription: "at the beginning",
                script: [
                    "send": [
                        ["text": "a"], ["after": 5, "json": ["b": 1]], ["base64": "AAEC", "repeat": 2],
                        ["close": 1_000, "reason": "done"],
                    ]
                ],
                comes: [
                    .text("a"), .text(#"{"b":1}"#), .binary([0, 1, 2]), .binary([0, 1, 2]), .close(1_000, "done"),
                ]),
            Talk(
                testDescription: "by what arrives",
                script: [
                    "replies": [
                        ["when": ["equalTo": "ping"], "send": [["text": "pong"]]],
                        ["when": ["matchesJsonPath": "$.id"], "send": [["text": "id"]]],
                        ["when": ["contains": "\u{1}"], "send": [["text": "one"]]],
                    ]
                ],
                sends: [.text("nothing"), .text(#"{"id": 7}"#), .binary([0, 1]), .text("ping")],
                comes: [.text("id"), .text("one"), .text("pong")]),
            Talk(
                testDescription: "while others wait",
                script: ["send": [["after": 60_000, "text": "late"]], "replies": [["send": [["text": "now"]]]]],
                sends: [.text("a")], comes: [.text("now")]),
            Talk(testDescription: "a ping is answered", script: echo, sends: [.ping("x")], comes: [.pong("x")]),
            Talk(
                testDescription: "a close is answered with its code", script: echo, sends: [.close(4_321, longest)],
                comes: [.close(4_321, longest), .end]),
            Talk(
                testDescription: "a close without a code", script: echo, sends: [.close(nil, "")],
                comes: [.close(nil, ""), .end]),
            Talk(
                testDescription: "the stub closes", script: bye, sends: [.text("a"), .close(4_001, "")],
                comes: [.close(4_001, "bye"), .end]),
        ])
    func talk(_ talk: Talk) async throws {
        try await withGateway { _, manager in
            try manager.addScript(talk.script)
        } _: { gateway in
            let client = try await SocketClient(port: gateway.port, "/live")
            #expect(client.status == 101)
            for event in talk.sends {
                switch event {
                case .text(let text): client.send(text)
                case .binary(let bytes): client.send(2, bytes)
                case .ping(let text): client.send(9, Array(text.utf8))
                case .close(let code, let reason): client.close(code.map { UInt16($0) }, reason)
                case .pong, .end: break
                }
            }
            #expect(await client.next(talk.comes.count) == talk.comes)
            await client.leave()
        }
    }

    @Test(
        "A condition changes the script, and the log names it",
        arguments: [
            (Condition.empty, [SocketClient.Event.close(1_000, "")]),
            (.malformed, [.text(#"{"type":"#), .binary([0, 1]), .text("po"), .close(1_000, "")]),
            (.success, [.text(#"{"type":"hello"}"#), .binary([0, 1, 2, 3]), .text("pong"), .close(1_000, "")]),
        ])
    func condition(condition: Condition, comes: [SocketClient.Event]) async throws {
        try await withGateway { _, manager in
            manager.describe(
                screens: [], operations: [OperationDescription(id: "live", method: .get, pathTemplate: "/live")])
            try manager.addScript([
                "send": [["json": ["type": "hello"]], ["base64": "AAECAw=="]],
                "replies": [["when": ["equalTo": "ping"], "send": [["text": "pong"]]]],
            ])
            manager.setCondition(condition, forOperation: "live")
        } _: { gateway in
            let client = try await SocketClient(port: gateway.port, "/live")
            #expect(client.status == 101)
            client.send("ping")
            client.close(1_000, "")
            #expect(await client.next(comes.count) == comes)
            await client.leave()
            #expect(try await gateway.logs("\(condition.name): "))
        }
    }

    @Test("The handshake has the stub's headers and a common subprotocol") func handshake() async throws {
        try await withGateway { _, manager in
            let headers: JSONValue = ["Set-Cookie": "a=b", "X-Path": "{{request.path}}"]
            try manager.addScript(
                ["subprotocol": "chat.v2", "send": []],
                beside: [
                    .init(key: "headers", value: headers), .init(key: "transformers", value: ["response-template"]),
                ])
        } _: { gateway in
            let client = try await SocketClient(
                port: gateway.port, "/live", headers: ["Sec-WebSocket-Protocol": "chat.v1, chat.v2"])
            // The example of RFC 6455 section 1.3.
            #expect(client.header("Sec-WebSocket-Accept") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
            #expect(client.header("Sec-WebSocket-Protocol") == "chat.v2" && client.header("Set-Cookie") == "a=b")
            #expect(client.header("X-Path") == "/live" && client.header("X-Demo-Decision") == "stubbed")
            await client.leave()
            let other = try await SocketClient(port: gateway.port, "/live", headers: ["Sec-WebSocket-Protocol": "mqtt"])
            #expect(other.status == 101 && other.header("Sec-WebSocket-Protocol") == nil)
            await other.leave()
        }
    }

    @Test("Templates of messages use the message that they reply to") func templates() async throws {
        try await withGateway { _, manager in
            let script: JSONValue = [
                "replies": [["send": [["json": ["id": "{{jsonPath request.body '$.id'}}", "at": "{{request.path}}"]]]]]
            ]
            try manager.addScript(script, beside: [.init(key: "transformers", value: ["response-template"])])
        } _: { gateway in
            let client = try await SocketClient(port: gateway.port, "/live")
            client.send(#"{"id": 12}"#)
            #expect(await client.next() == .text(#"{"id":"12","at":"/live"}"#))
            await client.leave()
        }
    }

    @Test(
        "A request that is not for a WebSocket gets 426",
        arguments: [
            ("GET", ["Upgrade": nil]), ("GET", ["Sec-WebSocket-Version": "8"]), ("GET", ["Sec-WebSocket-Key": nil]),
            ("GET", ["Sec-WebSocket-Key": "c2hvcnQ="]), ("GET", ["Connection": "close"]), ("GET", ["Upgrade": "h2c"]),
            ("GET", ["Content-Length": "1"]),
        ] as [(String, [String: String?])])
    func plain(method: String, headers: [String: String?]) async throws {
        try await withGateway { _, manager in
            try manager.addScript(["send": []])
        } _: { gateway in
            let client = try await SocketClient(
                port: gateway.port, "/live", method: method, headers: headers,
                body: headers["Content-Length"] == nil ? [] : [97])
            #expect(client.status == 426 && client.header("Upgrade") == "websocket")
            await client.leave()
        }
    }

    @Test(
        "A client that violates the protocol is closed with the code, and the log has the reason",
        arguments: [
            Fault("an unmasked frame", 1_002, "not masked") { $0.send(1, [97], isMasked: false) },
            Fault("bits of an extension", 1_002, "extension") { $0.send(1, [97], rsv1: true) },
            Fault("an unknown kind", 1_002, "unknown kind") { $0.send(3, [97]) },
            Fault("a ping in parts", 1_002, "not valid") { $0.send(9, [97], fin: false) },
            Fault("a continuation of nothing", 1_002, "not valid") { $0.send(0, [97]) },
            Fault("a close code that is never sent", 1_002, "close code 1005") { $0.close(1_005) },
            Fault("half a close code", 1_002, "half a code") { $0.send(8, [3]) },
            Fault("text that is not UTF-8", 1_007, "UTF-8") { $0.send(1, [0xFF]) },
            Fault("a large message", 1_009, "more than 1000 bytes") { $0.send(2, .init(repeating: 0, count: 1_001)) },
            Fault("a large message in parts", 1_009, "more than 1000 bytes") {
                $0.send(2, .init(repeating: 0, count: 600), fin: false)
                $0.send(0, .init(repeating: 0, count: 600))
            },
            Fault("many fragments", 1_009, "more than 3 fragments") {
                for place in 0..<4 { $0.send(place == 0 ? 1 : 0, [97], fin: false) }
            },
        ])
    func faults(_ fault: Fault) async throws {
        try await withGateway { configuration, manager in
            configuration.limits.body = 1_000
            configuration.limits.fragments = 3
            (configuration.limits.halfClosed, configuration.limits.quiet) = (.seconds(600), .milliseconds(20))
            try manager.addScript(["replies": [["send": [["text": "never"]]]]])
        } _: { gateway in
            let client = try await SocketClient(port: gateway.port, "/live")
            fault.send(client)
            #expect(await client.next().code == fault.code)
            #expect(try await gateway.logs("GET /live \(fault.code) closed"))
            #expect(gateway.log.contains(fault.words))
            client.close(1_000)
            #expect(await client.next() == .end)
            await client.leave()
        }
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: Int
        let words: String
        let send: @Sendable (SocketClient) -> Void

        init(_ name: String, _ code: Int, _ words: String, _ send: @escaping @Sendable (SocketClient) -> Void) {
            (testDescription, self.code, self.words, self.send) = (name, code, words, send)
        }
    }

    @Test("Fragments are one message") func fragments() async throws {
        try await withGateway { _, manager in
            try manager.addScript(["replies": [["when": ["equalTo": "abc"], "send": [["text": "ok"]]]]])
        } _: { gateway in
            let client = try await SocketClient(port: gateway.port, "/live")
            client.send(1, [97], fin: false)
            client.send(9, [])
            client.send(0, [98], fin: false)
            client.send(0, [99])
            #expect(await client.next(2) == [.pong(""), .text("ok")])
            await client.leave()
        }
    }

    @Test("A client that reads nothing suspends the script, which continues later") func slowReader() async throws {
        try await withGateway { _, manager in
            let large = String(repeating: "x", count: 100_000)
            try manager.addScript(["send": [["text": .string(large), "repeat": 150], ["text": "last"]]])
        } _: { gateway in
            let client = try await SocketClient(port: gateway.port, "/live")
            try await client.setReading(false)
            _ = try await gateway.get("/other")
            #expect(gateway.manager.journal.exchanges.first?.messages?.count ?? 0 < 151)
            try await client.setReading(true)
            let events = await client.next(151)
            #expect(events.count == 151 && events.last == .text("last"))
            await client.leave()
        }
    }

    @Test("Thousands of messages of a script block no client, not even the same one") func flood() async throws {
        try await withGateway { _, manager in
            try manager.addScript(["replies": [["when": ["equalTo": "go"], "send": [["text": "x", "repeat": 5_000]]]]])
        } _: { gateway in
            // A text and a ping at once; the mask is zero.
            let frames: [UInt8] = [0x81, 0x82, 0, 0, 0, 0, 103, 111, 0x89, 0x80, 0, 0, 0, 0]
            let client = try await SocketClient(port: gateway.port, "/live", body: frames)
            let first = await client.next(101)
            #expect(first.last == .pong("") && first.dropLast().allSatisfy { $0 == .text("x") })
            let rest = await client.next(4_900)
            #expect(rest.count == 4_900 && rest.allSatisfy { $0 == .text("x") })
            await client.leave()
        }
    }

    @Test("A silent client gets a ping; without a reply the connection ends", arguments: [true, false])
    func signs(answers: Bool) async throws {
        try await withGateway { configuration, manager in
            configuration.limits.idle = .milliseconds(20)
            configuration.limits.silence = answers ? .seconds(600) : .milliseconds(20)
            try manager.addScript(["send": []])
        } _: { gateway in
            let client = try await SocketClient(port: gateway.port, "/live")
            #expect(await client.next() == .ping("demo-tui"))
            if answers {
                client.send(10, Array("demo-tui".utf8))
                #expect(await client.next() == .ping("demo-tui"))
            } else {
                #expect(await client.next() == .end)
                #expect(try await gateway.logs("no answer to a ping"))
            }
            await client.leave()
        }
    }

    @Test("An open WebSocket counts as a connection, and ends when the gateway stops") func capacity() async throws {
        let gateway = try await TestGateway { configuration, manager in
            configuration.limits.connections = 1
            try manager.addScript(["send": []])
        }
        let client = try await SocketClient(port: gateway.port, "/live")
        #expect(try await gateway.get("/other").contains(" 503 "))
        async let end: Void = gateway.stop(patience: .seconds(60))
        #expect(await client.next() == .close(1_001, "the gateway ends"))
        client.close(1_001)
        #expect(await client.next() == .end)
        await end
    }

    @Test("A WebSocket can be opened over TLS") func secure() async throws {
        try await withSecureGateway(.http1) { _, manager in
            try manager.addScript(["send": [["text": "safe"]]])
        } _: { stage in
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = .file(stage.authority.certificateFile)
            let client = try await SocketClient(
                port: stage.gateway.port, "/live", tls: NIOSSLContext(configuration: tls))
            #expect(client.status == 101)
            #expect(await client.next() == .text("safe"))
            client.close(1_000)
            #expect(await client.next(2) == [.close(1_000, ""), .end])
        }
    }
}
