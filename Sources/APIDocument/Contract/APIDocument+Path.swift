import HTTPTypes

extension APIDocument {
    /// The operation that a request's path, or a template of the same form, belongs to: of several the one with most said in
    /// it (``PathTemplate/concreteness``).
    ///
    /// - Parameters:
    ///   - path: the path without its query, escaped as it is sent.
    ///   - prefix: the path of the server's URL, which the document's paths are below.
    public func operation(_ method: HTTPRequest.Method, path: String, below prefix: String = "") -> Operation? {
        guard let segments = Self.segments(of: path, below: prefix) else { return nil }
        return operations.reversed().filter { $0.method == method && PathTemplate.fits(segments, $0.path.segments) }
            .max { $0.path.concreteness.lexicographicallyPrecedes($1.path.concreteness) }
    }

    /// The path calls have, of one that stands in a stub: who wrote that may have left the server's path away, or have had
    /// the document's server in mind where another one is called. A path that is nowhere in the document stays as it is.
    ///
    /// - Parameters:
    ///   - path: a path, or a template, without a query.
    ///   - prefix: the path of the URL that is called.
    ///   - described: the path of the document's own server.
    public func located(_ path: String, below prefix: String, describedBelow described: String) -> String {
        guard !hasPath(path, below: prefix), let start = ["", described].first(where: { hasPath(path, below: $0) })
        else { return path }
        return prefix + path.dropFirst(start.count)
    }

    private func hasPath(_ path: String, below prefix: String) -> Bool {
        guard let segments = Self.segments(of: path, below: prefix) else { return false }
        return operations.contains { PathTemplate.fits(segments, $0.path.segments) }
    }

    /// The parts of what follows the prefix; nil for what is not below it.
    private static func segments(of path: String, below prefix: String) -> [Substring]? {
        guard path.hasPrefix(prefix) else { return nil }
        let rest = path.dropFirst(prefix.count)
        guard rest.isEmpty || rest.hasPrefix("/") else { return nil }
        let parts = PathTemplate(String(rest)).text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        return parts == [""] ? [] : parts
    }
}
