import Foundation
import WireFormats

/// A `format` of strings that can be checked (JSON Schema 2020-12, "Defined Formats", and OpenAPI's `byte`).
public enum TextFormat: String, Sendable, Hashable {
    /// RFC 3339, `full-date`.
    case date
    /// RFC 3339, `date-time`; a space may replace the `T`.
    case dateTime = "date-time"
    /// RFC 3339, `full-time`.
    case time
    /// RFC 4122.
    case uuid
    /// RFC 5321 section 4.1.2, also internationalized.
    case email
    /// RFC 6531.
    case idnEmail = "idn-email"
    /// RFC 1123 section 2.1.
    case hostname
    /// RFC 5890 section 2.3.2.3.
    case idnHostname = "idn-hostname"
    /// RFC 2673 section 3.2.
    case ipv4
    /// RFC 4291 section 2.2.
    case ipv6
    /// RFC 3986 section 3.
    case uri
    /// A URI or a relative reference (RFC 3986 section 4.1).
    case uriReference = "uri-reference"
    /// RFC 3987.
    case iri
    /// An IRI or a relative reference.
    case iriReference = "iri-reference"
    /// RFC 6570.
    case uriTemplate = "uri-template"
    /// RFC 6901.
    case jsonPointer = "json-pointer"
    /// A pointer relative to a location in a JSON value.
    case relativeJSONPointer = "relative-json-pointer"
    /// ECMA 262.
    case regex
    /// RFC 4648 section 4, with or without line breaks.
    case byte
    /// RFC 3339, appendix A.
    case duration

    /// Nil for a format that is not checked.
    public init?(_ name: String?) {
        guard let name, let format = TextFormat(rawValue: name) else { return nil }
        self = format
    }

    /// An example, as part of a sentence.
    public var form: String {
        switch self {
        case .date: "a day such as 2026-01-31"
        case .dateTime: "a moment such as 2026-01-31T08:30:00Z"
        case .time: "a time such as 08:30:00Z"
        case .uuid: "a UUID such as 123e4567-e89b-12d3-a456-426614174000"
        case .email, .idnEmail: "an e-mail address such as name@example.com"
        case .hostname, .idnHostname: "a host name such as example.com"
        case .ipv4: "an address such as 192.0.2.1"
        case .ipv6: "an address such as 2001:db8::1"
        case .uri, .iri: "an address such as https://example.com"
        case .uriReference, .iriReference: "an address or a path such as /a/b"
        case .uriTemplate: "a template such as https://example.com/{id}"
        case .jsonPointer: "a JSON pointer such as /a/0"
        case .relativeJSONPointer: "a relative JSON pointer such as 1/a"
        case .regex: "a regular expression"
        case .byte: "text in Base64"
        case .duration: "a length of time such as P1DT12H"
        }
    }

    public func accepts(_ text: String) -> Bool {
        switch self {
        case .date: CalendarText(date: text) != nil
        case .dateTime: CalendarText(dateTime: text) != nil
        case .time: CalendarText(dateTime: "2026-01-01T" + text) != nil
        case .uuid: Self.isUUID(Array(text.utf8))
        case .email, .idnEmail: Self.isEmail(text)
        case .hostname: HostName.isValid(text, isInternational: false)
        case .idnHostname: HostName.isValid(text, isInternational: true)
        case .ipv4: Self.isIPv4(text)
        case .ipv6: Self.isIPv6(text)
        case .uri: URIText(isInternational: false).accepts(text, needsScheme: true)
        case .uriReference: URIText(isInternational: false).accepts(text, needsScheme: false)
        case .iri: URIText(isInternational: true).accepts(text, needsScheme: true)
        case .iriReference: URIText(isInternational: true).accepts(text, needsScheme: false)
        case .uriTemplate: URIText.isTemplate(text)
        case .jsonPointer: Self.isPointer(text[...])
        case .relativeJSONPointer: Self.isRelativePointer(text)
        case .regex: Pattern.isStandard(text)
        case .byte: Self.isBase64(text.utf8)
        case .duration: DurationText(text, isDeclared: true) != nil
        }
    }

    private static func isUUID(_ bytes: [UInt8]) -> Bool {
        bytes.count == 36
            && bytes.enumerated().allSatisfy { place, byte in
                [8, 13, 18, 23].contains(place) ? byte == UInt8(ascii: "-") : byte.hexadecimal != nil
            }
    }

    private static func isEmail(_ text: String) -> Bool {
        guard let mark = text.lastIndex(of: "@") else { return false }
        let (local, domain) = (text[..<mark], text[mark...].dropFirst())
        return isLocalPart(local) && (isAddress(domain) || HostName.isValid(String(domain), isInternational: true))
    }

    /// Words separated by dots, or anything in quotes.
    private static func isLocalPart(_ text: Substring) -> Bool {
        if text.count > 2, text.first == "\"", text.last == "\"" {
            var isEscaped = false
            for scalar in text.dropFirst().dropLast().unicodeScalars {
                if scalar.value < 0x20 || scalar == "\"" && !isEscaped { return false }
                isEscaped = scalar == "\\" && !isEscaped
            }
            return !isEscaped
        }
        return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { word in
            !word.isEmpty
                && word.unicodeScalars.allSatisfy { scalar in
                    guard let byte = UInt8(exactly: scalar.value), byte < 0x80 else {
                        return !scalar.properties.isWhitespace
                    }
                    return byte.isAlphanumeric || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
                }
        }
    }

    /// `[192.0.2.1]` or `[IPv6:2001:db8::1]`.
    private static func isAddress(_ text: Substring) -> Bool {
        guard text.first == "[", text.last == "]" else { return false }
        let address = text.dropFirst().dropLast()
        return isIPv4(String(address)) || address.hasPrefix("IPv6:") && isIPv6(String(address.dropFirst(5)))
    }

    private static func isPointer(_ text: Substring) -> Bool {
        guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else { return false }
        return text.utf8.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false).dropFirst()
            .allSatisfy { $0.first == UInt8(ascii: "0") || $0.first == UInt8(ascii: "1") }
    }

    private static func isRelativePointer(_ text: String) -> Bool {
        let digits = text.utf8.prefix(while: \.isDigit)
        guard !digits.isEmpty, digits.count == 1 || digits.first != UInt8(ascii: "0") else { return false }
        let rest = text[digits.endIndex...]
        return rest == "#" || isPointer(rest)
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

    private static func isBase64(_ text: String.UTF8View) -> Bool {
        let digits = text.filter { $0 != 0x0A && $0 != 0x0D }
        let padding = digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        return digits.count % 4 == 0 && padding < 3
            && digits.dropLast(padding).allSatisfy { $0.isAlphanumeric || "+/".utf8.contains($0) }
    }
}
