import APIModel
import WireFormats

package struct Page: Sendable {
    /// Rows in the server's order.
    package var rows: [JSONValue]
    /// The place of the next page; nil on the last one.
    package var next: PageToken?
    package var total: Int?
    /// True if more rows follow, but neither the server nor the document describes how to request them.
    package var isCutOff: Bool
}

package struct Item: Sendable {
    /// The resource, unwrapped.
    package var value: JSONValue
    /// The whole body around it.
    package var document: JSONValue
    /// Its entity tag, for `If-Match` in an update.
    package var etag: String?
    package var response: APIResponse
}

/// The place of the next page; created and read only by ``Screen``.
package struct PageToken: Sendable, Hashable {
    enum Position: Sendable, Hashable {
        case cursor(String)
        case page(Int)
        case offset(Int)
        case query([QueryItem])
        case row(id: String, parameter: String)
    }

    let position: Position
    /// The number of rows on the first page, which is full if another follows; nil if it is unknown.
    var full: Int?
}

extension Pagination {
    /// The number of rows of a full page, if the document declares it.
    package var size: Int? {
        switch self {
        case .page(_, _, _, let size): size
        case .offset(_, _, let limit, _): limit
        case .lastRow(_, _, _, _, let limit): limit
        case .none, .cursor, .link: nil
        }
    }

    /// The same pagination, with pages counted from 0 if the first page's reply was followed by page 1.
    ///
    /// - Parameter second: the page after the first.
    package func numbered(by second: PageToken?) -> Pagination {
        guard case .page(let parameter, _, let sizeParameter, let size) = self,
            case .page(let number)? = second?.position
        else { return self }
        return .page(parameter: parameter, first: number - 1, sizeParameter: sizeParameter, size: size)
    }

    /// The page with a row, without loading those before it; nil if pages can only be reached one after the other.
    ///
    /// - Parameters:
    ///   - row: the index in the server's order, from 0.
    ///   - size: the number of rows of a full page, at least 1.
    /// - Returns: the page, nil for the first one, and the index of its first row.
    package func token(ofRow row: Int, size: Int) -> (token: PageToken?, start: Int)? {
        let number = max(0, row) / max(1, size)
        let start = number * max(1, size)
        switch self {
        case .page(_, let first, _, _):
            return (number == 0 ? nil : PageToken(position: .page(first + number), full: size), start)
        case .offset:
            return (number == 0 ? nil : PageToken(position: .offset(start), full: size), start)
        case .none, .cursor, .lastRow, .link:
            return nil
        }
    }
}

extension APIClient {
    /// Reads the resource at `pointer` of the reply.
    ///
    /// - Throws: `.malformedBody` if there is none.
    package func item(_ endpoint: Endpoint, unwrapping pointer: JSONPointer, in context: CallContext)
        async throws(APIError) -> Item
    {
        let response = try await send(endpoint, in: context)
        let document = response.json ?? .null
        guard let value = document[pointer] else { throw .missing(pointer, in: response, of: endpoint) }
        return Item(value: value, document: document, etag: response.etag, response: response)
    }

    /// Reads a page of a screen's rows; nil for the first.
    ///
    /// - Parameter endpoint: the GET of the list, with the user's filters and without pagination parameters.
    package func page(_ token: PageToken?, of screen: Screen, at endpoint: Endpoint, in context: CallContext)
        async throws(APIError) -> Page
    {
        let endpoint = screen.endpoint(endpoint, for: token)
        let response = try await send(endpoint, in: context)
        guard let rows = response.json?[screen.rows]?.arrayValue else {
            throw .missing(screen.rows, in: response, of: endpoint)
        }
        return screen.page(token, rows: rows, in: response)
    }

    /// Sends an update and reads the stored resource. The server's field errors are in the error's `fields`.
    func send(_ update: Update, to endpoint: Endpoint, in context: CallContext) async throws(APIError)
        -> UpdateOutcome
    {
        let response = try await send(try update.call(endpoint), in: context)
        if update.form == nil { return .deleted(response) }
        guard let stored = update.stored(in: response) else { return .accepted(sent: update.result, response) }
        return .stored(stored, response)
    }
}

extension APIError {
    /// An error for JSON without the expected value at `pointer`.
    static func missing(_ pointer: JSONPointer, in response: APIResponse, of endpoint: Endpoint) -> APIError {
        let place = pointer.tokens.isEmpty ? "data" : "\"\(pointer.tokens.joined(separator: "."))\""
        return APIError(
            .malformedBody, status: response.status, message: "it has no \(place), which the document declares",
            method: endpoint.method, path: endpoint.path, response: response)
    }
}
