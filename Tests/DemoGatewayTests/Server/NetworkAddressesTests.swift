import Testing

@testable import DemoGateway

@Suite("Addresses for other devices") struct NetworkAddressesTests {
    private let devices = [
        ("lo", "127.0.0.1"), ("lo", "::1"), ("docker0", "172.17.0.1"), ("wlan0", "192.168.1.20"),
        ("wlan0", "fe80::1"), ("wlan0", "2001:db8::7"), ("eth0", "169.254.3.4"),
    ].map { (name: $0.0, address: $0.1) }

    @Test("Addresses for a phone have the network before containers, and IPv4 before IPv6") func reachable() {
        let all = NetworkAddresses.reachable(devices, includingIPv6: true)
        #expect(all == ["192.168.1.20", "172.17.0.1", "2001:db8::7"])
        #expect(NetworkAddresses.reachable(devices, includingIPv6: false) == ["192.168.1.20", "172.17.0.1"])
        #expect(NetworkAddresses.reachable([("lo", "127.0.0.1")], includingIPv6: true).isEmpty)
    }
}
