import JSONText

/// Secrets in what has members and is no JSON: bodies that were cut, YAML, GraphQL, program text.
extension Redactor {
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

    /// `password: "x"`, `apiKey:'x'`, `"token" = "x"`: a name, in quotes or not, and a text in quotes.
    func quotedMembers(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            result.append(byte)
            index += 1
            guard byte == UInt8(ascii: ":") || byte == UInt8(ascii: "="),
                // The name first: where it is no secret's, nothing ahead is looked at.
                Self.isQuoted(bytes, behind: index), let name = Self.name(in: bytes, before: index - 1),
                Self.isPlainSecret(bytes[name]), let value = Self.quotedValue(in: bytes, behind: index)
            else { continue }
            result += bytes[index..<value.lowerBound]
            result += Array(placeholder.utf8)
            index = value.upperBound
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The lines of a text that say `password: x` or `password = x`, as YAML, property files and heads do.
    func lines(_ text: String) -> String {
        var result: [UInt8] = []
        for line in Array(text.utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if line.startIndex > 0 { result.append(UInt8(ascii: "\n")) }
            guard let value = Self.plainValue(of: line) else {
                result += line
                continue
            }
            result += line[..<value.lowerBound]
            result += Array(placeholder.utf8)
            result += line[value.upperBound...]
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Where a line's value is, if its name is a secret's. A text in quotes was seen to; a list or a block has its secrets on
    /// lines of their own.
    private static func plainValue(of line: ArraySlice<UInt8>) -> Range<Int>? {
        let mark = line.prefix(200).firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") }
        guard let mark, let start = line[(mark + 1)...].firstIndex(where: { $0 > 0x20 }), start > mark + 1,
            !Set("\"'{[<|>&*".utf8).contains(line[start])
        else { return nil }
        let name = line[..<mark].drop { !isOfName($0) || $0 == UInt8(ascii: "-") }.prefix { isOfName($0) }
        guard !name.isEmpty, line[name.endIndex..<mark].allSatisfy({ $0 <= 0x20 || isQuote($0) }), isPlainSecret(name)
        else { return nil }
        let end = line.last == UInt8(ascii: "\r") ? line.endIndex - 1 : line.endIndex
        return start..<end
    }

    private static func isQuoted(_ bytes: [UInt8], behind mark: Int) -> Bool {
        let next = bytes[mark...].first { $0 != 0x20 && $0 != 0x09 && $0 != UInt8(ascii: "\\") }
        return next.map(isQuote) ?? false
    }

    /// Where the text in quotes is that begins here, without them; nil for none and for an empty one. Quotes may stand behind
    /// a backslash, as in a text within a text.
    private static func quotedValue(in bytes: [UInt8], behind mark: Int) -> Range<Int>? {
        var start = mark
        while start < bytes.count, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
        let isEscaped = start < bytes.count && bytes[start] == UInt8(ascii: "\\")
        if isEscaped { start += 1 }
        guard start < bytes.count, isQuote(bytes[start]) else { return nil }
        let quote = bytes[start]
        start += 1
        var end = start
        while end < bytes.count, bytes[end] != quote {
            if bytes[end] == UInt8(ascii: "\\") {
                if isEscaped, end + 1 < bytes.count, bytes[end + 1] == quote { break }
                // What is escaped within the inner text has two more.
                end += isEscaped && end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: "\\") ? 3 : 1
            }
            end += 1
        }
        end = min(end, bytes.count)
        return end > start ? start..<end : nil
    }

    /// Where the name is that ends before a colon or an equals sign.
    private static func name(in bytes: [UInt8], before mark: Int) -> Range<Int>? {
        var end = mark
        while end > 0, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
        if end > 0, isQuote(bytes[end - 1]) { end -= 1 }
        if end > 0, bytes[end - 1] == UInt8(ascii: "\\") { end -= 1 }
        let limit = max(0, end - 201)
        var start = end
        while start > limit, isOfName(bytes[start - 1]) { start -= 1 }
        return start < end && end - start <= 200 ? start..<end : nil
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    /// Whether a name says by itself that a secret follows: `key` and `session` are names of much else in program text.
    private static func isPlainSecret(_ name: ArraySlice<UInt8>) -> Bool {
        let name = String(decoding: name, as: UTF8.self)
        let secret = SecretName(name)
        return secret.isSecret
            && (secret.secrecy != .value || secret.isCredential || name.lowercased() == "authorization")
    }
}
