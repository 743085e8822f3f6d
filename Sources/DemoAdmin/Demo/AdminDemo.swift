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

    private static let keys: Set<String> = ["enabled", "unmatched", "screens", "conditions", "chaos"]

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
        let set = try await set(try call.object(of: Self.keys)) { () throws(AdminRefusal) in
            try call.concerned(among: sessions, makes: true)
        }
        return .json(set.switches)
    }

    /// Sets the given members and keeps the others. Nothing is changed if any is invalid.
    ///
    /// - Parameters:
    ///   - adopts: true if conditions switch no screen to demo.
    ///   - concerned: returns the manager, after everything else is validated.
    @discardableResult
    func set(
        _ body: JSONObject, adopting adopts: Bool = false, on concerned: () throws(AdminRefusal) -> DemoManager
    ) async throws(AdminRefusal) -> DemoManager {
        let policy = try policy(body["unmatched"])
        let enabled = try body["enabled"].map { value throws(AdminRefusal) in try value.flag(at: ["enabled"]) }
        var screens: [(String, ScreenSwitch)] = []
        for member in try members(body["screens"], at: ["screens"]) {
            let place = ["screens", member.key]
            try checkScreen(member.key, at: place)
            let way = member.value.isNull ? .follow : try member.value.choice(of: ScreenSwitch.self, at: place)
            screens.append((member.key, way))
        }
        let conditions = try conditions(body["conditions"])
        let chaos = try body["chaos"].map { value throws(AdminRefusal) in try self.chaos(value) }
        let manager = try concerned()
        // Everything is valid; nothing can fail from here on.
        await recording?.settle()
        let before = manager.banner
        defer { if manager === sessions.everyone, manager.banner != before { tell(manager.banner) } }
        if let enabled { manager.isEnabled = enabled }
        if let policy { manager.unmatched = policy }
        if let chaos { manager.chaos = chaos }
        for (screen, way) in screens { manager.setEnabled(way, for: screen) }
        guard !adopts else {
            for (screen, chosen) in conditions.screens { manager.adopt(chosen, forScreen: screen) }
            for (operation, chosen) in conditions.operations { manager.adopt(chosen, forOperation: operation) }
            return manager
        }
        for (screen, chosen) in conditions.screens {
            manager.setCondition(chosen?.condition, forScreen: screen, once: chosen?.isOnce ?? false)
        }
        for (operation, chosen) in conditions.operations {
            manager.setCondition(chosen?.condition, forOperation: operation, once: chosen?.isOnce ?? false)
        }
        return manager
    }

    private func policy(_ value: JSONValue?) throws(AdminRefusal) -> UnmatchedPolicy? {
        guard let value else { return nil }
        let policy = try value.choice(of: UnmatchedPolicy.self, at: ["unmatched"])
        if let reason = policyReasons[policy] {
            throw .unprocessable("unmatched cannot be \(policy.rawValue): \(reason)", at: ["unmatched"])
        }
        return policy
    }

    /// A profile by name, or rules as in a file; null ends chaos.
    private func chaos(_ value: JSONValue) throws(AdminRefusal) -> Chaos? {
        if value.isNull { return nil }
        if value.objectValue == nil {
            if let profile = Chaos.profiles.first(where: { $0.name == value.stringValue }) { return profile }
            let names = Chaos.profiles.map(\.name).joined(separator: ", ")
            throw .unprocessable("must be null, an object with rules, or one of \(names).", at: ["chaos"])
        }
        let root = Node(value: value, pointer: .root, flaws: Flaws())
        if let chaos = manager.read(root, name: "chaos") { return chaos }
        let flaw = root.flaws.list.first
        throw .unprocessable((flaw?.message ?? "is not chaos") + ".", at: ["chaos"] + (flaw?.pointer.tokens ?? []))
    }

    private typealias Chosen = [(String, ChosenCondition?)]

    private func conditions(_ value: JSONValue?) throws(AdminRefusal) -> (screens: Chosen, operations: Chosen) {
        guard let object = try value?.members(of: ["screens", "operations"], at: ["conditions"]) else {
            return ([], [])
        }
        var (screens, operations): (Chosen, Chosen) = ([], [])
        for member in try members(object["screens"], at: ["conditions", "screens"]) {
            let place = ["conditions", "screens", member.key]
            try checkScreen(member.key, at: place)
            let own = manager.screens.first { $0.id == member.key }?.operations ?? []
            screens.append((member.key, try condition(member.value, of: own, at: place)))
        }
        for member in try members(object["operations"], at: ["conditions", "operations"]) {
            let place = ["conditions", "operations", member.key]
            let known = manager.operations.map(\.id)
            guard known.contains(member.key) else { throw .unknown(member.key, among: known, at: place) }
            operations.append((member.key, try condition(member.value, of: [member.key], at: place)))
        }
        return (screens, operations)
    }

    private func members(_ value: JSONValue?, at pointer: [String]) throws(AdminRefusal) -> [JSONObject.Member] {
        try value?.members(at: pointer).members ?? []
    }

    /// A condition by name, or as an object with the name and `once`; null ends it.
    private func condition(_ value: JSONValue, of operations: [String], at pointer: [String]) throws(AdminRefusal)
        -> ChosenCondition?
    {
        if value.isNull { return nil }
        let object = value.objectValue == nil ? nil : try value.members(of: ["name", "once", "use"], at: pointer)
        let isOnce = try object?["once"]?.flag(at: pointer + ["once"]) ?? false
        let known = manager.conditionNames(forOperations: operations)
        let name = object.map { $0["name"] } ?? value
        guard let condition = known.first(where: { $0.name == name?.stringValue }) else {
            let names = known.map(\.name).joined(separator: ", ")
            throw object == nil
                ? .unprocessable("must be null or one of \(names).", at: pointer)
                : .unprocessable("must be one of \(names).", at: pointer + ["name"])
        }
        return ChosenCondition(condition: condition, isOnce: isOnce)
    }

    /// Without described screens, stubs and clients may use any name.
    private func checkScreen(_ name: String, at pointer: [String]) throws(AdminRefusal) {
        let known = manager.screens.map(\.id)
        if !known.isEmpty, !known.contains(name) { throw .unknown(name, among: known, at: pointer) }
    }
}

extension DemoManager {
    /// All switches and conditions, in the format that ``AdminDemo`` accepts.
    var switches: JSONValue {
        var switches = JSONObject([
            .init(key: "enabled", value: .bool(isEnabled)), .init(key: "banner", value: .string(banner.text)),
            .init(key: "unmatched", value: .string(unmatched.rawValue)),
        ])
        let switched = screenSwitches
        let described = screens.map(\.id)
        let named = Set(switched.keys).union(screenConditions.keys).subtracting(described).sorted()
        switches["screens"] = .object(
            JSONObject(
                (described + named).map {
                    .init(key: $0, value: .string((switched[$0] ?? .follow).rawValue))
                }))
        let ofScreens = (described + named).compactMap { screen in
            chosenCondition(forScreen: screen).map { JSONObject.Member(key: screen, value: $0.json) }
        }
        let ofOperations = operations.compactMap { operation in
            chosenCondition(forOperation: operation.id).map { JSONObject.Member(key: operation.id, value: $0.json) }
        }
        switches["conditions"] = [
            "screens": .object(JSONObject(ofScreens)), "operations": .object(JSONObject(ofOperations)),
        ]
        switches["chaos"] = chaos?.json ?? .null
        return .object(switches)
    }
}

extension Overrides {
    /// The overrides in the format that ``AdminDemo`` accepts.
    var json: JSONValue {
        func json(_ chosen: ChosenCondition?) -> JSONValue {
            guard let chosen, let number = chosen.useNumber else { return chosen?.json ?? .null }
            // Choosing the same single-call condition again is another choice.
            return ["name": .string(chosen.condition.name), "once": true, "use": .number(JSONNumber(number))]
        }
        func conditions(_ chosen: [String: ChosenCondition?]) -> JSONValue {
            .object(JSONObject(chosen.map { .init(key: $0, value: json($1)) }))
        }
        var choices = JSONObject()
        if let isEnabled { choices["enabled"] = .bool(isEnabled) }
        if let unmatched { choices["unmatched"] = .string(unmatched.rawValue) }
        choices["screens"] = .object(JSONObject(screens.map { .init(key: $0, value: .string($1.rawValue)) }))
        choices["conditions"] = [
            "screens": conditions(conditionsOfScreens), "operations": conditions(conditionsOfOperations),
        ]
        if let chaos { choices["chaos"] = chaos?.json ?? .null }
        return .object(choices)
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
            .init(key: "id", value: .string(id.uuid)), .init(key: "decision", value: .string(action.word)),
            .init(key: "method", value: .string(sentMethod.rawValue)),
            .init(key: "url", value: .string(shown.sentPath)),
            .init(key: "reason", value: .string(shown.reason)),
        ])
        shown.addOrigin(to: &event, manager)
        return .object(event)
    }
}
