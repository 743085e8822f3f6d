import Foundation
import WireFormats

/// Validates JSON by a JSON Schema of draft 7, as far as the schema of mappings uses it. A keyword it does not know is an
/// error of its own: it must not pass for a demand that is met.
struct JSONSchemaValidator {
    let root: JSONValue
    private let definitions: [String: JSONValue]

    init(root: JSONValue) {
        self.root = root
        let members = root["definitions"]?.objectValue?.members ?? []
        definitions = Dictionary(members.map { ("#/definitions/\($0.key)", $0.value) }) { $1 }
    }

    private static let annotations: Set<String> = [
        "title", "description", "example", "default", "format", "$schema", "definitions", "message",
        "x-intellij-language-injection",
    ]

    /// The errors of `value`, with JSON pointers; empty if it is valid.
    func errors(_ value: JSONValue) -> [String] { errors(value, by: root, at: "") }

    private func errors(_ value: JSONValue, by schema: JSONValue, at place: String) -> [String] {
        guard let keywords = schema.objectValue else { return schema == true ? [] : ["\(place): nothing is allowed"] }
        // Beside a reference nothing else counts in draft 7.
        if let reference = schema["$ref"]?.stringValue {
            return errors(value, by: definitions[reference] ?? false, at: place)
        }
        return keywords.members.flatMap { errors(value, by: $0.key, $0.value, of: schema, at: place) }
    }

    private func errors(
        _ value: JSONValue, by keyword: String, _ demand: JSONValue, of schema: JSONValue, at place: String
    ) -> [String] {
        func error(_ text: String) -> [String] { ["\(place): \(text)"] }
        switch keyword {
        case "type": return isType(value, demand.stringValue) ? [] : error("is no \(demand.text())")
        case "enum": return demand.arrayValue?.contains(value) == true ? [] : error("is none of \(demand.text())")
        case "allOf": return (demand.arrayValue ?? []).flatMap { errors(value, by: $0, at: place) }
        case "oneOf":
            let fitting = (demand.arrayValue ?? []).count { alternative in
                // What must be there is looked for first: of 25 kinds of matchers it leaves one to look at.
                lacks(value, alternative).isEmpty && errors(value, by: alternative, at: place).isEmpty
            }
            return fitting == 1 ? [] : error("fits \(fitting) alternatives instead of one")
        case "minimum", "maximum":
            guard let number = value.numberValue?.double, let limit = demand.numberValue?.double else { return [] }
            return (keyword == "minimum" ? number >= limit : number <= limit) ? [] : error("breaks the \(keyword)")
        case "pattern":
            guard let text = value.stringValue, let pattern = demand.stringValue else { return [] }
            return text.range(of: pattern, options: .regularExpression) != nil ? [] : error("does not match \(pattern)")
        case "items":
            return (value.arrayValue ?? []).enumerated().flatMap { errors($1, by: demand, at: "\(place)/\($0)") }
        case "required": return lacks(value, schema).flatMap { error("needs \($0)") }
        case "properties":
            return (value.objectValue?.members ?? []).flatMap { member in
                demand[member.key].map { errors(member.value, by: $0, at: "\(place)/\(member.key)") } ?? []
            }
        case "additionalProperties":
            let others = (value.objectValue?.members ?? []).filter { schema["properties"]?[$0.key] == nil }
            return others.flatMap { errors($0.value, by: demand, at: "\(place)/\($0.key)") }
        default: return Self.annotations.contains(keyword) ? [] : error("the keyword \(keyword) is not known")
        }
    }

    /// The required members that an object lacks.
    private func lacks(_ value: JSONValue, _ schema: JSONValue) -> [String] {
        guard let object = value.objectValue else { return [] }
        let schema = schema["$ref"]?.stringValue.flatMap { definitions[$0] } ?? schema
        return (schema["required"]?.arrayValue ?? []).compactMap(\.stringValue).filter { object[$0] == nil }
    }

    private func isType(_ value: JSONValue, _ type: String?) -> Bool {
        switch (type, value) {
        case ("object", .object), ("array", .array), ("string", .string), ("boolean", .bool), ("number", .number): true
        // A whole number however it is spelt (draft 6 and later).
        case ("integer", .number(let number)): number.int != nil
        default: false
        }
    }
}
