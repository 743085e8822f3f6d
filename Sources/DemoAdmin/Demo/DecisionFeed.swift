import DemoManager
import WireFormats

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
