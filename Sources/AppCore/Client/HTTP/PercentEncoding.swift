/// Percent-encoding of RFC 3986 section 2 and of HTML forms.
public enum PercentEncoding {
    /// Encodes everything but unreserved characters (`A-Z a-z 0-9 - . _ ~`) and those of `kept`, UTF-8 byte by byte.
    public static func encode(_ text: String, keeping kept: String = "") -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isUnreserved(byte) || kept.utf8.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The items as an `application/x-www-form-urlencoded` body; a space is written `%20`, which every reader accepts.
    public static func form(_ items: [QueryItem]) -> [UInt8] {
        Array(QueryItem.encoded(items).utf8)
    }

    /// Encodes what may not stand in a URL's path at all (blanks, quotes, everything outside ASCII) and keeps the rest,
    /// `%` included.
    static func completed(_ path: String) -> String {
        var text = ""
        for scalar in path.unicodeScalars {
            let mayStand = scalar.isASCII && scalar.value > 0x20 && !"\"<>\\^`{|}".unicodeScalars.contains(scalar)
            if mayStand {
                text.unicodeScalars.append(scalar)
            } else {
                text += encode(String(scalar))
            }
        }
        return text
    }

    private static let hexadecimal = Array("0123456789ABCDEF".utf8)

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default:
            false
        }
    }
}
