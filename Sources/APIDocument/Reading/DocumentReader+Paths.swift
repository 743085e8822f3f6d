import HTTPTypes
import WireFormats

extension DocumentReader {
    static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

    /// In the document's order.
    mutating func readPaths(
        _ root: JSONObject, security: [[String]]?
    ) -> [Operation] {
        if root["paths"] == nil {
            report(
                root["webhooks"] == nil
                    ? "\"paths\" is missing: there is no operation to show"
                    : "describes webhooks only, which are calls the API makes itself: there is no operation to show")
        }
        var seen: Set<String> = []
        var operations: [Operation] = []
        _ = map("paths", of: root) { reader, text, value -> Void? in
            if !text.hasPrefix("/") { reader.report("the path \"\(text)\" must start with \"/\"", severity: .warning) }
            return reader.following(reader.withoutSiblings(value)) { reader, item in
                guard let item = reader.object(item, "a path item") else { return nil }
                operations += reader.readOperations(item, path: PathTemplate(text), security, &seen)
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

    private mutating func readOperations(
        _ item: JSONObject,
        path: PathTemplate,
        _ security: [[String]]?,
        _ seen: inout Set<String>
    ) -> [Operation] {
        let shared = readParameters(item)
        let servers = readOwnServers(item)
        var operations: [Operation] = []
        for (index, member) in item.members.enumerated() where DocumentReader.methods.contains(member.key) {
            // Of a duplicate method the last one counts.
            if item.members.lastIndex(where: { $0.key == member.key }) != index { continue }
            guard let method = HTTPRequest.Method(rawValue: member.key.uppercased()) else { continue }
            let operation = at(member.key) { reader in
                reader.readOperation(
                    member.value, Operation(id: "", method: method, path: path), item, shared, &seen)
            }
            if let operation { operations.append(operation) }
        }
        // The names of custom methods (OpenAPI 3.2) are sent as written.
        operations += map("additionalOperations", of: item) { reader, name, value in
            guard let method = HTTPRequest.Method(name) else {
                reader.report("\"\(name)\" is not a method")
                return nil
            }
            return reader.readOperation(value, Operation(id: "", method: method, path: path), item, shared, &seen)
        }
        for place in operations.indices {
            operations[place].security = operations[place].security ?? security
            if operations[place].servers.isEmpty { operations[place].servers = servers }
        }
        return operations
    }

    private mutating func readOperation(
        _ value: JSONValue, _ start: Operation, _ item: JSONObject, _ shared: [Parameter], _ seen: inout Set<String>
    ) -> Operation? {
        following(withoutSiblings(value)) { reader, value in
            guard let object = reader.object(value, "an operation") else { return nil }
            return reader.readOperation(object, start, item, shared, &seen)
        }
    }

    private mutating func readOperation(
        _ object: JSONObject, _ start: Operation, _ item: JSONObject, _ shared: [Parameter], _ seen: inout Set<String>
    ) -> Operation {
        var operation = start
        operation.id = readID(object, of: operation, &seen)
        operation.tags = list("tags", of: object) { $1.stringValue }
        operation.summary = string("summary", of: object) ?? item["summary"]?.stringValue
        checkText("description", of: object)
        operation.parameters = readParameters(
            object, path: operation.path, shared: shared, accept: &operation.accept)
        operation.requestBody = member("requestBody", of: object) { reader, value in
            reader.following(value, memo: \.bodies) { $0.readRequestBody($1) }
        }
        operation.responses = readResponses(object)
        operation.security = readSecurity(object)
        operation.scopes = readScopes(object) ?? root.objectValue.flatMap(readScopes) ?? [:]
        operation.servers = readOwnServers(object)
        operation.screen = object["x-screen"]
        operation.list = object["x-list"]
        operation.isDeprecated = bool("deprecated", of: object) ?? false
        operation.callbacks = readCallbacks(object)
        return operation
    }

    /// The `operationId`, or a name from method and path if it is missing or taken.
    private mutating func readID(
        _ object: JSONObject, of operation: Operation, _ seen: inout Set<String>
    ) -> String {
        if let id = string("operationId", of: object), !id.isEmpty {
            if seen.insert(id).inserted { return id }
            at("operationId") { $0.report("the operationId \"\(id)\" is used before; make it unique") }
        }
        let base = operation.idByPath
        var id = base
        var number = 2
        while !seen.insert(id).inserted {
            id = "\(base)-\(number)"
            number += 1
        }
        return id
    }
}
