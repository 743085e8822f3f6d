extension APIDocument {
    /// The paths of the URLs where callers get, or renew, what lets them in, without a slash at their ends; those of relative
    /// URLs are below the server's own. What has no path is nobody's in particular.
    public var signInPaths: Set<String> {
        let urls =
            securitySchemes.values.flatMap(\.urls)
            + securityDetails.values.flatMap(\.flows)
            .flatMap { [$0.tokenURL, $0.refreshURL, $0.authorizationURL].compactMap(\.self) }
        return Set(urls.compactMap { Server.path(of: $0) ?? Server.path(of: "/" + $0) }).subtracting([""])
    }
}

extension SecurityScheme {
    /// The URLs the scheme names.
    fileprivate var urls: [String] {
        switch self {
        case .oauth2Password(let token, let refresh), .oauth2ClientCredentials(let token, let refresh):
            [token, refresh].compactMap(\.self)
        case .openIDConnect(let url): [url]
        case .bearer, .basic, .apiKey, .http, .other: []
        }
    }
}
