import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import SampleBackend
import TestSupport
import WireFormats

/// Talks to a running backend over a real connection.
struct Client: Sendable {
    let baseURL: String
    /// Goes with every request as a bearer token; nil sends none.
    var token: String?

    /// The reply.
    struct Answer: Sendable {
        let status: Int
        let headers: [String: String]
        let body: [UInt8]

        /// The body as JSON; null when it is none.
        var json: JSONValue {
            do { return try JSONValue(parsing: body) } catch { return .null }
        }
        var error: JSONValue { json["error"] ?? .null }
        var rows: [JSONValue] { json["data"]?.arrayValue ?? [] }
        var ids: [String] { rows.compactMap { $0["id"]?.stringValue } }
    }

    func send(
        _ method: String, _ path: String, json: JSONValue? = nil, body: String? = nil, headers: [String: String] = [:]
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: baseURL + path)
        request.method = .RAW(value: method)
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let text = body ?? json?.text() { request.body = .bytes(ByteBuffer(string: text)) }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let received = try await response.body.collect(upTo: 1 << 24)
        let fields = response.headers.map { ($0.name.lowercased(), $0.value) }
        return Answer(
            status: Int(response.status.code), headers: Dictionary(fields, uniquingKeysWith: { $1 }),
            body: Array(received.readableBytesView))
    }

    func get(_ path: String) async throws -> Answer { try await send("GET", path) }

    /// Signs in; the returned client carries the token, the answer the rest of the grant.
    func signedIn(
        as credentials: (username: String, password: String) = SampleBackend.credentials
    ) async throws -> (Client, Answer) {
        let form = "grant_type=password&username=\(credentials.username)&password=\(credentials.password)"
        let answer = try await send("POST", "/auth/login", body: form)
        return (Client(baseURL: baseURL, token: answer.json["access_token"]?.stringValue), answer)
    }
}

/// Starts a backend, signs in, and stops it when the body is done.
func withBackend(
    _ configuration: SampleBackend.Configuration = .init(),
    _ body: (Client) async throws -> Void
) async throws {
    let backend = try await SampleBackend.start(configuration)
    do {
        try await body(Client(baseURL: backend.baseURL).signedIn().0)
    } catch {
        await backend.stop()
        throw error
    }
    await backend.stop()
}

/// Runs the body with a folder of its own.
func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = try Folder()
    try await body(folder.path)
    withExtendedLifetime(folder) {}
}
