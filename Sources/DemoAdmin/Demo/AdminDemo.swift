import DemoManager
import DemoManagerFiles
import Recordings
import WireFormats

/// The switches, for scripts: `/__admin/demo`.
///
/// `?session=NAME` selects the switches of one session. Without it they are everyone's, which sessions follow until
/// they set their own.
struct AdminDemo: Sendable {
    let sessions: Sessions
    /// The recording whose stubs are loaded before demo mode uses them.
    let recording: Recording?

    /// The reasons why some policies cannot be chosen in this run.
    let policyReasons: [UnmatchedPolicy: String]
    /// Receives everyone's mode after a change.
    let tell: @Sendable (Banner) -> Void
    private var manager: DemoManager { sessions.everyone }

    var routes: [AdminRoute] {
        [
            AdminRoute(.get, "demo") { call throws(AdminRefusal) in
                .json(try call.concerned(among: sessions).switches)
            },
            AdminRoute(.post, "demo", set),
            AdminRoute(.put, "demo", set),
            AdminRoute(.post, "demo/reset") { call throws(AdminRefusal) in
                let concerned = try call.concerned(among: sessions, makes: true)
                sessions.resetAll(concerned)
                return .json(concerned.switches)
            },
        ]
    }

    private func set(_ call: AdminCall) async throws(AdminRefusal) -> AdminReply {
        let wanted = try call.read(read)
        let concerned = try call.concerned(among: sessions, makes: true)
        await set(wanted, on: concerned)
        return .json(concerned.switches)
    }

    /// Valid switches and conditions to set; the others stay.
    struct Wanted {
        var isEnabled: Bool?
        var unmatched: UnmatchedPolicy?
        /// The inner nil ends chaos.
        var chaos: Chaos??
        var screens: [(String, ScreenSwitch)]
        var screenConditions: [(String, ChosenCondition?)]
        var operationConditions: [(String, ChosenCondition?)]
    }

    /// - Parameter adopts: true if conditions switch no screen to demo.
    func set(_ wanted: Wanted, adopting adopts: Bool = false, on manager: DemoManager) async {
        await recording?.settle()
        let before = manager.banner
        defer { if manager === sessions.everyone, manager.banner != before { tell(manager.banner) } }
        if let isEnabled = wanted.isEnabled { manager.isEnabled = isEnabled }
        if let unmatched = wanted.unmatched { manager.unmatched = unmatched }
        if let chaos = wanted.chaos { manager.chaos = chaos }
        for (screen, way) in wanted.screens { manager.setEnabled(way, for: screen) }
        guard !adopts else {
            for (screen, chosen) in wanted.screenConditions { manager.adopt(chosen, forScreen: screen) }
            for (operation, chosen) in wanted.operationConditions { manager.adopt(chosen, forOperation: operation) }
            return
        }
        for (screen, chosen) in wanted.screenConditions {
            manager.setCondition(chosen?.condition, forScreen: screen, once: chosen?.isOnce ?? false)
        }
        for (operation, chosen) in wanted.operationConditions {
            manager.setCondition(chosen?.condition, forOperation: operation, once: chosen?.isOnce ?? false)
        }
    }

    /// Reads the body of a call. Invalid members are recorded as flaws.
    func read(_ root: Node) -> Wanted? {
        let keys: Set = ["enabled", "unmatched", "screens", "conditions", "chaos"]
        guard let members = root.members(of: "the body", keys) else { return nil }
        let conditions = members["conditions"]?.members(of: "conditions", ["screens", "operations"])
        return Wanted(
            isEnabled: members["enabled"]?.boolean("enabled"),
            unmatched: members["unmatched"].flatMap(policy),
            chaos: members["chaos"].map(chaos),
            screens: (members["screens"]?.named("screens") ?? []).map { name, node in
                checkScreen(name, node)
                let way = node.value.isNull ? .follow : node.choice(name, of: ScreenSwitch.self)
                return (name, way ?? .follow)
            },
            screenConditions: (conditions?["screens"]?.named("screens") ?? []).map { name, node in
                checkScreen(name, node)
                let own = manager.screens.first { $0.id == name }?.operations ?? []
                return (name, condition(node, of: own))
            },
            operationConditions: (conditions?["operations"]?.named("operations") ?? []).map { name, node in
                let known = manager.operations.map(\.id)
                guard known.contains(name) else {
                    node.flaw(unknown: name, among: known)
                    return (name, nil)
                }
                return (name, condition(node, of: [name]))
            })
    }

    private func policy(_ node: Node) -> UnmatchedPolicy? {
        let policy = node.choice("unmatched", of: UnmatchedPolicy.self)
        if let policy, let reason = policyReasons[policy] {
            node.flaw("unmatched cannot be \(policy.rawValue): \(reason)")
        }
        return policy
    }

    /// A profile by name, or rules as in a file; null ends chaos.
    private func chaos(_ node: Node) -> Chaos? {
        if node.value.isNull { return nil }
        if node.value.objectValue != nil { return manager.read(node, name: "chaos") }
        if let profile = Chaos.profiles.first(where: { $0.name == node.value.stringValue }) { return profile }
        let names = Chaos.profiles.map(\.name).joined(separator: ", ")
        node.flaw("must be null, an object with rules, or one of \(names)")
        return nil
    }

    /// A condition by name, or as an object with the name and `once`; null ends it.
    private func condition(_ node: Node, of operations: [String]) -> ChosenCondition? {
        if node.value.isNull { return nil }
        let members = node.value.objectValue == nil ? nil : node.members(of: "a condition", ["name", "once", "use"])
        let name = members == nil ? node : members?["name"]
        let known = manager.conditionNames(forOperations: operations)
        guard let condition = known.first(where: { $0.name == name?.value.stringValue }) else {
            let names = known.map(\.name).joined(separator: ", ")
            (name ?? node).flaw("must be \(members == nil ? "null or " : "")one of \(names)")
            return nil
        }
        return ChosenCondition(condition: condition, isOnce: members?["once"]?.boolean("once") ?? false)
    }

    /// Without described screens, stubs and clients may use any name.
    private func checkScreen(_ name: String, _ node: Node) {
        let known = manager.screens.map(\.id)
        if !known.isEmpty, !known.contains(name) { node.flaw(unknown: name, among: known) }
    }
}

extension DemoManager {
    /// All switches and conditions, in the format that ``AdminDemo`` accepts.
    var switches: JSONValue {
        let switched = screenSwitches
        let described = screens.map(\.id)
        let all = described + Set(switched.keys).union(screenConditions.keys).subtracting(described).sorted()
        let ofScreens = all.compactMap { screen in
            chosenCondition(forScreen: screen).map { JSONObject.Member(key: screen, value: $0.json) }
        }
        let ofOperations = operations.compactMap { operation in
            chosenCondition(forOperation: operation.id).map { JSONObject.Member(key: operation.id, value: $0.json) }
        }
        return [
            "enabled": .bool(isEnabled), "banner": .string(banner.text), "unmatched": .string(unmatched.rawValue),
            "screens": .object(
                JSONObject(all.map { .init(key: $0, value: .string((switched[$0] ?? .follow).rawValue)) })),
            "conditions": [
                "screens": .object(JSONObject(ofScreens)), "operations": .object(JSONObject(ofOperations)),
            ],
            "chaos": chaos?.json ?? .null,
        ]
    }
}

extension Overrides {
    /// The overrides in the format that ``AdminDemo`` accepts.
    var json: JSONValue {
        func json(_ chosen: ChosenCondition?) -> JSONValue {
            guard let chosen, let number = chosen.useNumber else { return chosen?.json ?? .null }
            // Choosing the same single-call condition again is another choice.
            return ["name": .string(chosen.condition.name), "once": true, "use": .number(number)]
        }
        func conditions(_ chosen: [String: ChosenCondition?]) -> JSONValue {
            .object(JSONObject(chosen.map { .init(key: $0, value: json($1)) }))
        }
        return .object([
            "enabled": isEnabled.map { .bool($0) }, "unmatched": unmatched.map { .string($0.rawValue) },
            "screens": .object(JSONObject(screens.map { .init(key: $0, value: .string($1.rawValue)) })),
            "conditions": [
                "screens": conditions(conditionsOfScreens), "operations": conditions(conditionsOfOperations),
            ],
            "chaos": chaos.map { $0?.json ?? .null },
        ])
    }
}

extension ChosenCondition {
    /// The name, with `once` for a single-call condition.
    fileprivate var json: JSONValue {
        isOnce ? ["name": .string(condition.name), "once": true] : .string(condition.name)
    }
}

/// A stream of events: each decision once, and the switches after each change.
struct DecisionFeed: Sendable {
    let manager: DemoManager

    static let place = AdminRoute.Place(method: .get, path: "demo/events")

    /// The feed as server-sent events: `event: decision` and `event: switches`, each with one line of JSON. It begins
    /// with the current switches and ends when its reader disconnects.
    func events() -> AsyncStream<String> {
        // A slow reader misses the oldest events, so that memory stays bounded.
        AsyncStream(bufferingPolicy: .bufferingNewest(2_000)) { continuation in
            let task = Task {
                // Subscribed before the journal is read, so that no change is missed.
                let changes = manager.changes()
                var last = manager.journal.exchanges.last?.id
                continuation.yield(Self.event("switches", manager.switches))
                for await change in changes {
                    if change.contains(.journal) {
                        let exchanges = manager.journal.exchanges
                        let new = last.map { last in exchanges.drop { $0.id <= last } } ?? exchanges
                        for exchange in new {
                            continuation.yield(Self.event("decision", exchange.decided(by: manager)))
                        }
                        last = new.last?.id ?? last
                    }
                    if change.contains(.holds) { continuation.yield(Self.event("holds", manager.holds)) }
                    if !change.isDisjoint(with: [.switches, .conditions]) {
                        continuation.yield(Self.event("switches", manager.switches))
                    }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private static func event(_ name: String, _ data: JSONValue) -> String {
        "event: \(name)\ndata: \(data.text(.compact))\n\n"
    }
}

extension Exchange {
    /// A summary of the decision, without secrets.
    fileprivate func decided(by manager: DemoManager) -> JSONValue {
        let shown = redacted
        var event = JSONObject([
            "id": .string(id.uuid), "decision": .string(action.word), "method": .string(sentMethod.rawValue),
            "url": .string(shown.sentPath), "reason": .string(shown.reason),
        ])
        shown.addOrigin(to: &event, manager)
        return .object(event)
    }
}
