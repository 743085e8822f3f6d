/// Names one load or send of one panel. A panel may load and send at the same time; neither breaks the other off.
struct RequestID: Hashable, Sendable {
    /// What a request is for.
    enum Purpose: Hashable, Sendable { case load, send }

    let panel: PanelID
    let purpose: Purpose
    /// Counts the requests of a panel for one purpose; a reply with an older number is dropped.
    let number: Int
}
