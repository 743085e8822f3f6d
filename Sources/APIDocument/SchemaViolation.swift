import WireFormats

/// A place where a value does not keep to its schema.
public struct SchemaViolation: Hashable, Sendable, CustomStringConvertible {
    /// Where in the value.
    public let pointer: JSONPointer
    /// What it must be, in the schema's own terms.
    public let message: String
    /// Where the schema that says so stands, as a reference: `#/components/schemas/Pet/properties/id`. Empty where the check was
    /// not told where it begins.
    public let place: String
    /// What kind of thing is wrong.
    public var reason: Reason = .value

    /// What of a value breaks a schema.
    public enum Reason: Hashable, Sendable {
        /// The value itself.
        case value
        /// The member of that name is not there.
        case missing(String)
        /// It fits none, or too many, of the schema's choices.
        case choice
    }

    /// The same in a value that holds the one it was found in at `pointer`.
    public func moved(below pointer: JSONPointer) -> SchemaViolation {
        SchemaViolation(pointer: pointer.appending(self.pointer), message: message, place: place, reason: reason)
    }

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
    ///
    /// - Parameters:
    ///   - place: where `schema` stands, as a reference; violations name places below it.
    ///   - isThorough: whether formats count, and keywords that say nothing of what is usually generated: what a client sends is
    ///     held against all the document says.
    public func violations(
        of value: JSONValue,
        against schema: Schema,
        direction: SchemaDirection = .response,
        at place: String = "",
        isThorough: Bool = false
    ) -> [SchemaViolation] {
        findings(on: value, against: schema, direction: direction, at: place, isThorough: isThorough).violations
    }

    /// The same, with what could not be checked.
    package func findings(
        on value: JSONValue, against schema: Schema, direction: SchemaDirection = .response, at place: String = "",
        isThorough: Bool = false
    ) -> (violations: [SchemaViolation], omissions: [SchemaOmission]) {
        var check = SchemaCheck(document: self, direction: direction, place: place, isThorough: isThorough)
        return (check.check(value, schema), check.omissions)
    }
}

/// Something a schema says that was not checked.
package struct SchemaOmission: Sendable, Hashable {
    /// What it is, and why.
    package let message: String
    /// Where the schema says so, as a reference; empty where nobody said where it stands.
    package let place: String
}
