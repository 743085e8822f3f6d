import DemoManager
import WireFormats

/// The client whose switches the screens show: all without a session, or one that named a session to the gateway.
final class SessionAtHand: Sendable {
    /// The engine of clients without a session, with the journal, the stub files and the policy.
    let base: DemoManager
    private let clients: Clients?
    private let chosen = Lock<String?>(nil)
    /// The screens that a failure made demo, by ``switchKey(_:)``.
    let madeDemo = Lock<Set<String>>([])

    struct Clients: Sendable {
        /// The names of the sessions, in order.
        let names: @Sendable () -> [String]
        let manager: @Sendable (String) -> DemoManager
        let connected: @Sendable () -> Int
    }

    /// - Parameter clients: nil if this program is the only client.
    init(_ base: DemoManager, clients: Clients? = nil) {
        self.base = base
        self.clients = clients
    }

    var connected: Int { clients?.connected() ?? 0 }

    /// True if this program is the only client.
    var isAlone: Bool { clients == nil }

    /// The selected session; nil for clients without one.
    var name: String? { chosen.withLock { $0 } }

    var manager: DemoManager { name.flatMap { clients?.manager($0) } ?? base }

    /// The manager of clients without a session, for a session that was forgotten.
    func manager(of session: String?) -> DemoManager {
        guard let clients, let session, clients.names().contains(session) else { return base }
        return clients.manager(session)
    }

    /// The switch of a screen among those of all sessions.
    func switchKey(_ screen: String) -> String { "\(name ?? "") \(screen)" }

    func choose(_ name: String?) { chosen.withLock { $0 = name } }

    /// The clients without a session, then every session, each with its banner.
    var rows: [SessionRow] {
        let (name, clients) = (name, clients)
        let everyone = SessionRow(name: nil, banner: base.banner.text, isChosen: name == nil)
        return [everyone]
            + (clients?.names() ?? []).map { session in
                SessionRow(
                    name: session, banner: clients?.manager(session).banner.text ?? "", isChosen: session == name)
            }
    }

    /// The session of this program's own calls, so that they find the data its clients wrote.
    func key(of session: String) -> String? { clients == nil ? session : name }
}

struct SessionRow: Hashable, Sendable {
    /// Nil is all clients without a session.
    let name: String?
    /// `LIVE`, `DEMO` or `MIXED n/m`.
    let banner: String
    let isChosen: Bool
}
