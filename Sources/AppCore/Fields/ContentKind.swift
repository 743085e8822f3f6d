/// What bytes are, as their first ones tell: what can be said of a file that no terminal shows.
public enum ContentKind {
    private static let signatures: [(bytes: [UInt8], name: String)] = [
        ([0x89, 0x50, 0x4E, 0x47], "PNG image"), ([0xFF, 0xD8, 0xFF], "JPEG image"),
        (Array("GIF8".utf8), "GIF image"), (Array("%PDF".utf8), "PDF document"),
        ([0x50, 0x4B, 0x03, 0x04], "ZIP archive"), ([0x1F, 0x8B], "gzip data"),
        (Array("RIFF".utf8), "RIFF media"), (Array("OggS".utf8), "Ogg media"), ([0x42, 0x4D], "BMP image"),
        ([0x00, 0x00, 0x01, 0x00], "icon"), ([0x28, 0xB5, 0x2F, 0xFD], "Zstandard data"),
    ]

    /// The kind's name: "PNG image"; nil if the beginning is none that is known.
    public static func name(of beginning: some Collection<UInt8>) -> String? {
        signatures.first { beginning.starts(with: $0.bytes) }?.name
    }

    /// A number of bytes for people: "12,345 bytes".
    public static func size(_ count: Int) -> String {
        guard count != 1 else { return "1 byte" }
        var digits = Array(String(count))
        for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
        return String(digits) + " bytes"
    }
}
