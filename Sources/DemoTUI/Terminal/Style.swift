/// What a cell's text is, not how it looks: `Theme` alone decides on attributes and colours. State is never told by a
/// style alone, because a terminal may have neither colours nor attributes.
enum Style: UInt8, Hashable, CaseIterable, Sendable {
    /// Ordinary text.
    case plain
    /// Text of less weight: hints, units, times.
    case dim
    /// Text of more weight.
    case strong
    /// The program's name in the banner.
    case title
    /// Column headings and section titles.
    case heading
    /// A key's name in hints and help.
    case key
    /// The selected row of the pane that has the focus.
    case selected
    /// The selected row of another pane.
    case selectedInactive
    /// The badge of what comes from the server.
    case live
    /// The badge of what comes from stubs.
    case demo
    /// The badge of some of each.
    case mixed
    /// Something failed.
    case error
    /// Something needs attention.
    case warning
    /// Something worked.
    case success
    /// A value worth a glance: links, amounts, matches.
    case accent
    /// A text field.
    case field
    /// The text field that has the focus.
    case fieldActive
    /// Frames and lines.
    case border
    /// The frame of the pane that has the focus.
    case borderActive
    /// What an empty field says.
    case placeholder
    /// A row or value that a stub answered.
    case stub
    /// The banner's background.
    case banner
    /// The footer's background.
    case footer
    /// A match of a search.
    case match
    /// Something that cannot be used now.
    case disabled
}
