import NIOCore
import NIOPosix
import Testing
import WireFormats

@testable import SampleBackend

/// A request that is refused, with the status and the fields that the reply names.
private struct Refused: Sendable, CustomTestStringConvertible {
    let method: String
    let path: String
    var json: JSONValue?
    var text: String?
    var headers: [String: String] = [:]
    let status: Int
    var fields: [String] = []
    var allow: String?
    var isSignedIn = true

    init(
        _ method: String, _ path: String, json: JSONValue? = nil, text: String? = nil, headers: [String: String] = [:],
        _ status: Int, fields: String..., allow: String? = nil, signedIn: Bool = true
    ) {
        (self.method, self.path, self.json, self.text) = (method, path, json, text)
        (self.headers, self.status, self.fields) = (headers, status, fields)
        (self.allow, isSignedIn) = (allow, signedIn)
    }

    var testDescription: String { "\(method) \(path) \(json?.text() ?? text?.prefix(20).description ?? "") \(headers)" }
}

@Suite struct RefusalTests {
    private static let user = "/user/usr-1001"
    private static let messages = "/chats/chat-1/messages"
    private static let category = "/transactions/tx-05000/category"
    private static let maya: JSONValue = ["userId": "usr-1001", "name": "Maya L.", "email": "maya@example.org"]

    private static let requests: [Refused] = [
        // Addresses and methods, the first even without a token.
        Refused("GET", "/", 404, signedIn: false), Refused("GET", "/nothing", 404, signedIn: false),
        Refused("GET", "/user", 404, signedIn: false),
        Refused("GET", "/transactions/tx-00001", 404, signedIn: false),
        Refused("DELETE", user, 405, allow: "GET, HEAD, PUT"),
        Refused("POST", "/transactions", 405, allow: "GET, HEAD"),
        Refused("GET", "/transfers", 405, allow: "POST"), Refused("OPTIONS", "/me", 405, allow: "GET, HEAD"),
        Refused("GET", "/user/usr-2001", 404), Refused("PUT", "/user/usr-2001", json: maya, 404),
        // Bodies.
        Refused("PUT", user, text: String(repeating: "x", count: 1_048_577), 413),
        Refused("PUT", user, text: "", 400), Refused("PUT", user, text: "{\"name\":", 400),
        Refused("PUT", user, text: "[]", 400), Refused("PUT", user, text: "{\"a\":1,}", 400),
        Refused("PUT", user, text: "name=Maya", 400),
        // Preconditions: neither other versions nor weak tags.
        Refused("PUT", user, json: maya, headers: ["If-Match": "\"11\""], 412),
        Refused("PUT", user, json: maya, headers: ["If-Match": "W/\"1\""], 412),
        Refused("PUT", user, json: maya, headers: ["If-Match": "1"], 412),
        // Queries.
        Refused("GET", "/transactions?limit=0", 400, fields: "limit"),
        Refused("GET", "/transactions?limit=201", 400, fields: "limit"),
        Refused("GET", "/transactions?limit=many", 400, fields: "limit"),
        Refused("GET", "/transactions?category=yachts", 400, fields: "category"),
        Refused("GET", "/transactions?cursor=!!", 400, fields: "cursor"),
        Refused("GET", "/transactions?cursor=bXx8MTk2", 400, fields: "cursor"),
        Refused("GET", "/transactions?cursor=dHwyMDI2LTA2LTMwfDQ5OTg%3D", 400, fields: "cursor"),
        // Categories.
        Refused("PATCH", category, json: ["category": "yachts"], 422, fields: "category"),
        Refused("PATCH", category, json: ["category": 1], 422, fields: "category"),
        Refused("PATCH", category, json: [:], 422, fields: "category"),
        Refused("PATCH", "/transactions/tx-09999/category", json: ["category": "travel"], 404),
        Refused("PATCH", "/transactions/tx-1/category", json: ["category": "travel"], 404),
        Refused("PATCH", "/transactions/tx--0001/category", json: ["category": "travel"], 404),
        Refused("PATCH", "/transactions/nothing/category", json: ["category": "travel"], 404),
        // Messages have text, at most 1,000 characters.
        Refused("POST", messages, json: [:], 422, fields: "text"),
        Refused("POST", messages, json: ["text": ""], 422, fields: "text"),
        Refused("POST", messages, json: ["text": " \n"], 422, fields: "text"),
        Refused("POST", messages, json: ["text": 5], 422, fields: "text"),
        Refused("POST", messages, json: ["text": .string(String(repeating: "x", count: 1001))], 422, fields: "text"),
        Refused("POST", "/chats/chat-9/messages", json: ["text": "Hello"], 404),
    ]

    @Test("A refused request gets its status, and the body repeats it and names the fields")
    func refusals() async throws {
        try await withBackend { client in
            for request in Self.requests {
                var client = client
                if !request.isSignedIn { client.token = nil }
                let answer = try await client.send(
                    request.method, request.path, json: request.json, body: request.text, headers: request.headers)
                #expect(answer.status == request.status, "\(request.testDescription)")
                #expect(answer.error["code"]?.intValue == request.status, "\(request.testDescription)")
                #expect(answer.error["fields"]?.objectValue?.keys ?? [] == request.fields, "\(request.testDescription)")
                #expect(answer.headers["allow"] == request.allow, "\(request.testDescription)")
            }
        }
    }

    @Test("If-Match accepts a list, * and the current tag", arguments: ["*", "\"9\", \"1\"", "\"1\""])
    func conditions(condition: String) async throws {
        try await withBackend { client in
            let answer = try await client.send("PUT", Self.user, json: Self.maya, headers: ["If-Match": condition])
            #expect(answer.status == 200)
        }
    }
}

@Suite struct FormFieldsTests {
    @Test("Plus is a space, escapes are bytes, the first non-empty value counts") func decoding() {
        let fields = FormFields("q=caf%C3%A9+au%2Blait&a=&a=2&a=3&flag&x=1=2")
        #expect(fields["q"] == "café au+lait")
        #expect(fields["a"] == "2")
        #expect(fields["flag"] == nil)
        #expect(fields["x"] == "1=2")
    }

    @Test(
        "Broken escapes stand for themselves",
        arguments: [("a=%", "%"), ("a=%4", "%4"), ("a=%zz", "%zz"), ("a=100%25%", "100%%"), ("a=%FF", "\u{FFFD}")])
    func broken(text: String, value: String) { #expect(FormFields(text)["a"] == value) }
}

@Suite struct HostileRequestTests {
    /// Sends bytes as they are, closes the sending side, and reads all that comes back until the server closes.
    private func exchange(_ bytes: String, port: Int) async throws -> String {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .connect(host: SampleBackend.host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel,
                        configuration: .init(isOutboundHalfClosureEnabled: true))
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: bytes))
            outbound.finish()
            var received = ""
            for try await part in inbound { received += String(buffer: part) }
            return received
        }
    }

    @Test(
        "Broken requests are refused or dropped, and the next one is answered",
        arguments: [
            "NONSENSE\r\n\r\n", "GET /me HTTP/9.9\r\nHost: x\r\n\r\n", "GET /me HTTP/1.1\r\nBad Header: x\r\n\r\n",
            "POST /auth/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
            "POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
            "POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\ncut", "\0\0\0\0", "\r\n\r\n",
        ])
    func broken(bytes: String) async throws {
        let backend = try await SampleBackend.start()
        let answer = try await exchange(bytes, port: backend.port)
        #expect(!answer.contains(" 200 "))
        #expect(answer.split(separator: "HTTP/1.1 ", omittingEmptySubsequences: false).count <= 2)
        #expect(try await Client(baseURL: backend.baseURL).get("/me").status == 401)
        await backend.stop()
    }

    @Test(
        "Odd paths are answered, never trapped on",
        arguments: [
            "//", "/%", "/%zz", "/user/%00", "/user/%2e%2e%2fme", "/user/..", "/user/\u{FF}", "*", "/?%&==&a=%C3",
        ])
    func oddPaths(path: String) async throws {
        let backend = try await SampleBackend.start()
        let request = "GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        let answer = try await exchange(request, port: backend.port)
        #expect(answer.hasPrefix("HTTP/1.1 4"))
        await backend.stop()
    }
}
