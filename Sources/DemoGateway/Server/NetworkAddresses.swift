import NIOCore

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
