import APIDocument
import HTTPTypes
import WireFormats

extension APIDocument {
    /// The values of `x-faker` in the document that choose nothing. Walks its schemas.
    public var fakerProblems: [Problem] {
        var found: [String: JSONPointer] = [:]
        func visit(_ value: JSONValue, at place: JSONPointer) {
            switch value {
            case .object(let object):
                for member in object.members {
                    let inner = place.appending(member.key)
                    if member.key == "x-faker" {
                        let name = member.value.stringValue ?? member.value.objectValue?.keys.first ?? ""
                        if found[name] == nil { found[name] = inner }
                    } else {
                        visit(member.value, at: inner)
                    }
                }
            case .array(let items):
                for (index, item) in items.enumerated() { visit(item, at: place.appending(index)) }
            default: break
            }
        }
        visit(.object(schemas), at: JSONPointer(tokens: ["components", "schemas"]))
        for operation in operations {
            let place = JSONPointer(tokens: ["paths", operation.path.text, operation.method.rawValue.lowercased()])
            let contents = (operation.requestBody?.content ?? []) + operation.responses.flatMap(\.content)
            for schema in contents.compactMap(\.schema) + operation.parameters.map(\.schema) {
                visit(schema.json, at: place)
            }
        }
        return found.sorted { $0.key < $1.key }.compactMap { name, place in
            vocabulary.fault(ofFaker: name).map { source.problem($0, at: place, severity: .warning) }
        }
    }
}
