import APIDocument
import APIModel
import WireFormats

extension FormField {
    /// The members of an item in the fields of a form. The schema gives their types; facts about a file fill the members for them.
    static func members(
        _ fields: [FormField], sending form: Schema?, of thing: Schema?, in document: APIDocument
    ) -> JSONObject {
        let shown = thing?.properties ?? []
        let known = Dictionary(((form?.properties ?? []) + shown).map { ($0.name, $0.schema) }) { first, _ in first }
        let texts = fields.lazy.filter { $0.fileName == nil }.map { (name: $0.name, value: $0.value) }
        let tree = FieldTree(texts) { name in known[name].flatMap(document.formShape) != nil }
        var members = JSONObject(
            tree.members.map { name, tree in
                let own = tree.value(of: known[name] ?? .any, in: document) { value($0, of: $1, in: document) }
                return .init(key: name, value: own)
            })
        for field in fields {
            guard let file = field.fileName else { continue }
            let said: [(names: NameClass, value: JSONValue?)] = [
                (.fileName, .string(file)), (.fileSize, .number(JSONNumber(field.bytes.count))),
                (.fileType, field.contentType.map(JSONValue.string)),
            ]
            for (names, value) in said {
                let property = shown.first { names.has($0.name) }
                guard let property, let value, members[property.name] == nil,
                    document.violations(of: value, against: property.schema).isEmpty
                else { continue }
                members[property.name] = value
            }
        }
        return members
    }

    /// The value a text stands for.
    private static func value(_ text: String, of schema: Schema, in document: APIDocument) -> JSONValue {
        let schema = document.resolveChoices(schema)
        switch schema.type {
        case .object, .array: return JSONValue.read(Array(text.utf8)) ?? .string(text)
        case nil: return .string(text)
        default: return document.value(text, of: schema) ?? .string(text)
        }
    }
}
