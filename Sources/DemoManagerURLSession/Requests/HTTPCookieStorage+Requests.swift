#if !canImport(Darwin)
    import Foundation
    import FoundationNetworking

    /// URLSession puts a session's cookies into a request when its task is made, behind those of the app. It does so on Linux
    /// alone, and tells nobody which are which.
    extension HTTPCookieStorage {
        /// The request with the cookies kept for its URL, as a task has it.
        func addCookies(to request: URLRequest) -> URLRequest {
            var request = request
            if let value = cookieHeader(of: request) { request.addValue(value, forHTTPHeaderField: "Cookie") }
            return request
        }

        /// The request as the app made it, without the cookies kept for its URL.
        func removeCookies(from request: URLRequest) -> URLRequest {
            guard let added = cookieHeader(of: request), let value = request.value(forHTTPHeaderField: "Cookie"),
                value.hasSuffix(added)
            else { return request }
            var request = request
            let own = value.dropLast(added.count)
            request.setValue(own.isEmpty ? nil : String(own.dropLast()), forHTTPHeaderField: "Cookie")
            return request
        }

        private func cookieHeader(of request: URLRequest) -> String? {
            guard let cookies = request.url.flatMap({ self.cookies(for: $0) }), !cookies.isEmpty else { return nil }
            return HTTPCookie.requestHeaderFields(with: cookies)["Cookie"]
        }
    }
#endif
