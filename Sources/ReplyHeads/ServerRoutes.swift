import AsyncHTTPClient
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOSSL

/// Scheme, host and port of a server.
package struct ServerOrigin: Sendable, Hashable {
    package let scheme: String
    /// The host in lower case, without brackets.
    package let host: String
    package let port: Int

    /// - Parameter authority: host and port as in a URL; an IPv6 address in brackets.
    package init(scheme: String, authority: String) {
        let authority = authority.lowercased()
        let end = authority.lastIndex(of: "]").map { authority.index(after: $0) } ?? authority.startIndex
        let colon = authority[end...].lastIndex(of: ":")
        let port = colon.flatMap { Int(authority[authority.index(after: $0)...]) }
        self.scheme = scheme.lowercased()
        host = String(authority[..<(colon ?? authority.endIndex)].filter { $0 != "[" && $0 != "]" })
        self.port = port ?? (self.scheme == "https" ? 443 : 80)
    }
}

/// The routes to servers: their certificates, proxies, and the socket of the API's own server.
package struct ServerRoutes: Sendable {
    package var trust = ServerTrust()
    package var proxies = ProxyRules()
    /// The path of a Unix socket that the API's server listens on.
    package var socket: String?
    /// The API's own server. Only it gets the client's certificate and is reached through the socket.
    package var server: ServerOrigin?

    package init() {}

    /// The first hop to a server.
    package enum Hop: Sendable, Hashable {
        case server
        case socket(String)
        case proxy(ProxyRules.Proxy)

        /// A description of the socket or proxy, for messages; nil for neither.
        package var way: String? {
            switch self {
            case .server: nil
            case .socket(let path): "the socket \(path)"
            case .proxy(let proxy): "the proxy \(proxy)"
            }
        }
    }

    package func hop(to origin: ServerOrigin) -> Hop {
        if let socket, origin == server { return .socket(socket) }
        return proxies.proxy(for: origin).map { .proxy($0) } ?? .server
    }
}

/// The HTTP clients for all routes. Each is created with its first request.
package final class ServerClients: Sendable {
    /// The client and settings for one request.
    package struct Route: Sendable {
        package let client: HTTPClient
        /// The start of the request's URL: scheme and authority.
        package let base: String
        /// The value of `Host`, if the URL does not name the server.
        package let host: String?
        /// The certificates of the connection, if they differ from those for all servers.
        package let tls: TLSConfiguration?
        /// A description of the proxy or socket, for messages; nil for neither.
        package let way: String?
    }

    private struct State {
        var routes: ServerRoutes
        var clients: [Way: HTTPClient] = [:]
        /// The routes by scheme and authority.
        var known: [String: Route] = [:]
        /// The TLS contexts of connections without a client.
        var contexts = TLSContexts()
        var isShutDown = false
    }

    /// The kind of a client's connections. The library supports proxies only with tunnels, which proxies refuse for
    /// plain HTTP, so those connections are made to the proxy itself.
    private enum Way: Hashable {
        case direct
        case tunnel(ProxyRules.Proxy)
        case forwarding(ProxyRules.Proxy)
    }

    private let state: NIOLockedValueBox<State>
    private let configuration: HTTPClient.Configuration
    private let group: @Sendable () -> any EventLoopGroup

    /// - Parameters:
    ///   - configuration: the configuration of a direct connection.
    ///   - group: evaluated when the first connection is needed, because its threads may start then.
    package init(
        _ routes: ServerRoutes, _ configuration: HTTPClient.Configuration,
        on group: @autoclosure @escaping @Sendable () -> any EventLoopGroup
    ) {
        var configuration = configuration
        configuration.tlsConfiguration = routes.trust.configuration
        configuration.redirectConfiguration = .disallow
        // No spans are collected, and their attributes cost a tenth of a request.
        configuration.tracing.tracer = nil
        configuration.http2StreamChannelDebugInitializer = { StreamGuard.install(on: $0) }
        // On by default, but "connection refused" would then be reported only after the whole time-out.
        configuration.connectionPool.retryConnectionEstablishment = false
        self.configuration = configuration
        self.group = group
        state = NIOLockedValueBox(State(routes: routes))
    }

    /// Sets another server as the API's own.
    package func use(_ server: ServerOrigin) {
        state.withLockedValue { state in
            state.routes.server = server
            state.known = [:]
        }
    }

    /// The route of a request; nil after a shutdown.
    package func route(scheme: String, authority: String) -> Route? {
        state.withLockedValue { state in
            guard !state.isShutDown else { return nil }
            let base = "\(scheme)://\(authority)"
            if let known = state.known[base] { return known }
            let route = route(scheme: scheme, authority: authority, &state)
            // Redirects may name any number of servers.
            if state.known.count >= 1_000 { state.known = [:] }
            state.known[base] = route
            return route
        }
    }

    /// A connection to a server without a client; nil after a shutdown.
    ///
    /// - Parameter offersHTTP2: true to let the server choose HTTP/2.
    package func connection(scheme: String, authority: String, offersHTTP2: Bool = false) -> ServerConnection? {
        state.withLockedValue { state in
            guard !state.isShutDown else { return nil }
            let origin = ServerOrigin(scheme: scheme, authority: authority)
            return ServerConnection(to: origin, by: state.routes, offersHTTP2: offersHTTP2, &state.contexts)
        }
    }

    private func route(scheme: String, authority: String, _ state: inout State) -> Route {
        let origin = ServerOrigin(scheme: scheme, authority: authority)
        var tls = origin == state.routes.server ? state.routes.trust.identity : nil
        var (way, base) = (Way.direct, "\(scheme)://\(authority)")
        var host: String?
        let hop = state.routes.hop(to: origin)
        switch hop {
        case .server: break
        case .socket(let path):
            let plain = CharacterSet.alphanumerics.intersection(.urlHostAllowed)
            let name = path.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
            (base, host) = ("\(scheme)+unix://\(name)", authority)
            // A socket has no name to verify; its certificate must still be from a trusted authority.
            tls = tls ?? state.routes.trust.configuration ?? .makeClientConfiguration()
            tls?.certificateVerification = .noHostnameVerification
        case .proxy(let proxy) where scheme == "https" || proxy.isSOCKS: way = .tunnel(proxy)
        case .proxy(let proxy): (way, base, host, tls) = (.forwarding(proxy), "http://\(proxy)", authority, nil)
        }
        return Route(client: client(way, &state), base: base, host: host, tls: tls, way: hop.way)
    }

    private func client(_ way: Way, _ state: inout State) -> HTTPClient {
        if let client = state.clients[way] { return client }
        var configuration = configuration
        var front: ProxyRules.Proxy?
        switch way {
        case .direct: break
        case .tunnel(let proxy): configuration.proxy = proxy.tunnel
        case .forwarding(let proxy): front = proxy
        }
        configuration.http1_1ConnectionDebugInitializer = { [front] in HeadGuard.install(on: $0, of: front) }
        let client = HTTPClient(eventLoopGroup: group(), configuration: configuration)
        state.clients[way] = client
        return client
    }

    /// Cancels all exchanges and closes all connections.
    package func shutdown() async {
        for client in close() {
            await withCheckedContinuation { continuation in client.shutdown { _ in continuation.resume() } }
        }
    }

    /// Starts a shutdown without waiting for its end.
    package func abandon() { for client in close() { client.shutdown { _ in } } }

    private func close() -> [HTTPClient] {
        state.withLockedValue { state in
            defer { (state.clients, state.known, state.isShutDown) = ([:], [:], true) }
            return Array(state.clients.values)
        }
    }
}
