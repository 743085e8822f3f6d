import WireFormats

extension DocumentReader {
    private static let single: Set<String> = [
        "items", "additionalProperties", "not", "contains", "propertyNames", "if", "then", "else", "contentSchema",
    ]
    private static let lists: Set<String> = ["allOf", "oneOf", "anyOf", "prefixItems"]
    private static let maps: Set<String> = ["properties", "patternProperties", "$defs"]

    mutating func checkComponentSchemas(_ root: JSONObject) {
        guard let components = root["components"]?.objectValue else { return }
        at("components") { reader in
            _ = reader.map("schemas", of: components) { reader, _, value in reader.checkSchema(value) }
        }
    }

    /// Checks a schema and its parts without following references; false if it is not a schema.
    @discardableResult
    mutating func checkSchema(_ value: JSONValue) -> Bool {
        if value.boolValue != nil { return true }
        guard let schema = object(value, "a schema") else { return false }
        for member in schema.members {
            check(member)
        }
        return true
    }

    private mutating func check(_ member: JSONObject.Member) {
        let value = member.value
        switch member.key {
        case "$ref":
            checkReference(value)
        case "type":
            let names = value.arrayValue ?? [value]
            if !names.allSatisfy({ $0.stringValue.flatMap(Schema.DataType.init) != nil }) {
                at("type") {
                    $0.report("\"type\" must be string, number, integer, boolean, array, object or null")
                }
            }
        case "required":
            if value.arrayValue?.allSatisfy({ $0.stringValue != nil }) != true {
                at("required") { $0.report("\"required\" of a schema must be a list of names") }
            }
        case "enum":
            if value.arrayValue == nil { at("enum") { $0.report("\"enum\" must be a list of values") } }
        case let key where DocumentReader.single.contains(key):
            at(key) { _ = $0.checkSchema(value) }
        case let key where DocumentReader.lists.contains(key):
            at(key) { reader in
                guard let items = value.arrayValue else { return reader.report("\"\(key)\" must be a list of schemas") }
                for (index, item) in items.enumerated() { reader.at(String(index)) { _ = $0.checkSchema(item) } }
            }
        case let key where DocumentReader.maps.contains(key):
            at(key) { reader in
                guard let object = reader.object(value, "\"\(key)\"") else { return }
                for inner in object.members { reader.at(inner.key) { _ = $0.checkSchema(inner.value) } }
            }
        default:
            break
        }
    }

    /// Queues a referenced schema; those of `components/schemas` are checked anyway.
    private mutating func checkLater(_ reference: String) {
        guard !reference.hasPrefix("#/components/schemas/"), let place = references.place(of: reference),
            checkedSchemas.insert(place).inserted
        else { return }
        schemasToCheck.append(place)
    }

    /// Checks the queued schemas and those they refer to.
    mutating func checkReferencedSchemas() {
        while let place = schemasToCheck.popLast() {
            guard let value = references.value(at: place) else { continue }
            at(place) { _ = $0.checkSchema(value) }
        }
    }

    private mutating func checkReference(_ value: JSONValue) {
        guard let first = value.stringValue else { return at("$ref") { $0.report("\"$ref\" must be text") } }
        if let (reference, _) = end(of: first) { checkLater(reference) }
    }
}
