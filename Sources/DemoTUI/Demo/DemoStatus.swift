import JSONText

/// How calls are answered: by the server or by stubs.
enum ServingMode: String, Hashable, Sendable { case live, demo }

/// The switches and conditions at one moment, as the screens show them.
struct DemoStatus: Hashable, Sendable {
    /// What the banner says.
    enum Banner: Hashable, Sendable {
        case live
        case demo
        case mixed(demo: Int, of: Int)

        var text: String {
            switch self {
            case .live: "LIVE"
            case .demo: "DEMO"
            case .mixed(let demo, let all): "MIXED \(demo)/\(all)"
            }
        }
    }

    /// One entry of the condition picker.
    struct Condition: Hashable, Sendable, Identifiable {
        let id: String
        let title: String
        var summary: String
        /// The operations it has an answer for; nil is all of them.
        var operations: [String]?
    }

    /// One entry of the policy picker: what demo mode does where no stub matches.
    struct Policy: Hashable, Sendable, Identifiable {
        let id: String
        let title: String
        let summary: String
        /// Why it cannot be chosen in this run, if it cannot.
        let reason: String?
        let isCurrent: Bool
    }

    var banner: Banner = .live
    /// What demo mode can do where no stub matches, with what it does.
    var policies: [Policy] = []
    /// The client whose switches these are, where one was chosen; nil is everyone.
    var session: String?
    /// The global switch, which screens without a switch of their own follow.
    var global = ServingMode.live
    /// The screens with a switch of their own.
    var ownModes: [String: ServingMode] = [:]
    /// Screens whose next call is answered by stubs.
    var demoScreens: Set<String> = []
    /// The chosen condition of each screen that has one, by its title.
    var screenConditions: [String: Condition] = [:]
    /// The chosen condition of each operation that has one.
    var operationConditions: [String: Condition] = [:]
    /// Calls that demo mode let through because no stub matched, since the start.
    var passedWithoutStub = 0
    /// Calls whose data is not as the document has it.
    var offContract: Set<UInt64> = []
    /// Whether what the server answers is recorded.
    var isRecording = false
    /// Whether this run can record.
    var canRecord = true
    /// Problems in the document and the stub files.
    var problems: [Problem] = []

    /// The conditions that are chosen, in few words; nil where none is.
    var conditions: String? {
        let all = Array(screenConditions.values) + operationConditions.values
        guard let first = all.first else { return nil }
        return all.count == 1 ? "condition: \(first.title)" : "\(all.count) conditions"
    }

    /// How the next call of a screen is answered.
    func mode(of screen: String) -> ServingMode { demoScreens.contains(screen) ? .demo : .live }
}

/// What a demo command changed, worth a note.
enum DemoFact: Hashable, Sendable {
    /// The global switch changed; so many screens have a switch of their own that differs.
    case everything(ServingMode, others: Int)
    /// So many screens gave up their own switch.
    case switchesCleared(Int)
    case screen(String, ServingMode)
    case condition(String?, on: String, switchedToDemo: Bool)
    case reset(String)
    /// The stub files were read again; what is wrong now, and what of it was not told yet.
    case reloaded(problems: Int, new: Problem?)
    /// A stub of a person's own stands in place of an installed one.
    case copied(to: String)
    /// A file was saved that is read at the start alone.
    case savedForNextStart
    /// A stub was switched; the screens whose calls it may answer.
    case stubSwitched(String, isOn: Bool, screens: Set<String>)
    /// A stub's sequence, and its scenario, start again.
    case stubReset(String, scenario: String?, screens: Set<String>)
    /// All sequences and scenarios start again, and what the demo remembers is forgotten.
    case allReset
    /// A scenario is in another state.
    case scenario(String, String, screens: Set<String>)
    /// What the server answers is recorded from now on; while everything is demo that is nothing.
    case recording(folder: String, needsLive: Bool)
    /// The recording ended after so many replies.
    case recorded(folder: String, replies: Int, doubts: Int = 0)
    /// Demo mode does something else where no stub matches, by its title.
    case policy(String)
    /// The switches of another client are at hand; nil is everyone.
    case session(String?)
    /// A UI test's seeds answer alone; no switch changes that.
    case seeded
}

/// Where what a panel shows came from.
struct Provenance: Hashable, Sendable {
    /// The mode the call began with.
    let mode: ServingMode
    /// The call's number, which the journal's exchanges carry.
    let call: UInt64
    /// The exchange that brought the reply, if one was recorded.
    let exchange: ExchangeNumber?
    /// True if demo mode let the call through because no stub matched.
    let isPassedThrough: Bool
    /// The stub that answered, by name or file.
    let stub: String?
    /// The file that its body, or else the stub itself, was read from.
    var file: String?
}
