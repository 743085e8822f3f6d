/// Picks what demo mode does where no stub matches.
struct PolicyPicker: ListPopup {
    var id: PanelID = 0
    let title = "Where no stub matches"
    let lines: [ListLine]
    var selection = Selection()
    private let policies: [DemoStatus.Policy]

    init(_ policies: [DemoStatus.Policy]) {
        self.policies = policies
        lines = policies.map {
            ListLine(text: $0.title, detail: $0.summary, reason: $0.reason, isCurrent: $0.isCurrent)
        }
        selection.select(policies.firstIndex(where: \.isCurrent) ?? 0, of: lines.count)
    }

    mutating func choose(_ index: Int, in world: World) -> [Effect] {
        [.close, .demo(.policy(policies[index].id))]
    }
}
