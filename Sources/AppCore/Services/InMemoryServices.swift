import WireFormats

/// An item service that gives what it was told to: for tests and previews.
public struct InMemoryItemService: ItemService {
    private let result: Result<Item, APIError>

    /// Answers every call with `result`.
    public init(_ result: Result<Item, APIError>) {
        self.result = result
    }

    /// Gives the item or the error.
    public func item(_ endpoint: Endpoint, unwrapping pointer: JSONPointer, in context: CallContext)
        async throws(APIError) -> Item
    {
        try result.get()
    }
}

/// A collection service over pages in memory: for tests and previews.
public struct InMemoryCollectionService: CollectionService {
    private let pages: [Result<Page, APIError>]

    /// Hands out the pages in order; their own tokens are replaced by ones that lead to the page after.
    public init(_ pages: [Result<Page, APIError>]) {
        self.pages = pages
    }

    /// Gives the page the token leads to.
    public func page(_ token: PageToken?, of collection: CollectionEndpoint, in context: CallContext)
        async throws(APIError) -> Page
    {
        var number = 0
        if case .page(let asked)? = token?.position { number = asked }
        guard pages.indices.contains(number) else {
            throw APIError(.status, status: 404, message: "there is no page \(number + 1)")
        }
        var page = try pages[number].get()
        page.next = number + 1 < pages.count ? PageToken(position: .page(number + 1)) : nil
        return page
    }
}

/// An update service that gives what it was told to: for tests and previews.
public struct InMemoryUpdateService: UpdateService {
    private let result: Result<UpdateOutcome, APIError>

    /// Answers every update with `result`.
    public init(_ result: Result<UpdateOutcome, APIError>) {
        self.result = result
    }

    /// Gives the outcome or the error.
    public func send(_ update: Update, in context: CallContext) async throws(APIError) -> UpdateOutcome {
        try result.get()
    }
}
