/// A `format` of strings that can be told by looking: what it asks for, and whether a text has it.
enum TextFormat: String {
    case uuid
    case ipv4
    case ipv6
    case time
    case hostname
    case byte

    /// The format of that name in schemas; nil for one that is not checked.
    init?(_ name: String?) {
        guard let name, let format = TextFormat(rawValue: name) else { return nil }
        self = format
    }

    /// What it looks like, as part of a sentence.
    var form: String {
        switch self {
        case .uuid: "a UUID as 123e4567-e89b-12d3-a456-426614174000"
        case .ipv4: "an address as 192.0.2.1"
        case .ipv6: "an address as 2001:db8::1"
        case .time: "a time as 08:30:00Z"
        case .hostname: "a host name as example.com"
        case .byte: "text in Base64"
        }
    }

    /// Whether a text has the format.
    func accepts(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        switch self {
        case .uuid:
            return bytes.count == 36
                && bytes.enumerated().allSatisfy { place, byte in
                    [8, 13, 18, 23].contains(place) ? byte == UInt8(ascii: "-") : byte.isHexadecimal
                }
        case .ipv4:
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            return parts.count == 4
                && parts.allSatisfy { part in
                    part.utf8.allSatisfy { (0x30...0x39).contains($0) }
                        && UInt8(part).map { String($0) == part } ?? false
                }
        case .ipv6:
            return bytes.contains(UInt8(ascii: ":")) && bytes.count > 1
                && bytes.allSatisfy { $0.isHexadecimal || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
        case .time:
            return CalendarText(dateTime: "2026-01-01T" + text) != nil
        case .hostname:
            return !bytes.isEmpty && bytes.count < 254 && bytes.first != UInt8(ascii: ".")
                && bytes.allSatisfy {
                    $0 < 0x80 && ($0.isAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "."))
                }
        case .byte:
            let digits = bytes.filter { $0 != 0x0A && $0 != 0x0D }
            let padding = digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count
            return digits.count % 4 == 0 && padding < 3
                && digits.dropLast(padding).allSatisfy {
                    $0.isAlphanumeric || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
                }
        }
    }
}

extension UInt8 {
    fileprivate var isHexadecimal: Bool { (0x30...0x39).contains(self) || (0x61...0x66).contains(self | 0x20) }
    fileprivate var isAlphanumeric: Bool { (0x30...0x39).contains(self) || (0x61...0x7A).contains(self | 0x20) }
}
