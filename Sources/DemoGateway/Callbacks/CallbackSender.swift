import AsyncHTTPClient
import DemoManager
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix
import ReplyHeads
import WireFormats

/// A callback that is ready to be sent.
struct CallbackOrder: Sendable {
    let name: String
    let method: HTTPRequest.Method
    let url: String
    let headers: HTTPFields
    let body: [UInt8]
    /// The session of the preceding call.
    var session: String?
    /// True if the user has seen the URL.
    var isConfirmed = false
}

/// Sends callbacks, and records each in the journal. No client or event loop waits for it.
///
/// It has separate HTTP clients: without the gateway's certificate, its proxies and the socket of the API's server.
package final class CallbackSender: Sendable {
    /// Makes the callbacks of one call, in order.
    typealias Job = @Sendable () -> [CallbackOrder]

    private struct State {
        var running = 0
        var waiting: [(job: Job, bytes: Int)] = []
        var waitingBytes = 0
        var count = 0
        var isEnded = false
    }

    /// The number of calls whose callbacks are sent concurrently, and of those that may wait.
    private static let limit = (atOnce: 4, waiting: 100)
    private static let mostWaiting = 64 << 20
    private static let keptReply = 64 << 10

    private let configuration: GatewayConfiguration
    private let journal: DemoManager
    private let log: RequestLog
    private let clients: ServerClients
    private let pseudonym: String
    private let state = Lock(State())

    /// - Parameter pseudonym: the gateway's name in `Via`, by which it does not answer itself.
    init(
        _ configuration: GatewayConfiguration, _ journal: DemoManager, _ log: RequestLog, pseudonym: String,
        on group: @autoclosure @escaping @Sendable () -> any EventLoopGroup
    ) {
        (self.configuration, self.journal, self.log) = (configuration, journal, log)
        self.pseudonym = pseudonym
        var routes = ServerRoutes()
        routes.trust = configuration.routes.trust
        clients = ServerClients(routes, HTTPClient.Configuration(configuration.limits), on: group())
    }

    /// Creates a sender without a gateway.
    package convenience init(_ journal: DemoManager, routes: ServerRoutes) {
        var configuration = GatewayConfiguration()
        configuration.routes = routes
        self.init(
            configuration, journal, RequestLog(nil), pseudonym: "demo-tui-app",
            on: MultiThreadedEventLoopGroup.singleton)
    }

    /// The number of callbacks made before.
    func nextNumber() -> Int {
        state.withLock { state in
            defer { state.count += 1 }
            return state.count
        }
    }

    /// Sends the callbacks of a call soon; false if too many are waiting.
    ///
    /// - Parameter bytes: the size of the data that the job retains.
    func send(holding bytes: Int, _ job: @escaping Job) -> Bool {
        let isTaken = state.withLock { state in
            guard !state.isEnded, state.waiting.count < Self.limit.waiting,
                state.waiting.isEmpty || state.waitingBytes + bytes <= Self.mostWaiting
            else { return false }
            state.waiting.append((job, bytes))
            state.waitingBytes += bytes
            return true
        }
        if isTaken { workOn() }
        return isTaken
    }

    private func workOn() {
        let job = state.withLock { state -> Job? in
            guard !state.isEnded, state.running < Self.limit.atOnce, !state.waiting.isEmpty else { return nil }
            state.running += 1
            let next = state.waiting.removeFirst()
            state.waitingBytes -= next.bytes
            return next.job
        }
        guard let job else { return }
        Task {
            for order in job() { await send(order) }
            state.withLock { $0.running -= 1 }
            workOn()
        }
    }

    /// Sends a callback, and waits for its end.
    /// - Returns: its exchange in the journal.
    @discardableResult
    func send(_ order: CallbackOrder) async -> ExchangeID {
        var request = HTTPRequest(
            method: order.method, scheme: nil, authority: nil, path: order.url, headerFields: order.headers)
        request.headerFields[.via] = "1.1 \(pseudonym)"
        let target: Result<CallbackTarget, Complaint>
        do throws(Complaint) {
            let found = try CallbackTarget(order.url)
            (request.scheme, request.authority, request.path) = (found.scheme, found.authority.description, found.path)
            if !order.isConfirmed { try found.check(configuration.callbackHosts) }
            target = .success(found)
        } catch {
            target = .failure(error)
        }
        var call = journal.beginCall(session: order.session)
        (call.mode, call.callback) = (.live, order.name)
        let exchange = journal.record(
            .passThrough(.live), request: request, body: order.body.isEmpty ? nil : order.body, call: call)
        let began = ContinuousClock.now
        var outcome: ExchangeOutcome
        switch target {
        case .success(let target): outcome = await reply(to: request, at: target, order.body)
        case .failure(let complaint): outcome = .failure("not sent: \(complaint)", duration: .zero)
        }
        outcome.duration = began.duration(to: .now)
        journal.finish(exchange, with: outcome)
        note(order, outcome)
        return exchange
    }

    private func note(_ order: CallbackOrder, _ outcome: ExchangeOutcome) {
        var (status, why) = ("-", "")
        switch outcome.end {
        case .status(let code): status = String(code)
        case .failure(let text): why = ": \(text)"
        case .cancelled: why = ": the gateway ended"
        }
        log.note(
            order.method.rawValue, order.url, status: status, outcome: "callback", duration: outcome.duration,
            redactor: journal.redactor, why: order.name + why)
        log.flush()
    }

    // MARK: Exchanges

    private func reply(to request: HTTPRequest, at target: CallbackTarget, _ body: [UInt8]) async -> ExchangeOutcome {
        guard let route = clients.route(scheme: target.scheme, authority: target.authority.description) else {
            return .cancelled(duration: .zero)
        }
        var sent = HTTPClientRequest(url: route.base + target.path)
        sent.tlsConfiguration = route.tls
        sent.method = HTTPMethod(rawValue: request.method.rawValue)
        for field in request.headerFields { sent.headers.add(name: field.name.rawName, value: field.value) }
        if !body.isEmpty { sent.body = .bytes(ByteBuffer(bytes: body)) }
        let work = Task { [sent] in try await Self.exchange(sent, by: route.client) }
        let isLate = Lock(false)
        let timer = Task { [patience = configuration.limits.callback] in
            do { try await Task.sleep(for: patience) } catch { return }
            isLate.withLock { $0 = true }
            work.cancel()
        }
        let result = await work.result
        timer.cancel()
        switch result {
        case .success(let outcome): return outcome
        case .failure where isLate.withLock({ $0 }):
            return .failure("no whole reply within \(configuration.limits.callback.milliseconds)", duration: .zero)
        case .failure(let error): return .failure(UpstreamProblem(error).reason, duration: .zero)
        }
    }

    private static func exchange(_ request: HTTPClientRequest, by client: HTTPClient) async throws -> ExchangeOutcome {
        let reply = try await client.execute(request, deadline: .distantFuture)
        var headers = HTTPFields()
        for (name, value) in reply.headers {
            if let name = HTTPField.Name(name) { headers.append(HTTPField(name: name, value: value)) }
        }
        var body: [UInt8] = []
        var isCut = false
        for try await bytes in reply.body {
            isCut = body.count + bytes.readableBytes > keptReply
            body += bytes.readableBytesView.prefix(keptReply - body.count)
            if isCut { break }
        }
        var outcome = ExchangeOutcome.reply(
            status: Int(reply.status.code), headers: headers, body: body, duration: .zero)
        outcome.isCut = isCut
        return outcome
    }

    /// Cancels all exchanges.
    package func stop() async {
        state.withLock { state in (state.isEnded, state.waiting) = (true, []) }
        await clients.shutdown()
    }
}

/// The URL of a callback. Clients choose it, so only this machine and hosts that the user allows may be called.
struct CallbackTarget: Sendable {
    let scheme: String
    let authority: HostAuthority
    /// The path with its query.
    let path: String

    init(_ url: String) throws(Complaint) {
        guard let mark = url.firstRange(of: "://"),
            case let scheme = url[..<mark.lowerBound].lowercased(), ["http", "https"].contains(scheme)
        else { throw Complaint("the URL does not begin with http:// or https://") }
        let rest = url[mark.upperBound...].prefix { $0 != "#" }
        let host = rest.prefix { !"/?\\".contains($0) }
        guard let authority = HostAuthority(String(host)) else { throw Complaint("the URL has no valid host") }
        let tail = rest[host.endIndex...]
        (self.scheme, self.authority) = (scheme, authority)
        path = PercentCode.completed((tail.hasPrefix("/") ? "" : "/") + tail, keeping: "!$&'()*+,;=:@/?")
    }

    /// - Parameter allowed: further hosts besides this machine.
    func check(_ allowed: [String]) throws(Complaint) {
        let names = allowed.map { HostAuthority($0)?.host ?? $0.lowercased() }
        // A name below localhost is resolved, and may be anywhere.
        let isHere = authority.isLoopback && !authority.host.hasSuffix(".localhost")
        guard !isHere, !names.contains("*"), !names.contains(authority.host) else { return }
        throw Complaint("\(authority.host) is not this machine; start with --allow-callbacks-to \(authority.host)")
    }
}
