import AppCore
import HTTPTypes
import NIOConcurrencyHelpers
import WireFormats

/// A transport that answers from a list, the last entry again and again, and keeps what it was asked.
final class StubTransport: Transport {
    typealias Answer = @Sendable (HTTPRequest, [UInt8]?) async throws -> APIResponse

    struct Sent: Sendable {
        var request: HTTPRequest
        var body: [UInt8]?
        var context: CallContext

        /// The body as text.
        var text: String? { body.map { String(decoding: $0, as: UTF8.self) } }
    }

    private let answers: NIOLockedValueBox<[Answer]>
    private let log = NIOLockedValueBox<[Sent]>([])

    init(_ answers: [Answer]) { self.answers = NIOLockedValueBox(answers) }

    convenience init(_ answers: Answer...) { self.init(answers) }

    var sent: [Sent] { log.withLockedValue { $0 } }

    func send(_ request: HTTPRequest, body: [UInt8]?, context: CallContext) async throws(APIError) -> APIResponse {
        log.withLockedValue { $0.append(Sent(request: request, body: body, context: context)) }
        let answer = answers.withLockedValue { $0.count > 1 ? $0.removeFirst() : $0[0] }
        do {
            return try await answer(request, body)
        } catch let error as APIError {
            throw error
        } catch {
            throw APIError(.connection(.other), message: "\(error)")
        }
    }
}

/// A transport that does not hear of a cancellation and ends when it is told to.
struct StubbornTransport: Transport {
    let began = Latch()
    let release = Latch()

    func send(_ request: HTTPRequest, body: [UInt8]?, context: CallContext) async throws(APIError) -> APIResponse {
        began.open()
        await Task { await release.wait() }.value
        return reply(200, "{}")
    }
}

/// A reply with that status and body.
func reply(_ status: Int, _ body: String = "", headers: HTTPFields = [.contentType: "application/json"])
    -> APIResponse
{
    APIResponse(head: HTTPResponse(status: .init(code: status), headerFields: headers), body: Array(body.utf8))
}

/// An answer with that status and body.
func answer(_ status: Int, _ body: String = "", headers: HTTPFields = [.contentType: "application/json"])
    -> StubTransport.Answer
{
    { _, _ in reply(status, body, headers: headers) }
}

extension APIClient {
    /// A client over a stub; the document's server is `http://api.test/v1`.
    init(_ transport: any Transport, _ middlewares: any Middleware...) throws {
        let base = try BaseURL("http://api.test/v1")
        self.init(displayBase: base, baseURL: { base }, middlewares: middlewares, transport: transport)
    }
}

extension APIClient {
    /// The error that a call ends with; nil when it succeeds.
    func failure(_ endpoint: Endpoint, in context: CallContext = .test) async -> APIError? {
        await AppCoreTests.failure { () throws(APIError) in try await send(endpoint, in: context) }
    }
}

extension Transport {
    /// The error that an exchange ends with; nil when it succeeds.
    func failure(_ request: HTTPRequest, context: CallContext = .test) async -> APIError? {
        await AppCoreTests.failure { () throws(APIError) in try await send(request, body: nil, context: context) }
    }
}

extension CallContext {
    /// A call in a session named "test".
    static var test: CallContext { CallContext(session: Session("test")) }
}

/// The error a call ends with; nil when it succeeds.
func failure<T, Failure: Error>(of call: () async throws(Failure) -> T) async -> Failure? {
    do {
        _ = try await call()
        return nil
    } catch {
        return error
    }
}

/// The end of one exchange, over a transport of its own.
func exchange(
    _ request: HTTPRequest, body: [UInt8]? = nil, limits: TransportLimits = .patient
) async -> Result<APIResponse, APIError> {
    let transport = AsyncHTTPTransport(limits: limits)
    let result: Result<APIResponse, APIError>
    do {
        result = .success(try await transport.send(request, body: body, context: .test))
    } catch {
        result = .failure(error)
    }
    await transport.shutdown()
    return result
}

extension Result where Failure == APIError {
    /// The error; nil when it is a success.
    var error: APIError? { if case .failure(let error) = self { error } else { nil } }
}

extension TransportLimits {
    /// No deadline that a busy machine would reach: for tests that are about something else.
    static let patient = patient()

    /// The same, with another cap of a body.
    static func patient(body: Int = 64 << 20) -> TransportLimits {
        var limits = TransportLimits()
        let patience = Duration.seconds(600)
        (limits.connect, limits.firstByte, limits.idle, limits.total) = (patience, patience, patience, patience)
        limits.body = body
        return limits
    }
}

/// Something to wait for that happens once: orders tests without clocks.
final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = NIOLockedValueBox(State())

    var isOpen: Bool { state.withLockedValue(\.isOpen) }

    func open() {
        let waiting = state.withLockedValue { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits, whether or not the task is cancelled.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLockedValue { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}
