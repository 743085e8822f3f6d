import APIDocument
import HTTPTypes
import WireFormats

package struct ScreenCatalog: Sendable {
    /// Every screen: those of the sidebar in its order, then the others in the document's.
    package let screens: [Screen]
    /// The problems of `x-screen` and `x-list` in the document.
    package let problems: [Problem]
    /// The ways to sign in, the best first; empty if the document requires no credentials.
    package let authentications: [Authentication]
    /// The sidebar's screens by group; one section without a title if there are no groups.
    package let sections: [ScreenSection]
    private let places: [String: Int]
    let valueLists: OnDemand<ValueLists>

    package init(
        screens: [Screen], sections: [ScreenSection]? = nil, problems: [Problem] = [],
        authentications: [Authentication] = []
    ) {
        (self.screens, self.problems, self.authentications) = (screens, problems, authentications)
        self.sections = sections ?? [ScreenSection(screens: screens.filter { $0.parent == nil }.map(\.id))]
        valueLists = OnDemand { ValueLists(screens) }
        places = Dictionary(screens.enumerated().map { ($1.id, $0) }) { first, _ in first }
    }

    package subscript(id: String) -> Screen? { places[id].map { screens[$0] } }

    package var sidebar: [Screen] { screens.filter { $0.parent == nil } }

    /// The id of the sidebar's screen from which this one is reached; nil without one.
    package func root(of id: String) -> String? { trail(of: id).first?.id }

    /// The screens on the way to this one, which is the last.
    package func trail(of id: String) -> [Screen] {
        var trail: [Screen] = []
        var next: String? = id
        while let screen = next.flatMap({ self[$0] }), trail.count <= screens.count {
            trail.append(screen)
            next = screen.parent
        }
        return trail.reversed()
    }

    /// The initial screen: the first of the sidebar that shows data without questions, else the first that shows data
    /// after questions. A form only if there are no others.
    package var first: Screen? {
        let sidebar = sidebar
        return [Screen.Rank.item, .answer, .asking].lazy
            .compactMap { rank in sidebar.first { $0.rank.rawValue <= rank.rawValue } }.first ?? sidebar.first
    }
}

/// A section of the sidebar.
package struct ScreenSection: Sendable, Hashable {
    /// The heading; nil if the sidebar has no groups.
    package let title: String?
    package let description: String?
    package let screens: [String]

    package init(title: String? = nil, description: String? = nil, screens: [String]) {
        (self.title, self.description, self.screens) = (title, description, screens)
    }
}

/// The index for searching screens by title, group, operation and path. The keys are prepared once, so that a search of
/// thousands of screens takes less than a frame.
package struct ScreenIndex: Sendable {
    package struct Entry: Sendable, Hashable, Identifiable {
        package let id: String
        /// Its title after those of the screens on the way to it: `Guild > Emojis`.
        package let title: String
        /// The group of the sidebar, after the document's title if there are several.
        package let group: String?
        package let call: String
        /// True if the user must type a value before it shows data.
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
            let places = [screen.document, trail.first?.group].compactMap(\.self)
            let direct = screen.parent == nil ? screen : screen.openedDirectly
            let entry = Entry(
                id: screen.id, title: trail.map(\.title).joined(separator: " > "),
                group: places.isEmpty ? nil : places.joined(separator: " > "), call: request?.call ?? "",
                asks: !direct.questions.isEmpty)
            entries.append(entry)
            // `Guild > Roles` is a name as good as the whole trail.
            let ways = trail.indices.dropLast().map { trail[$0...].map(\.title).joined(separator: " > ") }
            let around = [entry.group ?? "", entry.title, entry.call]
            keys.append(
                SearchKey(
                    screen.title, names: screen.operations + ways, around: around, calls: screen.requests.map(\.call)))
        }
        self.entries = entries
        self.keys = keys
    }
}

extension Screen {
    /// All requests of the screen, the main one first.
    var requests: [Request] { [load, create?.request, update?.request, delete].compactMap(\.self) }
}

extension Request {
    fileprivate var call: String { "\(method.rawValue) \(path.text)" }
}

extension Screen {
    /// The method and path of one of its operations; the operation's id if the screen has no such request.
    package func call(of operation: String) -> String {
        requests.first { $0.operation == operation }?.call ?? operation
    }
}

/// The ids of a document's screens and operations in a catalog of several documents, by their own ids.
package struct ScreenNames: Sendable {
    /// The ids that differ.
    package var screens: [String: String]
    package var operations: [String: String]

    package init(screens: [String: String] = [:], operations: [String: String] = [:]) {
        (self.screens, self.operations) = (screens, operations)
    }

    package func screen(_ id: String) -> String { screens[id] ?? id }
    package func operation(_ id: String) -> String { operations[id] ?? id }
}

extension ScreenCatalog {
    /// The screens of several documents, in the order of the documents.
    package init(_ parts: [ScreenCatalog]) {
        self.init(
            screens: parts.flatMap(\.sidebar) + parts.flatMap { $0.screens.filter { $0.parent != nil } },
            sections: parts.flatMap(\.sections), problems: parts.flatMap(\.problems),
            authentications: parts.flatMap(\.authentications))
    }

    /// The screens as those of one document among several.
    ///
    /// - Parameters:
    ///   - names: the ids that another document has, too.
    ///   - document: the title of the document; nil for a single document.
    package func named(by names: ScreenNames, of document: String?) -> ScreenCatalog {
        guard document != nil else { return self }
        return ScreenCatalog(
            screens: screens.map { $0.named(by: names, of: document) },
            sections: sections.map {
                ScreenSection(title: $0.title, description: $0.description, screens: $0.screens.map(names.screen))
            },
            problems: problems,
            authentications: authentications.map { way in
                var way = way
                way.document = document
                way.operations = Set(way.operations.map(names.operation))
                way.exchange.describe { $0.operation.map(names.operation) }
                return way
            })
    }
}

extension Screen {
    fileprivate func named(by names: ScreenNames, of document: String?) -> Screen {
        var screen = self
        screen.id = names.screen(id)
        screen.document = document
        screen.parent = parent.map(names.screen)
        screen.rowScreen = rowScreen.map(names.screen)
        screen.children = children.map(names.screen)
        screen.operations = operations.map(names.operation)
        screen.load?.name(by: names)
        screen.create?.request.name(by: names)
        screen.update?.request.name(by: names)
        screen.delete?.name(by: names)
        screen.answered = answered.map { list in OnDemand { list.value?.named(by: names, of: document) } }
        return screen
    }
}

extension Request {
    fileprivate mutating func name(by names: ScreenNames) { operation = names.operation(operation) }
}
