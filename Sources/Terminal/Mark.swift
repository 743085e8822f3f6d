/// An addition to cells beside their look.
package enum Mark: Hashable, Sendable {
    case link(Hyperlink)
    /// The ground of blank cells, where the terminal has such colours.
    case color(RGB)

    var target: String? { if case .link(let link) = self { link.target } else { nil } }
    var color: RGB? { if case .color(let color) = self { color } else { nil } }
}

/// A web address that a terminal opens (OSC 8): printable ASCII, of http or https.
package struct Hyperlink: Hashable, Sendable {
    let target: String

    /// The most bytes that terminals are known to take.
    private static let longest = 2_000

    /// - Parameter text: Any text. Bytes that an address cannot have are percent-encoded.
    /// - Returns: nil for other schemes, for addresses with a user, which hide the host, and for long ones.
    package init?(_ text: String) {
        let start = text.prefix(8).lowercased()
        guard text.utf8.count <= Self.longest, let scheme = ["https://", "http://"].first(where: start.hasPrefix) else {
            return nil
        }
        var target = ""
        for byte in text.utf8 {
            if (0x21...0x7E).contains(byte), !#""<>\^`{|}"#.utf8.contains(byte) {
                target.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                target += byte < 16 ? "%0" : "%"
                target += String(byte, radix: 16, uppercase: true)
            }
        }
        let host = target.utf8.dropFirst(scheme.utf8.count).prefix { !"/?#".utf8.contains($0) }
        guard target.utf8.count <= Self.longest, !host.isEmpty, !host.contains(UInt8(ascii: "@")) else { return nil }
        self.target = target
    }
}
