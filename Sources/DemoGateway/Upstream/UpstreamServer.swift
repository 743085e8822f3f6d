import NIOCore
import NIOPosix
import ReplyHeads
import WireFormats

/// The gateway's upstream server. Set at launch: clients cannot choose another.
package struct UpstreamServer: Sendable, Hashable, CustomStringConvertible {
    /// `http` or `https`.
    package let scheme: String
    /// A name or address in lower case; an IPv6 address in brackets.
    package let host: String
    package let port: Int
    /// Host and port as in a `Host` header.
    package let authority: String
    /// The path before every request's own, without a trailing slash; often empty.
    package let pathPrefix: String

    /// Parses `http://host:port/prefix`.
    ///
    /// - Throws: a complaint in the form of those of ``BaseURL``, to follow the name of the URL.
    package init(_ url: String) throws(Complaint) {
        let parts = try BaseURL.parts(of: url)
        let usual = parts.scheme == "https" ? 443 : 80
        (scheme, host, pathPrefix) = (parts.scheme, parts.server.host, parts.pathPrefix)
        port = parts.server.port ?? usual
        authority = port == usual ? host : "\(host):\(port)"
    }

    package var origin: String { "\(scheme)://\(authority)" }
    package var description: String { origin + pathPrefix }
}

extension UpstreamServer {
    /// The reason why no connection to the server is possible now; nil if one is.
    ///
    /// - Parameter patience: the time-out.
    package func reachabilityProblem(
        by routes: ServerRoutes = ServerRoutes(), within patience: Duration = .seconds(2)
    ) async -> String? {
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(TimeAmount(patience))
        do {
            let channel =
                switch hop(by: routes) {
                case .server: try await bootstrap.connect(host: serverOrigin.host, port: port).get()
                case .socket(let path): try await bootstrap.connect(unixDomainSocketPath: path).get()
                case .proxy(let proxy): try await bootstrap.connect(host: proxy.host, port: proxy.port).get()
                }
            try await channel.close()
            return nil
        } catch {
            return UpstreamProblem(error).reason
        }
    }

    /// The first hop to the server.
    package func hop(by routes: ServerRoutes) -> ServerRoutes.Hop {
        var routes = routes
        routes.server = serverOrigin
        return routes.hop(to: serverOrigin)
    }

    package var serverOrigin: ServerOrigin { ServerOrigin(scheme: scheme, authority: authority) }
}
