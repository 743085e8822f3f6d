/// Picks one of a form field's values.
struct ChoicePopup: ListPopup {
    var id: PanelID = 0
    let title: String
    let lines: [ListLine]
    var selection = Selection()
    private let optionCount: Int
    private let panel: PanelID
    private let field: Int

    /// - Parameters:
    ///   - panel: gets ``PanelEvent/picked(field:choice:)``.
    ///   - field: the index that comes back with the choice.
    init(title: String, options: [String], selected: Int?, allowsNone: Bool, panel: PanelID, field: Int) {
        self.title = title
        self.panel = panel
        self.field = field
        optionCount = options.count
        lines =
            options.enumerated().map { ListLine(text: $1, isCurrent: $0 == selected) }
            + (allowsNone ? [ListLine(text: "(none)", isCurrent: selected == nil)] : [])
        selection.select(selected ?? (allowsNone ? options.count : 0), of: lines.count)
    }

    mutating func choose(_ index: Int, in world: World) -> [Effect] {
        [.close, .tell(panel, .picked(field: field, choice: index < optionCount ? index : nil))]
    }
}
