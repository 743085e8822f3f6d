import Terminal

struct Binding: Hashable, Sendable {
    enum Group: String, Hashable, Sendable {
        case demo = "Demo mode"
        case screen = "This screen"
        case move = "Moving"
        case everywhere = "Everywhere"
    }

    let action: Action
    private(set) var keys: [Key]
    /// The text for the footer, at most two words.
    let hint: String
    let help: String
    /// The only place where it works, such as "in a form"; nil if it works everywhere.
    let place: String?
    fileprivate(set) var group = Group.everywhere
    private let hasHint: Bool
    /// Keys that also work in a text field; letters are text there.
    private(set) var keysWhileTyping: [Key]

    /// Replaces the keys in the help.
    private(set) var label: String?

    var keyName: String { keys.first?.name ?? "" }
    /// True if the footer shows it; keys that move need no words there.
    var isHinted: Bool { hasHint && group != .move }
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
        _ action: Action, _ keys: [Key], _ hint: String, in place: String? = nil, _ help: String,
        hinted: Bool = true, typing: [Key] = [], label: String? = nil
    ) {
        self.place = place
        self.label = label
        self.action = action
        self.keys = keys
        self.hint = hint
        self.help = place.map { $0.capitalisedFirst + ": " + help } ?? help
        hasHint = hinted
        keysWhileTyping = typing
    }

    /// The binding with other keys. While typing, only those that do not write text work; without such keys the
    /// defaults stay.
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

    private init(_ groups: KeyValuePairs<Binding.Group, [Binding]>) {
        bindings = groups.flatMap { group, bindings in
            bindings.map {
                var binding = $0
                binding.group = group
                return binding
            }
        }
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
    /// The default keys.
    static let standard = KeyTable([.demo: demo, .screen: screen, .move: move, .everywhere: everywhere])

    private static let demo: [Binding] = [
        Binding(
            .toggleAll, ["D", .function(2)], "demo all", "Everything live or demo; screens keep a switch of their own",
            typing: [.function(2), .alt("D")]),
        Binding(
            .toggleScreen, ["d", .function(3)], "demo here", "This screen live or demo",
            typing: [.function(3), .alt("d")]),
        Binding(
            .chooseCondition, ["c"], "make it fail",
            "Make a call fail, once or until it works again: an error, a time-out, an empty list …",
            typing: [.alt("c")]),
        Binding(
            .clearSwitches, ["C"], "clear switches",
            "Clear the screens' own switches and failures: every screen follows the switch for all again"),
        Binding(.toggleRecording, ["R"], "record", "Record what the server answers, or stop", hinted: false),
        Binding(
            .choosePolicy, ["U"], "unmatched", "What demo mode does when no stub matches: block, or forward",
            hinted: false),
        Binding(
            .chooseChaos, ["X"], "chaos", "Let calls be late or fail at random: flaky, slow, rate limited, an outage",
            hinted: false),
        Binding(
            .chooseSession, ["s"], "session", in: "beside a gateway",
            "which clients are controlled: all, or one session"),
        Binding(
            .breakpoint, ["b"], "hold", in: "in the journal",
            "hold the calls of this operation, or no longer; on a held call decide how it goes on"),
        Binding(
            .showHeldCalls, ["B"], "held calls",
            "Held calls, to release, edit, answer or drop, and breakpoints, to remove", typing: [.alt("B")]),
        Binding(
            .editStub, ["E"], "edit stub",
            "Open the stub that answered, a problem's file, or the body of a failure, in $EDITOR", hinted: false),
        Binding(
            .resetDemo, ["z"], "reset", "Reset this screen's demo data; in the stubs, the selected stub's",
            hinted: false),
        Binding(.resetAll, ["Z"], "reset all", in: "in the stubs", "reset all demo data", hinted: false),
    ]

    private static let screen: [Binding] = [
        Binding(.open, [.enter], "open", "Open, choose or accept", typing: [.enter]),
        Binding(.edit, ["e"], "edit", "Edit what is selected"),
        Binding(.add, ["a"], "add", "Add a new one"),
        Binding(.delete, ["x"], "delete", "Delete what is selected (asks first)"),
        Binding(.submit, [.control("s")], "save", "Send the form", typing: [.control("s")]),
        Binding(
            .editParameters, ["p", .function(4)], "parameters",
            "Change this screen's parameters, such as an id", typing: [.function(4), .alt("p")]),
        Binding(
            .editJSON, [.function(9)], "JSON", in: "in a form", "edit all of it as JSON in $EDITOR",
            typing: [.function(9), .alt("e")]),
        Binding(
            .addEntry, [.function(5)], "add", in: "in a form",
            "add an entry to the list, or a missing part", typing: [.function(5), .control("n")]),
        Binding(
            .removeEntry, [.function(8)], "remove", in: "in a form", "remove the entry, or an optional part",
            typing: [.function(8), .control("x")]),
        Binding(
            .moveEntryUp, [.function(6)], "up", in: "in a form", "move the entry up in its list", hinted: false,
            typing: [.function(6), .alt("k")]),
        Binding(
            .moveEntryDown, [.function(7)], "down", in: "in a form", "move the entry down in its list", hinted: false,
            typing: [.function(7), .alt("j")]),
        Binding(.parts, [">"], "related", in: "in an item or on a row", "show related lists and forms"),
        Binding(.filter, ["/"], "filter", "Filter or search this screen"),
        Binding(.nextMatch, ["n"], "next", "Next match", hinted: false),
        Binding(.previousMatch, ["N"], "previous", "Previous match", hinted: false),
        Binding(.reload, ["r", .control("r")], "reload", "Load this screen again"),
        Binding(
            .follow, ["f"], "follow",
            "In the journal: stay with the newest request, or stop; in the stubs: only those of the screen behind; in the coverage: only what was never called; in a stream: resume after its last event"
        ),
        Binding(.onlyMarked, ["!"], "only !", in: "in the journal", "only schema mismatches, or all"),
        Binding(.columns, ["o"], "columns", "Choose this table's columns and their order"),
        Binding(
            .toggle, [" "], "on/off",
            "Switch the selected stub on or off, show or hide the column, make the call fail once", hinted: false),
        Binding(.moveUp, ["K"], "move up", "Move the selected column forward", hinted: false),
        Binding(.moveDown, ["J"], "move down", "Move the selected column back", hinted: false),
        Binding(.byRule, ["0"], "by rule", "Give the columns their usual order again", hinted: false),
        Binding(
            .showExchange, ["v"], "request",
            "Show the request, the response and why it was answered so; a stub in full", typing: [.control("v")]),
        Binding(.asSent, ["t"], "as sent", in: "in an exchange", "bodies as they were sent, or laid out"),
        Binding(.copy, ["y"], "copy", "Copy the value, the URL, the body, or a curl command", hinted: false),
        Binding(.saveFile, ["w"], "save", in: "in an item", "save the response's body to a file", hinted: false),
    ]

    private static let move: [Binding] = [
        Binding(.up, [.up, "k", .control("p")], "up", "One line up", typing: [.up]),
        Binding(.down, [.down, "j", .control("n")], "down", "One line down", typing: [.down]),
        Binding(.left, [.left, "h"], "left", "Left, the previous choice, or fold a group of screens"),
        Binding(.right, [.right, "l"], "right", "Right, the next choice, or unfold a group"),
        Binding(.pageUp, [.pageUp, .control("b"), .control("u")], "page up", "One page up", typing: [.pageUp]),
        Binding(
            .pageDown, [.pageDown, .control("f"), .control("d")], "page down", "One page down", typing: [.pageDown]),
        Binding(.scrollUp, [.control("y")], "scroll up", "Scroll up by a line, as the wheel does"),
        Binding(.scrollDown, [.control("e")], "scroll down", "Scroll down by a line, as the wheel does"),
        Binding(.first, ["g", .home], "first", "To the first line"),
        Binding(.last, ["G", .end], "last", "To the last line"),
        Binding(.nextPane, [.tab], "next pane", "To the next pane or field", typing: [.tab]),
        Binding(.previousPane, [.backTab], "previous pane", "To the previous pane or field", typing: [.backTab]),
        Binding(
            .goToScreen, (1...9).map { .character(Character("\($0)")) }, "screen", "To the screen with this number",
            label: "1 … 9"),
        Binding(.back, [.escape], "back", "Back, cancel, or stop loading", typing: [.escape]),
    ]

    private static let everywhere: [Binding] = [
        Binding(.zoom, ["+"], "zoom", "Give the panel in front the whole screen, or share it again"),
        Binding(.toggleActivity, ["~"], "activity", "Show or hide the strip with the last calls", hinted: false),
        Binding(
            .toggleDistances, ["A"], "times",
            "Count days and timestamps from now, such as 5 min ago, or show them as they are", hinted: false),
        Binding(.narrower, ["["], "narrower", "Make the sidebar narrower", hinted: false),
        Binding(.wider, ["]"], "wider", "Make the sidebar wider", hinted: false),
        Binding(
            .toggleMouse, ["M"], "mouse",
            "Click, scroll and drag here, or leave the mouse to the terminal to select text", hinted: false),
        Binding(
            .chooseTheme, [.control("t")], "theme", "Choose the colours: dark, light, high contrast …", hinted: false,
            typing: [.control("t")]),
        Binding(
            .signIn, ["I", .function(10)], "sign in",
            "Sign in: token, password or key for live calls, until the program ends", hinted: false,
            typing: [.function(10), .alt("I")]),
        Binding(
            .findScreen, [":", .control("g")], "find",
            "The palette: find a screen, an action, a key, a failure, a stub or a path", typing: [.control("g")]),
        Binding(.showJournal, ["L"], "journal", "Every request and what was decided"),
        Binding(.showStubs, ["S"], "stubs", "Every stub: on or off, its file, how often it answered"),
        Binding(
            .showCoverage, ["%"], "coverage",
            "Which operations, statuses and parameters were called in this run, and which never", hinted: false),
        Binding(.showProblems, ["P"], "problems", "What is wrong in the document and the stubs", hinted: false),
        Binding(
            .help, ["?", .function(1)], "help", "Every key; type to search, and run it from there",
            typing: [.function(1), .alt("?")]),
        Binding(
            .suspend, [.control("z")], "suspend", "Back to the shell; fg returns", hinted: false,
            typing: [.control("z")]),
        Binding(.repaint, [.control("l")], "repaint", "Paint the screen again", hinted: false, typing: [.control("l")]),
        Binding(.quit, ["q"], "quit", "Back; from the first screen quit, after a question if something is lost"),
        Binding(.quitNow, ["Q"], "quit now", "Quit at once", hinted: false),
        Binding(
            .interrupt, [.control("c")], "interrupt",
            "Quit at once, in a form with unsent text after a question; the shell sees an interrupted program",
            hinted: false, typing: [.control("c")]),
    ]
}

extension KeyTable {
    /// The table of this run. Texts name keys by it, with ``Swift/DefaultStringInterpolation/appendInterpolation(key:)``.
    @TaskLocal static var current = KeyTable.standard
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
    package init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }
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

/// A disabled action stays visible and shows its reason.
enum Availability: Hashable, Sendable {
    case enabled
    /// The action belongs here but cannot run, with the reason as a sentence.
    case disabled(String)
    /// The action has no meaning here.
    case absent

    var isEnabled: Bool { self == .enabled }
}
