/// Secrets in XML and HTML.
extension SecretText {
    /// `<token>x</token>`, with any prefix and attributes; all that stands in it. One that never ends hides the text behind it
    /// where the text begins with markup - a body that was cut -, and nothing where a sentence names `<token>`.
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
        // In XML it is the name of a resource: of property lists, and of what lies in a bucket.
        let secrecy = name.lowercased() == "key" ? .none : isNamed ? .everything : rule.secrecy(name)
        guard secrecy != .none else { return }
        // Each that does not end was looked for up to the text's end; behind too many, the next tag ends an element.
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

    /// Where the element ends, whatever elements of its name it holds.
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

    /// Whether an attribute `value` or `content` belongs to a field of a secret's name: `<input name="password" value="x">`.
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

    /// Whether a tag's attribute names a secret: `name="password"`, `key='ApiKey'`, `type=password`.
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
