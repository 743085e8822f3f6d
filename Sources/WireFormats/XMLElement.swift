/// An element of an XML text: its attributes, the elements in it and its text. Names are without prefixes.
///
/// Nothing outside the text is read: a text with a document type or with entities of its own is refused.
package struct XMLElement: Sendable, Hashable {
    package let name: String
    package private(set) var attributes: [String: String] = [:]
    package private(set) var elements: [XMLElement] = []
    package private(set) var text = ""

    /// Nil for a text that is not XML, or has more than 10,000 elements or elements deeper than 64.
    package init?(parsing bytes: [UInt8]) {
        var rest = String(decoding: bytes, as: UTF8.self)[...]
        var open: [XMLElement] = []
        var count = 0
        while let mark = rest.firstIndex(of: "<") {
            guard let text = Self.decoded(rest[..<mark]) else { return nil }
            if !open.isEmpty { open[open.count - 1].text += text }
            rest = rest[mark...].dropFirst()
            if rest.hasPrefix("![CDATA["), !open.isEmpty, let data = Self.take(&rest, to: "]]>") {
                open[open.count - 1].text += data.dropFirst(8)
            } else if rest.hasPrefix("!--"), Self.take(&rest, to: "-->") != nil {
                continue
            } else if rest.hasPrefix("?"), Self.take(&rest, to: "?>") != nil {
                continue
            } else {
                guard let end = Self.endOfTag(rest), !rest.hasPrefix("!") else { return nil }
                let tag = rest[..<end]
                rest = rest[end...].dropFirst()
                if !tag.hasPrefix("/") {
                    guard open.count < 64, count < 10_000, let element = XMLElement(tag: tag) else { return nil }
                    count += 1
                    open.append(element)
                }
                guard tag.hasPrefix("/") || tag.hasSuffix("/") else { continue }
                guard let done = open.popLast() else { return nil }
                if tag.hasPrefix("/"), Self.local(tag.dropFirst().prefix { !$0.isWhitespace }) != done.name {
                    return nil
                }
                guard !open.isEmpty else {
                    self = done
                    return
                }
                open[open.count - 1].elements.append(done)
            }
        }
        return nil
    }

    private init?(tag: Substring) {
        let tag = tag.hasSuffix("/") ? tag.dropLast() : tag
        name = Self.local(tag.prefix { !$0.isWhitespace })
        var rest = tag.drop { !$0.isWhitespace }.drop(while: \.isWhitespace)
        while let mark = rest.firstIndex(of: "=") {
            let key = rest[..<mark].filter { !$0.isWhitespace }
            let value = rest[mark...].dropFirst().drop(while: \.isWhitespace)
            guard let quote = value.first, quote == "\"" || quote == "'",
                let end = value.dropFirst().firstIndex(of: quote), let text = Self.decoded(value[..<end].dropFirst())
            else { return nil }
            attributes[Self.local(key[...])] = text
            rest = value[end...].dropFirst().drop(while: \.isWhitespace)
        }
        if name.isEmpty || !rest.isEmpty { return nil }
    }

    private static func local(_ name: Substring) -> String { String(name.split(separator: ":").last ?? "") }

    /// Takes the text before a mark away, and the mark.
    private static func take(_ rest: inout Substring, to mark: String) -> Substring? {
        guard let end = rest.firstRange(of: mark) else { return nil }
        defer { rest = rest[end.upperBound...] }
        return rest[..<end.lowerBound]
    }

    /// The end of a tag; a sign in quotes does not end it.
    private static func endOfTag(_ text: Substring) -> Substring.Index? {
        var quote: Character?
        return text.indices.first { place in
            let sign = text[place]
            if quote == nil, sign == "\"" || sign == "'" { quote = sign } else if sign == quote { quote = nil }
            return sign == ">" && quote == nil
        }
    }

    private static let entities: [Substring: String] = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]

    /// The text without references; nil for an entity that XML does not have itself.
    private static func decoded(_ text: Substring) -> String? {
        var parts = text.split(separator: "&", omittingEmptySubsequences: false)[...]
        var decoded = String(parts.popFirst() ?? "")
        for part in parts {
            guard let end = part.firstIndex(of: ";") else { return nil }
            let name = part[..<end]
            let code = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
            guard
                let sign = name.hasPrefix("#")
                    ? code.flatMap(Unicode.Scalar.init).map({ String(Character($0)) }) : entities[name]
            else { return nil }
            decoded += sign + part[end...].dropFirst()
        }
        return decoded
    }
}
