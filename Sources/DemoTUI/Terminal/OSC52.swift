import Foundation

/// The escape sequence that puts bytes on the clipboard of the terminal in front of the person, also over SSH.
enum OSC52 {
    /// The most bytes that terminals are known to take: xterm and others stop at 100,000 characters of Base64.
    static let limit = 74_994

    /// The bytes to send, ended by ST. Inside tmux the sequence goes twice: plain, which tmux takes with `set-clipboard
    /// on`, and wrapped, which it hands on with `allow-passthrough on`.
    /// - Returns: nil if there are more than `limit` bytes.
    static func sequence(_ bytes: [UInt8], insideTmux: Bool) -> [UInt8]? {
        guard bytes.count <= limit else { return nil }
        let plain = Array("\u{1B}]52;c;\(Data(bytes).base64EncodedString())\u{1B}\\".utf8)
        guard insideTmux else { return plain }
        let doubled = plain.flatMap { $0 == 0x1B ? [0x1B, 0x1B] : [$0] }
        return plain + Array("\u{1B}Ptmux;".utf8) + doubled + Array("\u{1B}\\".utf8)
    }
}
