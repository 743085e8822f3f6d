import HTTPTypes
import WireFormats

extension DocumentReader {
    static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

    /// In the document's order.
    mutating func readPaths(_ root: JSONObject) -> [Operation] {
        if root["paths"] == nil {
            report(
                root["webhooks"] == nil
                    ? "\"paths\" is missing: there is no operation to show"
                    : "describes webhooks only, which are calls the API makes itself: there is no operation to show")
        }
        var operations: [Operation] = []
        _ = map("paths", of: root) { reader, text, value -> Void? in
            if !text.hasPrefix("/") { reader.report("the path \"\(text)\" must start with \"/\"", severity: .warning) }
            return reader.following(reader.withoutSiblings(value)) { reader, item in
                guard let item = reader.object(item, "a path item") else { return nil }
                operations += reader.readOperations(item, path: PathTemplate(text))
                return nil
            }
        }
        return operations
    }

    /// Merges the members beside a `$ref` into its target, along a chain of references.
    func withoutSiblings(_ value: JSONValue) -> JSONValue {
        var item = value
        for _ in 0..<ReferenceTable.chainLimit {
            guard let own = item.objectValue, own.count > 1, let reference = own["$ref"]?.stringValue,
                case .found(.object(var merged)) = references.target(of: reference)
            else { return item }
            for member in own.members where member.key != "$ref" { merged[member.key] = member.value }
            item = .object(merged)
        }
        return item
    }

    private mutating func readOperations(_ item: JSONObject, path: PathTemplate) -> [Operation] {
        let shared = readParameters(item)
        let servers = readOwnServers(item)
        var operations: [Operation] = []
        for (index, member) in item.members.enumerated() where DocumentReader.methods.contains(member.key) {
            // The last of duplicate methods counts.
            if item.members.lastIndex(where: { $0.key == member.key }) != index { continue }
            guard let method = HTTPRequest.Method(rawValue: member.key.uppercased()) else { continue }
            let start = Operation(id: "", method: method, path: path)
            let operation = at(member.key) { $0.readOperation(member.value, start, item, shared) }
            if let operation { operations.append(operation) }
        }
        // The names of custom methods (OpenAPI 3.2) are sent as written.
        operations += map("additionalOperations", of: item) { reader, name, value in
            guard let method = HTTPRequest.Method(name) else {
                reader.report("\"\(name)\" is not a method")
                return nil
            }
            return reader.readOperation(value, Operation(id: "", method: method, path: path), item, shared)
        }
        for place in operations.indices where operations[place].servers.isEmpty { operations[place].servers = servers }
        return operations
    }

    private mutating func readOperation(
        _ value: JSONValue, _ start: Operation, _ item: JSONObject, _ shared: [Parameter]
    ) -> Operation? {
        following(withoutSiblings(value)) { reader, value in
            guard let object = reader.object(value, "an operation") else { return nil }
            var operation = start
            operation.id = reader.readID(object, of: operation)
            operation.tags = reader.list("tags", of: object) { $1.stringValue }
            operation.summary = reader.string("summary", of: object) ?? item["summary"]?.stringValue
            reader.checkText("description", of: object)
            operation.parameters = reader.readParameters(
                object, path: operation.path, shared: shared, accept: &operation.accept)
            operation.requestBody = reader.readRequestBody(of: object)
            operation.responses = reader.readResponses(object)
            operation.security = reader.readSecurity(object)
            operation.scopes = reader.readScopes(object) ?? reader.root.objectValue.flatMap(reader.readScopes) ?? [:]
            operation.servers = reader.readOwnServers(object)
            operation.screen = object["x-screen"]
            operation.list = object["x-list"]
            operation.isDeprecated = reader.bool("deprecated", of: object) ?? false
            operation.callbacks = reader.readCallbacks(object)
            return operation
        }
    }

    /// The `operationId`, or a name from method and path if it is missing or taken.
    private mutating func readID(_ object: JSONObject, of operation: Operation) -> String {
        if let id = string("operationId", of: object), !id.isEmpty {
            if operationIDs.insert(id).inserted { return id }
            at("operationId") { $0.report("the operationId \"\(id)\" is used before; make it unique") }
        }
        let base = operation.idByPath
        var id = base
        var number = 2
        while !operationIDs.insert(id).inserted {
            id = "\(base)-\(number)"
            number += 1
        }
        return id
    }
}
