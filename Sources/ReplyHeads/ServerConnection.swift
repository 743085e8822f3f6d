import AsyncHTTPClient
import NIOCore
import NIOExtras
import NIOHTTP1
import NIOPosix
import NIOSOCKS
import NIOSSL

/// A connection to a server without AsyncHTTPClient, by the same rules: certificates, proxies, and the socket of the
/// API's own server.
package struct ServerConnection: Sendable {
    let hop: ServerRoutes.Hop
    let origin: ServerOrigin
    /// Nil for a connection without TLS.
    let tls: Result<NIOSSLContext, any Error>?
    /// A description of the proxy or socket, for messages; nil for neither.
    package var way: String? { hop.way }

    package var isSecure: Bool { tls != nil }

    /// The proxy that forwards plain HTTP requests; nil for none.
    package var forwarder: ProxyRules.Proxy? {
        if case .proxy(let proxy) = hop, !isSecure, !proxy.isSOCKS { proxy } else { nil }
    }

    /// - Parameter contexts: the cache of TLS contexts.
    init(
        to origin: ServerOrigin, by routes: ServerRoutes, offersHTTP2: Bool, _ contexts: inout TLSContexts
    ) {
        self.origin = origin
        hop = routes.hop(to: origin)
        guard origin.scheme == "https" else {
            tls = nil
            return
        }
        tls = contexts.context(
            routes.trust, isIdentified: origin == routes.server, hasName: !hop.isSocket, offersHTTP2: offersHTTP2)
    }

    /// Connects. The TLS handshake follows; its failure is an error of the channel.
    ///
    /// - Parameters:
    ///   - patience: the time-out for the connection, and for the proxy's response.
    ///   - forwards: true for requests that a proxy may forward without a tunnel.
    package func open(
        on loop: any EventLoop, within patience: TimeAmount, forwards: Bool = false
    ) -> EventLoopFuture<any Channel> {
        let bootstrap = ClientBootstrap(group: loop)
            .connectTimeout(patience)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
        let connected: EventLoopFuture<any Channel> =
            switch hop {
            case .server: bootstrap.connect(host: origin.host, port: origin.port)
            case .socket(let path):
                ClientBootstrap(group: loop).connectTimeout(patience).connect(unixDomainSocketPath: path)
            case .proxy(let proxy) where forwards && forwarder != nil:
                bootstrap.connect(host: proxy.host, port: proxy.port)
            case .proxy(let proxy):
                bootstrap.connect(host: proxy.host, port: proxy.port).flatMap { channel in
                    tunnel(through: proxy, on: channel, within: patience).flatMapError { error in
                        channel.close(promise: nil)
                        return channel.eventLoop.makeFailedFuture(error)
                    }
                }
            }
        return connected.flatMapThrowing { channel in
            guard let tls else { return channel }
            do {
                let host = hop.isSocket || origin.isAddress ? nil : origin.host
                let handler = try NIOSSLClientHandler(context: tls.get(), serverHostname: host)
                try channel.pipeline.syncOperations.addHandler(handler, position: .first)
                return channel
            } catch {
                channel.close(promise: nil)
                throw error
            }
        }
    }

    private func tunnel(
        through proxy: ProxyRules.Proxy, on channel: any Channel, within patience: TimeAmount
    ) -> EventLoopFuture<any Channel> {
        do {
            return try proxy.isSOCKS
                ? socks(on: channel, within: patience) : connect(through: proxy, on: channel, within: patience)
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
    }

    /// A tunnel for both schemes, because RFC 6455 section 4.1 requires one even without TLS.
    private func connect(
        through proxy: ProxyRules.Proxy, on channel: any Channel, within patience: TimeAmount
    ) throws -> EventLoopFuture<any Channel> {
        let pipeline = channel.pipeline.syncOperations
        let done = channel.eventLoop.makePromise(of: Void.self)
        let encoder = HTTPRequestEncoder()
        let decoder = ByteToMessageHandler(HTTPResponseDecoder(leftOverBytesStrategy: .dropBytes))
        var headers = HTTPHeaders([("Host", "\(origin.authority)")])
        if let authorization = proxy.authorization {
            headers.add(name: "Proxy-Authorization", value: authorization.headerValue)
        }
        try pipeline.addHandlers(
            encoder, decoder,
            NIOHTTP1ProxyConnectHandler(
                targetHost: origin.bracketedHost, targetPort: origin.port, headers: headers,
                deadline: .now() + patience, promise: done))
        let handlers = NIOLoopBound((encoder, decoder), eventLoop: channel.eventLoop)
        return done.futureResult.flatMap {
            let pipeline = channel.pipeline.syncOperations
            let (encoder, decoder) = handlers.value
            return pipeline.removeHandler(encoder).and(pipeline.removeHandler(decoder)).map { _ in channel }
        }.flatMapErrorThrowing { error in
            guard let error = error as? NIOHTTP1ProxyConnectHandler.Error else { throw error }
            throw error == .proxyAuthenticationRequired()
                ? HTTPClientError.proxyAuthenticationRequired : HTTPClientError.invalidProxyResponse
        }
    }

    private func socks(
        on channel: any Channel, within patience: TimeAmount
    ) throws -> EventLoopFuture<any Channel> {
        let address =
            try origin.isAddress
            ? SOCKSAddress.address(SocketAddress(ipAddress: origin.host, port: origin.port))
            : .domain(origin.host, port: origin.port)
        let client = SOCKSClientHandler(targetAddress: address)
        try channel.pipeline.syncOperations.addHandler(client)
        let tunnel = NIOLoopBound(client, eventLoop: channel.eventLoop)
        return try EventWait<Void>.value(on: channel, within: patience) { event in
            event is SOCKSProxyEstablishedEvent ? () : nil
        }.flatMap {
            channel.pipeline.syncOperations.removeHandler(tunnel.value).map { channel }
        }.flatMapErrorThrowing { error in
            throw error as? HTTPClientError == .connectTimeout ? error : HTTPClientError.invalidProxyResponse
        }
    }
}

/// A cache of TLS contexts, which are slow to create: one for each configuration of connections.
struct TLSContexts: Sendable {
    private struct Kind: Hashable {
        let isIdentified: Bool
        let hasName: Bool
        let offersHTTP2: Bool
    }

    private var contexts: [Kind: NIOSSLContext] = [:]

    /// - Parameters:
    ///   - isIdentified: true for the server that may see the client's certificate.
    ///   - hasName: false for a socket, which has no name to verify.
    ///   - offersHTTP2: true to let the server choose HTTP/2.
    mutating func context(
        _ trust: ServerTrust, isIdentified: Bool, hasName: Bool, offersHTTP2: Bool
    ) -> Result<NIOSSLContext, any Error> {
        let kind = Kind(isIdentified: isIdentified && trust.identity != nil, hasName: hasName, offersHTTP2: offersHTTP2)
        if let context = contexts[kind] { return .success(context) }
        var tls = (kind.isIdentified ? trust.identity : nil) ?? trust.configuration ?? .makeClientConfiguration()
        tls.applicationProtocols = offersHTTP2 ? ["h2", "http/1.1"] : ["http/1.1"]
        if !hasName { tls.certificateVerification = .noHostnameVerification }
        do {
            let context = try NIOSSLContext(configuration: tls)
            contexts[kind] = context
            return .success(context)
        } catch {
            return .failure(error)
        }
    }
}

/// Waits for an event of a new connection, such as the end of a TLS handshake, then removes itself.
package final class EventWait<Value: Sendable>: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = NIOAny

    private let done: EventLoopPromise<Value>
    private let value: (Any) -> Value?

    private init(_ done: EventLoopPromise<Value>, _ value: @escaping (Any) -> Value?) {
        (self.done, self.value) = (done, value)
    }

    /// - Parameter value: reads an event; nil waits for the next one.
    package static func value(
        on channel: any Channel, within patience: TimeAmount, _ value: @escaping (Any) -> Value?
    ) throws -> EventLoopFuture<Value> {
        let done = channel.eventLoop.makePromise(of: Value.self)
        try channel.pipeline.syncOperations.addHandler(EventWait(done, value))
        let timer = channel.eventLoop.scheduleTask(in: patience) { done.fail(HTTPClientError.connectTimeout) }
        done.futureResult.whenComplete { _ in timer.cancel() }
        return done.futureResult
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        let value = value(event)
        if let value { done.succeed(value) }
        context.fireUserInboundEventTriggered(event)
        if value != nil { context.pipeline.syncOperations.removeHandler(context: context, promise: nil) }
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) { done.fail(error) }

    package func channelInactive(context: ChannelHandlerContext) {
        done.fail(HTTPClientError.remoteConnectionClosed)
        context.fireChannelInactive()
    }

    package func handlerRemoved(context: ChannelHandlerContext) { done.fail(HTTPClientError.remoteConnectionClosed) }
}

extension ServerRoutes.Hop {
    fileprivate var isSocket: Bool { if case .socket = self { true } else { false } }
}

extension ServerOrigin {
    fileprivate var isAddress: Bool { host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." } }
    fileprivate var bracketedHost: String { host.contains(":") ? "[\(host)]" : host }
    fileprivate var authority: String { "\(bracketedHost):\(port)" }
}
