import HTTPTypes
import Testing

@testable import DemoAdmin

@Suite("Access to the admin API") struct AdminGateTests {
    private func status(
        _ method: HTTPRequest.Method = .get, host: String? = "localhost:9090", token: String? = nil,
        _ headers: HTTPFields = [:]
    ) -> Int? {
        let request = HTTPRequest(
            method: method, scheme: "http", authority: host, path: "/__admin/demo", headerFields: headers)
        return AdminGate(token: token).refusal(of: request)?.status.code
    }

    @Test("Names of this machine have access, in any case and with any port") func localNames() {
        for host in ["localhost", "LOCALHOST:1", "127.0.0.1:9090", "[::1]", "[::1]:9090"] {
            #expect(status(host: host) == nil, "\(host)")
        }
    }

    @Test("a page that reaches this machine by another name is refused") func rebinding() {
        for host in ["attacker.example", "localhost.attacker.example", "127.0.0.1.nip.io:80", "[::2]", "", nil] {
            #expect(status(host: host) == 421, "\(host ?? "none")")
        }
    }

    @Test("Pages of other origins are refused") func origins() {
        #expect(status(.get, [.origin: "http://localhost:3000"]) == nil)
        for origin in ["https://attacker.example", "null", "http://localhost.attacker.example", "localhost"] {
            #expect(status(.get, [.origin: origin]) == 403, "\(origin)")
        }
    }

    @Test("Simple requests of a page are refused") func forms() {
        #expect(status(.post, [.contentType: "application/json; charset=utf-8"]) == nil)
        for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
            #expect(status(.post, [.contentType: type]) == 415, "\(type)")
        }
        #expect(status(.post, [.contentLength: "2"]) == 415 && status(.put, [.transferEncoding: "chunked"]) == 415)
        #expect(status(.post, [:]) == nil && status(.post, [.contentLength: "0"]) == nil)
    }

    @Test("With a token, only the token has access") func tokens() {
        #expect(status(token: "secret", [.authorization: "Bearer secret"]) == nil)
        #expect(status(token: "secret", [.authorization: "bEARER secret"]) == nil)
        for sent in ["Bearer secre", "Bearer secrets", "bearer", "secret", ""] {
            #expect(status(token: "secret", [.authorization: sent]) == 401, "\(sent)")
        }
        #expect(status(token: "secret") == 401)
    }
}
