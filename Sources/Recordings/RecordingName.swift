import DemoManager
import WireFormats

/// Names of a recording's files: from method and path, never from what a server says.
enum RecordingName {
    /// The most bytes of method and path in a name; with hash and extension a name stays far below what file systems take.
    static let slugLimit = 80

    /// `get-users-42-9f86d081884c7d65`.
    ///
    /// - Parameter identity: what tells this request from others of the same method and path.
    static func stem(_ method: String, _ url: String, identity: [UInt8]) -> String {
        let path = url.utf8.prefix { $0 != UInt8(ascii: "?") }
        return "\(slug(method + "/" + String(decoding: Array(path), as: UTF8.self)))-\(ByteHash(identity).text)"
    }

    /// The file of a body, which is named by what it holds: one that is there is complete and never changes.
    static func body(_ bytes: [UInt8], of stem: String, contentType: String?) -> String {
        "\(stem)-\(ByteHash(bytes).text).\(fileExtension(contentType, bytes))"
    }

    /// Small letters, digits and single `-`; `root` where nothing is left. Names that differ in case alone differ in hash.
    static func slug(_ text: String) -> String {
        var slug: [UInt8] = []
        for byte in text.utf8 where slug.count < slugLimit {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                slug.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): slug.append(byte | 0x20)
            default: if let last = slug.last, last != UInt8(ascii: "-") { slug.append(UInt8(ascii: "-")) }
            }
        }
        while slug.last == UInt8(ascii: "-") { slug.removeLast() }
        return slug.isEmpty ? "root" : String(decoding: slug, as: UTF8.self)
    }

    /// By the type's own list, so that no server chooses what a file is called.
    private static func fileExtension(_ contentType: String?, _ bytes: [UInt8]) -> String {
        MediaTypeName(contentType).fileExtension ?? (String(validating: bytes, as: UTF8.self) == nil ? "bin" : "txt")
    }
}
