import DemoManager
import Testing

@Suite("Sessions over the admin API") struct AdminSessionsTests {
    private func scene() throws -> (AdminAPI, Sessions) {
        let manager = DemoManager()
        let pattern = RequestPattern(method: .one(.get), url: .path("/step"))
        let sequence = ["one", "two"].map { SequenceEntry(Reply(body: Array($0.utf8))) }
        try manager.add(Stub(request: pattern, sequence: sequence, origin: .made(by: "test")))
        let sessions = Sessions(manager)
        return (AdminAPI(manager, sessions: sessions), sessions)
    }

    private func step(_ manager: DemoManager) -> String? {
        let action = manager.decide(.get("http://api.example.com/step"), call: Call(id: 1, mode: .demo)).action
        return if case .stub(let reply, _) = action { String(decoding: reply.body, as: UTF8.self) } else { nil }
    }

    @Test("one session's switches are read and set; the others' stay") func switches() async throws {
        let (api, sessions) = try scene()
        #expect(try await api.call(.get, "demo", query: ["session": "a"]).status == 404)
        let set = try await api.call(.put, "demo", #"{"enabled": true}"#, query: ["session": "a"])
        #expect(set.status == 200 && set.body["enabled"] == true)
        #expect(sessions.known("a")?.isEnabled == true && !api.manager.isEnabled)
        #expect(try await api.call(.get, "demo", query: ["session": "a"]).body["enabled"] == true)
        #expect(try await api.call(.get, "demo").body["enabled"] == false)
    }

    @Test("A refused request creates no session", arguments: ["", "a\nb", String(repeating: "x", count: 201), "b"])
    func refused(_ name: String) async throws {
        let (api, sessions) = try scene()
        let answer = try await api.call(.put, "demo", #"{"enabled": "maybe"}"#, query: ["session": name])
        #expect(answer.status == 422)
        let named = try await api.call(.put, "demo", #"{"enabled": true}"#, query: ["session": name])
        #expect(named.status == (name == "b" ? 200 : 400))
        #expect(sessions.names == (name == "b" ? ["b"] : []))
    }

    @Test("they are listed, and forgotten one by one or all") func list() async throws {
        let (api, sessions) = try scene()
        for name in ["b", "a", "c"] { _ = sessions.manager(name) }
        let listed = try await api.call(.get, "demo/sessions").body["sessions"]?.arrayValue ?? []
        #expect(listed.map { $0["name"] } == ["a", "b", "c"] && listed.first?["banner"] == "LIVE")
        #expect(try await api.call(.delete, "demo/sessions/{id}", parameter: "b").status == 200)
        #expect(try await api.call(.delete, "demo/sessions/{id}", parameter: "b").status == 404)
        #expect(sessions.names == ["a", "c"])
        #expect(try await api.call(.delete, "demo/sessions").status == 200)
        #expect(sessions.names == [])
    }

    @Test("One session is reset by name, all of them without") func reset() async throws {
        let (api, sessions) = try scene()
        func steps() -> [String?] { [api.manager, sessions.manager("a"), sessions.manager("b")].map { step($0) } }
        #expect(steps() == ["one", "one", "one"])
        #expect(try await api.call(.post, "demo/reset", query: ["session": "a"]).status == 200)
        #expect(steps() == ["two", "one", "two"])
        #expect(try await api.call(.post, "demo/reset").status == 200)
        #expect(steps() == ["one", "one", "one"])
        #expect(try await api.call(.post, "reset").status == 200)
        #expect(steps() == ["one", "one", "one"])
    }

    @Test("Scenarios are reset for everyone and every session") func scenarios() async throws {
        let (api, sessions) = try scene()
        let body =
            #"{"request": {"urlPath": "/buy"}, "response": {}, "scenarioName": "cart", "newScenarioState": "full"}"#
        _ = try await api.call(.post, "mappings", body)
        let engines = [api.manager, sessions.manager("a")]
        for engine in engines { _ = engine.decide(.get("http://a.test/buy"), call: Call(id: 1, mode: .demo)) }
        #expect(engines.map(\.scenarioStates) == [["cart": "full"], ["cart": "full"]])
        #expect(try await api.call(.post, "scenarios/reset").status == 200)
        #expect(engines.map(\.scenarioStates) == [[:], [:]])
        let a = ["session": "a"]
        let state = #"{"state": "full"}"#
        #expect(try await api.call(.put, "scenarios/{id}/state", state, parameter: "cart", query: a).status == 200)
        #expect(engines.map(\.scenarioStates) == [[:], ["cart": "full"]])
        let told = try await api.call(.get, "scenarios", query: a).body["scenarios"]?.arrayValue?.first
        #expect(told?["state"] == "full")
        #expect(try await api.call(.post, "scenarios/reset", query: ["session": "b"]).status == 404)
        #expect(try await api.call(.post, "scenarios/reset", query: a).status == 200)
        #expect(engines.map(\.scenarioStates) == [[:], [:]])
    }

    @Test("A reset keeps the switches, also of sessions") func switchesStay() async throws {
        let (api, sessions) = try scene()
        _ = try await api.call(.put, "demo", #"{"enabled": true, "unmatched": "error"}"#)
        _ = try await api.call(.put, "demo", #"{"enabled": false}"#, query: ["session": "a"])
        #expect(try await api.call(.post, "reset").status == 200)
        #expect(api.manager.isEnabled && api.manager.unmatched == .error)
        #expect(sessions.known("a")?.isEnabled == false)
    }

    @Test("a request says its session, and its near misses are those of the session") func requests() async throws {
        let (api, sessions) = try scene()
        let engine = sessions.manager("a")
        let only = try #require(engine.stubs.first)
        engine.setEnabled(false, stub: only.id)
        let request = HTTPRequest(method: .get, scheme: "http", authority: "api.example.com", path: "/step")
        let call = Call(id: 1, session: "a", mode: .demo)
        let decision = engine.decide(request, call: call)
        _ = api.manager.record(decision.action, request: request, call: call)
        let told = try await api.call(.get, "requests").body["requests"]?.arrayValue?.first
        #expect(told?["session"] == "a")
        let misses = try await api.call(.get, "requests/unmatched/near-misses").body["nearMisses"]?.arrayValue
        #expect(misses?.count == 1)
    }
}
