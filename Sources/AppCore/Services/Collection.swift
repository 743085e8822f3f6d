import APIDocument
import APIModel
import WireFormats

/// A collection to read page by page.
public struct CollectionEndpoint: Sendable, Hashable {
    /// The GET of the collection, with the user's filters and without pagination parameters.
    public var endpoint: Endpoint
    /// Where the array of rows stands in the reply.
    public var rows: JSONPointer
    /// How the rows are handed out.
    public var pagination: Pagination
    /// The places of the number of all rows, and of whether another page follows.
    public var facts: PageFactPlaces

    /// Creates a collection; by default the reply is the array itself and has no pages.
    public init(
        _ endpoint: Endpoint,
        rows: JSONPointer = .root,
        pagination: Pagination = .none,
        facts: PageFactPlaces = PageFactPlaces()
    ) {
        self.endpoint = endpoint
        self.rows = rows
        self.pagination = pagination
        self.facts = facts
    }
}

/// One page of a collection.
public struct Page: Sendable {
    /// Rows in the server's order.
    public var rows: [JSONValue]
    /// Where the next page begins; nil on the last one.
    public var next: PageToken?
    /// Number of all rows, where the server says it.
    public var total: Int?
    /// Whether the server says that more rows follow, while neither it nor the document says how to ask for them.
    public var isCutOff: Bool
    /// The reply the page was read from.
    public var response: APIResponse

    /// Creates a page.
    public init(
        rows: [JSONValue], next: PageToken? = nil, total: Int? = nil, isCutOff: Bool = false, response: APIResponse
    ) {
        self.rows = rows
        self.next = next
        self.total = total
        self.isCutOff = isCutOff
        self.response = response
    }
}

/// Reads collections.
public protocol CollectionService: Sendable {
    /// Reads one page; nil is the first.
    func page(_ token: PageToken?, of collection: CollectionEndpoint, in context: CallContext) async throws(APIError)
        -> Page
}
