import DemoManager
import WireFormats

/// The switches and conditions of everyone or of one session, as a gateway sends them to its followers.
struct Choices: Sendable, Hashable {
    /// The values by their path: `["conditions", "operations", "listBooks"]`.
    typealias Values = [[String]: JSONValue]

    /// The session; nil for everyone.
    let session: String?
    /// Changes after a restart, and if a forgotten session is created again.
    let identity: Int
    /// The number of resets since the start.
    let resets: Int
    /// The values; nil if the session was forgotten.
    let values: Values?

    init(of manager: DemoManager, session: String?) {
        let overrides = manager.overrides
        self.session = session
        (identity, resets) = (overrides.identity, overrides.resets)
        values = Self.values(in: overrides.json)
    }

    init(forgotten session: String) { (self.session, identity, resets, values) = (session, 0, 0, nil) }

    init?(_ json: JSONValue) {
        guard let switches = json["switches"], let resets = json["resets"]?.intValue,
            let identity = json["identity"]?.intValue
        else { return nil }
        session = json["session"]?.stringValue
        (self.identity, self.resets) = (identity, resets)
        values = switches.isNull ? nil : Self.values(in: switches)
    }

    var json: JSONValue {
        [
            "session": session.map { .string($0) } ?? .null, "identity": .number(identity),
            "resets": .number(resets), "switches": values.map { Self.body(of: $0) } ?? .null,
        ]
    }

    /// True for a session without values and resets.
    var isEmpty: Bool { resets == 0 && values?.isEmpty != false }

    /// The values to set after earlier ones. Null ends a value that is now absent; equal values are omitted, so that a
    /// single-call condition is not set again.
    static func changes(from old: Values, to new: Values) -> Values {
        var changes = new.filter { old[$0.key] != $0.value }
        // The other members have no value for "not set".
        for path in old.keys where new[path] == nil && (path.count > 1 || path == ["chaos"]) { changes[path] = .null }
        return changes
    }

    /// Values as the body of `PUT /__admin/demo`.
    static func body(of values: Values) -> JSONValue {
        values.sorted { $0.key.lexicographicallyPrecedes($1.key) }.reduce([:]) { body, value in
            body.setting(value.value, at: JSONPointer(tokens: value.key))
        }
    }

    private static func values(in switches: JSONValue) -> Values {
        var values: Values = [:]
        func add(_ value: JSONValue, _ path: [String], depth: Int) {
            guard depth > 0, let object = value.objectValue else { return values[path] = value }
            for member in object.members { add(member.value, path + [member.key], depth: depth - 1) }
        }
        for member in switches.objectValue?.members ?? [] {
            add(member.value, [member.key], depth: ["screens": 1, "conditions": 2][member.key] ?? 0)
        }
        return values
    }
}

/// The stream that other gateways follow: the choices of everyone and of each session, initially and after each change.
struct ChoicesFeed: Sendable {
    let sessions: Sessions

    static let place = AdminRoute.Place(method: .get, path: "demo/choices")

    /// The time after which a comment shows that the stream is alive.
    static let heartbeat: Duration = .seconds(15)

    /// Writes server-sent events until the reader disconnects or the task is cancelled: `choices` with one line of JSON
    /// each, and `complete` after the initial ones. A slow reader gets the newest choices, so nothing is buffered.
    func write(to write: (String) async throws -> Void) async throws {
        // Subscribed before anything is read, so that no change is missed.
        let changes = sessions.everyone.changes()
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let sources = [
            Task {
                for await change in changes where !change.isDisjoint(with: Self.concerned) { wake.yield() }
                wake.finish()
            },
            Task {
                while !Task.isCancelled {
                    try await Task.sleep(for: Self.heartbeat)
                    wake.yield()
                }
            },
        ]
        defer { for source in sources { source.cancel() } }
        var sent: [String?: Choices] = [:]
        try await write(events(&sent) + "event: complete\ndata:\n\n")
        for await _ in wakes {
            let events = events(&sent)
            try await write(events.isEmpty ? ": alive\n\n" : events)
        }
    }

    private static let concerned: Change = [.switches, .conditions, .stubs, .sessions]

    /// The events for the choices that changed.
    private func events(_ sent: inout [String?: Choices]) -> String {
        var now: [String?: Choices] = [nil: Choices(of: sessions.everyone, session: nil)]
        for (name, session) in sessions.current {
            let choices = Choices(of: session, session: name)
            if !choices.isEmpty { now[name] = choices }
        }
        let gone = sent.keys.compactMap(\.self).filter { now[$0] == nil }.map(Choices.init(forgotten:))
        let changed = now.values.filter { sent[$0.session] != $0 }
        sent = now
        return (gone + changed.sorted { ($0.session ?? "") < ($1.session ?? "") })
            .map { "event: choices\ndata: \($0.json.text(.compact))\n\n" }.joined()
    }
}
