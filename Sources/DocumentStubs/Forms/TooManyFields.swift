/// A form has more fields than any honest one.
public struct TooManyFields: Error, Sendable, Hashable, CustomStringConvertible {
    /// How many fields of a form are read.
    public static let limit = 5_000

    /// The problem, and the way out.
    public var description: String { "The form has more than \(Self.limit) fields; send fewer, or send JSON." }
}
