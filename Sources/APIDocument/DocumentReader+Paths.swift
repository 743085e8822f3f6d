import HTTPTypes
import JSONText

extension DocumentReader {
    private static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

    /// All operations, in the document's order.
    mutating func readPaths(
        _ root: JSONObject, security: [[String]]?, schemes: [String: SecurityScheme]
    ) -> [Operation] {
        if root["paths"] == nil { report("\"paths\" is missing: there is no operation to show") }
        var seen: Set<String> = []
        var operations: [Operation] = []
        _ = map("paths", of: root) { reader, text, value -> Void? in
            if !text.hasPrefix("/") { reader.report("the path \"\(text)\" must start with \"/\"", severity: .warning) }
            return reader.following(reader.withoutSiblings(value)) { reader, item in
                guard let item = reader.object(item, "a path item") else { return nil }
                operations += reader.readOperations(item, path: PathTemplate(text), security, schemes, &seen)
                return nil
            }
        }
        return operations
    }

    /// A path item's reference alone, or with operations beside it the target's members and those.
    private func withoutSiblings(_ value: JSONValue) -> JSONValue {
        guard let item = value.objectValue, let reference = item["$ref"]?.stringValue, item.count > 1,
            case .found(.object(var merged)) = references.target(of: reference)
        else { return value }
        for member in item.members where member.key != "$ref" { merged[member.key] = member.value }
        return .object(merged)
    }

    private mutating func readOperations(
        _ item: JSONObject,
        path: PathTemplate,
        _ security: [[String]]?,
        _ schemes: [String: SecurityScheme],
        _ seen: inout Set<String>
    ) -> [Operation] {
        let shared = readParameters(item)
        let servers = readServers(item)
        var operations: [Operation] = []
        for member in item.members where DocumentReader.methods.contains(member.key) {
            guard let method = HTTPRequest.Method(rawValue: member.key.uppercased()) else { continue }
            at(member.key) { reader in
                guard let object = reader.object(member.value, "an operation") else { return }
                var operation = Operation(id: "", method: method, path: path)
                operation.id = reader.readID(object, of: operation, &seen)
                operation.tags = reader.list("tags", of: object) { $1.stringValue }
                operation.summary = reader.string("summary", of: object) ?? item["summary"]?.stringValue
                operation.description = reader.string("description", of: object) ?? item["description"]?.stringValue
                operation.parameters = reader.readParameters(object, path: path, shared: shared)
                operation.requestBody = reader.member("requestBody", of: object) { reader, value in
                    reader.following(value, memo: \.bodies) { $0.readRequestBody($1) }
                }
                operation.responses = reader.readResponses(object)
                operation.security = reader.readSecurity(object, schemes: schemes) ?? security
                let own = reader.readServers(object)
                operation.servers = own.isEmpty ? servers : own
                operation.screen = object["x-screen"]
                operation.isDeprecated = reader.bool("deprecated", of: object) ?? false
                operations.append(operation)
            }
        }
        return operations
    }

    /// The operation's id; one made of method and path where there is none or it is taken.
    private mutating func readID(
        _ object: JSONObject, of operation: Operation, _ seen: inout Set<String>
    ) -> String {
        if let id = string("operationId", of: object), !id.isEmpty {
            if seen.insert(id).inserted { return id }
            at("operationId") { $0.report("the operationId \"\(id)\" is used before; make it unique") }
        }
        let words = operation.path.text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }
        let base = ([operation.method.rawValue.lowercased()] + words.map(String.init)).joined(separator: "-")
        var id = base
        var number = 2
        while !seen.insert(id).inserted {
            id = "\(base)-\(number)"
            number += 1
        }
        return id
    }
}
