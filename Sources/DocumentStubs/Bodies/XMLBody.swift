import APIDocument
import WireFormats

extension APIDocument {
    /// The value of an XML body, with the names that its schema gives to elements and attributes; nil for a body that is not XML.
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
