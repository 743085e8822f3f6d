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
/// Threads and connections are created at the first exchange. No timer runs at rest; an idle connection closes after a
/// minute.
package final class AsyncHTTPTransport: Transport {
    package let limits: TransportLimits

    private struct State {
        var clients: ServerClients?
        var server: ServerOrigin?
        var isShutDown = false
    }

    /// One thread for all transports. It is created at the first exchange and never ends, because abandoned requests
    /// may still need it.
    private static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    private let addresses: [String: String]
    private let routes: ServerRoutes
    private let state: NIOLockedValueBox<State>

    /// - Parameter addresses: addresses of hosts by name; other names are resolved.
    package init(
        limits: TransportLimits = TransportLimits(), addresses: [String: String] = [:],
        routes: ServerRoutes = ServerRoutes()
    ) {
        (self.limits, self.addresses, self.routes) = (limits, addresses, routes)
        state = NIOLockedValueBox(State(server: routes.server))
    }

    deinit {
        close()?.abandon()
    }

    /// Sets the API's own server: only it gets the client's certificate or is reached through a socket.
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

    /// Makes one exchange. Cancelling the task returns at once; the connection is closed later.
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
            failure.server = exchange.way ?? failure.server ?? request.authority
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
            // A little more than the limit, so that the body is truncated instead of failing.
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

/// Deadlines and limits of an exchange; the defaults are in Documentation/Reference/Limits.md, "Live calls".
package struct TransportLimits: Sendable, Hashable {
    package var connect: Duration = .seconds(5)
    /// The longest wait for the head of the reply, from the start of the exchange or of a redirect.
    package var firstByte: Duration = .seconds(15)
    /// The longest pause within a body.
    package var idle: Duration = .seconds(10)
    /// The longest exchange, including redirects.
    package var total: Duration = .seconds(30)
    /// The most bytes of a decompressed body; the rest is not read.
    package var body = 64 << 20
    package var redirects = 10

    package init() {}
}
