import DemoManager
import Testing

@Suite("Switches, settings and scenarios over the admin API") struct AdminSwitchesTests {
    private func api() -> AdminAPI {
        let manager = DemoManager()
        manager.describe(
            screens: [ScreenDescription(id: "cards", operations: ["listCards"])],
            operations: [OperationDescription(id: "listCards", method: .get, pathTemplate: "/cards")])
        return AdminAPI(manager)
    }

    @Test("Named switches are set, others stay") func switches() async throws {
        let api = api()
        let state = try await api.call(
            .post, "demo",
            """
            {"screens": {"cards": "on"}, "conditions": {"operations": {"listCards": "forbidden"}}, "unmatched": "guard"}
            """)
        #expect(state.status == 200 && state.body["enabled"] == false && state.body["banner"] == "DEMO")
        #expect(api.manager.condition(forOperation: "listCards") == .forbidden && api.manager.unmatched == .guard)
        #expect(try await api.call(.get, "demo").body == state.body)
        #expect(
            try await api.call(.post, "demo", #"{"conditions": {"operations": {"listCards": null}}}"#).status == 200)
        #expect(api.manager.condition(forOperation: "listCards") == nil)
    }

    @Test("A condition for one call says so until a call got it") func once() async throws {
        let api = api()
        let once: JSONValue = ["name": "forbidden", "once": true]
        let body = #"{"conditions": {"operations": {"listCards": {"name": "forbidden", "once": true}}}}"#
        let state = try await api.call(.post, "demo", body)
        #expect(state.body["conditions"]?["operations"] == ["listCards": once])
        func status() -> Int? {
            let call = api.manager.beginCall(screen: "cards", operation: "listCards")
            let action = api.manager.decide(.get("http://h/cards"), call: call).action
            return if case .stub(let reply, _) = action { reply.status.code } else { nil }
        }
        #expect(status() == 403)
        #expect(try await api.call(.get, "demo").body["conditions"]?["operations"] == [:])
        #expect(status() != 403)
    }

    @Test("Chaos is set by its name or its rules, read, and ended") func chaos() async throws {
        let api = api()
        #expect(try await api.call(.get, "demo").body["chaos"] == .null)
        let named = try await api.call(.post, "demo", #"{"chaos": "flaky"}"#)
        #expect(named.body["chaos"]?["name"] == "flaky" && api.manager.chaos?.name == "flaky")
        let rules =
            #"{"chaos": {"name": "mine", "seed": 4, "rules": [{"operations": ["listCards"], "effects": {"noNetwork": 0.5}}]}}"#
        #expect(try await api.call(.post, "demo", rules).body["chaos"]?["seed"] == 4)
        let state = try await api.call(.get, "demo").body["chaos"]
        #expect(state?["rules"]?[0]?["effects"] == ["noNetwork": 0.5])
        #expect(try await api.call(.post, "demo", #"{"chaos": null}"#).body["chaos"] == .null)
        #expect(api.manager.chaos == nil)
    }

    @Test("Without a document any screen can be set, and no operation") func undescribed() async throws {
        let api = AdminAPI()
        _ = try await api.call(
            .put, "demo", #"{"screens": {"books": "off"}, "conditions": {"screens": {"cards": "empty"}}}"#)
        let told = try await api.call(.get, "demo").body
        #expect(told["screens"] == ["books": "off", "cards": "on"])
        #expect(told["conditions"]?["screens"] == ["cards": "empty"])
        let slash = try await api.call(.put, "demo", #"{"screens": {"a/b": 5}}"#).body["errors"]?.arrayValue?.first
        #expect(slash?["source"]?["pointer"] == "/screens/a~1b")
        let operation = #"{"conditions": {"operations": {"listBooks": "empty"}}}"#
        #expect(try await api.call(.put, "demo", operation).status == 422)
    }

    @Test("The global delay applies to replies without a delay") func delay() async throws {
        let api = api()
        _ = try await api.call(
            .post, "mappings",
            """
            {"mappings": [
              {"request": {"urlPath": "/a"}, "response": {}},
              {"request": {"urlPath": "/b"}, "response": {"fixedDelayMilliseconds": 5}}
            ]}
            """)
        #expect(try await api.call(.post, "settings", #"{"fixedDelay": 700}"#).status == 200)
        #expect(try await api.call(.get, "settings").body["settings"]?["fixedDelay"] == 700)
        for (path, expected) in [("/a", Duration.milliseconds(700)), ("/b", .milliseconds(5))] {
            guard case .stub(let reply, _) = api.ask(path).action else { return #expect(Bool(false), "no answer") }
            #expect(reply.delay == expected)
        }
        _ = try await api.call(.post, "reset")
        #expect(api.manager.delay == .none)
    }

    @Test("scenarios are listed, set to states they know, and begun again") func scenarios() async throws {
        let api = api()
        _ = try await api.call(
            .post, "mappings",
            """
            {"request": {"urlPath": "/buy"}, "response": {}, "scenarioName": "cart",
             "requiredScenarioState": "Started", "newScenarioState": "full"}
            """)
        func state() async throws -> JSONValue? {
            try await api.call(.get, "scenarios").body["scenarios"]?.arrayValue?.first?["state"]
        }
        api.ask("/buy")
        #expect(try await state() == "full")
        #expect(
            try await api.call(.put, "scenarios/{id}/state", #"{"state": "Started"}"#, parameter: "cart").status == 200)
        #expect(try await state() == "Started")
        api.ask("/buy")
        _ = try await api.call(.post, "scenarios/reset")
        #expect(try await state() == "Started")
    }
}

@Suite("Breakpoints over the admin API") struct AdminHoldsTests {
    @Test(
        "A breakpoint on an operation that is not there is refused",
        arguments: [("listCards", 200), ("*", 200), ("GET /other", 200), ("listCard", 422)])
    func unknown(_ pattern: String, _ status: Int) async throws {
        let manager = DemoManager()
        manager.describe(
            screens: [], operations: [OperationDescription(id: "listCards", method: .get, pathTemplate: "/cards")])
        let reply = try await AdminAPI(manager).call(.put, "demo/holds", #"{"breakpoints": ["\#(pattern)"]}"#)
        #expect(reply.status == status && manager.breakpoints == (status == 200 ? [pattern] : []))
    }

    @Test("Breakpoints are set, and held calls listed without secrets and decided on") func holds() async throws {
        let api = AdminAPI(DemoManager())
        let set = try await api.call(
            .put, "demo/holds", #"{"breakpoints": ["GET /a", "POST /b/*"], "timeoutSeconds": 90}"#)
        #expect(set.body == ["breakpoints": ["GET /a", "POST /b/*"], "timeoutSeconds": 90, "calls": []])
        let request = HTTPRequest.get("http://h/a", headers: [.authorization: "Bearer hidden"])
        let actions: [(String, String)] = [
            (#"{"action": "release"}"#, "proceed"), (#"{"action": "holdReply"}"#, "proceed and hold"),
            (#"{"action": "drop"}"#, "200 no network"),
            (#"{"action": "answer", "status": 404, "headers": {"A": "b"}, "jsonBody": {"c": 1}}"#, #"404 {"c":1}"#),
            (#"{"action": "answer", "body": "text"}"#, "200 text"),
        ]
        for (action, expected) in actions {
            async let end = api.manager.hold(request, body: nil, call: api.manager.beginCall(), at: "GET /a")
            while api.manager.heldCalls.isEmpty { await Task.yield() }
            let call = try await api.call(.get, "demo/holds").body["calls"]?[0]
            #expect(call?["waits"] == "request" && call?["breakpoint"] == "GET /a" && call?["request"]?["url"] == "/a")
            #expect(call?.text().contains("hidden") == false)
            let id = call?["id"]?.stringValue ?? ""
            func decide(_ body: String) async throws -> Int {
                try await api.call(.post, "demo/holds/{id}", body, parameter: id).status
            }
            for wrong in [#"{"action": "hide"}"#, "{}", #"{"action": "answer", "status": 99}"#, #"{"more": 1}"#] {
                #expect(try await decide(wrong) == 422, "\(wrong)")
            }
            #expect(try await decide(action) == 200)
            let words = await end.words
            #expect(words == expected)
            #expect(try await decide(action) == 404)
        }
        #expect(try await api.call(.put, "demo/holds", #"{"breakpoints": []}"#).body["breakpoints"] == [])
    }
}

extension HoldEnd {
    fileprivate var words: String {
        switch self {
        case .proceed(_, let holdsReply): holdsReply ? "proceed and hold" : "proceed"
        case .answer(let reply):
            "\(reply.status.code) \(reply.fault?.title ?? String(decoding: reply.body, as: UTF8.self))"
        case .cancelled: "cancelled"
        }
    }
}
