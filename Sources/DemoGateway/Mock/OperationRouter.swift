import APIDocument
import HTTPTypes

/// Finds the operation a request is for: of several paths that fit, the one with the most said in it, from left to right
/// (``PathTemplate/concreteness``). A tree of segments: what it costs does not grow with the number of operations.
struct OperationRouter: Sendable {
    /// Where a request leads.
    enum Route: Sendable {
        /// To an operation, with the values of its path's parameters, decoded.
        case operation(Operation, values: [String: String])
        /// To a path that has other methods.
        case otherMethods([HTTPRequest.Method])
        /// To nothing the document describes.
        case unknown
    }

    private final class Node: Sendable {
        let literals: [String: Node]
        /// Segments that are text and parameters in one, then those that are one parameter.
        let patterns: [(PathTemplate.Segment, Node)]
        let operations: [Operation]

        init(_ rows: [(segments: ArraySlice<PathTemplate.Segment>, operation: Operation)]) {
            operations = rows.filter(\.segments.isEmpty).map(\.operation)
            var literals: [String: [(ArraySlice<PathTemplate.Segment>, Operation)]] = [:]
            var patterns: [(PathTemplate.Segment, [(ArraySlice<PathTemplate.Segment>, Operation)])] = []
            for row in rows {
                guard let first = row.segments.first else { continue }
                let rest = (row.segments.dropFirst(), row.operation)
                if let literal = first.literal {
                    literals[literal, default: []].append(rest)
                } else if let place = patterns.firstIndex(where: { $0.0 == first }) {
                    patterns[place].1.append(rest)
                } else {
                    patterns.append((first, [rest]))
                }
            }
            self.literals = literals.mapValues { Node($0.map { (segments: $0.0, operation: $0.1) }) }
            self.patterns = patterns.reversed().sorted { $0.0.weight > $1.0.weight }
                .map { ($0.0, Node($0.1.map { (segments: $0.0, operation: $0.1) })) }
        }
    }

    private let root: Node
    private let prefix: String

    /// - Parameter prefix: the path all operations are below.
    init(_ document: APIDocument, below prefix: String) {
        self.prefix = prefix
        root = Node(document.operations.map { (segments: $0.path.segments[...], operation: $0) })
    }

    /// The path as stubs and the upstream have it: below the prefix, also for clients that leave the prefix away.
    func located(_ path: String) -> String {
        guard !prefix.isEmpty, !isBelowPrefix(path) else { return path }
        if case .unknown = route(.get, prefix + path) { return path }
        return prefix + path
    }

    /// Where a request leads.
    ///
    /// - Parameter path: path and query as sent.
    func route(_ method: HTTPRequest.Method, _ path: String) -> Route {
        guard isBelowPrefix(path) else { return .unknown }
        let alone = path.dropFirst(prefix.count).prefix { $0 != "?" }
        let parts =
            alone.isEmpty || alone == "/"
            ? [] : alone.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        var methods: [HTTPRequest.Method] = []
        guard let operation = find(parts[...], in: root, method, &methods) else {
            return methods.isEmpty ? .unknown : .otherMethods(methods)
        }
        return .operation(operation, values: operation.path.matches(String(alone)) ?? [:])
    }

    private func isBelowPrefix(_ path: String) -> Bool {
        guard path.hasPrefix(prefix) else { return false }
        return prefix.isEmpty || path.utf8.dropFirst(prefix.utf8.count).first.map { "/?".utf8.contains($0) } ?? true
    }

    private func find(
        _ parts: ArraySlice<Substring>, in node: Node, _ method: HTTPRequest.Method,
        _ methods: inout [HTTPRequest.Method]
    ) -> Operation? {
        guard let first = parts.first else {
            if let operation = node.operations.first(where: { $0.method == method }) { return operation }
            for operation in node.operations where !methods.contains(operation.method) {
                methods.append(operation.method)
            }
            return nil
        }
        if let next = node.literals[String(first)], let found = find(parts.dropFirst(), in: next, method, &methods) {
            return found
        }
        for (segment, next) in node.patterns where segment.takes(first) {
            if let found = find(parts.dropFirst(), in: next, method, &methods) { return found }
        }
        return nil
    }
}
