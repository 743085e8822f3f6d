import HTTPTypes
import WireFormats

/// Finds the operation for a request.
///
/// The most specific path answers (``PathTemplate/concreteness``). Among paths of one shape, the values of the
/// parameters decide. A different trailing slash is accepted if no other path fits. A tree of segments makes the cost
/// independent of the number of operations.
public struct OperationRouter: Sendable {
    public enum Route: Sendable {
        /// An operation, with the decoded values of its path's parameters.
        case operation(Operation, values: [String: String])
        case otherMethods([HTTPRequest.Method])
        case unknown

        package var operation: Operation? { if case .operation(let operation, _) = self { operation } else { nil } }
    }

    private final class Node: Sendable {
        /// An operation, with the segments of its path below a node.
        typealias Row = (segments: ArraySlice<PathTemplate.Segment>, operation: Operation)

        let literals: [String: Node]
        /// Segments with text and parameters, then those that are one parameter. Names of parameters do not count.
        let patterns: [(PathTemplate.Segment, Node)]
        let operations: [Operation]
        let withSlash: [Operation]
        let withoutSlash: [Operation]

        convenience init(_ operations: [Operation]) {
            self.init(operations.map { (segments: $0.path.written[...], operation: $0) })
        }

        init(_ rows: [Row]) {
            operations = rows.filter(\.segments.isEmpty).map(\.operation)
            withSlash = operations.filter(\.path.endsInSlash)
            withoutSlash = operations.filter { !$0.path.endsInSlash }
            var literals: [String: [Row]] = [:]
            var patterns: [(PathTemplate.Segment, [Row])] = []
            for row in rows {
                guard let first = row.segments.first else { continue }
                let rest: Row = (row.segments.dropFirst(), row.operation)
                if let literal = first.escapedLiteral {
                    literals[literal, default: []].append(rest)
                } else if let place = patterns.firstIndex(where: { $0.0.shape == first.shape }) {
                    patterns[place].1.append(rest)
                } else {
                    patterns.append((first, [rest]))
                }
            }
            self.literals = literals.mapValues { Node($0) }
            self.patterns = patterns.reversed().sorted { $0.0.weight > $1.0.weight }.map { ($0.0, Node($0.1)) }
        }
    }

    private enum Reading {
        case sent
        /// A stub, in which a template's parameter matches any text.
        case written
    }

    public let prefix: String
    private let root: Node
    private let document: APIDocument
    /// True if paths of the document have a trailing slash.
    private let hasSlashes: Bool
    /// Operations served below other paths, the longest path first.
    private let elsewhere: [(prefix: String, root: Node)]

    /// - Parameters:
    ///   - prefix: the path that precedes all operations' paths.
    ///   - described: the path of the document's own server, if only the loader of the document knows it.
    ///   - hasServers: true if the paths of the document's other servers, and those of a path's or operation's own
    ///     servers, have its operations, too. If false, the called server may have other resources there; then only the
    ///     path of the document's own server has them, because the called one replaces it.
    public init(
        _ document: APIDocument, below prefix: String, describedBelow described: String = "", hasServers: Bool = true
    ) {
        self.prefix = prefix
        self.document = document
        // Among paths of one shape the last is tried first, so paths that accept every text come first here.
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

    /// The path in stubs and upstream (``located(_:for:)``), with its route. A canonical path needs a single search.
    ///
    /// - Parameter path: path and query as sent.
    public func routed(_ method: HTTPRequest.Method, _ path: String) -> (path: String, route: Route) {
        let route = route(method, path)
        let alone = Self.withoutQuery(path[...])
        if case .operation(let operation, _) = route, !alone.utf8.contains(UInt8(ascii: "%")),
            operation.path.endsInSlash == PathTemplate.endsInSlash(alone), operation.path.segments.count > 0
        {
            return (path, route)
        }
        let located = located(path, for: method)
        return (located, located == path ? route : self.route(method, located))
    }

    /// The path in stubs and upstream: below the prefix, even if the client omits it or uses another server's, and with
    /// the document's trailing slash. Needless percent codes are decoded if that finds another operation.
    ///
    /// - Parameter method: selects one of two paths that differ by a trailing slash.
    public func located(_ path: String, for method: HTTPRequest.Method? = nil) -> String {
        let alone = Self.withoutQuery(path[...])
        // Most requests need no change.
        if !alone.utf8.contains(UInt8(ascii: "%")), elsewhere.isEmpty, !hasSlashes, alone.last != "/",
            Self.alone(path, below: prefix)?.isEmpty == false
        {
            return path
        }
        return known(String(alone), as: .sent, for: method).map { $0 + path[alone.endIndex...] } ?? path
    }

    /// The same for a path or a template in a stub, without query. Its author may have omitted the prefix, used
    /// another server's, or left characters unencoded. An unknown path stays as it is.
    public func located(written path: String) -> String { known(PathTemplate(path).escaped, as: .written) ?? path }

    /// The operation of a path, or a template, in a stub.
    public func operation(_ method: HTTPRequest.Method, written path: String) -> Operation? {
        guard case .operation(let operation, _) = route(method, located(written: path), as: .written) else {
            return nil
        }
        return operation
    }

    /// The canonical path for a path without query; nil if it is unknown.
    private func known(
        _ path: String, as reading: Reading, for method: HTTPRequest.Method? = nil
    ) -> String? {
        let place = place(of: path, as: reading, for: method)
        guard path.utf8.contains(UInt8(ascii: "%")) else { return place?.path }
        let plain = self.place(of: PathTemplate.normalized(path), as: reading, for: method)
        return plain?.template == place?.template ? place?.path : plain?.path ?? place?.path
    }

    /// The template for a path, with the canonical path; nil if it is unknown.
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

    /// The path with the template's trailing slash, or without one; the root has one.
    private static func spelt(_ path: String, _ template: PathTemplate) -> String {
        guard !template.segments.isEmpty else { return path.hasSuffix("/") ? path : path + "/" }
        guard path.hasSuffix("/") != template.endsInSlash else { return path }
        return template.endsInSlash ? path + "/" : String(path.dropLast())
    }

    /// The operation for a request.
    ///
    /// - Parameter path: path and query as sent.
    public func route(_ method: HTTPRequest.Method, _ path: String) -> Route { route(method, path, as: .sent) }

    /// The operations at a path, whatever the method, also those of less concrete paths.
    package func operations(at path: String) -> [Operation] {
        var found: [Operation] = []
        guard let alone = Self.alone(located(path), below: prefix) else { return [] }
        _ = Self.find(alone, as: .sent, in: root) { operations -> Operation? in
            found += operations
            return nil
        }
        return found
    }

    /// The path as many servers read it: repeated slashes count as one, and `..` leads back. Nil for a path without
    /// repeated slashes and without a step that begins with a dot.
    package static func plain(_ path: String) -> String? {
        let alone = withoutQuery(path[...])
        var isAfterSlash = false
        for byte in alone.utf8 {
            if isAfterSlash, byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") {
                return PartLocation.normalized(alone)
            }
            isAfterSlash = byte == UInt8(ascii: "/")
        }
        return nil
    }

    private func route(_ method: HTTPRequest.Method, _ path: String, as reading: Reading) -> Route {
        guard let alone = Self.alone(path, below: prefix) else { return .unknown }
        let parts = PathTemplate.segments(of: alone)
        var methods: [HTTPRequest.Method] = []
        let found = Self.find(parts, of: alone, as: reading, in: root) { operations -> Operation? in
            if let last = operations.lastIndex(where: { $0.method == method }) {
                guard operations[..<last].contains(where: { $0.method == method }) else { return operations[last] }
                return fitting(alone, operations.filter { $0.method == method }, as: reading)
            }
            for operation in operations where !methods.contains(operation.method) {
                methods.append(operation.method)
            }
            return nil
        }
        guard let found else { return methods.isEmpty ? .unknown : .otherMethods(methods) }
        // A template in a stub may have other segments than its values.
        if case .written = reading { return .operation(found, values: found.path.matches(String(alone)) ?? [:]) }
        return .operation(found, values: found.path.values(in: parts) ?? [:])
    }

    /// The last of several operations of one shape that accepts the path's values; else the last.
    private func fitting(_ path: Substring, _ operations: [Operation], as reading: Reading) -> Operation? {
        operations.last { operation in
            if case .written = reading, path.contains("{") { return operation.path.escaped == path }
            return document.takes(operation.path.matches(String(path)) ?? [:], in: operation)
        } ?? operations.last
    }

    /// True for a path, perhaps with a query, that is the prefix or below it.
    package func holds(_ path: String) -> Bool { path.isPath(below: prefix) }

    /// The path after the prefix, without the query; nil if it is not below the prefix.
    private static func alone(_ path: String, below prefix: String) -> Substring? {
        guard path.isPath(below: prefix) else { return nil }
        return withoutQuery(path[path.utf8.index(path.startIndex, offsetBy: prefix.utf8.count)...])
    }

    private static func withoutQuery(_ path: Substring) -> Substring {
        path[..<(path.utf8.firstIndex(of: UInt8(ascii: "?")) ?? path.endIndex)]
    }

    /// The first result of `take` for the operations at the path; those with the same trailing slash come first.
    private static func find<T>(
        _ path: Substring, as reading: Reading, in root: Node, _ take: ([Operation]) -> T?
    ) -> T? {
        find(PathTemplate.segments(of: path), of: path, as: reading, in: root, take)
    }

    private static func find<T>(
        _ parts: [Substring], of path: Substring, as reading: Reading, in root: Node, _ take: ([Operation]) -> T?
    ) -> T? {
        let endsInSlash = PathTemplate.endsInSlash(path)
        let found = find(parts[...], as: reading, in: root) { node in
            take(endsInSlash ? node.withSlash : node.withoutSlash)
        }
        return found ?? find(parts[...], as: reading, in: root) { take($0.operations) }
    }

    /// The first result of `take` in the tree: literals before parameters, from left to right.
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

extension APIDocument {
    /// True if the parameters of the path accept these decoded values.
    func takes(_ values: [String: String], in operation: Operation) -> Bool {
        operation.parameters.allSatisfy { parameter in
            parameter.location != .path || values[parameter.name].map { takes($0, for: parameter) } ?? true
        }
    }

    /// True if the parameters of the path accept every text.
    func takesAnyPath(_ operation: Operation) -> Bool {
        let odd = String(repeating: "~", count: 64)
        return operation.parameters.allSatisfy { $0.location != .path || takes(odd, for: $0) }
    }

    /// True if a parameter's schema accepts a text in a path.
    package func takes(_ text: String, for parameter: Parameter) -> Bool {
        guard parameter.style == .simple, !parameter.isJSON else { return true }
        let schema = resolveChoices(parameter.schema)
        let readings: [JSONValue?]
        switch schema.type {
        case .object, .array, .null: return true
        case nil: readings = [.string(text), JSONNumber(text: text).map(JSONValue.number)]
        case .integer, .number, .boolean, .string: readings = [value(text, of: schema)]
        }
        return readings.compactMap(\.self).contains {
            violations(of: $0, against: parameter.schema, direction: .request, isThorough: true).isEmpty
        }
    }

    /// The value of a text in a path or a query; nil if the schema wants another type.
    package func value(_ text: String, of schema: Schema) -> JSONValue? {
        switch resolveChoices(schema).type {
        case .integer, .number: JSONNumber(text: text).map(JSONValue.number)
        case .boolean: text == "true" ? true : text == "false" ? false : nil
        case .string, nil: .string(text)
        default: nil
        }
    }
}

extension HTTPRequest {
    /// The path without query and fragment.
    package var pathAlone: Substring {
        let path = path ?? "/"
        let end = path.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        return path[..<(end ?? path.endIndex)]
    }
}
