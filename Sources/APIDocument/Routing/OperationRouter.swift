import HTTPTypes

/// Finds the operation a request is for: of several paths that fit, the one with the most said in it, from left to right
/// (``PathTemplate/concreteness``). Of paths of one shape, the one whose parameters take the values answers. A path that is the
/// document's but for a slash at its end leads there, too, where no other fits. A tree of segments: what it costs does not grow
/// with the number of operations.
public struct OperationRouter: Sendable {
    /// Where a request leads.
    public enum Route: Sendable {
        /// To an operation, with the values of its path's parameters, decoded.
        case operation(Operation, values: [String: String])
        /// To a path that has other methods.
        case otherMethods([HTTPRequest.Method])
        /// To nothing the document describes.
        case unknown
    }

    private final class Node: Sendable {
        let literals: [String: Node]
        /// Segments that are text and parameters in one, then those that are one parameter. Names of parameters do not count.
        let patterns: [(PathTemplate.Segment, Node)]
        let operations: [Operation]

        convenience init(_ operations: [Operation]) {
            self.init(operations.map { (segments: $0.path.written[...], operation: $0) })
        }

        init(_ rows: [(segments: ArraySlice<PathTemplate.Segment>, operation: Operation)]) {
            operations = rows.filter(\.segments.isEmpty).map(\.operation)
            var literals: [String: [(ArraySlice<PathTemplate.Segment>, Operation)]] = [:]
            var patterns: [(PathTemplate.Segment, [(ArraySlice<PathTemplate.Segment>, Operation)])] = []
            for row in rows {
                guard let first = row.segments.first else { continue }
                let rest = (row.segments.dropFirst(), row.operation)
                if let literal = first.escapedLiteral {
                    literals[literal, default: []].append(rest)
                } else if let place = patterns.firstIndex(where: { $0.0.shape == first.shape }) {
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

    /// How a path is read.
    private enum Reading {
        /// As what a client sent.
        case sent
        /// As what stands in a stub, where the parameter of a template stands for any text.
        case written
    }

    /// The path all operations are below.
    public let prefix: String
    private let root: Node
    private let document: APIDocument
    /// Whether paths of the document end in a slash.
    private let hasSlashes: Bool
    /// What is served below other paths, the longest first.
    private let elsewhere: [(prefix: String, root: Node)]

    /// - Parameters:
    ///   - prefix: the path all operations are below.
    ///   - described: the path of the document's own server, where only who loaded the document knows it.
    ///   - hasServers: whether the paths of the document's other servers lead to its operations too, and those of servers of
    ///     one path or operation to these. Without, what is called may have things of its own there: of a server that the
    ///     document does not know, only the path of the document's own leads to them, since that server stands in for this.
    public init(
        _ document: APIDocument, below prefix: String, describedBelow described: String = "", hasServers: Bool = true
    ) {
        self.prefix = prefix
        self.document = document
        // Of one shape, the last one is tried first: those that take every text come last.
        let open = Set(document.operations.filter { document.hasNamesake($0) && document.takesAnyPath($0) }.map(\.id))
        let operations =
            document.operations.filter { open.contains($0.id) } + document.operations.filter { !open.contains($0.id) }
        root = Node(operations)
        hasSlashes = document.operations.contains { $0.path.endsInSlash }
        var served: [String: [Operation]] = [:]
        let known = Set(document.servers.flatMap(\.paths))
        let shared = hasServers ? known.union([described]) : known.contains(prefix) ? [] : [described]
        for operation in operations {
            let isShared = operation.servers.isEmpty || !hasServers
            let paths = isShared ? shared : Set(operation.servers.flatMap(\.paths))
            for path in paths where path != prefix && !path.isEmpty { served[path, default: []].append(operation) }
        }
        elsewhere = served.map { ($0.key, Node($0.value)) }.sorted { $0.0.utf8.count > $1.0.utf8.count }
    }

    /// The path as stubs and the upstream have it: below the prefix, also for clients that leave the prefix away or take another
    /// server's, and with a slash at the end as the document's own. What is percent-encoded without need is decoded where that
    /// leads to another operation.
    ///
    /// - Parameter method: what is asked; of two paths that differ by a slash at the end the one is meant that has it.
    public func located(_ path: String, for method: HTTPRequest.Method? = nil) -> String {
        let alone = path.prefix { $0 != "?" }
        // Most requests are as they are meant.
        if !alone.utf8.contains(UInt8(ascii: "%")), elsewhere.isEmpty, !hasSlashes, alone.last != "/",
            Self.alone(path, below: prefix)?.isEmpty == false
        {
            return path
        }
        return known(String(alone), as: .sent, for: method).map { $0 + path[alone.endIndex...] } ?? path
    }

    /// The same of a path, or a template, without a query that stands in a stub: who wrote it may have left the prefix away, or
    /// have had another of the document's servers in mind, and may have written plainly what is sent percent-encoded. A path
    /// that is nowhere in the document stays as it is.
    public func located(written path: String) -> String { known(PathTemplate(path).escaped, as: .written) ?? path }

    /// The operation that a path, or a template, of a stub belongs to.
    public func operation(_ method: HTTPRequest.Method, written path: String) -> Operation? {
        guard case .operation(let operation, _) = route(method, located(written: path), as: .written) else {
            return nil
        }
        return operation
    }

    /// The path by which a path without a query is known; nil where it leads nowhere.
    private func known(
        _ path: String, as reading: Reading, for method: HTTPRequest.Method? = nil
    ) -> String? {
        let place = place(of: path, as: reading, for: method)
        guard path.utf8.contains(UInt8(ascii: "%")) else { return place?.path }
        let plain = self.place(of: PathTemplate.normalized(path), as: reading, for: method)
        return plain?.template == place?.template ? place?.path : plain?.path ?? place?.path
    }

    /// Where a path leads, and the path by which it is known there; nil where it leads nowhere.
    private func place(
        of path: String, as reading: Reading, for method: HTTPRequest.Method?
    ) -> (path: String, template: PathTemplate)? {
        func template(in root: Node, below prefix: String) -> PathTemplate? {
            guard let alone = Self.alone(path, below: prefix) else { return nil }
            let own = method.flatMap { method in
                Self.find(alone, as: reading, in: root) { $0.last { $0.method == method }?.path }
            }
            return own ?? Self.find(alone, as: reading, in: root) { $0.last?.path }
        }
        if let template = template(in: root, below: prefix) { return (Self.spelt(path, template), template) }
        for server in elsewhere {
            if let template = template(in: server.root, below: server.prefix) {
                return (Self.spelt(prefix + path.dropFirst(server.prefix.count), template), template)
            }
        }
        guard !prefix.isEmpty else { return nil }
        return template(in: root, below: "").map { (Self.spelt(prefix + path, $0), $0) }
    }

    /// A path with a slash at its end where the template has one, or is that alone, and without where it has none.
    private static func spelt(_ path: String, _ template: PathTemplate) -> String {
        guard !template.segments.isEmpty else { return path.hasSuffix("/") ? path : path + "/" }
        guard path.hasSuffix("/") != template.endsInSlash else { return path }
        return template.endsInSlash ? path + "/" : String(path.dropLast())
    }

    /// Where a request leads.
    ///
    /// - Parameter path: path and query as sent.
    public func route(_ method: HTTPRequest.Method, _ path: String) -> Route { route(method, path, as: .sent) }

    private func route(_ method: HTTPRequest.Method, _ path: String, as reading: Reading) -> Route {
        guard let alone = Self.alone(path, below: prefix) else { return .unknown }
        var methods: [HTTPRequest.Method] = []
        let found = Self.find(alone, as: reading, in: root) { operations -> Operation? in
            let candidates = operations.filter { $0.method == method }
            if candidates.count > 1 { return fitting(alone, candidates, as: reading) }
            if let operation = candidates.last { return operation }
            for operation in operations where !methods.contains(operation.method) {
                methods.append(operation.method)
            }
            return nil
        }
        guard let found else { return methods.isEmpty ? .unknown : .otherMethods(methods) }
        return .operation(found, values: found.path.matches(String(alone)) ?? [:])
    }

    /// The operation that a path is for, of several of one shape; the last where it fits none.
    private func fitting(_ path: Substring, _ operations: [Operation], as reading: Reading) -> Operation? {
        operations.last { operation in
            if case .written = reading, path.contains("{") { return operation.path.escaped == path }
            return document.takes(operation.path.matches(String(path)) ?? [:], in: operation)
        } ?? operations.last
    }

    /// What follows the prefix, without the query; nil for what is not below it.
    private static func alone(_ path: String, below prefix: String) -> Substring? {
        guard path.hasPrefix(prefix) else { return nil }
        let rest = path.dropFirst(prefix.count)
        guard rest.isEmpty || rest.first == "/" || rest.first == "?" else { return nil }
        return rest.prefix { $0 != "?" }
    }

    /// What is taken of operations at the path, of those first that have a slash at the end as it has.
    private static func find<T>(
        _ path: Substring, as reading: Reading, in root: Node, _ take: ([Operation]) -> T?
    ) -> T? {
        let parts = PathTemplate.segments(of: path)[...]
        let endsInSlash = PathTemplate.endsInSlash(path)
        let found = find(parts, as: reading, in: root) { node in
            take(node.operations.filter { $0.path.endsInSlash == endsInSlash })
        }
        return found ?? find(parts, as: reading, in: root) { take($0.operations) }
    }

    /// What is taken at the first node that has something: by texts rather than parameters, from left to right.
    private static func find<T>(
        _ parts: ArraySlice<Substring>, as reading: Reading, in node: Node, _ take: (Node) -> T?
    ) -> T? {
        guard let first = parts.first else { return take(node) }
        if let next = node.literals[String(first)], let found = find(parts.dropFirst(), as: reading, in: next, take) {
            return found
        }
        for (segment, next) in node.patterns where segment.takes(first) {
            if let found = find(parts.dropFirst(), as: reading, in: next, take) { return found }
        }
        guard case .written = reading, first.contains("{") else { return nil }
        for (segment, next) in node.patterns where !segment.takes(first) {
            if let found = find(parts.dropFirst(), as: reading, in: next, take) { return found }
        }
        return nil
    }
}
