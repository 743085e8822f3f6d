import NIOCore
import ReplyHeads
import WireFormats

package struct GatewayConfiguration: Sendable {
    package var address = "127.0.0.1"
    /// 0 selects a free port.
    package var port = 8080
    /// The certificate for HTTPS; nil for plain HTTP.
    package var certificate: ServerCertificate?
    /// Accepted names in `Host` besides addresses, loopback names and the upstream's; `*` accepts all.
    package var allowedHosts: [String] = []
    /// Origins of pages that may read replies and write to the server. `*` is every origin, without credentials. Empty
    /// disables CORS; pages of this machine may always write.
    package var allowedOrigins: [String] = []
    /// True to send callbacks after stubbed calls.
    package var sendsCallbacks = false
    /// Hosts besides this machine that callbacks may be sent to; `*` allows all.
    package var callbackHosts: [String] = []
    /// The server for passed requests; nil if requests are never passed.
    package var upstream: UpstreamServer?
    /// Certificates and proxies for connections to servers.
    package var routes = ServerRoutes()
    /// True to validate requests before a stub answers them.
    package var validatesRequests = false
    package var limits = GatewayLimits()

    package init() {}

    package var scheme: String { certificate == nil ? "http" : "https" }

    /// The path of the authority's certificate, for clients that should trust it; available without TLS, too.
    package static let authorityPath = "/__demo/ca.crt"

    /// The names in a certificate of the gateway, by which clients may address it.
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

/// Limits per client, and for all clients together.
package struct GatewayLimits: Sendable, Hashable {
    /// The number of concurrent connections; further ones are answered with 503.
    package var connections = 512
    /// The length of a request line in bytes.
    package var requestLine = 8 << 10
    /// The size of one header field in bytes.
    package var headerField = 16 << 10
    /// The size of all header fields of a request in bytes.
    package var headerList = 64 << 10
    /// The number of header fields of a request.
    package var headerFields = 128
    /// The size in bytes of a body that a decision needs, and of a WebSocket message.
    package var body = 10 << 20
    /// The number of fragments of a WebSocket message.
    package var fragments = 16 << 10
    /// The number of bytes of an unwanted body that are read to keep the connection.
    package var unwantedBody = 1 << 20
    /// The time from the first byte of a head to its end.
    package var headTime: Duration = .seconds(10)
    /// The time for a collected body.
    package var bodyTime: Duration = .seconds(60)
    /// The time for a client that is silent within a body or after a ping, or does not read its reply.
    package var silence: Duration = .seconds(30)
    /// The time for a half-closed client whose reply makes no progress, and for the reply to a WebSocket's close.
    package var halfClosed: Duration = .seconds(5)
    /// The time for a client that violated the WebSocket protocol and sends nothing more.
    package var quiet: Duration = .seconds(1)
    /// The time between requests of a connection, and until an idle WebSocket gets a ping.
    package var idle: Duration = .seconds(60)
    /// The time to connect to the upstream.
    package var connect: Duration = .seconds(5)
    /// The time until the first byte of the upstream's reply.
    package var firstByte: Duration = .seconds(60)
    /// The time for a callback including its reply.
    package var callback: Duration = .seconds(5)
    /// The duration of a stubbed time-out.
    package var simulatedTimeout: Duration = .seconds(120)

    package init() {}
}

/// Checks of values from the command line.
extension GatewayConfiguration {
    /// True for an origin as browsers send it (RFC 6454 section 7): `http://localhost:5173`, with an optional trailing
    /// slash; or `*`.
    package static func isOrigin(_ text: String) -> Bool {
        if text == "*" { return true }
        guard let mark = text.firstRange(of: "://"), !text[..<mark.lowerBound].isEmpty else { return false }
        let rest = text[mark.upperBound...]
        return HostAuthority(String(rest.hasSuffix("/") ? rest.dropLast() : rest)) != nil
    }

    /// True for the value of a `Host` header, with an optional port; or `*`.
    package static func isHost(_ text: String) -> Bool { text == "*" || HostAuthority(text) != nil }
}

/// The addresses by which other devices reach this machine.
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

    /// The addresses that a phone can use: neither loopback nor link-local. Containers and tunnels come last.
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
