import JSONText

/// The rows of a collection as far as they are loaded, and what is going on with them.
///
/// A value: the screen says what happened and gets back what to load. Every load carries the id of its call; what
/// comes back with another id is ignored.
public struct PagedRows: Sendable {
    /// What is going on.
    public enum State: Sendable, Hashable {
        /// Nothing; more may be there.
        case idle
        /// The first page is on its way; rows of an earlier load may still show.
        case loadingFirst
        /// The next page is on its way.
        case loadingNext
        /// The last load failed; the rows loaded before stay.
        case failed(APIError)
        /// All rows are loaded.
        case complete
    }

    /// Which page to load.
    public enum Load: Sendable, Hashable {
        /// The first page.
        case first
        /// The page after the rows at hand.
        case next(PageToken)

        /// What to hand to `CollectionService.page`.
        public var token: PageToken? {
            switch self {
            case .first: nil
            case .next(let token): token
            }
        }
    }

    /// Rows loaded so far.
    public internal(set) var rows: [JSONValue] = []
    /// Number of all rows, where the server says it.
    public internal(set) var total: Int?
    /// What is going on.
    public internal(set) var state = State.idle
    /// Reply of the page loaded last.
    public internal(set) var response: APIResponse?

    var next: PageToken?
    var call: UInt64?
    var lastLoad = Load.first

    /// Creates rows of which nothing is loaded.
    public init() {}
}
