import DemoManager
import WireFormats

/// Names of a recording's files, made from method and path, never from a reply.
enum RecordingName {
    /// The most bytes of method and path in a name; with hash and extension it stays far below the limits of file
    /// systems.
    static let slugLimit = 80

    /// `get-users-42-9f86d081884c7d65`.
    ///
    /// - Parameter identity: distinguishes requests of the same method and path.
    static func stem(_ method: String, _ url: String, identity: [UInt8]) -> String {
        let path = url.utf8.prefix { $0 != UInt8(ascii: "?") }
        return "\(slug(method + "/" + String(decoding: Array(path), as: UTF8.self)))-\(ByteHash(identity).text)"
    }

    /// The file of a body, named by a hash of its content: an existing one is complete and never changes.
    static func body(_ bytes: [UInt8], of stem: String, contentType: String?) -> String {
        "\(stem)-\(ByteHash(bytes).text).\(fileExtension(contentType, bytes))"
    }

    /// Lowercase letters, digits and single `-`; `root` if nothing is left. The hash distinguishes names that differ
    /// only in case.
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

    /// From a fixed list, so that no server chooses a file's name.
    private static func fileExtension(_ contentType: String?, _ bytes: [UInt8]) -> String {
        MediaTypeName(contentType).fileExtension ?? (String(validating: bytes, as: UTF8.self) == nil ? "bin" : "txt")
    }
}
