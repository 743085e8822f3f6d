import HTTPTypes
import JSONText

/// Finds the item a row of a search opens, where the paths do not say it: `/pet/{petId}` for the rows of `/pet/findByStatus`,
/// `/tickets/{id}` for those of `/tickets/overdue`.
///
/// The rule. A list without a GET for one of its rows below its own path leads to an item where
/// 1. the item's path ends in a parameter, and there is no GET at the path before it: else the item belongs to that
///    collection, and the list must stand one name below it;
/// 2. the rest of the item's path is the list's own beginning, or asks for nothing;
/// 3. a row and the item have one schema - the same when references are followed, an object with members - or else the list
///    is called as the item's collection is: `/users/me/guilds` has rows of `/guilds/{guildId}`;
/// 4. a row has the member the parameter means (``RowKey``);
/// 5. no other item fits as well: of two nobody knows which is meant, and there is no link.
public struct RowLinks: Sendable {
    /// Where a row leads.
    public struct Link: Sendable {
        /// The GET of the item.
        public let item: Operation
        /// The member of the row that fills the last parameter of the item's path.
        public let key: JSONPointer
    }

    private struct Candidate: Sendable {
        let item: Operation
        let schema: Schema
        /// Whether its collection has a list of its own.
        let isListed: Bool
        /// What its collection is called in its path.
        let collection: String?
    }

    private let document: APIDocument
    private let candidates: [Candidate]

    /// The links of a document.
    public init(_ document: APIDocument) {
        self.init(document, of: nil)
    }

    /// The links of one list alone, where it is given: schemas of items that its path rules out are not read.
    private init(_ document: APIDocument, of list: Operation?) {
        self.document = document
        let answers = AnswerReader(document: document)
        candidates = document.operations.compactMap { item in
            guard item.method == .get, item.path.segments.last?.parameter != nil else { return nil }
            let parent = item.path.prefix(item.path.segments.count - 1)
            let isListed = document.read(at: parent.shape) != nil
            guard list.map({ Self.mayShow($0.path, rowsOf: parent, isListed: isListed) }) ?? true,
                case .item(_, let schema) = answers.shape(of: item),
                schema.type == .object, !schema.properties.isEmpty
            else { return nil }
            return Candidate(
                item: item, schema: schema, isListed: isListed,
                collection: parent.segments.last?.literal.map(HumanName.key))
        }
    }

    /// Where a row of one list leads: for who asks about a single one.
    public static func link(from list: Operation, in document: APIDocument) -> Link? {
        guard document.read(at: list.path.shape + "/{}") == nil else { return nil }
        return RowLinks(document, of: list).link(from: list)
    }

    /// Where a row of that list leads; nil where it has an item of its own, or none can be told.
    public func link(from list: Operation) -> Link? {
        guard list.method == .get, !candidates.isEmpty, document.read(at: list.path.shape + "/{}") == nil,
            case .rows(_, let row) = AnswerReader(document: document).shape(of: list), row.type == .object
        else { return nil }
        let same = candidates.filter { $0.schema == row }.compactMap { link(from: list, row, to: $0) }
        guard same.isEmpty else { return same.count == 1 ? same[0] : nil }
        guard let word = list.path.segments.last?.literal.map(HumanName.key), !word.isEmpty else { return nil }
        let named = candidates.filter { $0.collection == word && !$0.isListed }.compactMap {
            link(from: list, row, to: $0)
        }
        return named.count == 1 ? named[0] : nil
    }

    private func link(from list: Operation, _ row: Schema, to candidate: Candidate) -> Link? {
        let path = candidate.item.path
        let parent = path.prefix(path.segments.count - 1)
        guard let parameter = path.segments.last?.parameter,
            Self.mayShow(list.path, rowsOf: parent, isListed: candidate.isListed),
            let key = RowKey.pointer(
                for: parameter, in: row, collection: parent.segments.last?.literal ?? "", document: document)
        else { return nil }
        return Link(item: candidate.item, key: key)
    }

    /// Whether the paths allow that a list shows rows of a collection: rules 1 and 2.
    private static func mayShow(_ list: PathTemplate, rowsOf collection: PathTemplate, isListed: Bool) -> Bool {
        let isBelow = list.prefix(collection.segments.count).shape == collection.shape
        guard isListed else { return isBelow || collection.parameterNames.isEmpty }
        return isBelow && list.segments.count == collection.segments.count + 1 && list.segments.last?.literal != nil
    }
}
