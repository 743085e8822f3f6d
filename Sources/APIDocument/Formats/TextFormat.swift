import Foundation

/// A `format` of strings that can be told by looking: what it asks for, and whether a text has it. The one place that says so,
/// for forms, for requests and for what is generated.
public enum TextFormat: String, Sendable, Hashable {
    /// A day (RFC 3339, `full-date`).
    case date
    /// A moment (RFC 3339, `date-time`), perhaps with a blank for the `T`.
    case dateTime = "date-time"
    /// A time of day with its offset (RFC 3339, `full-time`).
    case time
    /// 32 hexadecimal digits in five groups (RFC 4122).
    case uuid
    /// Something, an `@` and something.
    case email
    /// Letters, digits, dashes and dots (RFC 1123 section 2.1).
    case hostname
    /// Four numbers with dots between (RFC 2673 section 3.2).
    case ipv4
    /// An address of version 6 (RFC 4291 section 2.2).
    case ipv6
    /// A scheme, a colon and something (RFC 3986 section 3).
    case uri
    /// Base64 (RFC 4648 section 4), perhaps in lines.
    case byte
    /// A length of time (RFC 3339, appendix A).
    case duration

    /// The format of that name in schemas; nil for one that is not checked.
    public init?(_ name: String?) {
        guard let name, let format = TextFormat(rawValue: name) else { return nil }
        self = format
    }

    /// What it looks like, as part of a sentence.
    public var form: String {
        switch self {
        case .date: "a day as 2026-01-31"
        case .dateTime: "a moment as 2026-01-31T08:30:00Z"
        case .time: "a time as 08:30:00Z"
        case .uuid: "a UUID as 123e4567-e89b-12d3-a456-426614174000"
        case .email: "an e-mail address as name@example.com"
        case .hostname: "a host name as example.com"
        case .ipv4: "an address as 192.0.2.1"
        case .ipv6: "an address as 2001:db8::1"
        case .uri: "an address as https://example.com"
        case .byte: "text in Base64"
        case .duration: "a length of time as P1DT12H"
        }
    }

    /// Whether a text has the format.
    public func accepts(_ text: String) -> Bool {
        switch self {
        case .date: CalendarText(date: text) != nil
        case .dateTime: CalendarText(dateTime: text) != nil
        case .time: CalendarText(dateTime: "2026-01-01T" + text) != nil
        case .uuid: Self.isUUID(Array(text.utf8))
        case .email: Self.isEmail(text)
        case .hostname: Self.isHostname(text.utf8)
        case .ipv4: Self.isIPv4(text)
        case .ipv6: Self.isIPv6(text)
        case .uri: Self.isURI(text)
        case .byte: Self.isBase64(text.utf8)
        case .duration: DurationText(text, isDeclared: true) != nil
        }
    }

    private static func isUUID(_ bytes: [UInt8]) -> Bool {
        bytes.count == 36
            && bytes.enumerated().allSatisfy { place, byte in
                [8, 13, 18, 23].contains(place) ? byte == UInt8(ascii: "-") : byte.isHexadecimal
            }
    }

    /// More than that only a message can prove.
    private static func isEmail(_ text: String) -> Bool {
        guard let mark = text.lastIndex(of: "@"), !text.contains(where: \.isWhitespace) else { return false }
        return mark > text.startIndex && text.index(after: mark) < text.endIndex
    }

    private static func isHostname(_ bytes: String.UTF8View) -> Bool {
        // The root may stand at the end, as a dot.
        let labels = (bytes.last == UInt8(ascii: ".") ? bytes.dropLast() : bytes[...])
            .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return bytes.count < 254
            && labels.allSatisfy { label in
                (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                    && label.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") }
            }
    }

    private static func isIPv4(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                part.utf8.allSatisfy(\.isDigit) && UInt8(part).map { String($0) == part } ?? false
            }
    }

    private static func isIPv6(_ text: String) -> Bool {
        var address = in6_addr()
        return !text.utf8.contains(0) && inet_pton(AF_INET6, text, &address) == 1
    }

    private static func isURI(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), !text.contains(where: \.isWhitespace) else {
            return false
        }
        let scheme = text.utf8[..<colon]
        return scheme.first?.isLetter == true && scheme.allSatisfy { $0.isAlphanumeric || "+-.".utf8.contains($0) }
            && text.utf8.index(after: colon) < text.utf8.endIndex
    }

    private static func isBase64(_ text: String.UTF8View) -> Bool {
        let digits = text.filter { $0 != 0x0A && $0 != 0x0D }
        let padding = digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        return digits.count % 4 == 0 && padding < 3
            && digits.dropLast(padding).allSatisfy { $0.isAlphanumeric || "+/".utf8.contains($0) }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
    fileprivate var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
    fileprivate var isHexadecimal: Bool { isDigit || (0x61...0x66).contains(self | 0x20) }
    fileprivate var isAlphanumeric: Bool { isDigit || isLetter }
}
