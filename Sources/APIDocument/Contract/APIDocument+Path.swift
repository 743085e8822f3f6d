import HTTPTypes

extension APIDocument {
    /// The operation that a request's path, or a template of the same form, belongs to: of several the one with the fewest
    /// parameters, as OpenAPI has it.
    ///
    /// - Parameters:
    ///   - path: the path without its query, escaped as it is sent.
    ///   - prefix: the path of the server's URL, which the document's paths are below.
    public func operation(_ method: HTTPRequest.Method, path: String, below prefix: String = "") -> Operation? {
        guard path.hasPrefix(prefix) else { return nil }
        let parts = PathTemplate(String(path.dropFirst(prefix.count))).text.dropFirst()
            .split(separator: "/", omittingEmptySubsequences: false)
        return operations.filter { operation in
            operation.method == method && PathTemplate.fits(parts == [""] ? [] : parts, operation.path.segments)
        }.min { $0.path.parameterNames.count < $1.path.parameterNames.count }
    }
}
