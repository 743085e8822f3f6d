import WireFormats

extension DocumentReader {
    mutating func readServers(_ object: JSONObject) -> [Server] {
        list("servers", of: object) { reader, value in
            guard let server = reader.object(value, "a server") else { return nil }
            guard let url = reader.string("url", of: server) else {
                reader.report("a server needs a \"url\"")
                return nil
            }
            let declared = reader.member("variables", of: server) { $0.object($1, "\"variables\"") }
            var result = Server(url: url, description: reader.string("description", of: server))
            result.name = reader.string("name", of: server)
            result.template = url
            result.variables = PathTemplate(url).parameterNames.map { name in
                reader.readVariable(name, declared?[name])
            }
            result.url = result.url(with: [:])
            return result
        }
    }

    /// The servers of a path or an operation. One that differs from the document's is reported once, because all calls
    /// go to one server.
    mutating func readOwnServers(_ object: JSONObject) -> [Server] {
        let servers = readServers(object)
        if let url = servers.first?.url, !serverURLs.isEmpty, !serverURLs.contains(url),
            unusedServers.insert(url).inserted
        {
            at("servers") {
                $0.report("\(url) is not called: calls go to the document's server or --base-url", severity: .warning)
            }
        }
        return servers
    }

    private mutating func readVariable(_ name: String, _ variable: JSONValue?) -> Server.Variable {
        let values = (variable?["enum"]?.arrayValue ?? []).compactMap(\.scalarText)
        let value = variable?["default"]?.scalarText ?? values.first
        if value == nil { report("the server variable \"\(name)\" has no default") }
        return Server.Variable(
            name: name, default: value ?? "", values: values, description: variable?["description"]?.stringValue)
    }
}
