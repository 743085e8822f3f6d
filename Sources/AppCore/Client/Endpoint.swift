import HTTPTypes

/// One call to make, as a value: method, path below the server's base, query, headers and body.
///
/// An endpoint knows neither server nor session; `APIClient` adds both when it sends.
package struct Endpoint: Sendable, Hashable {
    /// Id of the document's operation, or nil for a request that belongs to none.
    package var operation: String?
    /// HTTP method.
    package var method: HTTPRequest.Method
    /// Path below the base URL: expanded, percent-encoded, begins with `/`, without query.
    package var path: String
    /// Query items in order, raw (not percent-encoded).
    package var query: [QueryItem]
    /// Headers of this call; they win over the client's common ones.
    package var headers: HTTPFields
    /// Body bytes, or nil when the call has none.
    package var body: [UInt8]?
    /// True if a 2xx reply without a JSON body is a failure.
    package var requiresData: Bool
    /// True if tokens are sent with the call.
    package var requiresAuthentication: Bool

    /// Creates an endpoint; everything but the path has the default of a plain authenticated GET.
    package init(
        operation: String? = nil,
        method: HTTPRequest.Method = .get,
        path: String,
        query: [QueryItem] = [],
        headers: HTTPFields = [:],
        body: [UInt8]? = nil,
        requiresData: Bool = true,
        requiresAuthentication: Bool = true
    ) {
        self.operation = operation
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.requiresData = requiresData
        self.requiresAuthentication = requiresAuthentication
    }

    /// Sets a header from text a person typed.
    ///
    /// - Throws: `.invalidRequest` naming the header when its name is no token or its value holds CR, LF or NUL
    ///   (RFC 9110 section 5.5). `HTTPField` itself would replace such characters silently.
    package mutating func setHeader(_ name: String, to value: String) throws(APIError) {
        headers[try HTTPField.Name.checked(name)] = try HTTPField.checkedValue(value, of: name)
    }
}
