import AppCore
import HTTPTypes
import LoopbackPorts
import NIOConcurrencyHelpers
import Testing

@Suite("The transport ends an exchange in time", .timeLimit(.minutes(5))) struct TransportDeadlineTests {
    /// Limits so long that a test which relies on them never ends, but for one.
    private func limits(_ limit: WritableKeyPath<TransportLimits, Duration>, _ time: Duration) -> TransportLimits {
        var limits = TransportLimits.patient
        limits[keyPath: limit] = time
        return limits
    }

    @Test("A reply without a head in time is a time-out of the first byte") func firstByte() async throws {
        let server = try await LoopbackServer.sending("HTTP/1.1 200 OK\r\n", then: .keep)
        let error = await exchange(get(at: server), limits: limits(\.firstByte, .milliseconds(40))).error
        #expect(error?.kind == .timeout(.firstByte, simulated: false))
    }

    @Test("A server that accepts no connection or handshake is a time-out of the connection", arguments: [false, true])
    func connect(isSecure: Bool) async throws {
        let full = try FullPort()
        let silent = try await LoopbackServer.start(greeting: "")
        let request = HTTPRequest(
            method: .get, scheme: isSecure ? "https" : "http",
            authority: isSecure ? silent.authority : "127.0.0.1:\(full.number)", path: "/")
        let error = await exchange(request, limits: limits(\.connect, .milliseconds(40))).error
        #expect(error?.kind == .timeout(.connect, simulated: false), "\(String(describing: error))")
        withExtendedLifetime(full) {}
    }

    @Test("A stalled body is a time-out of its own; the received bytes are kept") func idle() async throws {
        let server = try await LoopbackServer.sending("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc", then: .keep)
        let error = await exchange(get(at: server), limits: limits(\.idle, .milliseconds(250))).error
        #expect(error?.kind == .timeout(.idle, simulated: false))
        #expect(error?.response?.body == Array("abc".utf8))
    }

    @Test(
        "A stream with a reader has no deadline, and ends when its reader does",
        arguments: ["text/event-stream", "application/jsonl", "application/x-ndjson", "application/json-seq"])
    func watched(type: String) async throws {
        let headers = [("Content-Type", type), ("Transfer-Encoding", "chunked")]
        let server = try await LoopbackServer.start { _ in
            .init(headers: headers, body: "data: 1\n\n", then: .drip)
        }
        let (parts, arrived) = AsyncStream.makeStream(of: [UInt8].self)
        var context = CallContext.test
        let all = NIOLockedValueBox<[UInt8]>([])
        context.onPart = { _, part in
            arrived.yield(
                all.withLockedValue { all in
                    all += part
                    return all
                })
        }
        // Shorter than the pauses of the bytes.
        let transport = AsyncHTTPTransport(limits: limits(\.idle, .microseconds(1)))
        let watched = context
        let call = Task {
            defer { arrived.finish() }
            return await transport.failure(get(at: server), context: watched)
        }
        let last = await parts.first { $0.count > 100 }
        #expect(last?.starts(with: Array("data: 1\n\n".utf8)) == true)
        call.cancel()
        #expect(await call.value?.kind == .cancelled)
        await transport.shutdown()
    }

    @Test("An endless slow body ends at the total deadline") func drip() async throws {
        let server = try await LoopbackServer.start { _ in
            .init(headers: [("Content-Length", "1000000")], body: "x", then: .drip)
        }
        // On a busy machine the head itself may come later than this; what counts is that the total deadline ends it. That
        // the bytes which came are kept is tested with the idle deadline, which begins with the head.
        let error = await exchange(get(at: server), limits: limits(\.total, .seconds(1))).error
        #expect(error?.kind == .timeout(.total, simulated: false))
    }

    @Test("Redirects do not restart the total deadline") func totalOverRedirects() async throws {
        let server = try await LoopbackServer.start { _ in .init(status: 302, headers: [("Location", "/on")]) }
        var limits = limits(\.total, .milliseconds(120))
        limits.redirects = .max
        #expect(await exchange(get(at: server), limits: limits).error?.kind == .timeout(.total, simulated: false))
    }

    @Test("Cancelling returns at once, before a head and inside a body", arguments: [false, true])
    func cancel(inBody: Bool) async throws {
        let sent = inBody ? "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc" : ""
        let server = try await LoopbackServer.sending(sent, then: .keep)
        let call = Task { await exchange(get(at: server)).error }
        try await server.firstRequest()
        call.cancel()
        // Without the cancellation this would wait for ten minutes.
        #expect(await call.value?.kind == .cancelled)
    }
}
