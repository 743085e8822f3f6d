import DemoManager
import JSONText
import Testing

@testable import DemoAdmin

@Suite("Switches, settings and scenarios over the admin API")
struct AdminSwitchesTests {
    private func api() -> AdminAPI {
        let manager = DemoManager()
        manager.describe(
            screens: [ScreenDescription(id: "cards", operations: ["listCards"])],
            operations: [OperationDescription(id: "listCards", method: .get, pathTemplate: "/cards")])
        return AdminAPI(manager)
    }

    @Test("what the body names is set, the rest stays")
    func switches() async throws {
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

    @Test("nothing is set where anything is wrong, and the refusal names what there is")
    func refused() async throws {
        let api = api()
        for body in [
            #"{"enabled": true, "screens": {"card": "on"}}"#, #"{"enabled": true, "screens": {"cards": "maybe"}}"#,
            #"{"enabled": true, "conditions": {"screens": {"cards": "sunny"}}}"#, #"{"enabled": true, "demo": 1}"#,
        ] {
            let answer = try await api.call(.post, "demo", body)
            #expect(answer.status == 422, "\(body)")
        }
        #expect(!api.manager.isEnabled)
    }

    @Test("a global delay holds for replies that have none of their own")
    func delay() async throws {
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
        #expect(try await api.call(.post, "settings", #"{"fixedDelay": -1}"#).status == 422)
        _ = try await api.call(.post, "reset")
        #expect(api.manager.delay == .none)
    }

    @Test("scenarios are listed, set to states they know, and begun again")
    func scenarios() async throws {
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
        #expect(
            try await api.call(.put, "scenarios/{id}/state", #"{"state": "empty"}"#, parameter: "cart").status == 422)
        #expect(try await api.call(.put, "scenarios/{id}/state", "", parameter: "basket").status == 404)
        api.ask("/buy")
        _ = try await api.call(.post, "scenarios/reset")
        #expect(try await state() == "Started")
    }
}
