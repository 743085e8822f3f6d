import APIDocument
import APIModel

/// The document's tags as groups of screens.
struct ScreenGroups {
    private var titles: [String: String] = [:]
    private var descriptions: [String: String] = [:]
    private var ranks: [String: Int] = [:]

    /// The groups in the order of the document's `tags`, then in that in which operations name others.
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

    /// What a tag is called for people: as described, else its name; names for programs get spaces.
    func title(_ tag: String) -> String { titles[tag] ?? ScreenGroups.sentence(tag) }

    /// What a group is for.
    func description(_ title: String) -> String? { descriptions[title] }

    /// The place of a group; what belongs to none comes last.
    func rank(_ title: String?) -> Int { title.flatMap { ranks[$0] } ?? .max }

    /// Only names that are plainly made for programs are taken apart: "OAuth" and "AI Models" stay.
    private static func sentence(_ name: String) -> String {
        name.contains { $0 == "-" || $0 == "_" } || !name.contains(where: \.isUppercase)
            ? HumanName.sentence(name) : name
    }
}
