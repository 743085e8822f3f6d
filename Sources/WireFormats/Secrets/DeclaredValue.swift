/// A value that an API's document declares under a name, as far as it helps to distinguish secrets from data.
public struct DeclaredValue: Sendable, Hashable {
    /// How the document limits the value.
    public enum Kind: Sendable, Hashable {
        /// A credential: the key of a security scheme, or of the format `password`.
        case credential
        /// An identifier: a parameter of a path has the same name.
        case identifier
        /// Limited by a pattern, a format or a short length.
        case limited
        /// One of a few values.
        case choice
        /// Any other value.
        case open
    }

    /// The name of the member, parameter or header.
    public var name: String
    /// How it is limited.
    public var kind: Kind
    /// A value that the document allows, to replace a secret: a string or a number.
    public var standIn: JSONValue

    /// A declared value.
    public init(_ name: String, _ kind: Kind, standIn: JSONValue = .null) {
        (self.name, self.kind, self.standIn) = (name, kind, standIn)
    }
}

/// A name with values that may be secrets or data: a person has to decide.
package struct SecretDoubt: Sendable, Hashable {
    /// As written.
    package var name: String
    /// True if its values were replaced, false if they were kept.
    package var isReplaced: Bool
}
