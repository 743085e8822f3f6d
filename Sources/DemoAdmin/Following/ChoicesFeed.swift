import DemoManager
import WireFormats

/// The stream that other gateways follow: the choices of everyone and of each session, at first and whenever they change.
struct ChoicesFeed: Sendable {
    let manager: DemoManager
    /// Nil without sessions.
    let sessions: (any SessionDirectory)?

    static let place = AdminRoute.Place(method: .get, path: "demo/choices")

    /// The pause after which a comment says that the stream lives.
    static let heartbeat: Duration = .seconds(15)

    /// Writes server-sent events until the reader leaves or the task is cancelled: `choices` with one line of JSON each,
    /// and `complete` after the first ones. A slow reader gets the newest choices, so nothing has to be kept for it.
    func write(to write: (String) async throws -> Void) async throws {
        // Subscribed before anything is read, so that nothing is missed.
        let changes = manager.changes()
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

    /// The choices that changed.
    private func events(_ sent: inout [String?: Choices]) -> String {
        var now: [String?: Choices] = [nil: Choices(of: manager, session: nil)]
        for (name, session) in sessions?.current ?? [:] {
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
