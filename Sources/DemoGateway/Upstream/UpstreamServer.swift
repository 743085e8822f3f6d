import NIOCore
import NIOPosix
import ReplyHeads

/// The server behind the gateway. Fixed at the start: clients cannot choose another.
package struct UpstreamServer: Sendable, Hashable, CustomStringConvertible {
    /// `http` or `https`.
    package let scheme: String
    /// A name or address in lower case; an IPv6 address in brackets.
    package let host: String
    package let port: Int
    /// Host and port as in a `Host` header.
    package let authority: String
    /// The path in front of every request's own, without a trailing slash; often empty.
    package let pathPrefix: String

    package struct InvalidURL: Error, Hashable, CustomStringConvertible {
        /// The fault and the remedy.
        package let description: String
    }

    /// Reads `http://host:port/prefix`.
    ///
    /// - Throws: `InvalidURL` for anything but http and https, without a host, or with user info, query or fragment.
    package init(_ url: String) throws(InvalidURL) {
        func invalid(_ why: String) -> InvalidURL {
            InvalidURL(description: "the URL \(why); write it like http://localhost:3000")
        }
        guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw invalid("has a character that URLs cannot have")
        }
        guard let mark = url.firstRange(of: "://") else { throw invalid("must begin with http:// or https://") }
        scheme = url[..<mark.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else { throw invalid("must begin with http:// or https://") }
        let rest = url[mark.upperBound...]
        guard !rest.contains(where: { "?#".contains($0) }) else { throw invalid("must have no query or fragment") }
        let text = rest.prefix { $0 != "/" }
        guard !text.contains("@") else { throw invalid("must have no user name or password") }
        guard let place = HostAuthority(String(text)) else { throw invalid("has no valid host and port") }
        let usual = scheme == "https" ? 443 : 80
        host = place.host
        port = place.port ?? usual
        authority = port == usual ? host : "\(host):\(port)"
        var prefix = rest[text.endIndex...]
        while prefix.hasSuffix("/") { prefix.removeLast() }
        pathPrefix = String(prefix)
    }

    package var origin: String { "\(scheme)://\(authority)" }
    package var description: String { origin + pathPrefix }
}

extension UpstreamServer {
    /// The reason no connection to the server is possible now; nil if one is.
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
