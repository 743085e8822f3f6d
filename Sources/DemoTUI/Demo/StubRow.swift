import AppCore
import DemoManager

/// Names a stub of the manager; screens hand it on and never look inside.
typealias StubNumber = StubID

/// One stub as the list shows it. Texts are made when they are asked for: a list of ten thousand paints twenty.
struct StubRow: Sendable, Identifiable {
    private let state: StubState
    /// Whether it was recorded in an earlier run, or in this one.
    private let isRecorded: Bool
    /// The path of the document's server.
    private let prefix: String

    init(_ state: StubState, isRecorded: Bool = false, below prefix: String = "") {
        self.prefix = prefix
        self.state = state
        self.isRecorded = isRecorded
    }

    var id: StubNumber { state.id }
    var isEnabled: Bool { state.isEnabled }
    /// How often it answered.
    var hits: Int { state.hits }
    /// Its name, else what it matches.
    var title: String { state.stub.name ?? request }
    /// Whether the title says whose reply it is: those of a document are called alike in every operation.
    var isTelling: Bool {
        let name = title
        return !isNamed || state.stub.source != .documentExample
            || ["example of ", "sample of "].contains { name.hasPrefix($0) }
    }
    /// What it matches: `GET /cards`.
    var request: String { ShownPath.text(state.stub.request.description, below: prefix) }
    /// What it matches with everything it demands besides: `GET /cards, query page: "2"`.
    var demands: String {
        ([request] + ExchangeDetail.demands(state.stub.request)).joined(separator: ", ")
    }
    /// True if it has a name of its own, so that the request says more.
    var isNamed: Bool { state.stub.name != nil }
    /// Where it was written, in full: `stubs/cards.yaml#/mappings/0`.
    var origin: String { (isRecorded ? "recorded in " : "") + "\(state.stub.origin)" }
    /// Where it was written, for a column: the file's last name, or who made it.
    var place: String {
        let last = origin.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? origin
        switch state.stub.origin {
        case .file where isRecorded: return "recording"
        case .file(let path, _, _): return String(path.split(separator: "/").last ?? "")
        case .code: return last
        case .made: return state.stub.source == .documentExample ? "example" : origin
        }
    }

    /// Which reply of its sequence comes next: `2/3`, `end`; empty for a stub with one reply.
    var position: String {
        guard state.stub.sequence.count > 1 else { return "" }
        return state.position.map { "\($0 + 1)/\(state.stub.sequence.count)" } ?? "end"
    }

    /// The screens it is for; empty is all.
    var screens: String { state.stub.screens.map { $0.joined(separator: ", ") } ?? "" }

    /// Its part in a scenario: `cart: Started -> paid`.
    var scenario: String {
        guard let rule = state.stub.scenario else { return "" }
        let wanted = rule.requiredState ?? "any state"
        return "\(rule.name): \(wanted)" + (rule.newState.map { " -> \($0)" } ?? "")
    }

    /// What a search looks through.
    var searchText: String {
        [title, demands, origin, screens, scenario, isEnabled ? "on" : "off"].joined(separator: " ").lowercased()
    }
}

/// One scenario with the state it is in.
struct ScenarioRow: Hashable, Sendable, Identifiable {
    /// Its name, with the screen or header value whose own state this is.
    let id: String
    let name: String
    /// The state it is in.
    let state: String
    /// The states its stubs name, the initial one first.
    let states: [String]
    /// Why its state cannot be chosen, if it cannot.
    let reason: String?
}

/// What the Stubs screen shows.
struct StubList: Sendable {
    /// Every stub, in the order in which they are tried.
    var stubs: [StubRow] = []
    /// Every scenario, by name.
    var scenarios: [ScenarioRow] = []
    /// What the demo remembers of what was written, a resource each: `/pets: 1 added, 2 deleted`.
    var remembered: [String] = []
    /// The stubs that may answer the screen the list was opened from.
    var ofScreen: Set<StubNumber> = []
}
