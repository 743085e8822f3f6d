/// How the API learns who is calling.
public enum SecurityScheme: Sendable, Hashable {
    /// OAuth 2 with a user name and a password; the URLs may be relative to the server's.
    case oauth2Password(tokenURL: String, refreshURL: String?)
    /// `Authorization: Bearer …`.
    case bearer
    /// `Authorization: Basic …`.
    case basic
    /// A key in a header, a query parameter or a cookie.
    case apiKey(name: String, location: Parameter.Location)
    /// Anything else, by its type in the document.
    case other(String)
}
