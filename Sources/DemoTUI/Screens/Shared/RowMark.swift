import JSONText

/// Which row of a list something was begun for. It fits only as long as the list was not loaded anew since; where rows
/// have ids, only the row with that id.
struct RowMark: Hashable, Sendable {
    let index: Int
    let generation: Int
    var identity: JSONValue?
}

/// A row of a list panel.
struct ListRow: Hashable, Sendable {
    let panel: PanelID
    /// The list's screen.
    let screen: String
    let mark: RowMark
    /// Whether it is opened only to be edited: what shows it goes when its form does.
    var isToEdit = false
}
