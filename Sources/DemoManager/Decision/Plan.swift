import HTTPTypes
import JSONText

/// What the snapshot says about a request, before the lock is taken to make it happen.
enum Plan: Sendable {
    /// Demo is off, or the call asked for the server.
    case leave(PassThroughReason)
    /// A stub answers, for the condition if one is chosen.
    case stub(StubEntry, Condition?)
    /// A condition answers with a reply that moves no sequence: built in, or derived from a stub's success.
    case condition(Condition, StubReply, StubRef)
    /// Replies are seeded, but none for this request.
    case unseeded
    /// No stub matches.
    case unmatched
}

extension Snapshot {
    /// What happens to an attempt. Pure; nothing here waits or changes anything.
    func plan(_ facts: RequestFacts, _ call: Call, ignoringBody: Bool = false) -> Plan {
        if let seeds { return seeds.match(facts).map { .stub($0, nil) } ?? .unseeded }
        if call.isBypassed { return .leave(.bypassed) }
        guard call.mode == .demo else { return .leave(.live) }
        if let condition = conditions.condition(of: call, facts, in: catalog),
            let plan = plan(condition, facts, call, ignoringBody: ignoringBody)
        {
            return plan
        }
        return ordinary(facts, call, ignoringBody: ignoringBody).map { .stub($0, nil) } ?? .unmatched
    }

    /// The first eligible stub.
    func ordinary(_ facts: RequestFacts, _ call: Call, ignoringBody: Bool = false) -> StubEntry? {
        index.first(facts, ignoringBody: ignoringBody) { entry in
            isEligible(entry, facts, call) && !disabled.contains(entry.id)
        }
    }

    private func plan(_ condition: Condition, _ facts: RequestFacts, _ call: Call, ignoringBody: Bool) -> Plan? {
        // Even a disabled stub: that is how a folder of fixtures keeps a condition's reply ready.
        let named = index.first(facts, ignoringBody: ignoringBody) { entry in
            entry.stub.name == condition.name && isEligible(entry, facts, call)
        }
        if let named { return .stub(named, condition) }
        if let reply = condition.builtInReply { return .condition(condition, reply, .builtIn(condition)) }
        let ordinary = ordinary(facts, call, ignoringBody: ignoringBody)
        if let ordinary, condition == .slow || ignoringBody { return .stub(ordinary, condition) }
        guard condition.derivesFromSuccess || condition == .slow else { return nil }
        if let ordinary, let place = ordinary.firstSuccess {
            let reply = condition.derived(from: ordinary.reply(at: place, for: facts))
            return .condition(condition, reply, ordinary.ref(at: place, for: condition))
        }
        guard var reply = described(facts, call) else { return nil }
        reply = condition.derived(from: reply)
        if condition == .slow { reply.delay += Condition.slowness }
        return .condition(condition, reply, .builtIn(condition))
    }

    private func described(_ facts: RequestFacts, _ call: Call) -> StubReply? {
        guard let body = catalog.operation(of: call, facts)?.successBody else { return nil }
        return StubReply(headers: [.contentType: "application/json"], body: body.bytes())
    }

    private func isEligible(_ entry: StubEntry, _ facts: RequestFacts, _ call: Call) -> Bool {
        if let screens = entry.stub.screens {
            guard let screen = call.screen, screens.contains(screen) else { return false }
        }
        guard let scenario = entry.stub.scenario, let required = scenario.requiredState else { return true }
        return required.utf8.elementsEqual(state(of: scenario, facts, call).utf8)
    }

    private func state(of scenario: ScenarioRule, _ facts: RequestFacts, _ call: Call) -> String {
        scenarios[scenario.key(facts.request, call)] ?? ScenarioRule.initialState
    }

    /// Why a stub would not answer the call although it matches.
    func obstacle(_ entry: StubEntry, _ facts: RequestFacts, _ call: Call) -> StubVerdict.Obstacle? {
        if disabled.contains(entry.id) { return .disabled }
        guard !isEligible(entry, facts, call) else { return nil }
        if let screens = entry.stub.screens, !screens.contains(call.screen ?? "") { return .otherScreens(screens) }
        guard let scenario = entry.stub.scenario, let required = scenario.requiredState else { return nil }
        return .scenario(name: scenario.name, state: state(of: scenario, facts, call), required: required)
    }
}
