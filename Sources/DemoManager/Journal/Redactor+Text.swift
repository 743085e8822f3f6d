import Foundation
import JSONText

/// Secrets in what has no structure to read it by.
extension Redactor {
    /// Any text with JSON Web Tokens, bearer credentials, user info of URLs, secret parameters (`?token=...`), members
    /// (`token: "..."`) and elements (`<token>...</token>`) replaced.
    public func text(_ text: String) -> String { self.text(text, depth: 0) }

    /// - Parameter depth: how often the text was taken out of the value of another's parameter.
    private func text(_ text: String, depth: Int) -> String {
        let signs = SecretSigns(text)
        var text = text
        if signs.hasTag {
            var elements = SecretElements(text, placeholder: placeholder)
            text = elements.redacted() ?? text
        }
        if signs.hasMember { text = quotedMembers(text) }
        return tokens(signs.hasParameter ? parameters(text, depth) : text, signs)
    }

    /// Tokens, credentials and user info alone: in program text `key=value` is an assignment.
    func tokens(_ text: String) -> String { tokens(text, SecretSigns(text)) }

    private func tokens(_ text: String, _ signs: SecretSigns) -> String {
        var text = text
        if signs.hasUserInfo { text = replacing(Self.userInfo, in: text, by: "") }
        if signs.hasToken { text = replacing(Self.tokens, in: text, by: placeholder) }
        if signs.hasCredential { text = replacing(Self.credentials, in: text, by: placeholder) }
        return text
    }

    /// `name=value` where the name is a secret's, in a query, a form or a sentence. A value in quotes ends with them.
    private func parameters(_ text: String, _ depth: Int) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var nameStart = 0
        var index = 0
        var seen = 0
        while index < bytes.count {
            let byte = bytes[index]
            result.append(byte)
            index += 1
            guard !Self.isOfName(byte) else { continue }
            let name = nameStart..<(index - 1)
            nameStart = index
            guard byte == UInt8(ascii: "="), !name.isEmpty else { continue }
            guard Self.isSecretParameter(bytes[name]) || AuthorizationCode.isValue(of: name, in: bytes) else {
                // What stands within a value that was looked into was seen with it.
                guard index >= seen else { continue }
                let value = bytes[index...].prefix { !Self.isEnd($0) }
                seen = value.endIndex
                if hidesSecret(value, depth) {
                    result += Array(placeholder.utf8)
                    (index, nameStart) = (value.endIndex, value.endIndex)
                }
                continue
            }
            // Within a path: the segments behind it stay.
            let isInPath =
                name.lowerBound > 0 && bytes[name.lowerBound - 1] == UInt8(ascii: ";")
                && String(decoding: bytes[name], as: UTF8.self).lowercased() == "jsessionid"
            var end: UInt8?
            if index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") {
                end = bytes[index]
                result.append(bytes[index])
                index += 1
            }
            while index < bytes.count, end.map({ $0 != bytes[index] }) ?? !Self.isEnd(bytes[index]),
                !(isInPath && Self.pathEnds.contains(bytes[index]))
            {
                index += 1
            }
            result += Array(placeholder.utf8)
            nameStart = index
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether a parameter's value is a URL or JSON with a secret in it, written with escapes as values are.
    private func hidesSecret(_ value: ArraySlice<UInt8>, _ depth: Int) -> Bool {
        guard depth < 3, value.contains(UInt8(ascii: "%")) else { return false }
        let inner = String(decoding: FormItem.decoded(value), as: UTF8.self)
        return text(inner, depth: depth + 1) != inner
    }

    private static func isSecretParameter(_ name: ArraySlice<UInt8>) -> Bool {
        guard name.count <= 200 else { return false }
        return SecretName(String(decoding: FormItem.decoded(name), as: UTF8.self)).isSecretParameter
    }

    static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: nameMarks.contains(byte)
        }
    }

    private static let nameMarks: Set<UInt8> = Set("_-.[]%$".utf8)
    private static let pathEnds: Set<UInt8> = Set("/?;".utf8)
    private static let ends: Set<UInt8> = Set("&#\"<>".utf8)

    private static func isEnd(_ byte: UInt8) -> Bool { byte <= 0x20 || ends.contains(byte) }

    /// The parts of a multipart form whose names are secrets'.
    func parts(_ text: String) -> String {
        replacing(Self.parts, in: text) { Self.isSecret($0) ? placeholder : nil }
    }

    /// Replaces the last group of each match by what `value` makes of its first; nil leaves it.
    private func replacing(
        _ expression: NSRegularExpression?, in text: String, _ value: (String) -> String?
    ) -> String {
        var result = text
        let matches = expression?.matches(in: text, range: NSRange(text.startIndex..., in: text)) ?? []
        for match in matches.reversed() {
            guard let name = Range(match.range(at: 1), in: text), let replacement = value(String(text[name])) else {
                continue
            }
            let groups = (2..<match.numberOfRanges).compactMap { Range(match.range(at: $0), in: text) }
            if let group = groups.last { result.replaceSubrange(group, with: replacement) }
        }
        return result
    }

    private func replacing(_ expression: NSRegularExpression?, in text: String, by replacement: String) -> String {
        expression?.stringByReplacingMatches(
            in: text, range: NSRange(text.startIndex..., in: text),
            withTemplate: NSRegularExpression.escapedTemplate(for: replacement)) ?? text
    }

    // Only sets are repeated, greedily: any other loop remembers each step and gives up, unmatched, on a text of some
    // 100 KB.

    /// Two parts or more: of a token that was cut, too.
    private static let tokens = expression(
        #"eyJ[A-Za-z0-9_-]*\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]*)*"#)
    private static let userInfo = expression(#"(?<=://|^//)(?:[^/?#@\s"'<>]*@)+"#)
    /// With a digit, a sign or a capital behind a small letter in it, or longer than words are, so that no sentence about
    /// authentication loses a word.
    private static let credentials = expression(
        #"(?<=\b(?i:Bearer|Basic) )(?=[A-Za-z/.-]*(?:[0-9_~+=]|[a-z][A-Z])|[A-Za-z]{20})[A-Za-z0-9._~+/-]+=*(?![A-Za-z0-9._~+/="-])"#
    )
    private static let parts = expression(
        #"(?i:form-data;[^\r\n]*?\bname="([^"\r\n]*)")[^\r\n]*(?:\r?\n[^\r\n]+)*\r?\n\r?\n([\s\S]*?)(?=\r?\n--|\z)"#)

    private static func expression(_ pattern: String) -> NSRegularExpression? {
        do { return try NSRegularExpression(pattern: pattern) } catch { return nil }
    }
}
