import HTTPTypes

/// Scheme, authority and path prefix all calls to a server share.
public struct BaseURL: Sendable, Hashable, CustomStringConvertible {
    /// `http` or `https`.
    public let scheme: String
    /// Host, in brackets when it is an IPv6 address, with the port when one was given.
    public let authority: String
    /// Path before every endpoint's path, without a slash at its end; often empty.
    public let pathPrefix: String

    /// The URL as text, without a slash at its end.
    public var description: String { scheme + "://" + authority + pathPrefix }
}
