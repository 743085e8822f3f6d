import HTTPTypes
import WireFormats

extension DocumentReader {
    static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

    mutating func readPaths(_ root: JSONObject) -> [Operation] {
        if root["paths"] == nil {
            report(
                root["webhooks"] == nil
                    ? "\"paths\" is missing: there is no operation to show"
                    : "describes webhooks only, which are calls the API makes itself: there is no operation to show")
        }
        var operations: [Operation] = []
        var texts: [String: String] = [:]
        _ = map("paths", of: root) { reader, text, value -> Void? in
            let path = PathTemplate(text)
            if let other = texts.updateValue(text, forKey: path.shape), other != text {
                reader.report("the path \"\(text)\" is the same as \"\(other)\"; join them", severity: .warning)
            }
            if !text.hasPrefix("/") { reader.report("the path \"\(text)\" must start with \"/\"", severity: .warning) }
            return reader.following(reader.withoutSiblings(value)) { reader, item in
                guard let item = reader.object(item, "a path item") else { return nil }
                operations += reader.readOperations(item, path: path)
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
        // A file of its own may have other parts beside the operations.
        let others = item.filter { $0.value["responses"] != nil }
        refuseOthers(than: DocumentReader.pathItemMembers, in: others, "a path")
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
            operation.parameters = reader.readParameters(
                object, path: operation.path, shared: shared, accept: &operation.accept)
            operation.requestBody = reader.readRequestBody(of: object)
            operation.responses = reader.readResponses(object)
            // OpenAPI 3.1 allows an operation without `responses`, not an empty one.
            if object["responses"].map({ $0.objectValue?.isEmpty == true }) ?? reader.isVersion30 {
                reader.report("no response is described; \"responses\" needs a status, such as 200", severity: .warning)
            }
            reader.refuseOthers(than: DocumentReader.members, in: object, "an operation")
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

    private mutating func refuseOthers(than known: Set<String>, in object: JSONObject, _ what: String) {
        for name in object.keys where !known.contains(name) && !name.hasPrefix("x-") {
            at(name) { $0.report("\"\(name)\" is not a member of \(what), and is ignored", severity: .warning) }
        }
    }

    private static let pathItemMembers: Set<String> = Set(methods).union(["additionalOperations"])

    /// The members of an operation, also those of Swagger 2.
    private static let members: Set<String> = [
        "$ref", "tags", "summary", "description", "externalDocs", "operationId", "parameters", "requestBody",
        "responses", "callbacks", "deprecated", "security", "servers", "consumes", "produces", "schemes",
    ]

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

extension DocumentReader {
    /// The callbacks of an operation: one for each expression and method.
    mutating func readCallbacks(_ operation: JSONObject) -> [Callback] {
        map("callbacks", of: operation) { reader, name, value in
            reader.following(value) { $0.readCallback(name, $1) }
        }.flatMap(\.self)
    }

    mutating func readWebhooks(_ root: JSONObject) -> [Callback] {
        map("webhooks", of: root) { reader, name, value in
            reader.readRequests(value) { Callback(name: name, url: nil, request: $0) }
        }.flatMap(\.self)
    }

    private mutating func readCallback(_ name: String, _ value: JSONValue) -> [Callback]? {
        object(value, "a callback")?.members.filter { !$0.key.hasPrefix("x-") }.flatMap { item in
            at(item.key) { reader -> [Callback] in
                let url: RuntimeText?
                do throws(Complaint) {
                    url = try RuntimeText(item.key)
                } catch {
                    reader.report("the URL of the callback \(name) cannot be read: \(error)", severity: .warning)
                    url = nil
                }
                let requests = reader.readRequests(item.value) { Callback(name: name, url: url, request: $0) } ?? []
                // Without a URL it would be a webhook.
                return url == nil ? [] : requests
            }
        }
    }

    /// The requests of a path item, without callbacks of their own.
    private mutating func readRequests(_ value: JSONValue, _ make: (Operation) -> Callback) -> [Callback]? {
        following(withoutSiblings(value)) { reader, value in
            guard let item = reader.object(value, "a path item") else { return nil }
            let shared = reader.readParameters(item)
            return DocumentReader.methods.compactMap { name in
                guard let value = item[name], let method = HTTPRequest.Method(rawValue: name.uppercased()) else {
                    return nil
                }
                return reader.at(name) { reader in
                    reader.following(value) { $0.readRequest($1, method, shared) }
                }.map(make)
            }
        }
    }

    private mutating func readRequest(
        _ value: JSONValue, _ method: HTTPRequest.Method, _ shared: [Parameter]
    ) -> Operation? {
        guard let object = object(value, "an operation") else { return nil }
        var request = Operation(id: object["operationId"]?.stringValue ?? "", method: method, path: PathTemplate("/"))
        request.summary = string("summary", of: object)
        request.parameters = (shared + readParameters(object)).filter { $0.location == .header }
        request.requestBody = readRequestBody(of: object)
        return request
    }
}
