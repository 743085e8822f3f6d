import AsyncHTTPClient
import DemoManager
import HTTPTypes
import NIOCore
import NIOHTTP1

extension HTTPClient {
    /// `execute`, unless a stub answers.
    func execute(
        _ request: HTTPClientRequest, timeout: TimeAmount, demo: DemoManager, screen: String? = nil
    ) async throws -> HTTPClientResponse {
        var request = request
        let head = HTTPRequest(request)
        var body: [UInt8]?
        // Only a stub that looks at the body needs it; a stream is read once, so that what was read goes on as bytes.
        if let stream = request.body, demo.needsBody(head, call: demo.beginCall(screen: screen)) {
            let bytes = try await stream.collect(upTo: 10 << 20)
            request.body = .bytes(bytes)
            body = Array(buffer: bytes)
        }
        let limit = Duration.nanoseconds(timeout.nanoseconds)
        if let stubbed = try await demo.respond(to: head, body: body, screen: screen, timeout: limit) {
            return HTTPClientResponse(stubbed)
        }
        return try await execute(request, timeout: timeout)
    }
}

extension HTTPRequest {
    /// The request as DemoManager reads it; a URL that is none stays in the path, where no stub can match it.
    init(_ request: HTTPClientRequest) {
        self = .get(request.url)
        method = Method(request.method.rawValue) ?? .get
        for header in request.headers {
            guard let name = HTTPField.Name(header.name) else { continue }
            headerFields.append(HTTPField(name: name, value: header.value))
        }
    }
}

extension HTTPClientResponse {
    /// A stub's answer as the client's own.
    init(_ stubbed: StubbedResponse) {
        self.init(
            status: HTTPResponseStatus(
                statusCode: stubbed.head.status.code, reasonPhrase: stubbed.head.status.reasonPhrase),
            headers: HTTPHeaders(stubbed.head.headerFields.map { ($0.name.rawName, $0.value) }),
            body: .bytes(ByteBuffer(bytes: stubbed.body)))
    }
}
