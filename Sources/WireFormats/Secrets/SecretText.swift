extension SecretRule {
    /// A text without secrets of known shapes, user info of URLs, and values of secret names. Such values are written
    /// `?token=x`, `token: "x"`, `token = "x"`, `<token>x</token>`, or on their own line.
    package func text(_ text: String, _ findings: inout Findings) -> String {
        guard !known.isEmpty || SecretShape.mayOccur(in: text) else { return text }
        return SecretText(self, Array(text.utf8)).redacted(&findings)
    }

    /// The same for source code, in which `key=value` is an assignment, and a line is not a member.
    package func program(_ text: String, _ findings: inout Findings) -> String {
        SecretText(self, Array(text.utf8), as: .program).redacted(&findings)
    }

    /// The same for bytes that are no text: names say nothing there.
    func bytes(_ characters: String, _ findings: inout Findings) -> String {
        SecretText(self, Array(characters.utf8), as: .bytes).redacted(&findings)
    }
}

/// Finds secrets in unstructured text, in one pass.
struct SecretText {
    let rule: SecretRule
    let bytes: [UInt8]
    private let reading: Reading
    private var isProgram: Bool { reading == .program }
    /// The nesting depth of the text in parameter values.
    private let depth: Int
    private var result: [UInt8] = []
    /// The start of the bytes that are not yet written.
    private(set) var start = 0
    /// The end of the last value that was searched for nested secrets.
    private var seen = 0
    /// Elements that have no end from here on.
    var endless: Set<ArraySlice<UInt8>> = []
    /// The ends of the last list and CDATA section, so that each is searched once.
    private var listEnd = 0
    var dataEnd = 0
    /// The maximum length of a doubtful value that is a secret.
    private static let longestDoubtful = 4_096

    enum Reading { case text, program, bytes }

    init(_ rule: SecretRule, _ bytes: [UInt8], as reading: Reading = .text, depth: Int = 0) {
        (self.rule, self.bytes, self.reading, self.depth) = (rule, bytes, reading, depth)
    }

    func redacted(_ findings: inout SecretRule.Findings) -> String {
        var copy = self
        copy.run(&findings)
        let text = String(decoding: copy.result, as: UTF8.self)
        return rule.known.reduce(text) { $0.contains($1) ? SecretText.without($1, in: $0, rule.placeholder) : $0 }
    }

    private mutating func run(_ findings: inout SecretRule.Findings) {
        var index = 0
        while index < bytes.count {
            if let shape = SecretShape.range(in: bytes, at: index, from: start) {
                // User info is removed.
                if bytes[shape.upperBound - 1] == UInt8(ascii: "@") {
                    write(shape, [])
                } else {
                    replace(shape, bytes[index] == UInt8(ascii: " ") ? "token" : "secret", &findings)
                }
                index = max(index + 1, start)
                continue
            }
            switch bytes[index] {
            case _ where reading == .bytes: break
            case UInt8(ascii: "="): parameter(at: index, &findings)
            case UInt8(ascii: ":"): member(at: index, &findings)
            case UInt8(ascii: ">"): element(endingAt: index, marks: ("<", ">"), &findings)
            case UInt8(ascii: ";") where SecretShape.has("&gt;", bytes, at: index - 3):
                element(endingAt: index - 3, marks: ("&lt;", "&gt;"), &findings)
            default: break
            }
            index = max(index + 1, start)
        }
        result += bytes[start...]
    }

    private mutating func write(_ secret: Range<Int>, _ replacement: [UInt8]) {
        result += bytes[start..<secret.lowerBound]
        result += replacement
        start = secret.upperBound
    }

    mutating func replace(_ secret: Range<Int>, _ name: String, _ findings: inout SecretRule.Findings) {
        let value = String(decoding: bytes[secret], as: UTF8.self)
        write(secret, Array(rule.replacement(value, name, &findings, standsIn: false).utf8))
    }

    // MARK: Parameters

    /// Handles `name=value` in a query, a form or a sentence; a quoted value ends with its quotes.
    private mutating func parameter(at mark: Int, _ findings: inout SecretRule.Findings) {
        var first = mark
        while first > start, mark - first < 200, Self.isOfName(bytes[first - 1]) { first -= 1 }
        if let quoted = quotedValue(behind: mark + 1) {
            guard let name = name(before: mark) else { return }
            if isNamedValue(bytes[name], at: name.lowerBound) {
                return replace(quoted, "secret", &findings)
            }
            let isSecret = isProgram ? isMember(name, quoted, &findings) : isParameter(name, quoted, &findings)
            if isSecret { replace(quoted, self.text(name), &findings) }
            return
        }
        guard !isProgram else { return }
        let name = first..<mark
        guard !name.isEmpty, mark + 1 < bytes.count, bytes[mark + 1] > 0x20 || first == mark else {
            if let line = lineValue(behind: mark), isMember(line.name, line.value, &findings) {
                replace(line.value, text(line.name), &findings)
            }
            return
        }
        let isSeen = mark < seen
        if !isSeen { seen = bytes[(mark + 1)...].firstIndex { Self.isEnd($0) } ?? bytes.count }
        var end = seen
        if first > 0, bytes[first - 1] == UInt8(ascii: ";"), text(name).lowercased() == "jsessionid" {
            // Within a path: the following segments are kept.
            end = bytes[(mark + 1)..<end].firstIndex { Set("/?;".utf8).contains($0) } ?? end
        }
        let value = (mark + 1)..<end
        if isParameter(name, value, &findings) || AuthorizationCode.isValue(of: name, in: bytes) {
            replace(value, decoded(name), &findings)
        } else if isNamedValue(bytes[name], at: first) {
            replace(value, "secret", &findings)
        } else if !isSeen {
            if hidesSecret(value) { replace(value, decoded(name), &findings) }
        }
    }

    private func isParameter(_ name: Range<Int>, _ value: Range<Int>, _ findings: inout SecretRule.Findings) -> Bool {
        guard name.count <= 200 else { return false }
        return rule.isSecretParameter(decoded(name), shape(of: value), &findings)
    }

    /// The part of a parameter's value that may have the shape of a secret: up to the next nested parameter.
    private func shape(of value: Range<Int>) -> String {
        let mark = UInt8(ascii: "=")
        let text = bytes[value].prefix(Self.longestDoubtful + 1).drop { $0 == mark }.prefix { $0 != mark }
        return String(decoding: text, as: UTF8.self)
    }

    /// True if a parameter's value is an escaped URL or JSON that contains a secret.
    private func hidesSecret(_ value: Range<Int>) -> Bool {
        guard depth < 3, bytes[value].contains(UInt8(ascii: "%")) else { return false }
        let inner = Array(PercentCode.decoded(form: String(decoding: bytes[value], as: UTF8.self)).utf8)
        var findings = SecretRule.Findings()
        return Array(SecretText(rule, inner, depth: depth + 1).redacted(&findings).utf8) != inner
    }

    // MARK: Members

    /// Handles `password: "x"`, `"pin": 1234`, `tokens: [...]`, and lines `password: x` of YAML and property files.
    private mutating func member(at mark: Int, _ findings: inout SecretRule.Findings) {
        // The name first, so that nothing else is read if it is harmless.
        guard let name = name(before: mark), rule.secrecy(text(name)) != .none else { return }
        if let quoted = quotedValue(behind: mark + 1) {
            if isMember(name, quoted, &findings) { replace(quoted, text(name), &findings) }
        } else if mark > 0, Self.isQuote(bytes[mark - 1]), let value = plainValue(behind: mark) {
            if isMember(name, value, &findings) { replace(value, text(name), &findings) }
        } else if !isProgram, let line = lineValue(behind: mark), isMember(line.name, line.value, &findings) {
            replace(line.value, text(line.name), &findings)
        }
    }

    func isMember(_ name: Range<Int>, _ value: Range<Int>, _ findings: inout SecretRule.Findings) -> Bool {
        let text = bytes[value].prefix(Self.longestDoubtful + 1)
        return rule.isSecret(self.text(name), String(decoding: text, as: UTF8.self), &findings)
    }

    /// The name, quoted or not, that ends before a colon or equals sign.
    private func name(before mark: Int) -> Range<Int>? {
        var end = mark
        while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
        if end > start, Self.isQuote(bytes[end - 1]) { end -= 1 }
        if end > start, bytes[end - 1] == UInt8(ascii: "\\") { end -= 1 }
        var first = end
        while first > start, end - first <= 200,
            Self.isOfName(bytes[first - 1])
                || bytes[first - 1] == UInt8(ascii: "\\") && first < end && bytes[first] == UInt8(ascii: "u")
        {
            first -= 1
        }
        return first < end && end - first <= 200 ? first..<end : nil
    }

    /// The quoted text that begins here, without its quotes; nil if missing or empty. Quotes may follow a backslash, as
    /// in a nested text.
    private func quotedValue(behind mark: Int) -> Range<Int>? {
        var first = mark
        while first < bytes.count, bytes[first] == 0x20 || bytes[first] == 0x09 { first += 1 }
        let isEscaped = first < bytes.count && bytes[first] == UInt8(ascii: "\\")
        if isEscaped { first += 1 }
        guard first < bytes.count, Self.isQuote(bytes[first]) else { return nil }
        let quote = bytes[first]
        first += 1
        var end = first
        while end < bytes.count, bytes[end] != quote {
            if bytes[end] == UInt8(ascii: "\\") {
                if isEscaped, end + 1 < bytes.count, bytes[end + 1] == quote { break }
                // An escape in the inner text has two more backslashes.
                end += isEscaped && end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: "\\") ? 3 : 1
            }
            end += 1
        }
        end = min(end, bytes.count)
        return end > first ? first..<end : nil
    }

    /// A number or a list after a quoted name.
    private mutating func plainValue(behind mark: Int) -> Range<Int>? {
        guard let first = bytes[(mark + 1)...].firstIndex(where: { $0 > 0x20 }) else { return nil }
        switch bytes[first] {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return first..<(bytes[first...].firstIndex { !Self.numberMarks.contains($0) } ?? bytes.count)
        case UInt8(ascii: "["):
            if listEnd <= first { listEnd = bytes[first...].firstIndex { Self.listEnds.contains($0) } ?? bytes.count }
            return first..<(listEnd < bytes.count && bytes[listEnd] == UInt8(ascii: "]") ? listEnd + 1 : listEnd)
        default: return nil
        }
    }

    /// The value of a line that begins with a name. Lists and blocks have their secrets on separate lines.
    private func lineValue(behind mark: Int) -> (name: Range<Int>, value: Range<Int>)? {
        guard let first = bytes[(mark + 1)...].firstIndex(where: { $0 != 0x20 && $0 != 0x09 }), first > mark + 1,
            bytes[first] > 0x20, !Self.blockMarks.contains(bytes[first]), let name = name(before: mark)
        else { return nil }
        var before = name.lowerBound
        while before > start, name.lowerBound - before < 200, Self.indents.contains(bytes[before - 1]) { before -= 1 }
        guard before == 0 || bytes[before - 1] == 0x0A || before == start && start == 0 else { return nil }
        let trimmed = text(name).drop { $0 == "-" }
        guard !trimmed.isEmpty else { return nil }
        var end = bytes[first...].firstIndex(of: 0x0A) ?? bytes.count
        if bytes[end - 1] == 0x0D { end -= 1 }
        return end > first ? (name, first..<end) : nil
    }

    // MARK: Letters

    /// A name with its JSON escapes resolved: `pass\u0077ord`.
    func text(_ name: Range<Int>) -> String {
        let text = String(decoding: bytes[name], as: UTF8.self)
        guard text.contains("\\u") else { return text }
        return (try? JSONValue(parsing: "\"\(text)\""))?.stringValue ?? text
    }

    private func decoded(_ name: Range<Int>) -> String {
        PercentCode.decoded(form: String(decoding: bytes[name], as: UTF8.self))
    }

    static func isOfName(_ byte: UInt8) -> Bool { byte.isAlphanumeric || nameMarks.contains(byte) }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    private static func isEnd(_ byte: UInt8) -> Bool { byte <= 0x20 || ends.contains(byte) }

    private static let nameMarks: Set<UInt8> = Set("_-.[]%$".utf8)
    private static let ends: Set<UInt8> = Set("&#\"<>".utf8)
    private static let numberMarks: Set<UInt8> = Set("-+.eE0123456789".utf8)
    private static let listEnds: Set<UInt8> = Set("]{}".utf8)
    private static let blockMarks: Set<UInt8> = Set("\"'{[<|>&*".utf8)
    private static let indents: Set<UInt8> = Set(" \t-\"'".utf8)

    /// Removes a value from a text; a short one only as a whole word.
    private static func without(_ value: String, in text: String, _ placeholder: String) -> String {
        let (bytes, value) = (Array(text.utf8), Array(value.utf8))
        var result: [UInt8] = []
        var index = 0
        while let found = bytes[index...].place(of: value) {
            let isWord =
                (found.lowerBound == 0 || !bytes[found.lowerBound - 1].isAlphanumeric)
                && (found.upperBound == bytes.count || !bytes[found.upperBound].isAlphanumeric)
            result += bytes[index..<found.lowerBound]
            result += value.count >= 12 || isWord ? Array(placeholder.utf8) : value
            index = found.upperBound
        }
        result += bytes[index...]
        return String(decoding: result, as: UTF8.self)
    }
}

/// Secrets in XML and HTML.
extension SecretText {
    /// Redacts `<token>x</token>`, with any prefix and attributes, including its content. An unclosed element hides the
    /// rest of a text that begins with markup, such as a truncated body. In a sentence that mentions `<token>` it hides
    /// nothing.
    mutating func element(
        endingAt end: Int, marks: (open: StaticString, close: StaticString), _ findings: inout SecretRule.Findings
    ) {
        let width = marks.open.utf8CodeUnitCount
        var open = end - 1
        while open >= start, end - open < 500, !SecretShape.has(marks.open, bytes, at: open) {
            guard !SecretShape.has(marks.close, bytes, at: open) else { return }
            open -= 1
        }
        guard open >= start, SecretShape.has(marks.open, bytes, at: open) else { return }
        let first = open + width
        guard first < end, bytes[end - 1] != UInt8(ascii: "/") else { return }
        let tag = first..<(bytes[first..<end].firstIndex { !Self.isOfName($0) && $0 != UInt8(ascii: ":") } ?? end)
        let content = end + marks.close.utf8CodeUnitCount
        guard !tag.isEmpty, content < bytes.count, !endless.contains(bytes[tag]) else { return }
        let local = bytes[tag].lastIndex(of: UInt8(ascii: ":")).map { ($0 + 1)..<tag.upperBound } ?? tag
        let name = text(local)
        let isNamed = namedSecret(in: first..<end)
        // In XML, `key` is the name of a resource, as in property lists and bucket listings.
        let secrecy = name.lowercased() == "key" ? .none : isNamed ? .everything : rule.secrecy(name)
        guard secrecy != .none else { return }
        // Each unclosed element was searched to the text's end; after too many, an element ends at the next tag.
        let isPaired = secrecy == .everything && endless.count < 16
        var close = isPaired ? closing(tag, from: content, marks.open) : nil
        if isPaired, close == nil {
            endless.insert(bytes[tag])
            guard !isNamed, bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else { return }
            close = bytes.count
        }
        let text = close ?? self.next(marks.open, from: content) ?? bytes.count
        let isData = SecretShape.has("<![CDATA[", bytes, at: content)
        if isData, close == nil, dataEnd <= content { dataEnd = next("]]>", from: content).map { $0 + 3 } ?? .max }
        let value = content..<(isData && close == nil && dataEnd < .max ? dataEnd : text)
        guard !bytes[value].allSatisfy({ $0 <= 0x20 }) else { return }
        if secrecy == .everything || isMember(local, value, &findings) { replace(value, name, &findings) }
    }

    /// The end of the element, after nested elements with the same name.
    private func closing(_ tag: Range<Int>, from content: Int, _ open: StaticString) -> Int? {
        var level = 1
        var index = content
        while let next = next(open, from: index) {
            index = next + open.utf8CodeUnitCount
            if open.utf8CodeUnitCount == 1, SecretShape.has("![CDATA[", bytes, at: index) {
                index = self.next("]]>", from: index) ?? bytes.count
                continue
            }
            let isEnd = index < bytes.count && bytes[index] == UInt8(ascii: "/")
            let name = index + (isEnd ? 1 : 0)
            guard bytes[min(name, bytes.count)...].starts(with: bytes[tag]),
                name + tag.count >= bytes.count || !Self.isOfName(bytes[name + tag.count])
            else { continue }
            level += isEnd ? -1 : 1
            if level == 0 { return next }
        }
        return nil
    }

    private func next(_ mark: StaticString, from start: Int) -> Int? {
        guard start < bytes.count else { return nil }
        return bytes[start...].indices.first { bytes[$0] == mark.utf8Start[0] && SecretShape.has(mark, bytes, at: $0) }
    }

    /// True if an attribute `value` or `content` belongs to a secret field: `<input name="password" value="x">`.
    func isNamedValue(_ name: ArraySlice<UInt8>, at index: Int) -> Bool {
        guard name.elementsEqual("value".utf8) || name.elementsEqual("content".utf8) else { return false }
        var open = index
        while open > 0, index - open < 500, bytes[open] != UInt8(ascii: "<"), bytes[open] != UInt8(ascii: ">") {
            open -= 1
        }
        guard bytes[open] == UInt8(ascii: "<") else { return false }
        let tag = (open + 1)..<index
        let end = bytes[tag].firstIndex { !Self.isOfName($0) } ?? tag.upperBound
        return rule.isNamedSecret(text(tag.lowerBound..<end)) || namedSecret(in: tag)
    }

    /// True if a tag's attribute names a secret: `name="password"`, `key='ApiKey'`, `type=password`.
    private func namedSecret(in tag: Range<Int>) -> Bool {
        let words = bytes[tag].split { $0 <= 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
        var attribute = ""
        for word in words {
            let parts = word.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { attribute = String(decoding: parts[0], as: UTF8.self).lowercased() }
            let value = String(decoding: parts.last ?? [], as: UTF8.self)
            switch attribute {
            case "type": if value.lowercased() == "password" { return true }
            case "name", "key", "id": if value.utf8.count <= 200, rule.isNamedSecret(value) { return true }
            default: break
            }
        }
        return false
    }
}
