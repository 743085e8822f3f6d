import APIDocument
import APIModel

extension Screen {
    /// The rank of screens within a group of the sidebar.
    package enum Rank: Int {
        /// Rows that need no input.
        case rows
        /// An item that needs no input.
        case item
        /// A reply without declared fields, possibly of an action.
        case answer
        /// Rows or an item that need input.
        case asking
        case form
    }

    package var rank: Rank {
        if kind == .form { return .form }
        if !questions.isEmpty { return .asking }
        return showsRows ? .rows : declared == nil ? .answer : .item
    }
}

extension ScreenBuilder {
    /// The screens of the sidebar by group, then all others in the document's order; and the groups.
    ///
    /// Within a group the screens are sorted by `order`, then by rank (rows, items, screens that need input, forms),
    /// then by the document's order. A document that names all of its few screens has arranged them itself: they keep
    /// its order, without groups.
    func arranged() -> (screens: [Screen], sections: [ScreenSection]) {
        let places = Dictionary(document.operations.enumerated().map { ($1.id, $0) }) { first, _ in first }
        let sidebar = drafts.filter { $0.screen.parent == nil }
        let isArranged = sidebar.count <= 9 && sidebar.allSatisfy { $0.wishes.id != nil || $0.wishes.title != nil }
        let groupTitles = Set(sidebar.map(\.screen.group))
        let isGrouped = !isArranged && groupTitles.count > 1 && groupTitles.count < sidebar.count

        func key(_ draft: ScreenDraft) -> [Int] {
            [
                isGrouped ? groups.rank(draft.screen.group) : 0, draft.screen.order ?? .max,
                isArranged || isGrouped ? 0 : groups.rank(draft.screen.group),
                isArranged ? 0 : draft.screen.rank.rawValue, places[draft.operation.id] ?? .max,
            ]
        }
        let keyed = sidebar.map { (key: key($0), screen: $0.screen) }
        let ordered = keyed.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.screen)
        let others = drafts.filter { $0.screen.parent != nil }
            .sorted { (places[$0.operation.id] ?? .max) < (places[$1.operation.id] ?? .max) }.map(\.screen)
        return (ordered + others, isGrouped ? sections(ordered) : [ScreenSection(screens: ordered.map(\.id))])
    }

    /// The most screens in the sidebar of a document without tags before paths group them.
    private static let mostWithoutGroups = 12

    /// Groups the screens of a document without tags by the first word of their paths. A group needs two screens, and
    /// there must be two groups.
    mutating func groupByPath() {
        let sidebar = drafts.indices.filter { drafts[$0].screen.parent == nil }
        guard sidebar.count > Self.mostWithoutGroups, sidebar.allSatisfy({ drafts[$0].screen.group == nil }) else {
            return
        }
        let topics = Dictionary(grouping: sidebar) { ids.topic(of: drafts[$0].operation.path) }
            .filter { $0.key != nil && $0.value.count > 1 }
        guard topics.count > 1 else { return }
        for index in sidebar {
            guard let topic = ids.topic(of: drafts[index].operation.path), topics[topic] != nil else { continue }
            drafts[index].screen.group = groups.adding(HumanName.sentence(topic))
        }
    }

    /// Makes the titles of sibling screens unique; the first keeps its title, and titles in the document take
    /// precedence.
    mutating func tellApart() {
        let together = Dictionary(grouping: drafts.indices) { drafts[$0].screen.parent }
        for indices in together.values {
            var taken: Set<String> = []
            let named = indices.filter { drafts[$0].wishes.title != nil }
            for index in named + indices.filter({ drafts[$0].wishes.title == nil }) {
                let (draft, title) = (drafts[index], drafts[index].screen.title)
                if taken.contains(title) {
                    if draft.wishes.title != nil {
                        complain("the title \"\(title)\" is used before; make it unique", draft.operation, "title")
                    }
                    let others = titles.others(of: draft.operation, isForm: draft.screen.kind == .form)
                    let numbered = (2...).lazy.map { "\(title) \($0)" }.first { !taken.contains($0) }
                    drafts[index].screen.title = others.first { !taken.contains($0) } ?? numbered ?? title
                }
                taken.insert(drafts[index].screen.title)
            }
        }
    }

    private static let rest = "Other"

    private func sections(_ screens: [Screen]) -> [ScreenSection] {
        var sections: [ScreenSection] = []
        var rest = screens[...]
        while let group = rest.first.map(\.group) {
            let own = rest.prefix { $0.group == group }
            rest = rest.dropFirst(own.count)
            sections.append(
                ScreenSection(
                    title: group ?? Self.rest, description: group.flatMap(groups.description), screens: own.map(\.id)))
        }
        return sections
    }
}

struct ScreenGroups {
    private var titles: [String: String] = [:]
    private var descriptions: [String: String] = [:]
    private var ranks: [String: Int] = [:]

    /// The groups in the order of the document's `tags`, then in the order of the operations.
    init(_ document: APIDocument) {
        for tag in document.tags {
            let title = tag.summary ?? ScreenGroups.sentence(tag.name)
            titles[tag.name] = titles[tag.name] ?? title
            descriptions[title] = descriptions[title] ?? tag.description.map(PlainText.of)
        }
        for name in document.tags.map(\.name) + document.operations.compactMap(\.tags.first) {
            let title = title(name)
            ranks[title] = ranks[title] ?? ranks.count
        }
    }

    /// The title of a tag: its summary, else its name; identifiers become words.
    func title(_ tag: String) -> String { titles[tag] ?? ScreenGroups.sentence(tag) }

    func description(_ title: String) -> String? { descriptions[title] }

    /// The rank of a group; screens without one come last.
    func rank(_ title: String?) -> Int { title.flatMap { ranks[$0] } ?? .max }

    /// Adds a group that is not a tag, after all others.
    /// - Returns: its title.
    mutating func adding(_ title: String) -> String {
        ranks[title] = ranks[title] ?? ranks.count
        return title
    }

    /// Only identifiers are converted: "OAuth" and "AI Models" stay.
    private static func sentence(_ name: String) -> String {
        name.contains { $0 == "-" || $0 == "_" } || !name.contains(where: \.isUppercase)
            ? HumanName.sentence(name) : name
    }
}
