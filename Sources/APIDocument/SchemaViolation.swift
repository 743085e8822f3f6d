import JSONText

/// A place where a value does not keep to its schema.
public struct SchemaViolation: Hashable, Sendable, CustomStringConvertible {
    /// Where in the value.
    public let pointer: JSONPointer
    /// What it must be, in the schema's own terms.
    public let message: String

    /// `/pointer: message`.
    public var description: String { pointer.tokens.isEmpty ? message : "\(pointer): \(message)" }
}

/// Which way a value travels: what only the other side sets is not required, and a request must not have it.
public enum SchemaDirection: Sendable, Hashable {
    /// To the server: `readOnly` members are not required.
    case request
    /// From the server: `writeOnly` members are not required.
    case response
}

extension APIDocument {
    /// Where `value` does not keep to `schema`; empty where it does.
    ///
    /// Ends on every document: a schema that recurs without going deeper into the value, or costs more than a hundred
    /// thousand steps, is taken to fit.
    public func violations(
        of value: JSONValue,
        against schema: Schema,
        direction: SchemaDirection = .response
    ) -> [SchemaViolation] {
        var check = SchemaCheck(document: self, direction: direction)
        return check.check(value, schema)
    }
}
