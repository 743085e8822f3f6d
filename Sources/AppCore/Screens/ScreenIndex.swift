import APIDocument
import HTTPTypes

/// The screens of a document as a search finds them: by title, group, operation and path. The keys are prepared once, so
/// that a search takes less than a frame for thousands of screens.
package struct ScreenIndex: Sendable {
    /// A screen as it is found.
    package struct Entry: Sendable, Hashable, Identifiable {
        /// The screen's id.
        package let id: String
        /// Its title behind those of the screens that lead to it: `Guild > Emojis`.
        package let title: String
        /// The group of the sidebar it belongs to.
        package let group: String?
        /// Method and path of its main operation.
        package let call: String
        /// True if a person has to type something before it shows anything.
        package let asks: Bool
    }

    /// All screens: those of the sidebar in its order, then the others.
    package let entries: [Entry]
    /// Their texts, in the order of ``entries``.
    package let keys: [SearchKey]

    package init(_ catalog: ScreenCatalog) {
        var entries: [Entry] = []
        var keys: [SearchKey] = []
        for screen in catalog.screens {
            let trail = catalog.trail(of: screen.id)
            let request = screen.load ?? screen.create?.request
            let direct = screen.parent == nil ? screen : screen.openedDirectly
            let entry = Entry(
                id: screen.id, title: trail.map(\.title).joined(separator: " > "), group: trail.first?.group,
                call: request?.call ?? "", asks: !direct.questions.isEmpty)
            entries.append(entry)
            let around = [entry.group ?? "", entry.title, entry.call]
            keys.append(
                SearchKey(
                    screen.title, names: screen.operations, around: around, calls: screen.requests.map(\.call)))
        }
        self.entries = entries
        self.keys = keys
    }
}

extension Screen {
    /// All requests that can be made on it, the main one first.
    fileprivate var requests: [Request] { [load, create?.request, update?.request, delete].compactMap(\.self) }
}

extension Request {
    /// Its method and path.
    fileprivate var call: String { "\(method.rawValue) \(path.text)" }
}
