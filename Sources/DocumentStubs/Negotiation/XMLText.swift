import JSONText

/// A value as XML: members are elements, items repeat their list's element.
struct XMLText {
    private var text = ""

    /// The elements of a value, without a declaration; a text is given as it is.
    static func of(_ value: JSONValue) -> String {
        if let text = value.stringValue { return text }
        var writer = XMLText()
        if value.objectValue == nil { writer.element("root", value) } else { writer.content(value) }
        return writer.text
    }

    private mutating func element(_ name: String, _ value: JSONValue) {
        if let items = value.arrayValue {
            for item in items { element(name, item) }
            return
        }
        let tag = Self.isName(name) ? name : "item"
        text += "<\(tag)>"
        content(value)
        text += "</\(tag)>"
    }

    private mutating func content(_ value: JSONValue) {
        switch value {
        case .object(let object): for member in object.members { element(member.key, member.value) }
        case .array(let items): for item in items { element("item", item) }
        default: text += Self.escaped(value.scalarText ?? "")
        }
    }

    private static func isName(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first.properties.isAlphabetic || first == "_" else { return false }
        return name.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "_-.:".unicodeScalars.contains(scalar)
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
