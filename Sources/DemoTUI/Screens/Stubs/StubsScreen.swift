import Terminal

/// Every stub in the order in which they are tried, and the scenarios. Painting and moving cost the same for ten stubs
/// and for ten thousand.
struct StubsScreen: Panel {
    enum Pane: Hashable, Sendable { case stubs, scenarios }

    var id: PanelID = 0
    /// The screen it was opened from; the list can be limited to its stubs.
    let screen: String?
    private(set) var pane = Pane.stubs
    private(set) var list = StubList()
    private(set) var selection = Selection()
    private(set) var scenarioSelection = Selection()
    private(set) var search = ""
    private(set) var showsScreenOnly = false
    private(set) var offCount = 0
    private(set) var hasSequences = false
    /// The indices of the stubs that search and screen leave; nil shows all.
    private var narrowed: [Int]?
    private var searchTexts: [String]?

    init(of screen: String?) { self.screen = screen }

    var followsJournal: Bool { true }

    var stubCount: Int { narrowed?.count ?? list.stubs.count }

    func stub(atLine line: Int) -> StubRow? {
        guard (0..<stubCount).contains(line) else { return nil }
        return list.stubs[narrowed?[line] ?? line]
    }

    var selectedStub: StubRow? { stub(atLine: selection.index) }

    var selectedScenario: ScenarioRow? { scenarioSelection.pick(from: list.scenarios) }

    func hint(for action: Action) -> String? {
        switch (action, pane) {
        case (.open, .stubs): "on/off"
        case (.open, .scenarios): "state"
        case (.showExchange, _): "in full"
        case (.filter, _): "search"
        case (.follow, _): showsScreenOnly ? "all" : "this screen"
        default: nil
        }
    }

    func availability(of action: Action, in world: World) -> Availability {
        switch action {
        case .up, .down, .pageUp, .pageDown, .first, .last, .nextPane, .previousPane, .resetAll, .reload: .enabled
        case .back: isNarrowed || pane == .scenarios ? .enabled : .absent
        default: pane == .stubs ? availabilityForStub(of: action) : availabilityForScenario(of: action)
        }
    }

    private var isNarrowed: Bool { showsScreenOnly || !search.isEmpty }

    private func availabilityForStub(of action: Action) -> Availability {
        switch action {
        case .open, .toggle, .resetDemo, .editStub, .copy, .showExchange:
            selectedStub == nil ? .disabled("There is no stub here.") : .enabled
        case .filter: .enabled
        case .follow: screen == nil ? .disabled("No screen is open behind the stubs.") : .enabled
        default: .absent
        }
    }

    private func availabilityForScenario(of action: Action) -> Availability {
        guard let scenario = selectedScenario else {
            return action == .open || action == .resetDemo ? .disabled("No stub names a scenario.") : .absent
        }
        switch action {
        case .open: return scenario.reason.map(Availability.disabled) ?? .enabled
        case .resetDemo, .copy: return .enabled
        default: return .absent
        }
    }

    func selectedName(in world: World) -> String? { pane == .stubs ? selectedStub?.title : nil }

    var selectedActions: [(action: Action, title: String)] {
        guard pane == .stubs, let stub = selectedStub else { return [] }
        return [
            (.toggle, stub.isEnabled ? "switch it off" : "switch it on"), (.editStub, "edit it"),
            (.showExchange, "show it in full"), (.resetDemo, "start its replies again"), (.copy, "copy"),
        ]
    }

    mutating func open(in world: World) -> [Effect] { [.fetchStubs(id, screen: screen)] }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        switch action {
        case .nextPane, .previousPane:
            pane = pane == .stubs ? .scenarios : .stubs
            return []
        case .resetAll: return [.stub(.resetAll)]
        case .reload: return open(in: world)
        case .back: return goBack()
        default: return pane == .stubs ? performOnStub(action, in: world) : performOnScenario(action, in: world)
        }
    }

    private mutating func performOnStub(_ action: Action, in world: World) -> [Effect] {
        if selection.follow(action, count: stubCount, page: tableHeight(world.area.rows)) { return [] }
        switch action {
        case .filter: return [.present(LinePopup.search(in: id, text: search, title: "Search the stubs"))]
        case .follow:
            narrow { $0.showsScreenOnly.toggle() }
            return []
        default: break
        }
        guard let stub = selectedStub else { return [] }
        switch action {
        case .open, .toggle: return [.stub(.toggle(stub.id))]
        case .resetDemo: return [.stub(.reset(stub.id))]
        case .editStub: return [.openStub(stub.id)]
        case .showExchange: return [.push(StubScreen(stub: stub.id))]
        case .copy: return [.present(PickPopup.copy(stub))]
        default: return []
        }
    }

    private mutating func performOnScenario(_ action: Action, in world: World) -> [Effect] {
        if scenarioSelection.follow(action, count: list.scenarios.count, page: max(1, world.area.rows - 1)) {
            return []
        }
        guard let scenario = selectedScenario else { return [] }
        switch action {
        case .open: return [.present(PickPopup.state(of: scenario))]
        case .resetDemo: return [.stub(.scenario(scenario.name, state: nil))]
        case .copy: return [.copy(.value("\(scenario.id): \(scenario.state)"))]
        default: return []
        }
    }

    private mutating func goBack() -> [Effect] {
        if pane == .stubs { narrow { ($0.search, $0.showsScreenOnly) = ("", false) } }
        pane = .stubs
        return []
    }

    mutating func receive(_ event: PanelEvent, in world: World) -> [Effect] {
        switch event {
        case .stubs(let new):
            narrow { ($0.list, $0.searchTexts) = (new, nil) }
            hasSequences = new.stubs.contains { !$0.position.isEmpty }
            offCount = new.stubs.count { !$0.isEnabled }
            scenarioSelection.select(scenarioSelection.index, of: new.scenarios.count)
        case .searched(let text): narrow { $0.search = text }
        default: break
        }
        return []
    }

    /// Shows other stubs; the selected one stays if it is still there.
    private mutating func narrow(_ change: (inout Self) -> Void) {
        let kept = selectedStub?.id
        change(&self)
        var places: [Int]?
        if showsScreenOnly { places = list.stubs.indices.filter { list.ofScreen.contains(list.stubs[$0].id) } }
        if !search.isEmpty {
            let texts = searchTexts ?? list.stubs.map(\.searchText)
            searchTexts = texts
            let wanted = search.lowercased()
            places = (places ?? Array(texts.indices)).filter { texts[$0].contains(wanted) }
        }
        narrowed = places
        let line = kept.flatMap { kept in (0..<stubCount).first { stub(atLine: $0)?.id == kept } }
        selection.select(line ?? selection.index, of: stubCount)
    }
}
