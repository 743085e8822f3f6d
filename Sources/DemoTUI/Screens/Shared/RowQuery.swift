import AppCore

/// What a list shows and for whom: what every load of its rows begins with.
struct RowQuery: Sendable {
    let panel: PanelID
    let screen: Screen
    let place: Place
    let filters: [String: String]
}
