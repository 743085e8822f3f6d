import AsyncHTTPClient
import HTTPTypes
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTPCompression
import NIOPosix
import ReplyHeads

/// Carries requests over HTTP/1.1 with AsyncHTTPClient.
///
/// Nothing is made before the first exchange: no thread, no connection. At rest nothing ticks; an idle connection
/// closes once, after a minute.
public final class AsyncHTTPTransport: Transport {
    /// Deadlines and caps of every exchange.
    public let limits: TransportLimits

    private struct State {
        var client: HTTPClient?
        var trust: ServerTrust
        var isShutDown = false
    }

    /// One thread for all transports that bring none. It is made with the first exchange and never ends: requests that
    /// were given up may still be tidying up on it.
    static let ownGroup = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    private let sharedGroup: (any EventLoopGroup)?
    private let addresses: [String: String]
    private let state: NIOLockedValueBox<State>

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - limits: deadlines and caps.
    ///   - addresses: where hosts are, by name, instead of asking for them; the others are asked for.
    ///   - trust: the certificates of connections.
    ///   - eventLoopGroup: threads to run on, owned by the caller; nil for one thread of its own.
    package init(
        limits: TransportLimits = TransportLimits(), addresses: [String: String] = [:],
        trust: ServerTrust = ServerTrust(),
        eventLoopGroup: (any EventLoopGroup)? = nil
    ) {
        self.limits = limits
        self.addresses = addresses
        state = NIOLockedValueBox(State(trust: trust))
        sharedGroup = eventLoopGroup
    }

    deinit {
        close()?.shutdown { _ in }
    }

    /// Shows the client's certificate to this server from now on, and to no other.
    package func identify(to server: BaseURL) {
        state.withLockedValue { $0.trust.identify(toScheme: server.scheme, authority: server.authority) }
    }

    /// Ends all exchanges and closes all connections; later exchanges fail.
    public func shutdown() async {
        guard let client = close() else { return }
        await withCheckedContinuation { continuation in
            client.shutdown { _ in continuation.resume() }
        }
    }

    /// Carries one exchange. Cancelling the task returns at once; the connection is closed behind it.
    public func send(_ request: HTTPRequest, body: [UInt8]?, context: CallContext) async throws(APIError)
        -> APIResponse
    {
        guard let (client, trust) = running() else {
            throw APIError(.connection(.other), message: "the program is ending")
        }
        let exchange = Exchange()
        let waiting = Abandonable<APIResponse>()
        let deadlines = Deadlines(limits, on: client.eventLoopGroup.any()) { phase in
            waiting.fail(APIError(.timeout(phase, simulated: false)))
        }
        defer { deadlines.finish() }
        do {
            let hop = Redirect.Hop(request: request, body: body)
            return try await waiting.run { [limits] in
                try await Transfer(
                    client: client, trust: trust, limits: limits, exchange: exchange, deadlines: deadlines
                ).run(hop)
            }
        } catch {
            var failure = APIError(transport: error)
            failure.server = request.authority
            failure.response = failure.response ?? exchange.response
            failure.status = failure.response?.status
            throw failure
        }
    }

    private func close() -> HTTPClient? {
        state.withLockedValue { state in
            defer { (state.client, state.isShutDown) = (nil, true) }
            return state.client
        }
    }

    private func running() -> (HTTPClient, ServerTrust)? {
        state.withLockedValue { state in
            if state.isShutDown { return nil }
            if let client = state.client { return (client, state.trust) }
            let group = sharedGroup ?? AsyncHTTPTransport.ownGroup
            var configuration = HTTPClient.Configuration(limits)
            configuration.dnsOverride = addresses
            configuration.tlsConfiguration = state.trust.configuration
            let client = HTTPClient(eventLoopGroup: group, configuration: configuration)
            state.client = client
            return (client, state.trust)
        }
    }
}

extension HTTPClient.Configuration {
    fileprivate init(_ limits: TransportLimits) {
        self.init()
        redirectConfiguration = .disallow
        timeout.connect = TimeAmount(limits.connect)
        // On by default, and then "connection refused" is found out only when the whole time-out has passed.
        connectionPool.retryConnectionEstablishment = false
        httpVersion = .http1Only
        // A little more than is kept, so that a body is cut at the cap and not by an error short of it.
        decompression = .enabled(limit: .size(limits.body + (1 << 20)))
        http1_1ConnectionDebugInitializer = { HeadGuard.install(on: $0) }
    }
}
