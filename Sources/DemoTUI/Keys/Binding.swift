import Terminal

struct Binding: Hashable, Sendable {
    enum Group: String, Hashable, CaseIterable, Sendable {
        case demo = "Demo mode"
        case screen = "This screen"
        case move = "Moving"
        case everywhere = "Everywhere"
    }

    let action: Action
    private(set) var keys: [Key]
    /// Words for the footer, at most two.
    let hint: String
    let help: String
    /// The only place where it works, such as "in a form"; nil if it works everywhere.
    let place: String?
    let group: Group
    let isHinted: Bool
    /// Keys that also work in a text field; letters are text there.
    private(set) var keysWhileTyping: [Key]

    /// Replaces the keys in the help.
    private(set) var label: String?

    var keyName: String { keys.first?.name ?? "" }
    /// The keys for the footer while letters are text: an F key has another one beside it, because some terminals have no
    /// F keys.
    var hintsWhileTyping: ArraySlice<Key> {
        guard case .function? = keysWhileTyping.first else { return keysWhileTyping.prefix(1) }
        return keysWhileTyping.prefix(2)
    }
    var keyNames: String {
        label ?? (keys + keysWhileTyping.filter { !keys.contains($0) }).prefix(3).map(\.name).joined(separator: " ")
    }

    init(
        _ action: Action, _ keys: [Key], _ hint: String, in place: String? = nil, _ help: String, _ group: Group,
        hinted: Bool = true, whileTyping: [Key] = [], label: String? = nil
    ) {
        self.place = place
        self.label = label
        self.action = action
        self.keys = keys
        self.hint = hint
        self.help = place.map { $0.capitalisedFirst + ": " + help } ?? help
        self.group = group
        self.isHinted = hinted
        self.keysWhileTyping = whileTyping
    }

    /// The binding with other keys. While typing, those of them work that do not write text; without such keys the usual
    /// ones stay.
    func rebound(to keys: [Key]) -> Binding {
        var binding = self
        (binding.keys, binding.label) = (keys, nil)
        let usable = keys.filter { !$0.editsText }
        if !keysWhileTyping.isEmpty, !usable.isEmpty { binding.keysWhileTyping = usable }
        return binding
    }

    /// False if the actions belong to different places.
    func mayApply(beside other: Binding) -> Bool { place == nil || other.place == nil || place == other.place }

    var absence: String {
        if action == .left || action == .right { return "\(keyName) moves nothing here." }
        return place.map { "\(keyName) works only \($0)." } ?? "\(keyName) (\(hint)) does nothing here."
    }
}

/// The one key table: dispatch, footer hints and help read it, so they cannot disagree.
struct KeyTable: Hashable, Sendable {
    /// Every binding, in the order in which footer and help show them.
    private(set) var bindings: [Binding] { didSet { index() } }
    private var places: [Action: Int] = [:]
    private var actions: [Key: [Action]] = [:]
    private var actionsWhileTyping: [Key: [Action]] = [:]

    init(_ bindings: [Binding]) {
        self.bindings = bindings
        index()
    }

    /// The actions of a key: of several, at most one applies at a time.
    func actions(of key: Key, whileTyping: Bool) -> [Action] { (whileTyping ? actionsWhileTyping : actions)[key] ?? [] }

    func binding(of action: Action) -> Binding? { places[action].map { bindings[$0] } }

    private mutating func index() {
        (places, actions, actionsWhileTyping) = ([:], [:], [:])
        for (place, binding) in bindings.enumerated() {
            places[binding.action] = place
            for key in binding.keys { actions[key, default: []].append(binding.action) }
            for key in binding.keysWhileTyping { actionsWhileTyping[key, default: []].append(binding.action) }
        }
    }

    /// Two actions with the same key of which both may apply.
    struct Clash: Hashable { let key: Key, actions: [Action] }

    /// Gives actions other keys. A change that would leave a clash is not made.
    ///
    /// - Parameter changes: The actions with their new keys; of two changes that clash, the later one is not made.
    /// - Returns: The changes that were not made, by their place, each with its clash.
    mutating func rebind(_ changes: [(action: Action, keys: [Key])]) -> [Int: Clash] {
        var refused: [Int: Clash] = [:]
        var made = self
        repeat {
            made = self
            made.bindings = bindings.map { binding in
                let change = changes.indices.last { changes[$0].action == binding.action && refused[$0] == nil }
                return change.map { binding.rebound(to: changes[$0].keys) } ?? binding
            }
            guard let clash = made.clash,
                let last = changes.indices.last(where: {
                    refused[$0] == nil && clash.actions.contains(changes[$0].action)
                })
            else { break }
            refused[last] = clash
        } while true
        self = made
        return refused
    }

    private var clash: Clash? {
        for keys in [\Binding.keys, \.keysWhileTyping] {
            var owners: [Key: [Binding]] = [:]
            for binding in bindings {
                for key in binding[keyPath: keys] {
                    if let other = owners[key]?.first(where: { $0.mayApply(beside: binding) }) {
                        return Clash(key: key, actions: [other.action, binding.action])
                    }
                    owners[key, default: []].append(binding)
                }
            }
        }
        return nil
    }
}

extension KeyTable {
    /// The usual keys.
    static let standard = KeyTable([
        Binding(
            .toggleAll, [.character("D"), .function(2)], "demo all",
            "Everything live or demo; screens keep a switch of their own", .demo,
            whileTyping: [.function(2), .alt("D")]),
        Binding(
            .toggleScreen, [.character("d"), .function(3)], "demo here", "This screen live or demo", .demo,
            whileTyping: [.function(3), .alt("d")]),
        Binding(
            .chooseCondition, [.character("c")], "make it fail",
            "Make a call fail, once or until it works again: an error, a time-out, an empty list …", .demo,
            whileTyping: [.alt("c")]),
        Binding(
            .clearSwitches, [.character("C")], "clear switches",
            "Clear the screens' own switches and failures: every screen follows the switch for all again", .demo),
        Binding(
            .toggleRecording, [.character("R")], "record",
            "Record what the server answers, or stop", .demo, hinted: false),
        Binding(
            .choosePolicy, [.character("U")], "unmatched",
            "What demo mode does when no stub matches: block, or forward", .demo, hinted: false),
        Binding(
            .chooseChaos, [.character("X")], "chaos",
            "Let calls be late or fail at random: flaky, slow, rate limited, an outage", .demo, hinted: false),
        Binding(
            .chooseSession, [.character("s")], "session", in: "beside a gateway",
            "which clients are controlled: all, or one session", .demo),
        Binding(
            .breakpoint, [.character("b")], "hold", in: "in the journal",
            "hold the calls of this operation, or no longer; on a held call decide how it goes on", .demo),
        Binding(
            .showHeldCalls, [.character("B")], "held calls",
            "Held calls, to release, edit, answer or drop, and breakpoints, to remove", .demo,
            whileTyping: [.alt("B")]),
        Binding(
            .editStub, [.character("E")], "edit stub",
            "Open the stub that answered, a problem's file, or the body of a failure, in $EDITOR",
            .demo, hinted: false),
        Binding(
            .resetDemo, [.character("z")], "reset",
            "Reset this screen's demo data; in the stubs, the selected stub's", .demo,
            hinted: false),
        Binding(
            .resetAll, [.character("Z")], "reset all", in: "in the stubs",
            "reset all demo data", .demo, hinted: false),

        Binding(.open, [.enter], "open", "Open, choose or accept", .screen, whileTyping: [.enter]),
        Binding(.edit, [.character("e")], "edit", "Edit what is selected", .screen),
        Binding(.add, [.character("a")], "add", "Add a new one", .screen),
        Binding(.delete, [.character("x")], "delete", "Delete what is selected (asks first)", .screen),
        Binding(.submit, [.control("s")], "save", "Send the form", .screen, whileTyping: [.control("s")]),
        Binding(
            .editParameters, [.character("p"), .function(4)], "parameters",
            "Type other values for what this screen needs, such as an id", .screen,
            whileTyping: [.function(4), .alt("p")]),
        Binding(
            .editJSON, [.function(9)], "JSON", in: "in a form", "edit all of it as JSON in $EDITOR", .screen,
            whileTyping: [.function(9), .alt("e")]),
        Binding(
            .addEntry, [.function(5)], "add", in: "in a form",
            "add an entry to the list, or the part that is not there", .screen,
            whileTyping: [.function(5), .control("n")]),
        Binding(
            .removeEntry, [.function(8)], "remove", in: "in a form", "take the entry, or a part nobody needs, out",
            .screen, whileTyping: [.function(8), .control("x")]),
        Binding(
            .moveEntryUp, [.function(6)], "up", in: "in a form", "move the entry up in its list", .screen,
            hinted: false, whileTyping: [.function(6), .alt("k")]),
        Binding(
            .moveEntryDown, [.function(7)], "down", in: "in a form", "move the entry down in its list", .screen,
            hinted: false, whileTyping: [.function(7), .alt("j")]),
        Binding(.parts, [.character(">")], "opens", in: "in an item or on a row", "to what opens from it", .screen),
        Binding(.filter, [.character("/")], "filter", "Filter or search this screen", .screen),
        Binding(.nextMatch, [.character("n")], "next", "Next match", .screen, hinted: false),
        Binding(.previousMatch, [.character("N")], "previous", "Previous match", .screen, hinted: false),
        Binding(.reload, [.character("r"), .control("r")], "reload", "Load this screen again", .screen),
        Binding(
            .follow, [.character("f")], "follow",
            "In the journal: stay with the newest request, or stop; in the stubs: only those of the screen behind; in the coverage: only what was never called; in a stream: resume after its last event",
            .screen),
        Binding(
            .onlyMarked, [.character("!")], "only !", in: "in the journal", "only schema mismatches, or all", .screen),
        Binding(.columns, [.character("o")], "columns", "Choose this table's columns and their order", .screen),
        Binding(
            .toggle, [.character(" ")], "on/off",
            "Switch the selected stub on or off, show or hide the column, make the call fail once",
            .screen, hinted: false),
        Binding(.moveUp, [.character("K")], "move up", "Move the selected column forward", .screen, hinted: false),
        Binding(.moveDown, [.character("J")], "move down", "Move the selected column back", .screen, hinted: false),
        Binding(
            .byRule, [.character("0")], "by rule", "Give the columns their usual order again", .screen, hinted: false),
        Binding(
            .showExchange, [.character("v")], "request",
            "Show the request, the response and why it was answered so; a stub in full", .screen,
            whileTyping: [.control("v")]),
        Binding(
            .asSent, [.character("t")], "as sent", in: "in an exchange",
            "bodies as they were sent, or laid out", .screen),
        Binding(
            .copy, [.character("y")], "copy", "Copy the value, the URL, the body, or a curl command", .screen,
            hinted: false),
        Binding(
            .saveFile, [.character("w")], "save", in: "in an item", "save the response's body to a file", .screen,
            hinted: false),

        Binding(
            .up, [.up, .character("k"), .control("p")], "up", "One line up", .move, hinted: false, whileTyping: [.up]),
        Binding(
            .down, [.down, .character("j"), .control("n")], "down", "One line down", .move, hinted: false,
            whileTyping: [.down]),
        Binding(
            .left, [.left, .character("h")], "left", "Left, the previous choice, or close a group of screens", .move,
            hinted: false),
        Binding(.right, [.right, .character("l")], "right", "Right, or the next choice", .move, hinted: false),
        Binding(
            .pageUp, [.pageUp, .control("b"), .control("u")], "page up", "One page up", .move, hinted: false,
            whileTyping: [.pageUp]),
        Binding(
            .pageDown, [.pageDown, .control("f"), .control("d")], "page down", "One page down", .move, hinted: false,
            whileTyping: [.pageDown]),
        Binding(
            .scrollUp, [.control("y")], "scroll up", "Scroll up by a line, as the wheel does", .move, hinted: false),
        Binding(
            .scrollDown, [.control("e")], "scroll down", "Scroll down by a line, as the wheel does", .move,
            hinted: false),
        Binding(.first, [.character("g"), .home], "first", "To the first line", .move, hinted: false),
        Binding(.last, [.character("G"), .end], "last", "To the last line", .move, hinted: false),
        Binding(.nextPane, [.tab], "next pane", "To the next pane or field", .move, hinted: false, whileTyping: [.tab]),
        Binding(
            .previousPane, [.backTab], "previous pane", "To the previous pane or field", .move, hinted: false,
            whileTyping: [.backTab]),
        Binding(
            .goToScreen, (1...9).map { .character(Character("\($0)")) }, "screen", "To the screen with this number",
            .move, hinted: false, label: "1 … 9"),
        Binding(
            .back, [.escape], "back", "Back, cancel, or stop loading", .move, hinted: false, whileTyping: [.escape]),

        Binding(
            .zoom, [.character("+")], "zoom", "Give the panel in front the whole screen, or share it again",
            .everywhere),
        Binding(
            .toggleActivity, [.character("~")], "activity", "Show or hide the strip with the last calls", .everywhere,
            hinted: false),
        Binding(
            .toggleDistances, [.character("A")], "times",
            "Count days and timestamps from now, such as 5 min ago, or show them as they are", .everywhere,
            hinted: false),
        Binding(.narrower, [.character("[")], "narrower", "Make the sidebar narrower", .everywhere, hinted: false),
        Binding(.wider, [.character("]")], "wider", "Make the sidebar wider", .everywhere, hinted: false),
        Binding(
            .toggleMouse, [.character("M")], "mouse",
            "Click, scroll and drag here, or leave the mouse to the terminal to select text", .everywhere, hinted: false
        ),
        Binding(
            .chooseTheme, [.control("t")], "theme", "Choose the colours: dark, light, high contrast …", .everywhere,
            hinted: false),
        Binding(
            .signIn, [.character("I"), .function(10)], "sign in",
            "Sign in: token, password or key for live calls, until the program ends",
            .everywhere, hinted: false, whileTyping: [.function(10), .alt("I")]),
        Binding(
            .findScreen, [.character(":"), .control("g")], "find",
            "Find a screen, an action, a key, a failure, a stub or a path", .everywhere),
        Binding(.showJournal, [.character("L")], "journal", "Every request and what was decided", .everywhere),
        Binding(
            .showStubs, [.character("S")], "stubs", "Every stub: on or off, its file, how often it answered",
            .everywhere),
        Binding(
            .showCoverage, [.character("%")], "coverage",
            "Which operations, statuses and parameters were called in this run, and which never", .everywhere,
            hinted: false),
        Binding(
            .showProblems, [.character("P")], "problems", "What is wrong in the document and the stubs", .everywhere,
            hinted: false),
        Binding(
            .help, [.character("?"), .function(1)], "help", "Every key; type to search, and run it from there",
            .everywhere, whileTyping: [.function(1), .alt("?")]),
        Binding(
            .suspend, [.control("z")], "suspend", "Back to the shell; fg returns", .everywhere, hinted: false,
            whileTyping: [.control("z")]),
        Binding(
            .repaint, [.control("l")], "repaint", "Paint the screen again", .everywhere, hinted: false,
            whileTyping: [.control("l")]),
        Binding(
            .quit, [.character("q")], "quit", "Back; from the first screen quit, after a question if something is lost",
            .everywhere),
        Binding(.quitNow, [.character("Q")], "quit now", "Quit at once", .everywhere, hinted: false),
        Binding(
            .interrupt, [.control("c")], "interrupt",
            "Quit at once, in a form with unsent text after a question; the shell sees an interrupted program",
            .everywhere, hinted: false, whileTyping: [.control("c")]),
    ])
}

extension KeyTable {
    /// The table of this run. Texts name keys by it, with ``Swift/DefaultStringInterpolation/appendInterpolation(key:)``.
    @TaskLocal static var current = KeyTable.standard
}

extension DefaultStringInterpolation {
    /// The key of an action: `"Press \(key: .edit) to change it."` No text names a key otherwise, because a person may
    /// have given the action another one.
    mutating func appendInterpolation(key action: Action) {
        appendLiteral(KeyTable.current.binding(of: action)?.keyName ?? "")
    }

    /// The key of an action where letters are text.
    mutating func appendInterpolation(keyWhileTyping action: Action) {
        let binding = KeyTable.current.binding(of: action)
        appendLiteral(binding?.keysWhileTyping.first?.name ?? binding?.keyName ?? "")
    }
}

extension String {
    var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// The meaning of a key. The names are those of the configuration file.
enum Action: String, Hashable, CaseIterable, Sendable {
    // Demo
    case toggleAll, toggleScreen, clearSwitches, chooseCondition, resetDemo, resetAll, editStub, toggleRecording,
        choosePolicy, chooseChaos, chooseSession, breakpoint, showHeldCalls
    // Moving
    case up, down, pageUp, pageDown, scrollUp, scrollDown, first, last, left, right, open, back, nextPane, previousPane,
        goToScreen, findScreen, editParameters, parts
    // Data
    case edit, add, delete, submit, filter, nextMatch, previousMatch, copy, saveFile, showExchange, reload, follow
    case onlyMarked
    case asSent, columns, toggle, moveUp, moveDown, byRule
    // Forms
    case editJSON, addEntry, removeEntry, moveEntryUp, moveEntryDown
    // Everywhere
    case zoom, toggleActivity, toggleDistances, narrower, wider, toggleMouse, chooseTheme
    case signIn, showJournal, showStubs, showCoverage, showProblems, help, suspend, repaint, quit, quitNow, interrupt
}

/// A disabled action stays visible and says why.
enum Availability: Hashable, Sendable {
    case enabled
    /// The action belongs here but cannot run, with the reason as a sentence.
    case disabled(String)
    /// The action has no meaning here.
    case absent

    var isEnabled: Bool { self == .enabled }
}
