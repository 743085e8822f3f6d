import JSONText

/// Replaces what stands in elements of secret names, in XML and HTML: `<password>x</password>`, with any prefix, attributes,
/// CDATA and elements within; and the attributes of such names.
///
/// One pass, whatever the text is: what is no markup stays. An element that never ends hides the text behind its tag where the
/// text begins with markup - a body that was cut -, and nothing where a sentence names `<token>`.
struct SecretElements {
    private let bytes: [UInt8]
    private let placeholder: [UInt8]
    private var result: [UInt8] = []
    /// Names as they stand, read once.
    private var known: [ArraySlice<UInt8>: SecretName.Secrecy] = [:]
    /// How often elements of a name end from here on.
    private var ends: [ArraySlice<UInt8>: Int] = [:]
    /// Elements that hide all that stands in them, from the outermost; and how many there are of a name.
    private var open: [ArraySlice<UInt8>] = []
    private var openCounts: [ArraySlice<UInt8>: Int] = [:]
    private let isMarkup: Bool

    init(_ text: String, placeholder: String) {
        bytes = Array(text.utf8)
        self.placeholder = Array(placeholder.utf8)
        isMarkup = bytes.first { $0 > 0x20 } == UInt8(ascii: "<")
    }

    /// The text without secrets; nil where it has none of this kind.
    mutating func redacted() -> String? {
        var hasSecret = false
        var index = 0
        while let tag = nextTag(from: index, behind: false) {
            if tag.isEnd { ends[bytes[tag.name], default: 0] += 1 }
            hasSecret = hasSecret || isSecret(tag) || !secretAttributes(tag).isEmpty
            index = tag.range.upperBound
        }
        guard hasSecret else { return nil }
        result.reserveCapacity(bytes.count)
        index = 0
        var isHidden = false
        while let tag = nextTag(from: index, behind: isHidden) {
            write(index..<tag.range.lowerBound, hidden: isHidden)
            write(tag)
            isHidden = follow(tag) || !open.isEmpty
            index = tag.range.upperBound
        }
        write(index..<bytes.count, hidden: isHidden)
        return String(decoding: result, as: UTF8.self)
    }

    /// Keeps count of what is open; says whether the text behind the tag is hidden.
    private mutating func follow(_ tag: MarkupTag) -> Bool {
        let name = bytes[tag.name]
        if tag.isEnd {
            ends[name, default: 0] -= 1
            guard openCounts[name, default: 0] > 0 else { return false }
            while let last = open.popLast() {
                openCounts[last, default: 0] -= 1
                if last == name { break }
            }
        }
        guard tag.isStart, isSecret(tag) else { return false }
        let isClosed = ends[name, default: 0] > openCounts[name, default: 0]
        let secrecy = secrecy(name)
        if isClosed, secrecy == .everything {
            open.append(name)
            openCounts[name, default: 0] += 1
        }
        return isClosed || isMarkup && secrecy != .none
    }

    private mutating func write(_ range: Range<Int>, hidden: Bool) {
        guard hidden, let first = bytes[range].firstIndex(where: { $0 > 0x20 }) else { return result += bytes[range] }
        result += bytes[range.lowerBound..<first]
        result += placeholder
    }

    private mutating func write(_ tag: MarkupTag) {
        var start = tag.range.lowerBound
        for value in secretAttributes(tag) {
            result += bytes[start..<value.lowerBound]
            result += placeholder
            start = value.upperBound
        }
        result += bytes[start..<tag.range.upperBound]
    }

    /// The next tag; behind a secret's, those within CDATA are text.
    private func nextTag(from start: Int, behind isHidden: Bool) -> MarkupTag? {
        var index = start
        while index < bytes.count {
            defer { index += 1 }
            guard bytes[index] == UInt8(ascii: "<") || bytes[index] == UInt8(ascii: "&") else { continue }
            if isHidden, MarkupTag.has("<![CDATA[", bytes, at: index) {
                index = (index..<bytes.count).first { MarkupTag.has("]]>", bytes, at: $0) } ?? bytes.count
            } else if let tag = MarkupTag(bytes, at: index) {
                return tag
            }
        }
        return nil
    }

    // MARK: What is secret

    private mutating func isSecret(_ tag: MarkupTag) -> Bool {
        secrecy(bytes[tag.name]) != .none || tag.isStart && isNamedSecret(tag)
    }

    private mutating func secrecy(_ name: ArraySlice<UInt8>) -> SecretName.Secrecy {
        if let known = known[name] { return known }
        let secrecy = Self.secrecy(name)
        known[name] = secrecy
        return secrecy
    }

    private static func secrecy(_ name: ArraySlice<UInt8>) -> SecretName.Secrecy {
        let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
        let text = String(decoding: local, as: UTF8.self)
        // In XML it is the name of a thing: of property lists, and of what lies in a bucket.
        if text.lowercased() == "key" { return .none }
        return SecretName(text).secrecy
    }

    /// The values of a tag's attributes that are secret, in order.
    private mutating func secretAttributes(_ tag: MarkupTag) -> [Range<Int>] {
        guard !tag.attributes.isEmpty else { return [] }
        let isNamed = isNamedSecret(tag) || secrecy(bytes[tag.name]) != .none
        return tag.attributes.compactMap { attribute in
            let isValue = isNamed && (isName(attribute.name, "value") || isName(attribute.name, "content"))
            return isValue || secrecy(bytes[attribute.name]) != .none ? attribute.value : nil
        }
    }

    /// `<input name="password" value="x">`, `<add key="ApiKey" value="x"/>`, `<field name="token">x</field>`,
    /// `<input type="password" value="x">`.
    private func isNamedSecret(_ tag: MarkupTag) -> Bool {
        tag.attributes.contains { attribute in
            if isName(attribute.name, "type") { return isName(attribute.value, "password") }
            return (isName(attribute.name, "name") || isName(attribute.name, "key") || isName(attribute.name, "id"))
                && attribute.value.count <= 200
                && Redactor.isSecret(String(decoding: bytes[attribute.value], as: UTF8.self))
        }
    }

    /// Whether an attribute has a name, in any case.
    private func isName(_ range: Range<Int>, _ name: StaticString) -> Bool {
        // An ASCII letter and its capital differ by one bit.
        range.count == name.utf8CodeUnitCount
            && zip(range, 0..<name.utf8CodeUnitCount).allSatisfy { bytes[$0] | 0x20 == name.utf8Start[$1] }
    }
}
