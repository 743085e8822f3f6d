/// Validates URI references (RFC 3986), IRI references (RFC 3987) and URI templates (RFC 6570).
struct URIText {
    /// True if characters beyond ASCII need no encoding.
    let isInternational: Bool

    private typealias Scalars = Substring.UnicodeScalarView
    private static let subdelimiters = "!$&'()*+,;="

    /// True for a valid reference, with a scheme if one is needed.
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

    /// True for a valid template of any level.
    static func isTemplate(_ text: String) -> Bool {
        var rest = text.unicodeScalars[...]
        while let open = rest.firstIndex(of: "{") {
            let inside = rest[open...].dropFirst()
            guard isLiteral(rest[..<open]), let close = inside.firstIndex(of: "}"), isExpression(inside[..<close])
            else {
                return false
            }
            rest = inside[close...].dropFirst()
        }
        return isLiteral(rest)
    }

    private static func isLiteral(_ text: Scalars) -> Bool {
        hasCodes(text)
            && !text.contains { $0.value <= 0x20 || $0.value == 0x7F || "\"<>\\^`{|}".unicodeScalars.contains($0) }
    }

    private static func isExpression(_ text: Scalars) -> Bool {
        let isOperator = text.first.map { "+#./;?&=,!@|".unicodeScalars.contains($0) } ?? false
        return text.dropFirst(isOperator ? 1 : 0).split(separator: ",", omittingEmptySubsequences: false).allSatisfy {
            part in
            var name = part.last == "*" ? part.dropLast() : part
            if let colon = name.firstIndex(of: ":") {
                let length = name[colon...].dropFirst()
                guard part.last != "*", (1...4).contains(length.count), length.first != "0",
                    length.allSatisfy({ "0"..."9" ~= $0 })
                else { return false }
                name = name[..<colon]
            }
            return !name.isEmpty && hasCodes(name) && name.first != "." && name.last != "."
                && name.allSatisfy { $0.isASCIILetterOrDigit || "_.%".unicodeScalars.contains($0) }
        }
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
