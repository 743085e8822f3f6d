import HTTPTypes
import JSONText

/// The replies a UI test seeded: they win over everything, and nothing else is answered.
struct Seeds: Sendable {
    /// A seeded stub by what its key says.
    private(set) var stubs: [StubEntry] = []
    private var index = StubIndex()

    init(_ stubs: [StubEntry]) {
        self.stubs = stubs
        for stub in stubs { index.insert(stub) }
    }

    /// The seed for a request.
    func match(_ facts: RequestFacts) -> StubEntry? {
        index.first(facts) { _ in true }
    }

    /// The pattern a key means: `GET /user/42`, `/user/42`, `https://host/user/42`, `POST https://host/user`.
    static func pattern(_ key: String) -> RequestPattern? {
        let parts = key.split(separator: " ", omittingEmptySubsequences: true)
        guard let target = parts.last, parts.count <= 2 else { return nil }
        var pattern = RequestPattern()
        if parts.count == 2 {
            guard let method = HTTPRequest.Method(parts[0].uppercased()) else { return nil }
            pattern.method = .one(method)
        }
        guard let url = AbsoluteURL(String(target)) else { return nil }
        pattern.scheme = url.scheme
        pattern.host = url.host
        pattern.port = url.port
        pattern.url = .url(url.target)
        return pattern
    }
}
