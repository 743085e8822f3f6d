import Foundation
import JSONText

/// Secrets in what has no structure to read it by.
extension Redactor {
    /// Any text with JSON Web Tokens, bearer credentials, user info of URLs, secret parameters (`?token=...`) and elements
    /// (`<token>...</token>`) replaced.
    public func text(_ text: String) -> String {
        let signs = SecretSigns(text)
        var text = text
        if signs.hasTag {
            var elements = SecretElements(text, placeholder: placeholder)
            text = elements.redacted() ?? text
        }
        return tokens(signs.hasParameter ? parameters(text) : text, signs)
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
    private func parameters(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var nameStart = 0
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            result.append(byte)
            index += 1
            guard !Self.isOfName(byte) else { continue }
            let name = nameStart..<(index - 1)
            nameStart = index
            guard byte == UInt8(ascii: "="), !name.isEmpty,
                Self.isSecretParameter(bytes[name]) || AuthorizationCode.isValue(of: name, in: bytes)
            else { continue }
            var end: UInt8?
            if index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") {
                end = bytes[index]
                result.append(bytes[index])
                index += 1
            }
            while index < bytes.count, end.map({ $0 != bytes[index] }) ?? !Self.isEnd(bytes[index]) { index += 1 }
            result += Array(placeholder.utf8)
            nameStart = index
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isSecretParameter(_ name: ArraySlice<UInt8>) -> Bool {
        guard name.count <= 200 else { return false }
        let name = String(decoding: FormItem.decoded(name), as: UTF8.self)
        return isSecret(name) || signatures.contains(name.lowercased())
    }

    /// Parameters that make a signed URL a credential.
    private static let signatures: Set<String> = ["sig", "signature", "x-amz-signature", "x-goog-signature"]

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: nameMarks.contains(byte)
        }
    }

    private static let nameMarks: Set<UInt8> = Set("_-.[]%$".utf8)
    private static let ends: Set<UInt8> = Set("&#\"<>".utf8)

    private static func isEnd(_ byte: UInt8) -> Bool { byte <= 0x20 || ends.contains(byte) }

    /// `"token": "..."` in what is no longer JSON: a body that was cut, or text around it. Texts, numbers and lists.
    func members(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            result.append(bytes[index])
            defer { index += 1 }
            guard bytes[index] == UInt8(ascii: "\"") else { continue }
            // Quotes may be odd in what is no JSON: what is no name does not hide the next one.
            let end = Self.endOfText(in: bytes, from: index)
            guard let value = Self.value(in: bytes, after: end), Self.isSecretKey(bytes[index..<end]) else { continue }
            result += bytes[(index + 1)..<value.lowerBound]
            let isText = bytes[value.lowerBound] == UInt8(ascii: "\"")
            result += Array((isText ? "\"\(placeholder)\"" : placeholder).utf8)
            index = value.upperBound - 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Behind the quote that ends the text beginning at `start`; the end where it was cut.
    private static func endOfText(in bytes: [UInt8], from start: Int) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index + 1, bytes.count)
    }

    /// Where the value is, if a colon and a text, number or list follow.
    private static func value(in bytes: [UInt8], after name: Int) -> Range<Int>? {
        func next(_ start: Int) -> Int { bytes[start...].firstIndex { $0 > 0x20 } ?? bytes.count }
        let colon = next(name)
        guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else { return nil }
        let start = next(colon + 1)
        guard start < bytes.count else { return nil }
        switch bytes[start] {
        case UInt8(ascii: "\""): return start..<endOfText(in: bytes, from: start)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return start..<(bytes[start...].firstIndex { !Set("-+.eE0123456789".utf8).contains($0) } ?? bytes.count)
        case UInt8(ascii: "["):
            let end = bytes[start...].firstIndex { Set("]{}".utf8).contains($0) } ?? bytes.count
            return start..<(end < bytes.count && bytes[end] == UInt8(ascii: "]") ? end + 1 : end)
        default: return nil
        }
    }

    /// Whether a name in its quotes is a secret's, as JSON reads it: `"pass\u0077ord"`.
    private static func isSecretKey(_ quoted: ArraySlice<UInt8>) -> Bool {
        guard quoted.count <= 200 else { return false }
        do {
            return try JSONValue(parsing: quoted).stringValue.map(isSecret) ?? false
        } catch {
            return isSecret(String(decoding: quoted, as: UTF8.self))
        }
    }

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
    /// With a digit or a sign in it, so that no sentence about authentication loses a word.
    private static let credentials = expression(
        #"(?<=\b(?i:Bearer|Basic) )(?=[A-Za-z/.-]*[0-9_~+=])[A-Za-z0-9._~+/-]+=*(?![A-Za-z0-9._~+/="-])"#)
    private static let parts = expression(
        #"(?i:form-data;[^\r\n]*?\bname="([^"\r\n]*)")[^\r\n]*(?:\r?\n[^\r\n]+)*\r?\n\r?\n([\s\S]*?)(?=\r?\n--|\z)"#)

    private static func expression(_ pattern: String) -> NSRegularExpression? {
        do { return try NSRegularExpression(pattern: pattern) } catch { return nil }
    }
}
