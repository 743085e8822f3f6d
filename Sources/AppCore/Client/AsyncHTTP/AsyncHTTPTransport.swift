import AsyncHTTPClient
import HTTPTypes
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTPCompression
import NIOPosix
import ReplyHeads
import WireFormats

/// Carries requests over HTTP/1.1 with AsyncHTTPClient.
///
/// Nothing is made before the first exchange: no thread, no connection. At rest nothing ticks; an idle connection
/// closes once, after a minute.
package final class AsyncHTTPTransport: Transport {
    /// Deadlines and caps of every exchange.
    package let limits: TransportLimits

    private struct State {
        var clients: ServerClients?
        var server: ServerOrigin?
        var isShutDown = false
    }

    /// One thread for all transports. It is made with the first exchange and never ends: requests that were given up may
    /// still be tidying up on it.
    private static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    private let addresses: [String: String]
    private let routes: ServerRoutes
    private let state: NIOLockedValueBox<State>

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - limits: deadlines and caps.
    ///   - addresses: where hosts are, by name, instead of asking for them; the others are asked for.
    ///   - routes: certificates and proxies of connections.
    package init(
        limits: TransportLimits = TransportLimits(), addresses: [String: String] = [:],
        routes: ServerRoutes = ServerRoutes()
    ) {
        self.limits = limits
        self.addresses = addresses
        self.routes = routes
        state = NIOLockedValueBox(State(server: routes.server))
    }

    deinit {
        close()?.abandon()
    }

    /// Names the API's own server: it alone sees the client's certificate, or is behind a socket.
    package func use(_ server: BaseURL) {
        let origin = ServerOrigin(scheme: server.scheme, authority: server.authority)
        state.withLockedValue { state in
            state.server = origin
            state.clients?.use(origin)
        }
    }

    /// Ends all exchanges and closes all connections; later exchanges fail.
    package func shutdown() async {
        await close()?.shutdown()
    }

    /// Carries one exchange. Cancelling the task returns at once; the connection is closed behind it.
    package func send(_ request: HTTPRequest, body: [UInt8]?, context: CallContext) async throws(APIError)
        -> APIResponse
    {
        guard let clients = running() else {
            throw APIError(.connection(.other), message: "the program is ending")
        }
        let exchange = Exchange(limits)
        let waiting = Abandonable<APIResponse>()
        let watch = Task {
            guard let phase = try await exchange.expiredDeadline() else { return }
            waiting.fail(APIError(.timeout(phase, simulated: false)))
        }
        defer { watch.cancel() }
        do {
            let hop = Redirect.Hop(request: request, body: body)
            return try await waiting.run { [limits] in
                try await Transfer(clients: clients, limits: limits, exchange: exchange, onPart: context.onPart)
                    .run(hop)
            }
        } catch {
            var failure = APIError(transport: error)
            failure.server = exchange.way ?? request.authority
            failure.response = failure.response ?? exchange.response
            failure.status = failure.response?.status
            throw failure
        }
    }

    private func close() -> ServerClients? {
        state.withLockedValue { state in
            defer { (state.clients, state.isShutDown) = (nil, true) }
            return state.clients
        }
    }

    private func running() -> ServerClients? {
        state.withLockedValue { state in
            if state.isShutDown { return nil }
            if let clients = state.clients { return clients }
            var configuration = HTTPClient.Configuration()
            configuration.timeout.connect = TimeAmount(limits.connect)
            // A little more than is kept, so that a body is cut at the cap and not by an error short of it.
            configuration.decompression = .enabled(limit: .size(limits.body + (1 << 20)))
            configuration.dnsOverride = addresses
            var routes = routes
            routes.server = state.server
            let clients = ServerClients(routes, configuration, on: Self.group)
            state.clients = clients
            return clients
        }
    }
}

/// Deadlines and caps of an exchange; the defaults are in Documentation/Reference/Limits.md, "Live calls".
package struct TransportLimits: Sendable, Hashable {
    /// Longest wait for a connection.
    package var connect: Duration
    /// Longest wait for the head of the reply, from the start of the exchange or of a redirect.
    package var firstByte: Duration
    /// Longest silence inside a body.
    package var idle: Duration
    /// Longest exchange, redirects included.
    package var total: Duration
    /// Bytes kept of a body, after decompression; the rest is not read.
    package var body: Int
    /// Redirects followed.
    package var redirects: Int

    /// Creates limits.
    package init(
        connect: Duration = .seconds(5),
        firstByte: Duration = .seconds(15),
        idle: Duration = .seconds(10),
        total: Duration = .seconds(30),
        body: Int = 64 << 20,
        redirects: Int = 10
    ) {
        self.connect = connect
        self.firstByte = firstByte
        self.idle = idle
        self.total = total
        self.body = body
        self.redirects = redirects
    }
}
