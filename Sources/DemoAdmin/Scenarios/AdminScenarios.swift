import DemoManager
import WireFormats

/// The states of scenarios: `/__admin/scenarios`; with `?session=NAME` those of one session.
struct AdminScenarios: Sendable {
    let sessions: Sessions
    private var manager: DemoManager { sessions.everyone }

    var routes: [AdminRoute] {
        [
            AdminRoute(.get, "scenarios") { call throws(AdminRefusal) in
                .json(["scenarios": .array(scenarios(of: try call.concerned(among: sessions)))])
            },
            AdminRoute(.post, "scenarios/reset") { call throws(AdminRefusal) in
                for manager in sessions.following(try call.concerned(among: sessions)) {
                    for name in names { manager.reset(scenario: name) }
                }
                return .done
            },
            AdminRoute(.put, "scenarios/{id}/state", setState),
        ]
    }

    private var names: [String] {
        Set(manager.stubs.compactMap(\.stub.scenario?.name)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private func scenarios(of manager: DemoManager) -> [JSONValue] {
        let stubs = manager.stubs.filter { $0.stub.scenario != nil }
        let states = manager.scenarioStates
        return names.map { name in
            let own = stubs.filter { $0.stub.scenario?.name == name }
            return [
                "id": .string(name), "name": .string(name),
                "state": .string(states[name] ?? ScenarioRule.initialState),
                "possibleStates": .array(Self.states(of: own).map { .string($0) }),
                "mappings": .array(own.map { AdminMappings.mapping(of: $0) }),
            ]
        }
    }

    private static func states(of stubs: [StubState]) -> [String] {
        let named = stubs.flatMap { [$0.stub.scenario?.requiredState, $0.stub.scenario?.newState] }.compactMap(\.self)
        let others = Set(named).subtracting([ScenarioRule.initialState])
        return [ScenarioRule.initialState] + others.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Sets a scenario to a state that one of its stubs names; without a state it restarts.
    private func setState(_ call: AdminCall) throws(AdminRefusal) -> AdminReply {
        let name = call.parameter
        guard names.contains(name) else { throw .notFound("There is no scenario \"\(name)\".") }
        let known = Self.states(of: manager.stubs.filter { $0.stub.scenario?.name == name })
        let chosen = try call.read { root in
            root.members(of: "the body", ["state"]).map { $0["state"]?.choice("state", among: known) }
        }
        guard let state = chosen else {
            try call.concerned(among: sessions).reset(scenario: name)
            return .done
        }
        let concerned = try call.concerned(among: sessions, makes: true)
        concerned.setScenario(name, to: state == ScenarioRule.initialState ? nil : state)
        return .done
    }
}
