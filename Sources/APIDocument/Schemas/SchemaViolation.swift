import WireFormats

/// A violation of a schema or, by a reply, of its description.
public struct SchemaViolation: Hashable, Sendable, CustomStringConvertible {
    /// The location in the value; the root for a fault of a reply that is not in its body.
    package let pointer: JSONPointer
    /// The requirement, in the schema's terms.
    public let message: String
    /// The location of the violated schema as a reference: `#/components/schemas/Pet/properties/id`. Empty if the
    /// check does not know where it began.
    public let place: String
    public var reason: Reason = .value

    public enum Reason: Hashable, Sendable {
        case value
        /// A required member is missing.
        case missing(String)
        /// The value fits none, or too many, of the schema's choices.
        case choice
    }

    /// The violation relative to a value that contains the checked one at `pointer`.
    package func moved(below pointer: JSONPointer) -> SchemaViolation {
        SchemaViolation(pointer: pointer.appending(self.pointer), message: message, place: place, reason: reason)
    }

    /// `/pointer: message`.
    public var description: String { pointer.tokens.isEmpty ? message : "\(pointer): \(message)" }
}

/// The direction of a value. Members that only the other side sends are not required.
public enum SchemaDirection: Sendable, Hashable {
    /// To the server: `readOnly` members are not required.
    case request
    /// From the server: `writeOnly` members are not required.
    case response
}

extension APIDocument {
    /// The violations of `schema` by `value`; empty if it is valid.
    ///
    /// Terminates for every document: a schema that recurs without going deeper into the value, or costs more than a
    /// hundred thousand steps, counts as valid.
    ///
    /// - Parameters:
    ///   - place: the location of `schema` as a reference; violations name locations below it.
    ///   - isThorough: true to check formats and rare keywords too, as for the requests of a client.
    public func violations(
        of value: JSONValue,
        against schema: Schema,
        direction: SchemaDirection = .response,
        at place: String = "",
        isThorough: Bool = false
    ) -> [SchemaViolation] {
        findings(on: value, against: schema, direction: direction, at: place, isThorough: isThorough).violations
    }

    /// The violations, and the parts of the schema that could not be checked.
    package func findings(
        on value: JSONValue, against schema: Schema, direction: SchemaDirection = .response, at place: String = "",
        isThorough: Bool = false
    ) -> (violations: [SchemaViolation], omissions: [SchemaOmission]) {
        var check = SchemaCheck(document: self, direction: direction, place: place, isThorough: isThorough)
        return (check.check(value, schema), check.omissions)
    }
}

/// A part of a schema that was not checked.
package struct SchemaOmission: Sendable, Hashable {
    /// The part and the reason.
    package let message: String
    /// The location of the part as a reference; empty if unknown.
    package let place: String
}
