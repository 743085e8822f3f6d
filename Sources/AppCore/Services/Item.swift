import WireFormats

/// One resource as it was read.
public struct Item: Sendable {
    /// The resource itself, unwrapped.
    public var value: JSONValue
    /// The whole body it stood in.
    public var document: JSONValue
    /// Its entity tag, to send as `If-Match` with an update.
    public var etag: String?
    /// The reply it was read from.
    public var response: APIResponse

    /// Creates an item.
    public init(value: JSONValue, document: JSONValue, etag: String? = nil, response: APIResponse) {
        self.value = value
        self.document = document
        self.etag = etag
        self.response = response
    }
}

/// Reads single resources.
public protocol ItemService: Sendable {
    /// Reads the resource that stands at `pointer` of the reply.
    ///
    /// - Throws: `.malformedBody` when nothing stands there.
    func item(_ endpoint: Endpoint, unwrapping pointer: JSONPointer, in context: CallContext) async throws(APIError)
        -> Item
}
