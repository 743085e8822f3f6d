import WireFormats

/// A path into a JSON text: members, indexes and wildcards. `$.user.name`, `$['a b'][0]`, `$.items[*].id`.
///
/// Filters, slices and `..` are refused: a path that is not understood must not match by accident.
public struct JSONPath: Sendable, Hashable {
    /// The path as written.
    public let text: String
    let steps: [Step]

    enum Step: Sendable, Hashable {
        case member(String)
        /// Negative counts from the end.
        case index(Int)
        case wildcard
    }

    /// A path that cannot be read.
    public struct InvalidPath: Error, Hashable, CustomStringConvertible {
        /// One sentence that names it.
        public let description: String
    }

    /// Reads a path.
    ///
    /// - Throws: `InvalidPath` for what is no path, and for filters, slices and functions.
    public init(_ text: String) throws(InvalidPath) {
        var reader = JSONPathReader(text: text)
        self.text = text
        steps = try reader.steps()
    }

    /// True if it can name only one value.
    var isDefinite: Bool { !steps.contains(.wildcard) }

    /// Everything at the path, in order.
    func values(in value: JSONValue) -> [JSONValue] {
        var values = [value]
        for step in steps {
            values = values.flatMap { value -> [JSONValue] in
                switch (step, value) {
                case (.member(let name), .object): value[name].map { [$0] } ?? []
                case (.index(let index), .array(let items)):
                    items.indices.contains(index < 0 ? items.count + index : index)
                        ? [items[index < 0 ? items.count + index : index]] : []
                case (.wildcard, .array(let items)): items
                case (.wildcard, .object(let object)): object.members.map(\.value)
                default: []
                }
            }
        }
        return values
    }
}

/// Reads the text of a path, scalar by scalar.
private struct JSONPathReader {
    let text: String
    private var rest: Substring.UnicodeScalarView

    init(text: String) {
        self.text = text
        rest = text.unicodeScalars[...]
    }

    func invalid(_ why: String) -> JSONPath.InvalidPath {
        JSONPath.InvalidPath(
            description: "\"\(text)\" is not a supported JSONPath: \(why); members, indexes and * are supported")
    }

    mutating func steps() throws(JSONPath.InvalidPath) -> [JSONPath.Step] {
        guard rest.popFirst() == "$" else { throw invalid("it must begin with $") }
        var steps: [JSONPath.Step] = []
        while let scalar = rest.popFirst() {
            switch scalar {
            case ".": steps.append(try member())
            case "[": steps.append(try bracket())
            default: throw invalid("\"\(scalar)\" is not expected")
            }
        }
        return steps
    }

    private mutating func member() throws(JSONPath.InvalidPath) -> JSONPath.Step {
        let name = rest.prefix { $0 != "." && $0 != "[" }
        rest = rest[name.endIndex...]
        guard !name.isEmpty else { throw invalid("\"..\" and empty names are not supported") }
        guard !name.contains(where: { "()?@&|=<>~!".unicodeScalars.contains($0) }) else {
            throw invalid("filters and functions are not supported")
        }
        return String(name) == "*" ? .wildcard : .member(String(name))
    }

    private mutating func bracket() throws(JSONPath.InvalidPath) -> JSONPath.Step {
        guard let first = rest.first else { throw invalid("a bracket is not closed") }
        if first == "'" || first == "\"" { return .member(try quoted(first)) }
        let inner = rest.prefix { $0 != "]" }
        rest = rest[inner.endIndex...]
        guard rest.popFirst() != nil else { throw invalid("a bracket is not closed") }
        let content = String(inner)
        if content == "*" { return .wildcard }
        guard let index = Int(content) else { throw invalid("[\(content)] is not supported") }
        return .index(index)
    }

    private mutating func quoted(_ quote: Unicode.Scalar) throws(JSONPath.InvalidPath) -> String {
        rest.removeFirst()
        var name = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            if scalar == quote {
                guard rest.popFirst() == "]" else { throw invalid("one name stands in a bracket") }
                return String(name)
            }
            if scalar == "\\" {
                guard let escaped = rest.popFirst() else { break }
                name.append(escaped)
            } else {
                name.append(scalar)
            }
        }
        throw invalid("a quote is not closed")
    }
}
