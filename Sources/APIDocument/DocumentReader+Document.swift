import WireFormats

extension DocumentReader {
    mutating func readDocument() -> Contents {
        var contents = Contents()
        guard let root = object(root, "an OpenAPI document") else { return contents }
        readVersion(root)
        readInfo(root, into: &contents)
        contents.servers = readServers(root)
        serverURLs = Set(contents.servers.map(\.url))
        contents.tags = readTags(root)
        let schemes = readSecuritySchemes(root)
        contents.securitySchemes = schemes.mapValues(\.scheme)
        contents.securityDetails = schemes.mapValues(\.details)
        schemeNames = Set(schemes.keys)
        contents.operations = PathFormats.apart(readPaths(root, security: readSecurity(root)))
        if contents.servers.isEmpty, let servers = contents.operations.first?.servers,
            contents.operations.allSatisfy({ $0.servers.first?.url == servers.first?.url })
        {
            // Every operation has the same server, so it is the document's.
            contents.servers = servers
        }
        checkComponentSchemas(root)
        checkReferencedSchemas()
        return contents
    }

    private mutating func readVersion(_ root: JSONObject) {
        guard let version = root["openapi"] else {
            if let old = root["swagger"] ?? root["swaggerVersion"] {
                at(root["swagger"] == nil ? "swaggerVersion" : "swagger") {
                    $0.report(
                        "Swagger \(old.scalarText ?? "") is read as if it were OpenAPI 3; convert it",
                        severity: .warning)
                }
            } else {
                report("\"openapi\" is missing; a document starts with: openapi: 3.1.0", severity: .warning)
            }
            return
        }
        at("openapi") { reader in
            guard let text = version.scalarText else {
                return reader.report("\"openapi\" must be text in quotes, such as \"3.1.0\"", severity: .warning)
            }
            if !["3.0", "3.1", "3.2"].contains(where: text.hasPrefix) {
                reader.report("OpenAPI \(text) is read as if it were 3.2", severity: .warning)
            }
        }
    }

    private mutating func readInfo(_ root: JSONObject, into contents: inout Contents) {
        guard let info = root["info"] else {
            return report("\"info\" with the API's title is missing", severity: .warning)
        }
        at("info") { reader in
            guard let info = reader.object(info, "\"info\"") else { return }
            contents.title = reader.string("title", of: info) ?? ""
            // YAML reads an unquoted 1.0 as a number.
            contents.version = info["version"]?.stringValue ?? info["version"]?.numberValue?.text ?? ""
            contents.description = reader.string("description", of: info)
        }
    }

    private mutating func readTags(_ root: JSONObject) -> [Tag] {
        list("tags", of: root) { reader, value in
            guard let tag = reader.object(value, "a tag"), let name = reader.string("name", of: tag) else { return nil }
            return Tag(
                name: name, summary: reader.string("summary", of: tag) ?? reader.string("x-displayName", of: tag),
                description: reader.string("description", of: tag), parent: reader.string("parent", of: tag))
        }
    }

    /// Reads the items of an array member; unreadable ones are left out.
    mutating func list<T>(
        _ name: String, of object: JSONObject, _ read: (inout DocumentReader, JSONValue) -> T?
    ) -> [T] {
        member(name, of: object) { reader, value in
            guard let items = value.arrayValue else {
                reader.report("\"\(name)\" must be a list, not \(value.kindName)")
                return nil
            }
            var results: [T] = []
            for (index, item) in items.enumerated() {
                if let result = reader.at(String(index), { read(&$0, item) }) { results.append(result) }
            }
            return results
        } ?? []
    }

    /// Reads the members of an object member; extensions and unreadable members are left out.
    mutating func map<T>(
        _ name: String, of object: JSONObject, _ read: (inout DocumentReader, String, JSONValue) -> T?
    ) -> [T] {
        member(name, of: object) { reader, value in
            // No standard allows a reference here, but documents of several files have them.
            guard value["$ref"]?.stringValue == nil else {
                return reader.following(value) { $0.members(of: $1, name, read) }
            }
            return reader.members(of: value, name, read)
        } ?? []
    }

    private mutating func members<T>(
        of value: JSONValue, _ name: String, _ read: (inout DocumentReader, String, JSONValue) -> T?
    ) -> [T]? {
        guard let members = object(value, "\"\(name)\"")?.members else { return nil }
        var results: [T] = []
        // Extensions are allowed in these maps only; elsewhere "x-rate-limit" is an ordinary name.
        let hasExtensions = ["paths", "responses", "callbacks", "flows"].contains(name)
        for member in members where !hasExtensions || !member.key.hasPrefix("x-") {
            if let result = at(member.key, { read(&$0, member.key, member.value) }) { results.append(result) }
        }
        return results
    }
}
