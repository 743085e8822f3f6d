/// Picks the state of a scenario.
struct StatePicker: ListPopup {
    var id: PanelID = 0
    let title: String
    let lines: [ListLine]
    var selection = Selection()
    private let scenario: ScenarioRow

    init(_ scenario: ScenarioRow) {
        self.scenario = scenario
        title = "State of \(scenario.name)"
        lines = scenario.states.enumerated().map { index, state in
            ListLine(text: state, detail: index == 0 ? "where it begins" : "", isCurrent: state == scenario.state)
        }
        selection.select(lines.firstIndex(where: \.isCurrent) ?? 0, of: lines.count)
    }

    mutating func choose(_ index: Int, in world: World) -> [Effect] {
        [.close, .stub(.scenario(scenario.name, state: scenario.states[index]))]
    }
}
