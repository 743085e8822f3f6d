import DemoManager
import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPRequest {
    /// A request as stubs are matched against it: with the headers its session adds, and without the fragment that carries
    /// its marks.
    ///
    /// - Parameter additional: the session's `httpAdditionalHeaders`; the request's own win. URLProtocol is not shown them.
    init(_ request: URLRequest, additional: [AnyHashable: Any]?) {
        // A WebSocket begins with an HTTP request of the same URL.
        let text = request.url?.absoluteString ?? "/"
        self = .get(text.hasPrefix("ws") ? "http" + text.dropFirst(2) : text)
        method = Method(request.httpMethod ?? "GET") ?? .get
        for (key, value) in additional ?? [:] { set("\(key)", "\(value)") }
        for (key, value) in request.allHTTPHeaderFields ?? [:] { set(key, value) }
    }

    private mutating func set(_ name: String, _ value: String) {
        // Headers no stub could name are not compared.
        guard let name = HTTPField.Name(name) else { return }
        headerFields[name] = value
    }
}

extension URLRequest {
    /// The same request as `outgoing` says: its URL and headers, with the body that was read.
    func sent(as outgoing: HTTPRequest, body: Data?) -> URLRequest {
        var request = self
        if let scheme = outgoing.scheme, let authority = outgoing.authority {
            request.url = URL(string: "\(scheme)://\(authority)\(outgoing.path ?? "/")") ?? url
        }
        request.allHTTPHeaderFields = [:]
        for field in outgoing.headerFields { request.addValue(field.value, forHTTPHeaderField: field.name.rawName) }
        if let body { request.httpBody = body }
        return request
    }
}
