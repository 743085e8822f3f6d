import AppCore
import DemoManager
import Foundation
import WireFormats

enum ServingMode: String, Hashable, Sendable { case live, demo }

struct DemoStatus: Hashable, Sendable {
    enum Banner: Hashable, Sendable {
        case live
        case demo
        case mixed(demo: Int, of: Int)
    }

    struct Condition: Hashable, Sendable, Identifiable {
        let id: String
        var title: String
        /// The source of its body, or its consequence.
        var summary: String
        /// The status of its reply; nil if it changes the default response.
        var status: Int?
        /// True if only the next call is affected.
        var isOnce = false

        /// The title with its duration.
        var words: String { isOnce ? "\(title), once" : title }
    }

    /// A line to choose: a policy, or chaos.
    struct Choice: Hashable, Sendable, Identifiable {
        let id: String
        let title: String
        let summary: String
        /// The reason it cannot be chosen; nil if it can.
        var reason: String?
        let isCurrent: Bool
    }

    var banner: Banner = .live
    var policies: [Choice] = []
    /// The name of the failures at random; nil for none.
    var chaos: String?
    var chaosChoices: [Choice] = []
    /// The session of these switches; nil for clients without one.
    var session: String?
    /// The global switch, followed by screens without their own.
    var global = ServingMode.live
    var ownModes: [String: ServingMode] = [:]
    var demoScreens: Set<String> = []
    var screenConditions: [String: Condition] = [:]
    var operationConditions: [String: Condition] = [:]
    /// Calls that demo mode passed on because no stub matched, since the start.
    var passedWithoutStub = 0
    /// Calls with data that breaks the contract.
    var offContract: Set<UInt64> = []
    var isRecording = false
    /// Replies that were recorded in this run.
    var recorded = 0
    var canRecord = true
    var holds = HoldStatus()
    /// Callbacks and webhooks of the document.
    var callbacks: [CallbackRow] = []
    var problems: [Problem] = []

    var hasConditions: Bool { !screenConditions.isEmpty || !operationConditions.isEmpty }

    var conditions: String? {
        let all = Array(screenConditions.values) + operationConditions.values
        guard let first = all.first else { return nil }
        return all.count == 1 ? "condition: \(first.words)" : "\(all.count) conditions"
    }

    /// The conditions of a screen and of its operations; each of those with its name.
    func conditions(of screen: Screen) -> [String] {
        let own = screenConditions[screen.id].map { [$0.words] } ?? []
        guard demoScreens.contains(screen.id) || !own.isEmpty || operationConditions.values.contains(where: \.isOnce)
        else {
            return []
        }
        return own
            + screen.operations.compactMap { name in
                operationConditions[name].map { "\(screen.call(of: name)): \($0.words)" }
            }
    }

    /// The condition that one call of a screen meets, or the screen's; nil for none.
    func condition(of operation: String, on screen: Screen) -> String? {
        conditions(of: screen).isEmpty
            ? nil : (operationConditions[operation] ?? screenConditions[screen.id])?.words
    }

    func mode(of screen: String) -> ServingMode { demoScreens.contains(screen) ? .demo : .live }
}

/// The outcome of a change of demo mode, to be shown.
struct DemoFact: Sendable {
    /// The screens whose answers may have changed without their switches.
    enum Scope: Hashable, Sendable {
        case none, all
        case mode(ServingMode)
        case screen(String)
        case demoScreens(Set<String>)
    }

    /// The text, created when it is shown, with the names of the keys.
    let sentence: @Sendable () -> String
    let isProblem: Bool
    let scope: Scope

    init(
        _ sentence: @autoclosure @escaping @Sendable () -> String, isProblem: Bool = false, changes scope: Scope = .none
    ) {
        (self.sentence, self.isProblem, self.scope) = (sentence, isProblem, scope)
    }

    func concerns(_ screen: String, _ mode: ServingMode) -> Bool {
        switch scope {
        case .none: false
        case .all: true
        case .mode(let changed): mode == changed
        case .screen(let id): id == screen
        case .demoScreens(let screens): mode == .demo && screens.contains(screen)
        }
    }

    /// The global switch changed; `others` screens have a different one of their own.
    static func everything(_ mode: ServingMode, others: Int) -> DemoFact {
        guard others > 0 else {
            return DemoFact(mode == .demo ? "Demo data everywhere." : "The server answers everywhere.")
        }
        let keep = others == 1 ? "1 screen keeps its switch and is" : "\(others) screens keep their switches and are"
        let other = mode == .demo ? "live" : "demo"
        return DemoFact("Everything else is \(mode.rawValue): \(keep) \(other). \(key: .clearSwitches) clears.")
    }

    /// - Parameter count: The number of screens that lost their own switch.
    static func switchesCleared(_ count: Int, failures: Int) -> DemoFact {
        let switches = count == 1 ? "The switch of one screen is" : "The switches of \(count) screens are"
        let end = failures == 1 ? "1 failure is cleared." : "\(failures) failures are cleared."
        let sentences = [count > 0 ? switches + " cleared." : nil, failures > 0 ? end : nil]
        return DemoFact(sentences.compactMap(\.self).joined(separator: " "))
    }

    /// Files were read again, with the number of problems and the first new one.
    static func reloaded(_ name: String, problems: Int, new: Problem?, changes scope: Scope = .none) -> DemoFact {
        if let new { return DemoFact(new.description, isProblem: true, changes: scope) }
        guard problems > 0 else { return DemoFact("\(name) reloaded.", changes: scope) }
        return DemoFact(
            "\(name) reloaded with \(problems.of("problem")); press \(key: .showProblems) to see.", changes: scope)
    }

    static func recorded(into folder: String, replies: Int, doubts: Int) -> DemoFact {
        guard replies > 0 else { return DemoFact("Recording ended; nothing was recorded.") }
        let end = "Recorded \(replies.of("reply", "replies")): \(short(folder))"
        guard doubts > 0 else { return DemoFact(end) }
        return DemoFact("\(doubts.of("name")) may be of secrets; press \(key: .showProblems) to see. \(end)")
    }

    /// A path with `~` for the home folder.
    static func short(_ path: String) -> String {
        let home = FileManager.default.homeDirectoryForCurrentUser.path
        return path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
    }
}

extension BinaryInteger {
    /// `1 problem`, `2 problems`.
    func of(_ one: String, _ many: String? = nil) -> String { self == 1 ? "1 \(one)" : "\(self) \(many ?? one + "s")" }
}

struct Provenance: Hashable, Sendable {
    let mode: ServingMode
    /// The number that the journal's exchanges have.
    let call: UInt64
    let exchange: ExchangeNumber?
    /// True if demo mode passed the call on because no stub matched.
    let isPassedThrough: Bool
    let stub: String?
    /// The file of the body, or else of the stub.
    var file: String?
    /// The title of the failure that was chosen for the call, or that it got at random.
    var condition: String?
    /// True for a failure at random.
    var isByChance = false
}

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
