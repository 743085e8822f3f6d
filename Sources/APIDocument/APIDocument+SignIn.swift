extension APIDocument {
    /// The paths of token, sign-in and discovery URLs, without a trailing slash. Relative URLs are below the server's
    /// path; URLs without a path are left out.
    public var signInPaths: Set<String> {
        let discoveries = securitySchemes.values.compactMap {
            if case .openIDConnect(let url) = $0 { url } else { nil }
        }
        let flows = securityDetails.values.flatMap(\.flows)
        let urls = discoveries + flows.flatMap { [$0.tokenURL, $0.refreshURL, $0.authorizationURL].compactMap(\.self) }
        return Set(urls.compactMap { Server.path(of: $0) ?? Server.path(of: "/" + $0) }).subtracting([""])
    }
}
