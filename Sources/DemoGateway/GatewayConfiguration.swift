import NIOCore
import ReplyHeads
import WireFormats

package struct GatewayConfiguration: Sendable {
    package var address = "127.0.0.1"
    /// 0 selects a free port.
    package var port = 8080
    /// Nil for plain HTTP.
    package var certificate: ServerCertificate?
    /// Accepted names in `Host` beside addresses, loopback names and the upstream's; `*` accepts all.
    package var allowedHosts: [String] = []
    /// Origins of pages that may read replies and write to the server. `*` is every origin, without credentials. Empty
    /// disables CORS; pages of this machine may write in any case.
    package var allowedOrigins: [String] = []
    /// True to send callbacks after stubbed calls.
    package var sendsCallbacks = false
    /// Hosts that callbacks may be sent to beside this machine; `*` allows all.
    package var callbackHosts: [String] = []
    /// The server for passed requests; nil passes nothing.
    package var upstream: UpstreamServer?
    /// Certificates and proxies of connections to servers.
    package var routes = ServerRoutes()
    /// True to validate requests before a stub answers them.
    package var validatesRequests = false
    package var limits = GatewayLimits()

    package init() {}

    package var scheme: String { certificate == nil ? "http" : "https" }

    /// The path of the authority's certificate, for clients that are to trust it; also without TLS.
    package static let authorityPath = "/__demo/ca.crt"

    /// The names in a certificate of the gateway: those that clients may use.
    package var certificateNames: [String] {
        var names = ["localhost", "127.0.0.1", "::1"]
        let isEvery = address == "0.0.0.0" || address == "::"
        if isEvery { names += NetworkAddresses.current(includingIPv6: address == "::") } else { names.append(address) }
        names += allowedHosts.filter { $0 != "*" }.map { name in
            let host = HostAuthority(name)?.host ?? name.lowercased()
            return host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        }
        return names.enumerated().filter { !names[..<$0.offset].contains($0.element) }.map(\.element)
    }
}

/// Limits for one client, and for all of them together.
package struct GatewayLimits: Sendable, Hashable {
    /// Concurrent connections; further ones are answered 503.
    package var connections = 512
    /// Bytes of a request line.
    package var requestLine = 8 << 10
    /// Bytes of one header field.
    package var headerField = 16 << 10
    /// Bytes of all header fields of a request.
    package var headerList = 64 << 10
    /// Header fields of a request.
    package var headerFields = 128
    /// Bytes of a body that must be complete before a decision, and of a message of a WebSocket.
    package var body = 10 << 20
    /// Fragments of a message of a WebSocket.
    package var fragments = 16 << 10
    /// Bytes of an unwanted body that are read to keep the connection.
    package var unwantedBody = 1 << 20
    /// From the first byte of a head to its end.
    package var headTime: Duration = .seconds(10)
    /// For a collected body.
    package var bodyTime: Duration = .seconds(60)
    /// For a client that is silent within a body or after a ping, or reads nothing of its reply.
    package var silence: Duration = .seconds(30)
    /// For a client that has half-closed while nothing of its reply moves, and for the answer to a WebSocket's close.
    package var halfClosed: Duration = .seconds(5)
    /// For a client that broke a rule of WebSockets, and sends nothing more.
    package var quiet: Duration = .seconds(1)
    /// Between requests of a connection, or before a silent WebSocket gets a ping.
    package var idle: Duration = .seconds(60)
    /// For a connection to the upstream.
    package var connect: Duration = .seconds(5)
    /// For the first byte of the upstream's reply.
    package var firstByte: Duration = .seconds(60)
    /// For a callback with its reply.
    package var callback: Duration = .seconds(5)
    /// For a stubbed time-out.
    package var simulatedTimeout: Duration = .seconds(120)

    package init() {}
}

/// Checks of values from the command line.
extension GatewayConfiguration {
    /// True for an origin as browsers send it (RFC 6454 section 7): `http://localhost:5173`, perhaps with a trailing
    /// slash; or `*`.
    package static func isOrigin(_ text: String) -> Bool {
        if text == "*" { return true }
        guard let mark = text.firstRange(of: "://"), !text[..<mark.lowerBound].isEmpty else { return false }
        let rest = text[mark.upperBound...]
        return HostAuthority(String(rest.hasSuffix("/") ? rest.dropLast() : rest)) != nil
    }

    /// True for the value of a `Host` header, with or without a port; or `*`.
    package static func isHost(_ text: String) -> Bool { text == "*" || HostAuthority(text) != nil }
}

/// The addresses that other devices reach this machine by.
package enum NetworkAddresses {
    /// The addresses of the current interfaces; empty without a network.
    ///
    /// - Parameter includingIPv6: true if the gateway listens on IPv6.
    package static func current(includingIPv6: Bool) -> [String] {
        do {
            let devices = try System.enumerateDevices().compactMap { device in
                device.address?.ipAddress.map { (name: device.name, address: $0) }
            }
            return reachable(devices, includingIPv6: includingIPv6)
        } catch {
            return []
        }
    }

    /// The addresses of use to a phone: neither loopback nor link-local. Networks of containers and tunnels come last.
    static func reachable(_ devices: [(name: String, address: String)], includingIPv6: Bool) -> [String] {
        let usable = devices.filter { device in
            let address = device.address.lowercased()
            if address.contains(":") { return includingIPv6 && address != "::1" && !address.hasPrefix("fe80:") }
            return !address.hasPrefix("127.") && !address.hasPrefix("169.254.") && address != "0.0.0.0"
        }
        func isInner(_ name: String) -> Bool {
            ["docker", "br-", "veth", "virbr", "tun", "tap", "cni", "flannel"].contains { name.hasPrefix($0) }
        }
        let sorted = usable.filter { !isInner($0.name) } + usable.filter { isInner($0.name) }
        return sorted.filter { !$0.address.contains(":") }.map(\.address)
            + sorted.filter { $0.address.contains(":") }.map(\.address)
    }
}
