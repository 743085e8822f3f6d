import APIDocument
import WireFormats

/// A value as XML, with the names of its schema (OpenAPI's "XML Object").
///
/// Members are elements or attributes. Items repeat their list's element; a wrapped list has an element around them.
struct XMLText {
    private let document: APIDocument
    private var text = ""

    /// The document of a value; a text is given as it is.
    ///
    /// The root is called as the schema says, or as the schema is called; an object without either that has but one member is
    /// the wrapper of it.
    static func of(_ value: JSONValue, _ schema: Schema?, in document: APIDocument) -> String {
        if let text = value.stringValue { return text }
        var writer = XMLText(document: document)
        let name = schema.flatMap { writer.name(of: $0) ?? $0.referenceName }
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

    private init(document: APIDocument) {
        self.document = document
    }

    private func member(_ name: String, of schema: Schema) -> Schema? {
        document.resolveChoices(schema).properties.first { $0.name == name }?.schema
    }

    private func xml(_ schema: Schema) -> JSONValue? { document.resolve(schema).json["xml"] }

    /// The name the schema gives, with its prefix; nil where it gives none.
    private func name(of schema: Schema) -> String? { xml(schema)?["name"]?.stringValue }

    private func qualified(_ name: String, _ schema: Schema?) -> String {
        let xml = schema.flatMap(xml)
        let own = xml?["name"]?.stringValue ?? name
        return xml?["prefix"]?.stringValue.map { "\($0):\(own)" } ?? own
    }

    private mutating func element(_ name: String, _ value: JSONValue, _ schema: Schema?) {
        if let items = value.arrayValue { return list(name, items, schema) }
        let tag = qualified(name, schema)
        let members = value.objectValue?.members ?? []
        var attributes = namespace(of: schema)
        var elements: [(JSONObject.Member, Schema?)] = []
        for member in members {
            let inner = schema.flatMap { self.member(member.key, of: $0) }
            if inner.flatMap(xml)?["attribute"]?.boolValue == true, let text = member.value.scalarText {
                attributes.append((qualified(member.key, inner), text))
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
        let isWrapped = schema.flatMap(xml)?["wrapped"]?.boolValue == true
        let outer = qualified(name, schema)
        if isWrapped { open(outer, namespace(of: schema)) }
        for value in items { element(isWrapped ? outer : name, value, item) }
        if isWrapped { close(outer) }
    }

    private func namespace(of schema: Schema?) -> [(String, String)] {
        guard let xml = schema.flatMap(xml), let namespace = xml["namespace"]?.stringValue else { return [] }
        return [(xml["prefix"]?.stringValue.map { "xmlns:\($0)" } ?? "xmlns", namespace)]
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

    /// The text without what XML 1.0 has no way to say.
    private static func escaped(_ text: String) -> String {
        let scalars = text.unicodeScalars.filter { $0.value >= 0x20 || ["\t", "\n", "\r"].contains($0) }
        return String(String.UnicodeScalarView(scalars)).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }
}
