/// Screens of the sidebar that stand together.
public struct ScreenSection: Sendable, Hashable {
    /// What stands above them; nil where the sidebar has no groups.
    public let title: String?
    /// What the group is for, as the document says it.
    public let description: String?
    /// Their ids, in order.
    public let screens: [String]

    /// A section.
    public init(title: String? = nil, description: String? = nil, screens: [String]) {
        self.title = title
        self.description = description
        self.screens = screens
    }
}
