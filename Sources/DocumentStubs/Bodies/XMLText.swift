import APIDocument
import WireFormats

/// A value as XML, with the names of its schema (``XMLForm``).
///
/// Members are elements or attributes. Items repeat their list's element; a wrapped list has an element around them.
struct XMLText {
    private let document: APIDocument
    private var text = ""

    /// The XML of a value; a string is returned unchanged.
    ///
    /// The root has the XML name or the component name of the schema. Without either, the only member of an object is
    /// the root.
    static func of(_ value: JSONValue, _ schema: Schema?, in document: APIDocument) -> String {
        if let text = value.stringValue { return text }
        var writer = XMLText(document: document)
        let name = schema.flatMap { writer.form($0).name ?? $0.referenceName }
        if name == nil, let object = value.objectValue, object.count == 1, let only = object.members.first {
            let inner = schema.flatMap { writer.member(only.key, of: $0) }
            writer.element(only.key, only.value, inner)
        } else if let items = value.arrayValue {
            let item = schema.flatMap { document.resolve($0).items }
            writer.open(name ?? "root", [])
            for value in items { writer.element(item?.referenceName ?? "item", value, item) }
            writer.close(name ?? "root")
        } else {
            writer.element(name ?? "root", value, schema)
        }
        return writer.text
    }

    private func member(_ name: String, of schema: Schema) -> Schema? {
        document.resolveChoices(schema).properties.first { $0.name == name }?.schema
    }

    private func form(_ schema: Schema?) -> XMLForm { XMLForm(schema, in: document) }

    private func qualified(_ name: String, _ form: XMLForm) -> String {
        let own = form.name ?? name
        return form.prefix.map { "\($0):\(own)" } ?? own
    }

    private mutating func element(_ name: String, _ value: JSONValue, _ schema: Schema?) {
        if let items = value.arrayValue { return list(name, items, schema) }
        let form = form(schema)
        let tag = qualified(name, form)
        let members = value.objectValue?.members ?? []
        var attributes = Self.namespace(of: form)
        var elements: [(JSONObject.Member, Schema?)] = []
        for member in members {
            let inner = schema.flatMap { self.member(member.key, of: $0) }
            let form = self.form(inner)
            if form.isAttribute, let text = member.value.scalarText {
                attributes.append((qualified(member.key, form), text))
            } else {
                elements.append((member, inner))
            }
        }
        open(tag, attributes)
        if value.objectValue == nil { text += Self.escaped(value.scalarText ?? "") }
        for (member, inner) in elements { element(member.key, member.value, inner) }
        close(tag)
    }

    private mutating func list(_ name: String, _ items: [JSONValue], _ schema: Schema?) {
        let item = schema.flatMap { document.resolve($0).items }
        let form = form(schema)
        let outer = qualified(name, form)
        if form.isWrapped { open(outer, Self.namespace(of: form)) }
        for value in items { element(form.isWrapped ? outer : name, value, item) }
        if form.isWrapped { close(outer) }
    }

    private static func namespace(of form: XMLForm) -> [(String, String)] {
        form.namespace.map { [(form.prefix.map { "xmlns:\($0)" } ?? "xmlns", $0)] } ?? []
    }

    private mutating func open(_ name: String, _ attributes: [(String, String)]) {
        text += "<\(Self.tag(name))"
        for (name, value) in attributes { text += " \(Self.tag(name))=\"\(Self.escaped(value))\"" }
        text += ">"
    }

    private mutating func close(_ name: String) { text += "</\(Self.tag(name))>" }

    private static func tag(_ name: String) -> String { isName(name) ? name : "item" }

    private static func isName(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first.properties.isAlphabetic || first == "_" else { return false }
        return name.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "_-.:".unicodeScalars.contains(scalar)
        }
    }

    /// The text with escapes, and without characters that XML 1.0 does not allow.
    private static func escaped(_ text: String) -> String {
        let scalars = text.unicodeScalars.filter { $0.value >= 0x20 || ["\t", "\n", "\r"].contains($0) }
        return String(String.UnicodeScalarView(scalars)).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }
}

/// The form of a schema's values in XML (OpenAPI's "XML Object").
struct XMLForm {
    let name: String?
    let prefix: String?
    let namespace: String?
    let isAttribute: Bool
    /// True for a list with an element around its items.
    let isWrapped: Bool

    init(_ schema: Schema?, in document: APIDocument) {
        let xml = schema.flatMap { document.resolve($0).json["xml"] }
        name = xml?["name"]?.stringValue
        prefix = xml?["prefix"]?.stringValue
        namespace = xml?["namespace"]?.stringValue
        isAttribute = xml?["attribute"]?.boolValue == true
        isWrapped = xml?["wrapped"]?.boolValue == true
    }
}

extension APIDocument {
    /// The value of an XML body, read with the element and attribute names of its schema; nil for other bodies.
    func value(ofXML bytes: [UInt8], as schema: Schema) -> JSONValue? {
        guard bytes.count <= 1_000_000, let root = XMLElement(parsing: bytes) else { return nil }
        let whole = resolveChoices(schema)
        guard whole.type == .array else { return value(of: root, whole) }
        return .array(root.elements.map { value(of: $0, whole.items ?? .any) })
    }

    private func value(of element: XMLElement, _ schema: Schema) -> JSONValue {
        let whole = resolveChoices(schema)
        guard whole.properties.isEmpty else {
            return .object(
                JSONObject(
                    whole.properties.compactMap { property in
                        member(property, in: element).map { JSONObject.Member(key: property.name, value: $0) }
                    }))
        }
        return value(element.text, of: whole) ?? .string(element.text)
    }

    private func member(_ property: Schema.Property, in element: XMLElement) -> JSONValue? {
        let form = XMLForm(property.schema, in: self)
        let name = form.name ?? property.name
        if form.isAttribute {
            return element.attributes[name].map { value($0, of: property.schema) ?? .string($0) }
        }
        let whole = resolveChoices(property.schema)
        guard whole.type == .array else {
            return element.elements.first { $0.name == name }.map { value(of: $0, property.schema) }
        }
        let item = whole.items ?? .any
        let itemName = XMLForm(item, in: self).name ?? property.name
        let items =
            form.isWrapped
            ? element.elements.first { $0.name == name }?.elements : element.elements.filter { $0.name == itemName }
        guard let items, form.isWrapped || !items.isEmpty else { return nil }
        return .array(items.map { value(of: $0, item) })
    }
}

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

    /// True if the first character begins markup, in UTF-8 or UTF-16, after blanks and a byte order mark.
    static func isBegun(by bytes: some Sequence<UInt8>) -> Bool {
        bytes.first { !$0.isBlank && ![0, 0xFE, 0xFF].contains($0) && !mark.contains($0) } == UInt8(ascii: "<")
    }

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

    private static func local(_ name: ArraySlice<UInt8>) -> String? {
        name.split(separator: UInt8(ascii: ":")).last.flatMap { String(utf8: $0) }
    }

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static func take(_ beginning: String, from rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.starts(with: beginning.utf8) else { return false }
        rest = rest.dropFirst(beginning.utf8.count)
        return true
    }

    /// Removes and returns the bytes before an end mark; the mark is removed, too.
    private static func take(to end: String, from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let range = rest.place(of: Array(end.utf8)) else { return nil }
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
