import DemoGateway
import DemoManager
import LoopbackPorts
import TestSupport
import Testing

@Suite("Sessions of clients") struct SessionTests {
    /// Runs `body` with a gateway whose `/step` gives these texts, one after the other.
    private func withSteps(_ texts: String..., body: (TestGateway) async throws -> Void) async throws {
        try await withGateway { _, manager in
            let sequence = texts.map { SequenceEntry(Reply(body: Array($0.utf8))) }
            let pattern = RequestPattern(method: .one(.get), url: .path("/step"))
            try manager.add(Stub(request: pattern, sequence: sequence, origin: .made(by: "test")))
        } _: {
            try await body($0)
        }
    }

    @Test("Each session has its own sequences, and one journal has all exchanges") func sequences() async throws {
        try await withSteps("one", "two") { gateway in
            try await gateway.expect(
                MockExchange("GET /step", "X-Demo-Session: a", ends: "one"),
                MockExchange("GET /step", "X-Demo-Session: a", ends: "two"),
                MockExchange("GET /step", "X-Demo-Session: b", ends: "one"), MockExchange("GET /step", ends: "one"))
            #expect(gateway.manager.journal.exchanges.map(\.call.session) == ["a", "a", "b", nil])
            #expect(gateway.manager.journal.exchanges.allSatisfy { $0.outcome?.end == .status(200) })
        }
    }

    @Test("A session follows everyone's switches until it has its own") func switches() async throws {
        let upstream = try await LoopbackServer.start()
        try await withGateway(upstream: upstream) { _, manager in
            try manager.add(.get, "/a", Reply(body: Array("stub".utf8)))
        } _: { gateway in
            func ask(_ session: String) async throws -> Bool {
                try await gateway.get("/a", "X-Demo-Session: \(session)").hasSuffix("stub")
            }
            _ = [try await ask("a"), try await ask("b")]
            gateway.sessions.manager("b").isEnabled = false
            let own = [try await ask("a"), try await ask("b")]
            #expect(own == [true, false])
            gateway.manager.isEnabled = false
            let followed = try await ask("a")
            #expect(!followed)
            gateway.manager.isEnabled = true
            let both = [try await ask("a"), try await ask("b")]
            #expect(both == [true, false])
        }
    }

    @Test("A session's policy survives new stubs") func policy() async throws {
        try await withGateway(upstream: LoopbackServer.start()) { _, manager in
            manager.unmatched = .passThrough
        } _: { gateway in
            gateway.sessions.manager("a").unmatched = .error
            for path in ["/a", "/b"] {
                try await gateway.expect(
                    MockExchange("GET /none", "X-Demo-Session: a", status: 404, says: "X-Demo-Decision: refused"),
                    MockExchange("GET /none", "X-Demo-Session: b", says: "X-Demo-Decision: passed"))
                try gateway.manager.add(.get, path, Reply())
            }
        }
    }

    @Test("A new stub answers every session, and positions in sequences are kept") func laterStubs() async throws {
        try await withSteps("one", "two") { gateway in
            _ = try await gateway.get("/step", "X-Demo-Session: a")
            try gateway.manager.add(.get, "/new", Reply(body: Array("new".utf8)))
            try await gateway.expect(
                MockExchange("GET /new", "X-Demo-Session: a", ends: "new"),
                MockExchange("GET /step", "X-Demo-Session: a", ends: "two"))
        }
    }

    @Test("The number of sessions is limited: the least recently used one is discarded") func bound() async throws {
        try await withSteps("one", "two") { gateway in
            for number in 0...Sessions.limit {
                _ = gateway.sessions.manager("s\(number)")
                _ = gateway.sessions.manager("kept")
            }
            #expect(gateway.sessions.names.count == Sessions.limit)
            #expect(gateway.sessions.names.contains("kept") && !gateway.sessions.names.contains("s0"))
        }
    }

    private static let things = openAPI(
        server: nil,
        """
        GET /things -> [{id: integer, name: string}] example=[{id: 1, name: a}]
        POST /things {name: string} -> 201 {id: integer, name: string}
        """)

    /// Adds an item as a session.
    private func post(_ session: String, _ gateway: TestGateway) async throws {
        try await gateway.expect(
            MockExchange(
                "POST /things", "X-Demo-Session: \(session)", "Content-Type: application/json",
                body: #"{"name":"mine"}"#, status: 201))
    }

    @Test("A session's write is not in another session's list") func memory() async throws {
        try await withMock(Self.things) { gateway in
            try await post("a", gateway)
            let own = try await gateway.get("/things", "X-Demo-Session: a")
            let other = try await gateway.get("/things", "X-Demo-Session: b")
            #expect(own.contains("mine") && !other.contains("mine"))
        }
    }

    @Test("A reset session forgets only its writes; a discarded session starts afresh") func forgets() async throws {
        try await withMock(Self.things) { gateway in
            func has(_ session: String) async throws -> Bool {
                try await gateway.get("/things", "X-Demo-Session: \(session)").contains("mine")
            }
            for session in ["a", "b", "c"] { try await post(session, gateway) }
            gateway.sessions.known("a")?.resetAll()
            gateway.sessions.forget("b")
            let kept = [try await has("a"), try await has("b"), try await has("c")]
            #expect(kept == [false, false, true])
            for number in 0..<Sessions.limit { _ = gateway.sessions.manager("s\(number)") }
            let afterEviction = try await has("c")
            #expect(!afterEviction)
        }
    }

    @Test("The common delay applies to sessions") func delay() async throws {
        try await withSteps("one") { gateway in
            gateway.manager.delay = .fixed(.milliseconds(1))
            #expect(gateway.sessions.manager("a").delay == .fixed(.milliseconds(1)))
            gateway.manager.delay = .none
            #expect(gateway.sessions.manager("a").delay == .none)
        }
    }

    @Test("Concurrent requests with one session name share a session, which follows each switch")
    func concurrency() async throws {
        try await withGateway { gateway in
            let sessions = gateway.sessions
            for round in 0..<50 {
                gateway.manager.isEnabled = round.isMultiple(of: 2)
                let found = await withTaskGroup(of: (ObjectIdentifier, Bool).self) { group in
                    for _ in 0..<16 {
                        group.addTask {
                            let manager = sessions.manager("a\(round / 10)")
                            return (ObjectIdentifier(manager), manager.isEnabled)
                        }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                #expect(Set(found.map(\.0)).count == 1)
                #expect(found.allSatisfy { $0.1 == round.isMultiple(of: 2) })
            }
        }
    }
}
