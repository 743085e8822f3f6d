import APIDocument
import APIModel
import WireFormats

/// A list below an item with those rows of a collection that refer to the item. `/projects/{id}/tasks` has the rows of
/// `/tasks` with that `projectId`.
struct OwnedList: Sendable {
    /// The list for which all rows are generated: that of the collection, or this one if the collection has none.
    fileprivate let all: Operation
    fileprivate let home: RowHome
    fileprivate let document: APIDocument
    /// The member of a row with the id of the item.
    fileprivate let owner: Schema.Property
    /// The position of the item's id, from the end of the list's path.
    fileprivate static let place = 2

    /// The item in a request's path.
    ///
    /// - Parameter segments: the decoded segments of the path.
    func owner(below segments: [String]) -> RowOwnership {
        let text = segments.dropLast(Self.place - 1).last
        return RowOwnership(
            name: owner.name, value: text.flatMap { document.fittingValue($0, of: owner.schema) })
    }

    /// The rows of the collection, without writes.
    func rows() throws(SampleError) -> [JSONValue] {
        guard let model = document.list(of: all) else { return [] }
        return try DocumentRows.generated(of: all, model, at: home, in: document)
    }
}

/// The item that owns rows, by the member that refers to it.
struct RowOwnership: Sendable, Hashable {
    let name: String
    /// Nil for an id that is invalid in a row.
    let value: JSONValue?

    func isOwner(of row: JSONValue) -> Bool { value.map { row[name] == $0 } ?? false }
}

/// The owned lists of a document.
///
/// Example rows may refer to items that do not exist, so a list with examples has only those.
struct OwnedLists: Sendable {
    /// By the shape of the list's path.
    private var lists: [String: OwnedList] = [:]
    /// The paths of the collections whose items own rows.
    private(set) var owners: Set<String> = []

    init(_ document: APIDocument) {
        let relations = Relations(document)
        let generator = SampleGenerator(document: document)
        func isGenerated(_ list: Operation) -> Bool {
            guard let model = document.list(of: list), list.success?.json?.examples.isEmpty == true else {
                return false
            }
            let rows = document.part(of: model.answer, at: model.rows)
            return ([model.answer] + [rows].compactMap(\.self)).allSatisfy { generator.example(of: $0) == nil }
                && EmbeddedRows(list.path, model.row, in: document) == nil
        }
        for list in document.operations {
            let path = list.path
            guard path.parameterNames.count == 1, let link = document.rowLinks.link(from: list), link.owners.isEmpty,
                link.home.parameterNames.isEmpty, case .rows(_, let row) = document.shape(of: list),
                row.examples.isEmpty,
                let place = path.segments.lastIndex(where: { $0.parameter != nil }),
                place == path.segments.count - OwnedList.place,
                let parameter = path.segments[place].parameter,
                let owner = row.properties.first(where: {
                    path.parentNames(at: place, parameter).contains(HumanName.key($0.name))
                }),
                document.resolveChoices(owner.schema).examples.isEmpty,
                relations.target(of: NameWords(owner.name), in: document)?.path == path.prefix(place).text,
                isGenerated(list)
            else { continue }
            let all = document.read(at: link.home.shape) ?? list
            guard isGenerated(all), case .rows(_, row) = document.shape(of: all) else { continue }
            lists[path.shape] = OwnedList(
                all: all, home: RowHome(list, path.segments.map { $0.literal ?? "" }, in: document),
                document: document, owner: owner)
            owners.insert(path.prefix(place).text)
        }
    }

    subscript(path: PathTemplate) -> OwnedList? { lists[path.shape] }
}

extension APIDocument {
    var ownedLists: OwnedLists { memo.value { OwnedLists(self) } }
}
