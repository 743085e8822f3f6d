import DemoGateway
import DemoManager
import HTTPTypes
import Testing

@Suite("Clients that name themselves")
struct SessionTests {
    private func steps(_ texts: String...) -> Stub {
        let sequence = texts.map { SequenceEntry(Reply(body: Array($0.utf8))) }
        let pattern = RequestPattern(method: .one(.get), url: .path("/step"))
        return Stub(request: pattern, sequence: sequence, origin: .made(by: "test"))
    }

    @Test("Each has sequences of its own, and one journal has the exchanges of all")
    func sequences() async throws {
        try await withGateway { _, manager in
            try manager.add(steps("one", "two"))
        } _: { gateway in
            let first = try await gateway.get("/step", "X-Demo-Session: a")
            let second = try await gateway.get("/step", "X-Demo-Session: a")
            let other = try await gateway.get("/step", "X-Demo-Session: b")
            let nobody = try await gateway.get("/step")
            #expect(
                first.hasSuffix("one") && second.hasSuffix("two") && other.hasSuffix("one") && nobody.hasSuffix("one"))
            let calls = gateway.manager.journal.exchanges.map(\.call.session)
            #expect(calls == ["a", "a", "b", nil])
            #expect(gateway.manager.journal.exchanges.allSatisfy { $0.outcome?.end == .status(200) })
        }
    }

    @Test("A session follows the common switches until it is given its own")
    func switches() async throws {
        let upstream = try await TestServer.start()
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

    @Test("One that lets nothing leave goes on so when stubs come")
    func policy() async throws {
        let upstream = try await TestServer.start()
        try await withGateway(upstream: upstream) { _, manager in
            manager.unmatched = .passThrough
        } _: { gateway in
            gateway.sessions.manager("a").unmatched = .error
            for path in ["/a", "/b"] {
                let own = try await gateway.get("/none", "X-Demo-Session: a")
                let other = try await gateway.get("/none", "X-Demo-Session: b")
                #expect(own.contains("X-Demo-Decision: refused") && other.contains("X-Demo-Decision: passed"))
                try gateway.manager.add(.get, path, Reply())
            }
        }
    }

    @Test("Stubs that come later answer every session, whose positions stay")
    func laterStubs() async throws {
        try await withGateway { _, manager in
            try manager.add(steps("one", "two"))
        } _: { gateway in
            _ = try await gateway.get("/step", "X-Demo-Session: a")
            try gateway.manager.add(.get, "/new", Reply(body: Array("new".utf8)))
            let new = try await gateway.get("/new", "X-Demo-Session: a")
            let second = try await gateway.get("/step", "X-Demo-Session: a")
            #expect(new.hasSuffix("new") && second.hasSuffix("two"))
        }
    }

    @Test("Their number is bounded: the one that was silent longest is forgotten")
    func bound() async throws {
        try await withGateway { _, manager in
            try manager.add(steps("one", "two"))
        } _: { gateway in
            for number in 0...Sessions.limit {
                _ = gateway.sessions.manager("s\(number)")
                _ = gateway.sessions.manager("kept")
            }
            #expect(gateway.sessions.names.count == Sessions.limit)
            #expect(gateway.sessions.names.contains("kept") && !gateway.sessions.names.contains("s0"))
        }
    }

    private static let things =
        """
        openapi: 3.0.3
        info: {title: t, version: "1"}
        paths:
          /things:
            get:
              responses:
                "200": {description: ok, content: {application/json: {example: [{id: 1, name: a}], schema: {type: array, items: {type: object, properties: {id: {type: integer}, name: {type: string}}}}}}}
            post:
              requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}
              responses:
                "201": {description: ok, content: {application/json: {schema: {type: object, properties: {id: {type: integer}, name: {type: string}}}}}}
        """

    /// Adds a thing as a session.
    private func post(_ session: String, _ gateway: TestGateway) async throws {
        let body = #"{"name":"mine"}"#
        let reply = try await gateway.exchange(
            "POST /things HTTP/1.1\r\nHost: localhost\r\nX-Demo-Session: \(session)\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n\(body)"
        )
        #expect(reply.hasPrefix("HTTP/1.1 201 "))
    }

    @Test("What one wrote is not in another's list")
    func memory() async throws {
        try await withMock(Self.things) { gateway in
            try await post("a", gateway)
            let own = try await gateway.get("/things", "X-Demo-Session: a")
            let other = try await gateway.get("/things", "X-Demo-Session: b")
            #expect(own.contains("mine") && !other.contains("mine"))
        }
    }

    @Test("One that begins again forgets what it wrote and nothing of the others; one that is forgotten begins anew")
    func forgets() async throws {
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

    @Test("What replies wait holds for sessions too")
    func delay() async throws {
        try await withGateway { _, manager in
            try manager.add(steps("one"))
        } _: { gateway in
            gateway.manager.delay = .fixed(.milliseconds(1))
            #expect(gateway.sessions.manager("a").delay == .fixed(.milliseconds(1)))
            gateway.manager.delay = .none
            #expect(gateway.sessions.manager("a").delay == .none)
        }
    }

    @Test("However many requests of one session come at once, it is one and follows each switch at once")
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
