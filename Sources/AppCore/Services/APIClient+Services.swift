import WireFormats

extension APIClient {
    /// Reads the resource at `pointer` of the reply.
    ///
    /// - Throws: `.malformedBody` when nothing stands there.
    package func item(_ endpoint: Endpoint, unwrapping pointer: JSONPointer, in context: CallContext)
        async throws(APIError) -> Item
    {
        let response = try await send(endpoint, in: context)
        let document = response.json ?? .null
        guard let value = document[pointer] else { throw .missing(pointer, in: response, of: endpoint) }
        return Item(value: value, document: document, etag: response.etag, response: response)
    }

    /// Reads one page of a collection; nil is the first.
    package func page(_ token: PageToken?, of collection: CollectionEndpoint, in context: CallContext)
        async throws(APIError) -> Page
    {
        let endpoint = collection.endpoint(for: token)
        let response = try await send(endpoint, in: context)
        guard let rows = response.json?[collection.rows]?.arrayValue else {
            throw .missing(collection.rows, in: response, of: endpoint)
        }
        return collection.page(token, rows: rows, in: response)
    }

    /// Sends an update and reads what was stored. The server's complaints about fields stand in the error's `fields`.
    package func send(_ update: Update, in context: CallContext) async throws(APIError) -> UpdateOutcome {
        let response = try await send(try update.request(), in: context)
        if update.style == .delete { return .deleted(response) }
        guard let stored = update.stored(in: response) else { return .accepted(sent: update.result, response) }
        return .stored(stored, response)
    }
}

extension APIError {
    /// The reply is JSON, but nothing of the expected kind stands at `pointer`.
    static func missing(_ pointer: JSONPointer, in response: APIResponse, of endpoint: Endpoint) -> APIError {
        let place = pointer.tokens.isEmpty ? "the data" : "\"\(pointer.tokens.joined(separator: "."))\""
        return APIError(
            .malformedBody, status: response.status, message: "it does not hold \(place) as the document says",
            method: endpoint.method, path: endpoint.path, response: response)
    }
}
