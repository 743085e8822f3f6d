import APIDocument
import HTTPTypes
import WireFormats

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
///
/// A row that is only written, as by `DELETE /comments/{commentId}`, is an item as well; its list is found by its name.
///
/// Besides, a list whose last segment is a word about how things are shown, and not which, leads to the thing beside it: that of
/// `/containers/json` to `/containers/{id}/json`, which is shown by the same word, that of `/users/search` to `/users/{id}`. There
/// is no GET at the path before the word then.
public struct RowLinks: Sendable {
    /// Where a row leads.
    public struct Link: Sendable {
        /// The GET of the item; a write to it if nothing reads it.
        public let item: Operation
        /// The member of the row that fills the last parameter of the item's path.
        public let key: JSONPointer
        /// The members of the row that fill the parameters right before it; what stands before those is the list's beginning.
        public let owners: [JSONPointer]

        /// The path of the collection that the row lives in: the item's, without what the row fills and what stands behind that.
        public var home: PathTemplate {
            let key = item.path.segments.lastIndex { $0.parameter != nil } ?? item.path.segments.count
            return item.path.prefix(key - owners.count)
        }
        /// The path of the row: the item's, without a word behind it.
        package var rowPath: PathTemplate { item.path.prefix(home.segments.count + owners.count + 1) }
        /// The members of the row that fill the item's path, in order.
        public var filled: [JSONPointer] { owners + [key] }
    }

    /// By the id of the list.
    private let ofLists: [String: Link]
    /// By the id of the item.
    private let ofItems: [String: Link]
    /// Lists of things that are shown by a word behind their own path, by the ids of the items.
    private let worded: [String: Operation]
    private let wordedHomes: Set<String>

    /// The links of a document, read anew; ``APIDocument/rowLinks`` has them already.
    public init(_ document: APIDocument) {
        let reader = RowLinkReader(document)
        var (ofLists, ofItems): ([String: Link], [String: Link]) = ([:], [:])
        var worded: [String: Operation] = [:]
        for list in document.operations {
            guard let link = reader.link(from: list) else { continue }
            ofLists[list.id] = link
            if link.item.method == .get, link.item.path.segments.last?.parameter == nil, worded[link.item.id] == nil {
                worded[link.item.id] = list
            }
            if !link.owners.isEmpty, ofItems[link.item.id] == nil { ofItems[link.item.id] = link }
        }
        (self.ofLists, self.ofItems, self.worded) = (ofLists, ofItems, worded)
        wordedHomes = Set(worded.values.compactMap { ofLists[$0.id]?.home.shape })
    }

    /// Where a row of that list leads; nil where it has an item of its own, or none can be told.
    public func link(from list: Operation) -> Link? { ofLists[list.id] }

    /// The path of the thing that an operation shows, without a word behind it that says how: `/containers/{id}` for
    /// `/containers/{id}/json`.
    package func thingPath(of operation: Operation) -> PathTemplate {
        worded[operation.id] == nil ? operation.path : operation.path.prefix(operation.path.segments.count - 1)
    }

    /// Whether a collection of that path's shape is listed, and its things shown, by a word behind their paths.
    package func isWorded(_ shape: String) -> Bool { wordedHomes.contains(shape) }

    /// The list whose rows lead to an item that is shown by a word behind its own path.
    package func list(ofWorded item: Operation) -> Operation? { worded[item.id] }

    /// The members in which rows of the list at a path say whose they are, where they open below their owner's name.
    package func owners(ofRowsAt path: PathTemplate, in document: APIDocument) -> Set<String> {
        let owners = document.read(at: path.shape).flatMap { link(from: $0) }?.owners ?? []
        return Set(owners.compactMap(\.tokens.first))
    }

    /// The first list's link to an item whose path takes several parameters from a row: only then does the item's path not say
    /// which collection it is of.
    public func link(to item: Operation) -> Link? { ofItems[item.id] }
}

extension APIDocument {
    /// Where rows of its lists lead.
    package var rowLinks: RowLinks { memo.value { RowLinks(self) } }
}
