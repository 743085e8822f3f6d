import Foundation
import WireFormats

/// A file encoded as text: a `data:` URL (RFC 2397), or Base64 (RFC 4648 section 4).
struct EncodedContent {
    /// The type of the content, if it is known: "PNG image", "text/csv".
    let name: String?
    /// The number of decoded bytes.
    let byteCount: Int

    /// Reads only the beginning, whatever the length.
    /// - Parameter format: the schema's; without a declared one, only a long text of a known file type counts as
    ///   Base64.
    init?(_ text: String, format: String?) {
        if text.hasPrefix("data:") {
            let head = text.utf8.prefix(200)
            guard let comma = head.firstIndex(of: UInt8(ascii: ",")) else { return nil }
            let parts = text[text.index(text.startIndex, offsetBy: 5)..<comma].split(separator: ";")
            let body = text[text.utf8.index(after: comma)...]
            name = Self.kind(of: body) ?? parts.first.map(String.init)
            byteCount = parts.last == "base64" ? Self.decodedCount(of: body) : body.utf8.count
            return
        }
        let isDeclared = ["byte", "base64", "base64url", "binary"].contains(format)
        guard isDeclared || text.utf8.count >= 200, Self.isBase64(text.utf8.prefix(200)) else { return nil }
        let kind = Self.kind(of: text[...])
        guard kind != nil || isDeclared && text.utf8.count >= 64 else { return nil }
        name = kind
        byteCount = Self.decodedCount(of: text[...])
    }

    /// "PNG image, 12,345 bytes".
    var display: String { [name ?? "Binary data", ContentKind.size(byteCount)].joined(separator: ", ") }

    private static func isBase64(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.allSatisfy { isDigit($0) || $0 == UInt8(ascii: "=") || $0 == 0x0A || $0 == 0x0D }
    }

    private static func decodedCount(of text: Substring) -> Int {
        let padding = text.utf8.suffix(2).count { $0 == UInt8(ascii: "=") }
        return max(0, text.utf8.count * 3 / 4 - padding)
    }

    /// The type of the first twelve bytes.
    private static func kind(of text: Substring) -> String? {
        let digits = String(decoding: text.utf8.prefix(16).prefix(while: isDigit), as: UTF8.self)
            .replacing("-", with: "+").replacing("_", with: "/")
        guard digits.count >= 8, let data = Data(base64Encoded: String(digits.prefix(digits.count / 4 * 4))) else {
            return nil
        }
        return ContentKind.name(of: data)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || "+-/_".utf8.contains(byte)
    }
}

/// The type of a file by its first bytes, for files that a terminal cannot show.
package enum ContentKind {
    private static let signatures: [(bytes: [UInt8], name: String)] = [
        ([0x89, 0x50, 0x4E, 0x47], "PNG image"), ([0xFF, 0xD8, 0xFF], "JPEG image"),
        (Array("GIF8".utf8), "GIF image"), (Array("%PDF".utf8), "PDF document"),
        ([0x50, 0x4B, 0x03, 0x04], "ZIP archive"), ([0x1F, 0x8B], "gzip data"),
        (Array("RIFF".utf8), "RIFF media"), (Array("OggS".utf8), "Ogg media"), ([0x42, 0x4D], "BMP image"),
        ([0x00, 0x00, 0x01, 0x00], "icon"), ([0x28, 0xB5, 0x2F, 0xFD], "Zstandard data"),
    ]

    /// The name of the type: "PNG image"; nil for an unknown signature.
    package static func name(of beginning: some Collection<UInt8>) -> String? {
        signatures.first { beginning.starts(with: $0.bytes) }?.name
    }

    /// A number of bytes for display: "12,345 bytes".
    package static func size(_ count: Int) -> String {
        count == 1 ? "1 byte" : Money.grouped(JSONNumber(count), places: 0) + " bytes"
    }
}
