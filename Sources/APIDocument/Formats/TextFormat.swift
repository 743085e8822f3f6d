import Foundation
import WireFormats

/// A `format` of strings that can be checked (JSON Schema 2020-12, "Defined Formats", and OpenAPI's `byte`).
public enum TextFormat: String, Sendable, Hashable {
    /// RFC 3339, `full-date`, `date-time` (a space may replace the `T`), `full-time` and appendix A.
    case date, dateTime = "date-time", time, duration
    case uuid
    /// RFC 5321 section 4.1.2, also internationalized (RFC 6531).
    case email, idnEmail = "idn-email"
    /// RFC 1123 section 2.1; international names (RFC 5890) by their characters only.
    case hostname, idnHostname = "idn-hostname"
    /// RFC 2673 section 3.2.
    case ipv4
    /// RFC 4291 section 2.2.
    case ipv6
    /// RFC 3986, absolute or also relative.
    case uri, uriReference = "uri-reference"
    /// RFC 3987, absolute or also relative.
    case iri, iriReference = "iri-reference"
    case jsonPointer = "json-pointer"
    case regex
    /// RFC 4648 section 4, with or without line breaks.
    case byte

    /// Nil for a format that is not checked.
    public init?(_ name: String?) {
        guard let name, let format = TextFormat(rawValue: name) else { return nil }
        self = format
    }

    /// An example, as part of a sentence.
    public var form: String {
        switch self {
        case .date: "a day as 2026-01-31"
        case .dateTime: "a moment as 2026-01-31T08:30:00Z"
        case .time: "a time as 08:30:00Z"
        case .uuid: "a UUID as 123e4567-e89b-12d3-a456-426614174000"
        case .email, .idnEmail: "an e-mail address as name@example.com"
        case .hostname, .idnHostname: "a host name as example.com"
        case .ipv4: "an address as 192.0.2.1"
        case .ipv6: "an address as 2001:db8::1"
        case .uri, .iri: "an address as https://example.com"
        case .uriReference, .iriReference: "an address or a path as /a/b"
        case .jsonPointer: "a JSON pointer as /a/0"
        case .regex: "a regular expression"
        case .byte: "text in Base64"
        case .duration: "a length of time as P1DT12H"
        }
    }

    public func accepts(_ text: String) -> Bool {
        switch self {
        case .date: CalendarText(date: text) != nil
        case .dateTime: CalendarText(dateTime: text) != nil
        case .time: CalendarText(dateTime: "2026-01-01T" + text) != nil
        case .uuid: Self.isUUID(Array(text.utf8))
        case .email, .idnEmail: Self.isEmail(text)
        case .hostname: Self.isHostName(text, isInternational: false)
        case .idnHostname: Self.isHostName(text, isInternational: true)
        case .ipv4: Self.isIPv4(text)
        case .ipv6: Self.isIPv6(text)
        case .uri: URIText(isInternational: false).accepts(text, needsScheme: true)
        case .uriReference: URIText(isInternational: false).accepts(text, needsScheme: false)
        case .iri: URIText(isInternational: true).accepts(text, needsScheme: true)
        case .iriReference: URIText(isInternational: true).accepts(text, needsScheme: false)
        case .jsonPointer: Self.isPointer(text)
        case .regex: Pattern(text) != nil
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
        return isLocalPart(local) && (isAddress(domain) || isHostName(String(domain), isInternational: true))
    }

    private static func isHostName(_ text: String, isInternational: Bool) -> Bool {
        var labels = text.split(separator: ".", omittingEmptySubsequences: false)
        // A trailing dot is the root.
        if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
        return text.utf8.count < 255
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.unicodeScalars.allSatisfy { scalar in
                        scalar.isASCIILetterOrDigit || scalar == "-"
                            || isInternational && !scalar.isASCII && scalar.properties.isIDContinue
                    }
            }
    }

    /// Words separated by dots, or anything in quotes.
    private static func isLocalPart(_ text: Substring) -> Bool {
        if text.count > 2, text.first == "\"", text.last == "\"" {
            return text.unicodeScalars.allSatisfy { $0.value >= 0x20 }
        }
        return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { word in
            !word.isEmpty
                && word.unicodeScalars.allSatisfy { scalar in
                    guard scalar.isASCII else { return !scalar.properties.isWhitespace }
                    return scalar.isASCIILetterOrDigit || "!#$%&'*+-/=?^_`{|}~".unicodeScalars.contains(scalar)
                }
        }
    }

    /// `[192.0.2.1]` or `[IPv6:2001:db8::1]`.
    private static func isAddress(_ text: Substring) -> Bool {
        guard text.first == "[", text.last == "]" else { return false }
        let address = text.dropFirst().dropLast()
        return isIPv4(String(address)) || address.hasPrefix("IPv6:") && isIPv6(String(address.dropFirst(5)))
    }

    private static func isPointer(_ text: String) -> Bool {
        guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else { return false }
        return text.utf8.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false).dropFirst()
            .allSatisfy { $0.first == UInt8(ascii: "0") || $0.first == UInt8(ascii: "1") }
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

/// Validates URI references (RFC 3986) and IRI references (RFC 3987).
private struct URIText {
    /// True if characters beyond ASCII need no encoding.
    let isInternational: Bool

    private typealias Scalars = Substring.UnicodeScalarView
    private static let subdelimiters = "!$&'()*+,;="

    func accepts(_ text: String, needsScheme: Bool) -> Bool {
        let (whole, fragment) = Self.split(text.unicodeScalars[...], at: "#")
        var (path, query) = Self.split(whole, at: "?")
        if let colon = path.firstIndex(of: ":"), !path[..<colon].contains("/") {
            let scheme = path[..<colon]
            path = path[colon...].dropFirst()
            guard Self.isScheme(scheme), colon != text.unicodeScalars.indices.last else { return false }
        } else if needsScheme {
            return false
        }
        if path.starts(with: "//".unicodeScalars) {
            path = path.dropFirst(2)
            let end = path.firstIndex(of: "/") ?? path.endIndex
            guard isAuthority(path[..<end]) else { return false }
            path = path[end...]
        }
        return holds(path, "/:@") && holds(query, "/:@?") && holds(fragment, "/:@?")
    }

    private static func split(_ text: Scalars, at mark: Unicode.Scalar) -> (Scalars, Scalars) {
        guard let place = text.firstIndex(of: mark) else { return (text, text[text.endIndex...]) }
        return (text[..<place], text[place...].dropFirst())
    }

    private static func isScheme(_ text: Scalars) -> Bool {
        text.first.map { $0.isASCIILetterOrDigit && !("0"..."9" ~= $0) } ?? false
            && text.allSatisfy { $0.isASCIILetterOrDigit || "+-.".unicodeScalars.contains($0) }
    }

    private func isAuthority(_ text: Scalars) -> Bool {
        var host = text
        if let mark = text.lastIndex(of: "@") {
            guard holds(text[..<mark], ":") else { return false }
            host = text[mark...].dropFirst()
        }
        if host.first == "[" {
            guard let close = host.firstIndex(of: "]") else { return false }
            let address = String(host[..<close].dropFirst())
            guard TextFormat.ipv6.accepts(address) || address.lowercased().hasPrefix("v") && address.contains(".")
            else {
                return false
            }
            host = host[close...].dropFirst()
            guard host.isEmpty || host.first == ":" else { return false }
        }
        let (name, port) = Self.split(host, at: ":")
        return holds(name, "") && port.allSatisfy { "0"..."9" ~= $0 }
    }

    /// True if each `%` begins a percent code.
    private static func hasCodes(_ text: Scalars) -> Bool {
        text.indices.allSatisfy { place in
            guard text[place] == "%" else { return true }
            let digits = text[place...].dropFirst().prefix(2)
            return digits.count == 2 && digits.allSatisfy { $0.properties.isASCIIHexDigit }
        }
    }

    /// True if all characters are allowed in every part of a reference, or are in `others`.
    private func holds(_ text: Scalars, _ others: String) -> Bool {
        Self.hasCodes(text)
            && text.allSatisfy { scalar in
                guard scalar.isASCII else {
                    return isInternational && scalar.value >= 0xA0 && !scalar.properties.isNoncharacterCodePoint
                }
                return scalar.isASCIILetterOrDigit || "-._~%".unicodeScalars.contains(scalar)
                    || Self.subdelimiters.unicodeScalars.contains(scalar) || others.unicodeScalars.contains(scalar)
            }
    }
}

extension Unicode.Scalar {
    fileprivate var isASCIILetterOrDigit: Bool {
        switch self {
        case "0"..."9", "a"..."z", "A"..."Z": true
        default: false
        }
    }
}
