import WireFormats

/// An element of an XML document: its attributes, its elements and its text. Names have no prefixes.
///
/// Reads nothing from outside: documents with a document type or entities of their own are refused.
package struct XMLElement: Sendable, Hashable {
    package let name: String
    package private(set) var attributes: [String: String] = [:]
    package private(set) var elements: [XMLElement] = []
    package private(set) var text = ""

    private static let mostElements = 10_000
    private static let deepest = 64

    /// Nil for bytes that are not one XML element, or have more than 10,000 elements or elements deeper than 64.
    package init?(parsing bytes: [UInt8]) {
        var rest = bytes[...]
        if rest.starts(with: Self.mark) { rest = rest.dropFirst(Self.mark.count) }
        var open: [XMLElement] = []
        var root: XMLElement?
        var count = 0
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            guard Self.add(Self.decoded(rest[..<start]), to: &open) else { return nil }
            rest = rest[(start + 1)...]
            if Self.take("![CDATA[", from: &rest) {
                guard let data = Self.take(to: "]]>", from: &rest), !open.isEmpty,
                    Self.add(String(utf8: data), to: &open)
                else { return nil }
            } else if Self.take("!--", from: &rest) {
                guard Self.take(to: "-->", from: &rest) != nil else { return nil }
            } else if Self.take("?", from: &rest) {
                guard Self.take(to: "?>", from: &rest) != nil else { return nil }
            } else {
                guard let end = Self.endOfTag(rest), rest.first != UInt8(ascii: "!") else { return nil }
                var tag = rest[..<end]
                rest = rest[(end + 1)...]
                let closes = Self.take("/", from: &tag)
                if !closes {
                    let isEmpty = tag.last == UInt8(ascii: "/")
                    guard root == nil, open.count < Self.deepest, count < Self.mostElements,
                        let element = XMLElement(tag: isEmpty ? tag.dropLast() : tag)
                    else { return nil }
                    count += 1
                    open.append(element)
                    guard isEmpty else { continue }
                }
                guard let done = open.popLast(), !closes || Self.local(tag.prefix { !$0.isBlank }) == done.name
                else { return nil }
                if open.isEmpty { root = done } else { open[open.count - 1].elements.append(done) }
            }
        }
        guard let root, open.isEmpty, rest.allSatisfy(\.isBlank) else { return nil }
        self = root
    }

    private init?(tag: ArraySlice<UInt8>) {
        guard let name = Self.local(tag.prefix { !$0.isBlank }) else { return nil }
        self.name = name
        var rest = tag.drop { !$0.isBlank }.drop(while: \.isBlank)
        while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
            let value = rest[(equals + 1)...].drop(while: \.isBlank)
            guard let key = Self.local(rest[..<equals].prefix { !$0.isBlank }), let quote = value.first,
                quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
                let end = value.dropFirst().firstIndex(of: quote), let text = Self.decoded(value[..<end].dropFirst())
            else { return nil }
            attributes[key] = text
            rest = value[(end + 1)...].drop(while: \.isBlank)
        }
        if !rest.isEmpty { return nil }
    }

    /// Adds text to the innermost open element.
    /// - Returns: false for nil, and for text outside the root.
    private static func add(_ text: String?, to open: inout [XMLElement]) -> Bool {
        guard let text else { return false }
        guard !open.isEmpty else { return text.utf8.allSatisfy(\.isBlank) }
        open[open.count - 1].text += text
        return true
    }

    /// The name without its prefix; nil if it is empty.
    private static func local(_ name: ArraySlice<UInt8>) -> String? {
        name.split(separator: UInt8(ascii: ":")).last.flatMap { String(utf8: $0) }
    }

    /// The byte order mark of UTF-8.
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Removes a prefix, if it is there.
    private static func take(_ beginning: String, from rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.starts(with: beginning.utf8) else { return false }
        rest = rest.dropFirst(beginning.utf8.count)
        return true
    }

    /// Removes and returns the bytes before an end mark; the mark is removed, too.
    private static func take(to end: String, from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let range = rest.firstRange(of: Array(end.utf8)) else { return nil }
        defer { rest = rest[range.upperBound...] }
        return rest[..<range.lowerBound]
    }

    /// The index of the `>` that ends a tag; one in quotes does not.
    private static func endOfTag(_ bytes: ArraySlice<UInt8>) -> Int? {
        var quote: UInt8?
        return bytes.indices.first { place in
            let sign = bytes[place]
            if quote == nil, sign == UInt8(ascii: "\"") || sign == UInt8(ascii: "'") {
                quote = sign
            } else if sign == quote {
                quote = nil
            }
            return sign == UInt8(ascii: ">") && quote == nil
        }
    }

    private static let entities: [Substring: String] = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]

    /// The text with its references replaced; nil for invalid UTF-8 and for entities that XML does not define.
    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
        guard let text = String(utf8: bytes) else { return nil }
        guard bytes.contains(UInt8(ascii: "&")) else { return text }
        let parts = text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map(Substring.init)
        var decoded = String(parts[0])
        for part in parts.dropFirst() {
            guard let end = part.utf8.firstIndex(of: UInt8(ascii: ";")) else { return nil }
            let name = part[..<end]
            let code = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
            guard
                let sign = name.hasPrefix("#")
                    ? code.flatMap(Unicode.Scalar.init).map({ String(Character($0)) }) : entities[name]
            else { return nil }
            decoded += sign + part[part.utf8.index(after: end)...]
        }
        return decoded
    }
}
