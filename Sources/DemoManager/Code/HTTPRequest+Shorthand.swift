import HTTPTypes

/// Requests in one line, for stubs in code: `.get("https://api.example.com/me")`. A URL that begins with `/` is for any
/// host.
extension HTTPRequest {
    /// A GET of `url`.
    public static func get(_ url: String, headers: HTTPFields = [:]) -> HTTPRequest { .to(url, .get, headers) }
    /// A HEAD of `url`.
    public static func head(_ url: String, headers: HTTPFields = [:]) -> HTTPRequest { .to(url, .head, headers) }
    /// A POST to `url`.
    public static func post(_ url: String, headers: HTTPFields = [:]) -> HTTPRequest { .to(url, .post, headers) }
    /// A PUT to `url`.
    public static func put(_ url: String, headers: HTTPFields = [:]) -> HTTPRequest { .to(url, .put, headers) }
    /// A PATCH of `url`.
    public static func patch(_ url: String, headers: HTTPFields = [:]) -> HTTPRequest { .to(url, .patch, headers) }
    /// A DELETE of `url`.
    public static func delete(_ url: String, headers: HTTPFields = [:]) -> HTTPRequest { .to(url, .delete, headers) }

    private static func to(_ text: String, _ method: Method, _ headers: HTTPFields) -> HTTPRequest {
        // A text that is no URL stays in the path, where adding a stub for it names it.
        let url = AbsoluteURL(text)
        return HTTPRequest(
            method: method, scheme: url?.scheme, authority: url?.authority, path: url?.target ?? text,
            headerFields: headers)
    }
}
