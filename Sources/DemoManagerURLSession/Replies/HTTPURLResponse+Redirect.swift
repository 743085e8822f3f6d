import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPURLResponse {
    /// The request to which this response redirects `request`; nil if it does not. As in browsers and URLSession, a
    /// POST becomes a GET except for 307 and 308 (RFC 9110, 15.4). Credentials are sent only to their origin.
    func redirect(of request: URLRequest) -> URLRequest? {
        guard [301, 302, 303, 307, 308].contains(statusCode), let location = value(forHTTPHeaderField: "Location"),
            let target = URL(string: location, relativeTo: request.url)?.absoluteURL,
            target.scheme == "http" || target.scheme == "https"
        else { return nil }
        var redirected = request
        redirected.url = target
        redirected.demoMarks = request.demoMarks
        let method = request.httpMethod ?? "GET"
        if statusCode == 303 && method != "HEAD" || statusCode < 303 && method == "POST" {
            redirected.httpMethod = "GET"
            redirected.httpBody = nil
            redirected.httpBodyStream = nil
        }
        if !target.hasOrigin(of: request.url) {
            for name in ["Authorization", "Cookie"] { redirected.setValue(nil, forHTTPHeaderField: name) }
        }
        return redirected
    }
}

extension URL {
    /// True if scheme, host and port are those of another URL.
    fileprivate func hasOrigin(of other: URL?) -> Bool {
        func origin(_ url: URL) -> [String?] {
            let scheme = url.scheme?.lowercased()
            return [scheme, url.host?.lowercased(), "\(url.port ?? (scheme == "https" ? 443 : 80))"]
        }
        return other.map { origin(self) == origin($0) } ?? false
    }
}

#if canImport(Darwin)
    /// Leaves redirects to the requesting session.
    final class RedirectsUnfollowed: NSObject, URLSessionTaskDelegate {
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }
    }
#endif
