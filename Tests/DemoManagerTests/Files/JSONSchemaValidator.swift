import Foundation
import JSONText

/// Validates JSON by a JSON Schema of draft 7, as far as the schema of mappings uses it. A keyword it does not know is an
/// error of its own: it must not pass for a demand that is met.
struct JSONSchemaValidator {
    let root: JSONValue

    private static let annotations: Set<String> = [
        "title", "description", "example", "default", "format", "$schema", "definitions", "message",
        "x-intellij-language-injection",
    ]

    /// What is wrong with `value`, by JSON pointer; empty where it is valid.
    func errors(_ value: JSONValue) -> [String] { errors(value, by: root, at: "") }

    private func errors(_ value: JSONValue, by schema: JSONValue, at place: String) -> [String] {
        guard let keywords = schema.objectValue else { return schema == true ? [] : ["\(place): nothing is allowed"] }
        // Beside a reference nothing else counts in draft 7.
        if let reference = schema["$ref"]?.stringValue {
            return errors(value, by: resolved(reference), at: place)
        }
        return keywords.members.flatMap { errors(value, by: $0.key, $0.value, of: schema, at: place) }
    }

    private func resolved(_ reference: String) -> JSONValue {
        reference.split(separator: "/").dropFirst().reduce(root) { $0[String($1)] ?? false }
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
            let fitting = (demand.arrayValue ?? []).count { errors(value, by: $0, at: place).isEmpty }
            return fitting == 1 ? [] : error("fits \(fitting) alternatives instead of one")
        case "minimum", "maximum":
            guard let number = value.numberValue?.double, let limit = demand.numberValue?.double else { return [] }
            return (keyword == "minimum" ? number >= limit : number <= limit) ? [] : error("breaks the \(keyword)")
        case "pattern":
            guard let text = value.stringValue, let pattern = demand.stringValue else { return [] }
            return text.range(of: pattern, options: .regularExpression) != nil ? [] : error("does not match \(pattern)")
        case "items":
            return (value.arrayValue ?? []).enumerated().flatMap { errors($1, by: demand, at: "\(place)/\($0)") }
        case "required":
            guard let object = value.objectValue else { return [] }
            return (demand.arrayValue ?? []).compactMap(\.stringValue).filter { object[$0] == nil }
                .flatMap { error("needs \($0)") }
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

    private func isType(_ value: JSONValue, _ type: String?) -> Bool {
        switch (type, value) {
        case ("object", .object), ("array", .array), ("string", .string), ("boolean", .bool), ("number", .number): true
        // A whole number however it is spelt (draft 6 and later).
        case ("integer", .number(let number)): number.int != nil
        default: false
        }
    }
}
