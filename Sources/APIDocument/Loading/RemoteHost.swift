import Foundation

/// Tells hosts of private networks from public ones.
public enum RemoteHost {
    /// True if a host is by its name this machine or in a private network. That is `localhost`, names without a dot or
    /// below `.local` and `.internal`, and addresses outside the public ranges (RFC 6890). All spellings count:
    /// `127.1`, `2130706433`, `0x7f000001`, `::ffff:127.0.0.1`.
    ///
    /// A public name may lead to a private address: before connecting, and at every redirect, check the address too.
    public static func isPrivate(_ host: String) -> Bool {
        var name = host.lowercased()
        if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
        if let zone = name.firstIndex(of: "%") { name = String(name[..<zone]) }
        while name.hasSuffix(".") { name.removeLast() }
        var four = in_addr()
        if inet_aton(name, &four) == 1 { return isPrivate(UInt32(bigEndian: four.s_addr)) }
        var six = in6_addr()
        if inet_pton(AF_INET6, name, &six) == 1 { return isPrivate(withUnsafeBytes(of: &six) { Array($0) }) }
        return !name.contains(".")
            || [".localhost", ".local", ".internal", ".home.arpa"].contains(where: name.hasSuffix)
    }

    private static func isPrivate(_ address: UInt32) -> Bool {
        let ranges: [(network: UInt32, bits: UInt32)] = [
            (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16),
            (0xAC10_0000, 12), (0xC000_0000, 24), (0xC0A8_0000, 16), (0xC612_0000, 15), (0xE000_0000, 3),
        ]
        return ranges.contains { address >> (32 - $0.bits) == $0.network >> (32 - $0.bits) }
    }

    private static func isPrivate(_ bytes: [UInt8]) -> Bool {
        let tail = bytes.suffix(4).reduce(0) { UInt32($0) << 8 | UInt32($1) }
        let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && (bytes[10] == 0xFF && bytes[11] == 0xFF)
        let isTranslated = bytes.starts(with: [0x00, 0x64, 0xFF, 0x9B])
        if isMapped || isTranslated { return isPrivate(tail) }
        // Only 2000::/3 is assigned; 6to4 and Teredo in it carry IPv4 addresses and are refused.
        return bytes[0] >> 5 != 1 || bytes.starts(with: [0x20, 0x02]) || bytes.starts(with: [0x20, 0x01, 0x00, 0x00])
    }
}

extension RemoteHost {
    /// The current addresses of a host name, in the order to try; empty for an unknown name. Waits for the name
    /// service.
    public static func addresses(of host: String) -> [String] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        // One entry per address, not one per kind of socket.
        hints.ai_socktype = 1
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        return sequence(first: list, next: { $0?.pointee.ai_next }).compactMap { entry in
            guard let entry = entry?.pointee else { return nil }
            var text = [CChar](repeating: 0, count: 1_025)
            let length = socklen_t(text.count)
            guard getnameinfo(entry.ai_addr, entry.ai_addrlen, &text, length, nil, 0, NI_NUMERICHOST) == 0 else {
                return nil
            }
            return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }
}
