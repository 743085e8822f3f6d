import AppCore
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
        let title: String
        /// The source of its body, or its consequence.
        var summary: String
        /// The status it answers with; nil if it changes the usual response.
        var status: Int?
        /// True if only the next call gets it.
        var isOnce = false

        /// The title with how long it lasts.
        var words: String { isOnce ? "\(title), once" : title }
    }

    /// A line to choose: a policy, or chaos.
    struct Choice: Hashable, Sendable, Identifiable {
        let id: String
        let title: String
        let summary: String
        /// Why it cannot be chosen; nil if it can.
        var reason: String?
        let isCurrent: Bool
    }

    var banner: Banner = .live
    var policies: [Choice] = []
    /// The name of the failures at random; nil for none.
    var chaos: String?
    var chaosChoices: [Choice] = []
    /// The client whose switches these are; nil is everyone.
    var session: String?
    /// The global switch, followed by screens without their own.
    var global = ServingMode.live
    var ownModes: [String: ServingMode] = [:]
    var demoScreens: Set<String> = []
    var screenConditions: [String: Condition] = [:]
    var operationConditions: [String: Condition] = [:]
    /// Calls that demo mode let through because no stub matched, since the start.
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
        return own + screen.operations.compactMap { name in operationConditions[name].map { "\(name): \($0.words)" } }
    }

    /// The condition that one call of a screen meets, or the screen's; nil for none.
    func condition(of operation: String, on screen: Screen) -> String? {
        conditions(of: screen).isEmpty
            ? nil : (operationConditions[operation] ?? screenConditions[screen.id])?.words
    }

    func mode(of screen: String) -> ServingMode { demoScreens.contains(screen) ? .demo : .live }
}

enum DemoFact: Hashable, Sendable {
    /// The global switch changed; `others` screens have a different one of their own.
    case everything(ServingMode, others: Int)
    /// The number of screens that lost their own switch.
    case switchesCleared(Int, failures: Int)
    case screen(String, ServingMode)
    /// A failure was chosen, or ended with nil; screens may become demo by it, or live again.
    case condition(String?, on: String, changesMode: Bool, once: Bool = false)
    case reset(String)
    /// The stub files were read again, with the number of problems and the first new one.
    case reloaded(problems: Int, new: Problem?)
    /// The document was replaced by its saved version, with the number of problems and the first new one.
    case documentReplaced(String, problems: Int, new: Problem?)
    /// A save of the document is not used.
    case documentRefused(Problem)
    /// The document is good again, and as it was.
    case documentRestored
    /// A stub of the user replaces an installed one.
    case copied(to: String)
    /// A saved file that is read only at the start.
    case savedForNextStart
    /// A stub was switched; `screens` are those it may answer.
    case stubSwitched(String, isOn: Bool, screens: Set<String>)
    case stubReset(String, scenario: String?, screens: Set<String>)
    case allReset
    case scenario(String, String, screens: Set<String>)
    /// Recording began; while everything is demo nothing is recorded.
    case recording(folder: String, needsLive: Bool)
    case recorded(folder: String, replies: Int, doubts: Int = 0)
    case policy(String)
    /// Failures at random began, or ended with nil.
    case chaos(String?)
    case chaosRefused(Problem)
    /// The switches of another client are shown; nil is everyone.
    case session(String?)
    case breakpoint(String, isOn: Bool)
    /// A UI test's seeds answer alone; no switch changes that.
    case seeded
}

struct Provenance: Hashable, Sendable {
    let mode: ServingMode
    /// The number that the journal's exchanges have.
    let call: UInt64
    let exchange: ExchangeNumber?
    /// True if demo mode let the call through because no stub matched.
    let isPassedThrough: Bool
    let stub: String?
    /// The file of the body, or else of the stub.
    var file: String?
    /// The title of the failure that was chosen for the call, or that it got at random.
    var condition: String?
    /// True for a failure at random.
    var isByChance = false
}

extension DemoFact {
    /// True if the answers to this screen's calls may have changed without its switch.
    func concerns(_ screen: String, _ mode: ServingMode) -> Bool {
        switch self {
        case .reset(let id): id == screen
        case .reloaded, .allReset: mode == .demo
        case .stubSwitched(_, _, let screens), .stubReset(_, _, let screens), .scenario(_, _, let screens):
            mode == .demo && screens.contains(screen)
        case .session: true
        // Loaded data is loaded again, or it would not be recorded.
        case .recording: mode == .live
        case .everything, .switchesCleared, .screen, .condition, .recorded, .policy, .seeded, .copied,
            .savedForNextStart, .chaos, .chaosRefused, .documentReplaced, .documentRefused, .documentRestored,
            .breakpoint:
            false
        }
    }

    var isProblem: Bool {
        switch self {
        case .reloaded(_, .some), .chaosRefused, .documentReplaced(_, _, .some), .documentRefused: true
        default: false
        }
    }

    func sentence(in catalog: ScreenCatalog) -> String {
        switch self {
        case .everything(.demo, 0): return "Demo data everywhere."
        case .everything(.live, 0): return "The server answers everywhere."
        case .everything(let mode, let count):
            let others = mode == .demo ? "live" : "demo"
            let screens = count == 1 ? "1 screen keeps its switch" : "\(count) screens keep their switches"
            return
                "Everything else is \(mode.rawValue): \(screens) and \(count == 1 ? "is" : "are") \(others). \(key: .clearSwitches) clears."
        case .switchesCleared(let count, let failures):
            let follow =
                count == 1 ? "The switch of one screen is cleared." : "The switches of \(count) screens are cleared."
            let end = "\(failures) \(failures == 1 ? "failure ends" : "failures end")."
            return [count > 0 ? follow : nil, failures > 0 ? end : nil].compactMap(\.self).joined(separator: " ")
        case .screen(let id, let mode):
            return mode == .demo ? "\(title(id, catalog)) uses demo data." : "\(title(id, catalog)) is live."
        case .condition(nil, let target, let changes, _):
            return "\(target) works as usual\(changes ? " and is live again" : "")."
        case .condition(let condition?, let target, let switched, let once):
            return
                "\(target) answers\(once ? " once" : ""): \(condition).\(switched ? " The screen switched to demo." : "")"
        case .reset(let id): return "\(title(id, catalog)) starts again: sequences, scenarios and remembered data."
        case .stubSwitched(let stub, let isOn, _): return "\(stub) is \(isOn ? "on" : "off")."
        case .stubReset(let stub, nil, _): return "\(stub) starts its replies again."
        case .stubReset(let stub, let scenario?, _): return "\(stub) and the scenario \(scenario) start again."
        case .allReset: return "Everything starts again: sequences, scenarios and remembered data."
        case .scenario(let name, let state, _): return "The scenario \(name) is in the state \(state)."
        case .recording(let folder, let needsLive):
            return needsLive
                ? "Recording: only what the server answers. Press \(key: .toggleAll) to go live."
                : "Recording into \(Self.short(folder))"
        case .recorded(let folder, let count, let doubts):
            guard count > 0 else { return "Recording ended; nothing was recorded." }
            let hint =
                doubts == 0
                ? ""
                : "\(doubts) \(doubts == 1 ? "name" : "names") may be of secrets; press \(key: .showProblems) to see. "
            return hint + "Recorded \(count) \(count == 1 ? "reply" : "replies"): \(Self.short(folder))"
        case .policy(let title): return "When no stub matches: \(title)."
        case .chaos(nil): return "No failures at random."
        case .chaos(let name?): return "Chaos \(name): calls are late or fail at random, in the same way each time."
        case .chaosRefused(let problem): return "\(problem); nothing changed."
        case .session(nil): return "Controlling all clients without a session."
        case .session(let name?): return "Controlling the session \(name)."
        case .breakpoint(let text, true):
            return "Calls of \(text) are held from now on. \(key: .showHeldCalls) lists them."
        case .breakpoint(let text, false): return "Calls of \(text) are no longer held."
        case .seeded: return "UI testing: only seeds answer, whatever the switches say."
        case .reloaded(_, let problem?), .documentReplaced(_, _, let problem?), .documentRefused(let problem):
            return problem.description
        case .reloaded(0, nil): return "Stubs reloaded."
        case .documentReplaced(let name, 0, nil): return "\(name) reloaded."
        case .documentRestored: return "The document is good again."
        case .documentReplaced(let name, let problems, nil):
            return
                "\(name) reloaded with \(problems) \(problems == 1 ? "problem" : "problems"); press \(key: .showProblems) to see."
        case .copied(let path): return "Saved as your own stub, which answers instead: \(Self.short(path))"
        case .savedForNextStart: return "Saved. It is read again at the next start."
        case .reloaded(let problems, nil):
            return
                "Stubs reloaded with \(problems) \(problems == 1 ? "problem" : "problems"); press \(key: .showProblems) to see."
        }
    }

    /// A path with `~` for the home folder.
    private static func short(_ path: String) -> String {
        let home = FileManager.default.homeDirectoryForCurrentUser.path
        return path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
    }

    private func title(_ id: String, _ catalog: ScreenCatalog) -> String { catalog[id]?.title ?? id }
}
