import JSONText

extension DocumentReader {
    /// Reads everything below the root.
    mutating func readDocument() -> Contents {
        var contents = Contents()
        guard let root = object(root, "an OpenAPI document") else { return contents }
        readVersion(root)
        readInfo(root, into: &contents)
        contents.servers = readServers(root)
        contents.securitySchemes = readSecuritySchemes(root)
        let security = readSecurity(root, schemes: contents.securitySchemes)
        contents.operations = readPaths(root, security: security, schemes: contents.securitySchemes)
        checkComponentSchemas(root)
        checkReferencedSchemas()
        return contents
    }

    private mutating func readVersion(_ root: JSONObject) {
        guard let version = root["openapi"] else {
            if root["swagger"] != nil {
                at("swagger") {
                    $0.report("this is Swagger 2, of which only the paths are read; convert it to OpenAPI 3")
                }
            } else {
                report("\"openapi\" is missing; a document starts with: openapi: 3.1.0", severity: .warning)
            }
            return
        }
        at("openapi") { reader in
            guard let text = version.stringValue else {
                return reader.report("\"openapi\" must be text in quotes, such as \"3.1.0\"", severity: .warning)
            }
            if !text.hasPrefix("3.0") && !text.hasPrefix("3.1") {
                reader.report("OpenAPI \(text) is read as if it were 3.1", severity: .warning)
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
            // YAML reads an unquoted 1.0 as a number; nothing depends on it.
            contents.version = info["version"]?.stringValue ?? info["version"]?.numberValue?.text ?? ""
            contents.description = reader.string("description", of: info)
        }
    }

    /// The servers of the document, a path or an operation.
    mutating func readServers(_ object: JSONObject) -> [Server] {
        list("servers", of: object) { reader, value in
            guard let server = reader.object(value, "a server") else { return nil }
            guard var url = reader.string("url", of: server) else {
                reader.report("a server needs a \"url\"")
                return nil
            }
            for name in PathTemplate(url).parameterNames {
                let variable = server["variables"]?[name]
                let value =
                    variable?["default"]?.scalarText ?? variable?["enum"]?.arrayValue?.first?.scalarText
                if value == nil { reader.report("the server variable \"\(name)\" has no default") }
                url = url.replacing("{\(name)}", with: value ?? "")
            }
            return Server(url: url, description: reader.string("description", of: server))
        }
    }

    /// Reads the items of a member that is a list; what cannot be read is left out.
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

    /// Reads the members of a member that is an object; extensions and what cannot be read are left out.
    mutating func map<T>(
        _ name: String, of object: JSONObject, _ read: (inout DocumentReader, String, JSONValue) -> T?
    ) -> [T] {
        member(name, of: object) { reader, value in
            guard let members = reader.object(value, "\"\(name)\"")?.members else { return nil }
            var results: [T] = []
            for member in members where !member.key.hasPrefix("x-") {
                if let result = reader.at(member.key, { read(&$0, member.key, member.value) }) {
                    results.append(result)
                }
            }
            return results
        } ?? []
    }
}
