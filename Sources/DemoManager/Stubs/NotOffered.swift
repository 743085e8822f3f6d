/// A request asks for an answer of a kind there is none of: a media type, a status, an example. Thrown by a ``ReplyMaker``: the
/// request is refused, and a client that speaks HTTP is told so with the status.
public struct NotOffered: Error, Hashable, Sendable, CustomStringConvertible {
    /// The status that says so, from 400.
    public let status: Int
    /// One sentence: what was asked for, and what there is.
    public let description: String

    /// What is not offered.
    ///
    /// - Parameters:
    ///   - status: the status that says so, from 400.
    ///   - description: one sentence.
    public init(_ status: Int, _ description: String) {
        self.status = status
        self.description = description
    }
}
