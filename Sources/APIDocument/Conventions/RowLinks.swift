import HTTPTypes
import JSONText

/// Finds the item a row of a search opens, where the paths do not say it: `/pet/{petId}` for the rows of `/pet/findByStatus`,
/// `/tickets/{id}` for those of `/tickets/overdue`, `/repos/{owner}/{repo}` for those of `/user/repos`.
///
/// The rule. A list without a GET for one of its rows below its own path leads to an item where
/// 1. the item's path ends in a parameter, and there is no GET at the path before it: else the item belongs to that
///    collection, and the list must stand one name below it;
/// 2. the rest of the item's path is the list's own beginning, or asks for nothing; or it ends in further parameters behind which
///    there is no GET, and a row says what each of them is (``RowOwner``);
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
        /// The members of the row that fill the parameters right before it; what stands before those is the list's beginning.
        public let owners: [JSONPointer]

        /// The path of the collection that the row lives in: the item's, without what the row fills.
        public var home: PathTemplate { item.path.prefix(item.path.segments.count - 1 - owners.count) }
        /// The members of the row that fill the item's path, in order.
        public var filled: [JSONPointer] { owners + [key] }
    }

    private struct Candidate: Sendable {
        let item: Operation
        let schema: Schema
        /// The path of its collection.
        let parent: PathTemplate
        /// Whether its collection has a list of its own.
        let isListed: Bool

        /// What its collection is called in its path.
        var collection: String? { parent.segments.last?.literal.map(HumanName.key) }
        /// The parameters right before the last that do not belong to the collection's path.
        var owners: [String] {
            item.path.segments[parent.segments.count...].dropLast().compactMap(\.parameter)
        }
    }

    private let document: APIDocument
    private let candidates: [Candidate]

    /// The links of a document.
    public init(_ document: APIDocument) {
        self.init(document, to: document.operations) { _, _ in true }
    }

    /// The links to some items alone. Schemas of items whose collection is ruled out are not read.
    private init(
        _ document: APIDocument, to items: [Operation], where mayFit: (PathTemplate, _ isListed: Bool) -> Bool
    ) {
        self.document = document
        let answers = AnswerReader(document: document)
        candidates = items.flatMap { item -> [Candidate] in
            guard item.method == .get, item.path.segments.last?.parameter != nil else { return [] }
            let parents = Self.parents(of: item.path, in: document).map {
                (path: $0, isListed: document.read(at: $0.shape) != nil)
            }
            .filter { mayFit($0.path, $0.isListed) }
            guard !parents.isEmpty, case .item(_, let schema) = answers.shape(of: item),
                schema.type == .object, !schema.properties.isEmpty
            else { return [] }
            return parents.map { Candidate(item: item, schema: schema, parent: $0.path, isListed: $0.isListed) }
        }
    }

    /// What the path of an item's collection may be: the path before its last parameter, and before each further one that nothing
    /// is read behind.
    private static func parents(of item: PathTemplate, in document: APIDocument) -> [PathTemplate] {
        var parents = [item.prefix(item.segments.count - 1)]
        while let last = parents.last, last.segments.last?.parameter != nil, document.read(at: last.shape) == nil {
            parents.append(last.prefix(last.segments.count - 1))
        }
        return parents
    }

    /// Where a row of one list leads: for who asks about a single one.
    public static func link(from list: Operation, in document: APIDocument) -> Link? {
        guard document.read(at: list.path.shape + "/{}") == nil else { return nil }
        return RowLinks(document, to: document.operations) { mayShow(list.path, rowsOf: $0, isListed: $1) }
            .link(from: list)
    }

    /// The first list's link to an item whose path takes several parameters from a row: only then does the item's path not say
    /// which collection it is of.
    public static func link(to item: Operation, in document: APIDocument) -> Link? {
        guard parents(of: item.path, in: document).count > 1, item.method == .get else { return nil }
        let links = RowLinks(document, to: document.operations) { _, _ in true }
        return document.operations.lazy.compactMap { links.link(from: $0) }
            .first { $0.item.id == item.id && !$0.owners.isEmpty }
    }

    /// Where a row of that list leads; nil where it has an item of its own, or none can be told.
    public func link(from list: Operation) -> Link? {
        guard list.method == .get, !candidates.isEmpty, document.read(at: list.path.shape + "/{}") == nil,
            case .rows(_, let row) = AnswerReader(document: document).shape(of: list), row.type == .object
        else { return nil }
        let same = links(from: list, row, to: candidates.filter { $0.schema == row })
        guard same.isEmpty else { return same.count == 1 ? same[0] : nil }
        guard let word = list.path.segments.last?.literal.map(HumanName.key), !word.isEmpty else { return nil }
        let named = links(from: list, row, to: candidates.filter { $0.collection == word && !$0.isListed })
        return named.count == 1 ? named[0] : nil
    }

    /// The links to these items, one for each: the one that takes the least from the row.
    private func links(from list: Operation, _ row: Schema, to candidates: [Candidate]) -> [Link] {
        var seen: Set<String> = []
        return candidates.sorted { $0.owners.count < $1.owners.count }.compactMap { candidate in
            guard !seen.contains(candidate.item.id), let link = link(from: list, row, to: candidate) else { return nil }
            seen.insert(candidate.item.id)
            return link
        }
    }

    private func link(from list: Operation, _ row: Schema, to candidate: Candidate) -> Link? {
        guard let last = candidate.item.path.segments.last?.parameter,
            Self.mayShow(list.path, rowsOf: candidate.parent, isListed: candidate.isListed)
        else { return nil }
        let collection = candidate.parent.segments.last?.literal ?? ""
        guard !candidate.owners.isEmpty else {
            return RowKey.pointer(for: last, in: row, collection: collection, document: document)
                .map { Link(item: candidate.item, key: $0, owners: []) }
        }
        let reader = RowOwner(row: row, item: candidate.item, document: document)
        let owners = candidate.owners.compactMap(reader.pointer)
        guard owners.count == candidate.owners.count, let key = reader.name(for: last, collection: collection) else {
            return nil
        }
        return Link(item: candidate.item, key: key, owners: owners)
    }

    /// Whether the paths allow that a list shows rows of a collection: rules 1 and 2.
    private static func mayShow(_ list: PathTemplate, rowsOf collection: PathTemplate, isListed: Bool) -> Bool {
        let isBelow = list.prefix(collection.segments.count).shape == collection.shape
        guard isListed else { return isBelow || collection.parameterNames.isEmpty }
        let names = list.segments.dropFirst(collection.segments.count)
        return isBelow && (names.isEmpty || names.count == 1 && names.first?.literal != nil)
    }
}
