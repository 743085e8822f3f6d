import AppCore
import Terminal

/// Chooses one of several lines, each with its effects.
struct PickPopup: ListPopup {
    var id: PanelID = 0
    let title: String
    let lines: [ListLine]
    var selection = Selection()
    private let effects: [[Effect]]

    init(_ title: String, _ choices: [(line: ListLine, effects: [Effect])]) {
        self.title = title
        lines = choices.map(\.line)
        effects = choices.map(\.effects)
        selection.select(lines.firstIndex(where: \.isCurrent) ?? 0, of: lines.count)
    }

    /// True for the values of a field, where letters go to those that begin with them.
    private var hasValues = false

    /// Letters choose lines that have keys.
    var isTyping: Bool { hasValues || lines.contains { $0.key != nil } }

    mutating func choose(_ index: Int, in world: World) -> [Effect] { [.close] + effects[index] }
}

extension PickPopup {
    /// - Parameter panel: The panel with the field; it gets ``PanelEvent/picked(field:choice:)``.
    static func choice(
        _ node: FormNode, _ options: [String], _ selected: Int?, none: String, panel: PanelID
    ) -> PickPopup {
        let choices = options.enumerated().map { (Optional($0), $1) } + (node.field.isRequired ? [] : [(nil, none)])
        var popup = PickPopup(
            node.field.title,
            choices.map { choice, text in
                let line = ListLine(text: text, isCurrent: choice == selected)
                return (line, [.tell(panel, .picked(field: node.id, choice: choice))])
            })
        popup.hasValues = true
        return popup
    }

    static func state(of scenario: ScenarioRow) -> PickPopup {
        PickPopup(
            "State of \(scenario.name)",
            scenario.states.enumerated().map { index, state in
                let detail = index == 0 ? "where it begins" : ""
                return (
                    ListLine(text: state, detail: detail, isCurrent: state == scenario.state),
                    [.stub(.scenario(scenario.name, state: state))]
                )
            })
    }

    static func policy(_ policies: [DemoStatus.Choice]) -> PickPopup {
        PickPopup("When no stub matches", policies) { .policy($0) }
    }

    static func chaos(_ choices: [DemoStatus.Choice]) -> PickPopup {
        PickPopup("Failures at random", choices) { .chaos($0) }
    }

    private init(_ title: String, _ choices: [DemoStatus.Choice], _ command: (String) -> DemoCommand) {
        self.init(
            title,
            choices.map {
                let line = ListLine(text: $0.title, detail: $0.summary, reason: $0.reason, isCurrent: $0.isCurrent)
                return (line, [.demo(command($0.id))])
            })
    }

    static func session(_ sessions: [SessionRow]) -> PickPopup {
        PickPopup(
            "Control which clients?",
            sessions.map {
                let words = " for those without a session"
                let line = ListLine(
                    text: $0.name ?? "all clients", detail: $0.banner + ($0.name == nil ? words : ""),
                    isCurrent: $0.isChosen)
                return (line, [.demo(.session($0.name))])
            })
    }

    /// - Parameter current: The name of the chosen theme; nil for the default.
    static func theme(_ themes: [Theme], current: String?) -> PickPopup {
        let usual = ListLine(
            text: "usual", detail: "the configuration's, else as the terminal's background", isCurrent: current == nil)
        return PickPopup(
            "Theme",
            [(usual, [.chooseTheme(nil)])]
                + themes.map { (ListLine(text: $0.name, isCurrent: $0.name == current), [.chooseTheme($0)]) })
    }

    static func signIn(_ ways: [Authentication]) -> PickPopup {
        PickPopup(
            "Sign in\(ways.first?.document.map { " to \($0)" } ?? "") with",
            ways.map { (ListLine(text: $0.title, detail: $0.name), [.present(FieldsPopup.signIn($0))]) })
    }

    static func copy(_ value: String?, exchange: ExchangeNumber?) -> PickPopup {
        let shown = value.map { $0.dropFirst(24).isEmpty ? $0 : $0.prefix(23) + "…" } ?? ""
        let reason = value == nil ? "Nothing is selected." : nil
        let first = ListLine(text: "the selected value", detail: shown, key: "v", reason: reason)
        let parts: [(String, String, Character, (ExchangeNumber) -> CopyRequest)] = [
            ("the URL", "", "u", CopyRequest.url), ("the response's body", "", "b", CopyRequest.body),
            ("a curl command", "secrets become $VARIABLES", "c", CopyRequest.curl),
        ]
        return PickPopup(
            "Copy",
            [(first, value.map { [.copy(.value($0))] } ?? [])]
                + parts.map { text, detail, key, request in
                    let reason = exchange == nil ? "No request was made yet." : nil
                    let line = ListLine(text: text, detail: detail, key: key, reason: reason)
                    return (line, exchange.map { [.copy(request($0))] } ?? [])
                })
    }

    static func copy(_ stub: StubRow) -> PickPopup {
        let values: [(String, Character, String)] = [
            ("the name", "n", stub.title), ("what it matches", "m", stub.request),
            ("where it is written", "w", stub.origin),
        ]
        return PickPopup("Copy", values.map { (ListLine(text: $0, detail: $2, key: $1), [.copy(.value($2))]) })
    }
}

/// Selects any of a form field's values: Space ticks, Enter accepts.
struct PicksPopup: ListPopup {
    var id: PanelID = 0
    let title: String
    private let options: [String]
    private var chosen: [Int]
    var selection = Selection()
    private let panel: PanelID
    private let field: Int

    init(_ node: FormNode, _ options: [String], chosen: [Int], panel: PanelID) {
        title = "\(node.field.title): \(key: .toggle) ticks, \(key: .open) takes"
        self.options = options
        self.chosen = chosen
        self.panel = panel
        field = node.id
        selection.select(chosen.first ?? 0, of: options.count)
    }

    var lines: [ListLine] { options.enumerated().map { ListLine(text: "[\(chosen.contains($0) ? "x" : " ")] \($1)") } }

    /// Each click ticks.
    var clickAction: Action? { nil }
    /// Letters tick nothing here, but must not switch or quit either.
    var isTyping: Bool { true }
    func hint(for action: Action) -> String? { action == .open ? "choose" : nil }

    mutating func tick() {
        if let place = chosen.firstIndex(of: selection.index) {
            chosen.remove(at: place)
        } else if options.indices.contains(selection.index) {
            chosen.append(selection.index)
        }
    }

    mutating func select(_ line: Int, from selected: Int, in world: World) -> [Effect] {
        selection.select(line, of: options.count)
        tick()
        return []
    }

    mutating func choose(_ index: Int, in world: World) -> [Effect] {
        [.close, .tell(panel, .pickedSome(field: field, choices: chosen))]
    }
}
