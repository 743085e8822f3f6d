/// A JSONPath query (RFC 9535): names, indexes, wildcards, slices, descendants and filters.
///
/// Functions are rejected, because a path that cannot be evaluated must not match by accident.
public struct JSONPath: Sendable, Hashable {
    /// The query as written.
    package let text: String
    @Derived private var segments: [Segment]

    struct Segment: Sendable {
        var selectors: [Selector]
        /// True for `..`: the selectors apply at every depth.
        var isDescendant: Bool
    }

    enum Selector: Sendable {
        case name(String)
        /// Negative indexes count from the end.
        case index(Int)
        case wildcard
        case slice(start: Int?, end: Int?, step: Int)
        case filter(Filter)
    }

    indirect enum Filter: Sendable {
        case exists(Operand)
        case compare(Operand, Comparison, Operand)
        case not(Filter)
        case all([Filter])
        case any([Filter])
    }

    enum Comparison: String, Sendable, CaseIterable {
        case equal = "=="
        case different = "!="
        case atMost = "<="
        case atLeast = ">="
        case less = "<"
        case greater = ">"
    }

    enum Operand: Sendable {
        case value(JSONValue)
        case query([Segment], fromRoot: Bool)
    }

    /// Parses a query.
    /// - Throws: ``InvalidText`` for invalid queries and for functions.
    public init(_ text: String) throws(InvalidText) {
        var reader = JSONPathReader(text)
        segments = try reader.query()
        self.text = text
    }

    /// The places that the query selects, in document order, without duplicates.
    package func places(in root: JSONValue) -> [JSONPointer] {
        Self.distinct(Self.select(segments, from: root, root)).map { JSONPointer(tokens: $0.path) }
    }

    /// The values that the query selects, in document order.
    package func values(in root: JSONValue) -> [JSONValue] { Self.select(segments, from: root, root).map(\.value) }

    /// True if the query can select at most one value.
    package var isDefinite: Bool {
        segments.allSatisfy { segment in
            guard !segment.isDescendant, segment.selectors.count == 1 else { return false }
            return switch segment.selectors[0] {
            case .name, .index: true
            case .wildcard, .slice, .filter: false
            }
        }
    }

    private typealias Node = (path: [String], value: JSONValue)

    private static func select(_ segments: [Segment], from start: JSONValue, _ root: JSONValue) -> [Node] {
        var nodes: [Node] = [([], start)]
        for segment in segments {
            let starts = segment.isDescendant ? nodes.flatMap(withDescendants) : nodes
            nodes = starts.flatMap { node in segment.selectors.flatMap { select($0, node, root) } }
            // Nested values are reached in several ways, which each `..` would multiply.
            if segment.isDescendant { nodes = distinct(nodes) }
        }
        return nodes
    }

    private static func distinct(_ nodes: [Node]) -> [Node] {
        var seen: Set<[String]> = []
        return nodes.filter { seen.insert($0.path).inserted }
    }

    private static func withDescendants(_ node: Node) -> [Node] {
        var (found, pending): ([Node], [Node]) = ([], [node])
        while let next = pending.popLast() {
            found.append(next)
            pending += children(of: next).reversed()
        }
        return found
    }

    private static func children(of node: Node) -> [Node] {
        switch node.value {
        case .array(let items): items.enumerated().map { (node.path + [String($0)], $1) }
        case .object(let object): object.members.map { (node.path + [$0.key], $0.value) }
        default: []
        }
    }

    private static func select(_ selector: Selector, _ node: Node, _ root: JSONValue) -> [Node] {
        switch (selector, node.value) {
        case (.name(let name), .object(let object)): return object[name].map { [(node.path + [name], $0)] } ?? []
        case (.index(let index), .array(let items)):
            let place = index < 0 ? items.count + index : index
            return items.indices.contains(place) ? [(node.path + [String(place)], items[place])] : []
        case (.wildcard, _): return children(of: node)
        case (.slice(let start, let end, let step), .array(let items)):
            return places(from: start, to: end, by: step, of: items.count)
                .map { (node.path + [String($0)], items[$0]) }
        case (.filter(let filter), _): return children(of: node).filter { isMet(filter, by: $0.value, root) }
        default: return []
        }
    }

    /// The indices of a slice (RFC 9535, 2.3.4.2.2).
    private static func places(from start: Int?, to end: Int?, by step: Int, of count: Int) -> [Int] {
        func bound(_ index: Int, _ range: ClosedRange<Int>) -> Int {
            let index = index < 0 ? max(-1, count + max(index, -count - 1)) : index
            return min(max(index, range.lowerBound), range.upperBound)
        }
        guard step != 0, count > 0 else { return [] }
        if step > 0 {
            let (lower, upper) = (bound(start ?? 0, 0...count), bound(end ?? count, 0...count))
            return Array(stride(from: lower, to: upper, by: step))
        }
        let first = bound(start ?? count - 1, -1...(count - 1))
        return Array(stride(from: first, to: end.map { bound($0, -1...(count - 1)) } ?? -1, by: step))
    }

    private static func isMet(_ filter: Filter, by value: JSONValue, _ root: JSONValue) -> Bool {
        switch filter {
        case .exists(let operand): resolved(operand, value, root) != nil
        case .not(let inner): !isMet(inner, by: value, root)
        case .all(let filters): filters.allSatisfy { isMet($0, by: value, root) }
        case .any(let filters): filters.contains { isMet($0, by: value, root) }
        case .compare(let left, let comparison, let right):
            isTrue(resolved(left, value, root), comparison, resolved(right, value, root))
        }
    }

    private static func resolved(_ operand: Operand, _ value: JSONValue, _ root: JSONValue) -> JSONValue? {
        switch operand {
        case .value(let value): value
        case .query(let segments, let fromRoot): select(segments, from: fromRoot ? root : value, root).first?.value
        }
    }

    private static func isTrue(_ left: JSONValue?, _ comparison: Comparison, _ right: JSONValue?) -> Bool {
        let isEqual = if let left, let right { left.isEquivalent(to: right) } else { left == nil && right == nil }
        func isLess(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
            switch (left, right) {
            case (.number(let left)?, .number(let right)?): left.isLess(than: right)
            case (.string(let left)?, .string(let right)?):
                left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
            default: false
            }
        }
        return switch comparison {
        case .equal: isEqual
        case .different: !isEqual
        case .less: isLess(left, right)
        case .greater: isLess(right, left)
        case .atMost: isEqual || isLess(left, right)
        case .atLeast: isEqual || isLess(right, left)
        }
    }
}

/// A value made from other properties of its owner, which alone tell owners apart.
@propertyWrapper package struct Derived<Value: Sendable>: Sendable, Hashable {
    package var wrappedValue: Value

    package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    package static func == (left: Self, right: Self) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}

/// Parses a query scalar by scalar.
private struct JSONPathReader {
    private let text: String
    private var rest: Substring.UnicodeScalarView
    private var depth = 0
    /// The maximum nesting of filters.
    private static let depthLimit = 16

    init(_ text: String) {
        self.text = text
        rest = text.unicodeScalars[...]
    }

    private func invalid(_ why: String) -> InvalidText {
        InvalidText("\"\(text)\" is not a JSONPath that can be read: \(why)")
    }

    mutating func query() throws(InvalidText) -> [JSONPath.Segment] {
        guard rest.popFirst() == "$" else { throw invalid("it must begin with $") }
        let segments = try segments()
        skipSpace()
        guard let next = rest.first else { return segments }
        guard next != "(" else { throw invalid("functions are not supported") }
        throw invalid("\"\(next)\" is not expected")
    }

    private mutating func segments() throws(InvalidText) -> [JSONPath.Segment] {
        var segments: [JSONPath.Segment] = []
        while true {
            let before = rest
            skipSpace()
            let isDescendant = take("..")
            if rest.first == "[" {
                segments.append(JSONPath.Segment(selectors: try bracketed(), isDescendant: isDescendant))
            } else if isDescendant || take(".") {
                segments.append(JSONPath.Segment(selectors: [try dotted()], isDescendant: isDescendant))
            } else {
                rest = before
                return segments
            }
        }
    }

    private mutating func dotted() throws(InvalidText) -> JSONPath.Selector {
        if take("*") { return .wildcard }
        let name = rest.prefix {
            // Besides the RFC's letters, characters that other tools accept: `$.content-type`, `$.$ref`, `$.dc:title`.
            $0.properties.isAlphabetic || "0"..."9" ~= $0 || $0.value > 0x7F || "_-$:".unicodeScalars.contains($0)
        }
        guard let first = name.first, !("0"..."9" ~= first), first != "-" else {
            throw invalid("a name is missing behind a dot; other names are written ['name']")
        }
        rest = rest[name.endIndex...]
        return .name(String(name))
    }

    private mutating func bracketed() throws(InvalidText) -> [JSONPath.Selector] {
        _ = take("[")
        var selectors: [JSONPath.Selector] = []
        repeat {
            skipSpace()
            selectors.append(try selector())
            skipSpace()
        } while take(",")
        guard take("]") else { throw invalid("a bracket is not closed") }
        return selectors
    }

    private mutating func selector() throws(InvalidText) -> JSONPath.Selector {
        if take("*") { return .wildcard }
        if let quote = rest.first, quote == "'" || quote == "\"" { return .name(try quoted()) }
        if take("?") {
            skipSpace()
            return .filter(try filter())
        }
        let start = integer()
        skipSpace()
        guard take(":") else {
            guard let start else { throw invalid("a bracket takes 'names', indexes, slices, * and filters") }
            return .index(start)
        }
        skipSpace()
        let end = integer()
        skipSpace()
        guard take(":") else { return .slice(start: start, end: end, step: 1) }
        skipSpace()
        return .slice(start: start, end: end, step: integer() ?? 1)
    }

    private mutating func integer() -> Int? {
        let digits = rest.prefix { $0 == "-" || "0"..."9" ~= $0 }
        guard let number = Int(String(digits)) else { return nil }
        rest = rest[digits.endIndex...]
        return number
    }

    // MARK: Filters

    private mutating func filter() throws(InvalidText) -> JSONPath.Filter {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else { throw invalid("its filters nest too deeply") }
        var alternatives = [try conjunction()]
        while take("||") { alternatives.append(try conjunction()) }
        return alternatives.count == 1 ? alternatives[0] : .any(alternatives)
    }

    private mutating func conjunction() throws(InvalidText) -> JSONPath.Filter {
        var parts = [try term()]
        while take("&&") { parts.append(try term()) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func term() throws(InvalidText) -> JSONPath.Filter {
        skipSpace()
        defer { skipSpace() }
        if rest.first == "!", rest.dropFirst().first != "=" {
            rest.removeFirst()
            depth += 1
            defer { depth -= 1 }
            guard depth <= Self.depthLimit else { throw invalid("its filters nest too deeply") }
            return .not(try term())
        }
        if take("(") {
            let inner = try filter()
            guard take(")") else { throw invalid("a parenthesis is not closed") }
            return inner
        }
        let left = try operand()
        skipSpace()
        guard let comparison = JSONPath.Comparison.allCases.first(where: { take($0.rawValue) }) else {
            guard case .query = left else { throw invalid("a value alone is no filter") }
            guard rest.first != "(" else { throw invalid("functions are not supported") }
            if let next = rest.first, !")]&|,".unicodeScalars.contains(next) {
                throw invalid("a filter compares with ==, !=, <, <=, > or >=")
            }
            return .exists(left)
        }
        skipSpace()
        return .compare(left, comparison, try operand())
    }

    private mutating func operand() throws(InvalidText) -> JSONPath.Operand {
        if take("@") { return .query(try segments(), fromRoot: false) }
        if take("$") { return .query(try segments(), fromRoot: true) }
        if let quote = rest.first, quote == "'" || quote == "\"" { return .value(.string(try quoted())) }
        let word = rest.prefix { $0.properties.isAlphabetic || "0"..."9" ~= $0 || "+-._".unicodeScalars.contains($0) }
        rest = rest[word.endIndex...]
        switch String(word) {
        case "true": return .value(true)
        case "false": return .value(false)
        case "null": return .value(.null)
        case let text:
            guard rest.first != "(" else { throw invalid("functions such as \(text)() are not supported") }
            guard let number = JSONNumber(text: text) else { throw invalid("a filter compares @ with values") }
            return .value(.number(number))
        }
    }

    private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
        "n": "\n", "t": "\t", "r": "\r", "b": "\u{8}", "f": "\u{C}",
    ]

    private mutating func quoted() throws(InvalidText) -> String {
        let quote = rest.removeFirst()
        var name = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            if scalar == quote { return String(name) }
            guard scalar == "\\" else {
                name.append(scalar)
                continue
            }
            guard let escaped = rest.popFirst() else { break }
            guard escaped == "u" else {
                name.append(Self.escapes[escaped] ?? escaped)
                continue
            }
            let digits = rest.prefix(4)
            guard let code = UInt32(String(digits), radix: 16), let scalar = Unicode.Scalar(code) else {
                throw invalid("\\u needs four hexadecimal digits of a character")
            }
            rest = rest[digits.endIndex...]
            name.append(scalar)
        }
        throw invalid("a quote is not closed")
    }

    private mutating func take(_ text: String) -> Bool {
        guard rest.starts(with: text.unicodeScalars) else { return false }
        rest.removeFirst(text.unicodeScalars.count)
        return true
    }

    private mutating func skipSpace() {
        rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }
    }
}
