import WireFormats

extension DocumentReader {
    /// By name; the flows of all of them are added to `flows`.
    mutating func readSecuritySchemes(_ root: JSONObject, _ flows: inout [OAuthFlow]) -> [String: SecurityScheme] {
        let schemes =
            member("components", of: root) { reader, value -> [(String, SecurityScheme)]? in
                guard let components = reader.object(value, "\"components\"") else { return nil }
                return reader.map("securitySchemes", of: components) { reader, name, value in
                    reader.following(value) { $0.readSecurityScheme($1, &flows) }.map { (name, $0) }
                }
            } ?? []
        return Dictionary(schemes) { $1 }
    }

    private mutating func readSecurityScheme(_ value: JSONValue, _ flows: inout [OAuthFlow]) -> SecurityScheme? {
        guard let scheme = object(value, "a security scheme") else { return nil }
        guard let type = string("type", of: scheme) else {
            report("a security scheme needs a \"type\"")
            return nil
        }
        switch type {
        case "http": return readHTTPScheme(scheme)
        case "apiKey": return readAPIKey(scheme)
        case "oauth2":
            let own = readFlows(scheme)
            flows += own
            return oauth2(own)
        case "openIdConnect": return .openIDConnect(url: string("openIdConnectUrl", of: scheme) ?? "")
        default: return .other(type)
        }
    }

    private mutating func readHTTPScheme(_ scheme: JSONObject) -> SecurityScheme? {
        switch string("scheme", of: scheme)?.lowercased() {
        case "bearer": return .bearer
        case "basic": return .basic
        case let name?: return .http(scheme: name)
        case nil:
            report("a security scheme of type http needs a \"scheme\"")
            return nil
        }
    }

    private mutating func readAPIKey(_ scheme: JSONObject) -> SecurityScheme? {
        guard let name = string("name", of: scheme),
            let location = string("in", of: scheme).flatMap(Parameter.Location.init), location != .path
        else {
            report("an API key needs a \"name\", and \"in\" with header, query or cookie")
            return nil
        }
        return .apiKey(name: name, location: location)
    }

    /// The flow that works without a browser.
    private func oauth2(_ flows: [OAuthFlow]) -> SecurityScheme {
        for flow in flows where flow.kind == .password {
            if let url = flow.tokenURL { return .oauth2Password(tokenURL: url, refreshURL: flow.refreshURL) }
        }
        for flow in flows where flow.kind == .clientCredentials {
            if let url = flow.tokenURL { return .oauth2ClientCredentials(tokenURL: url, refreshURL: flow.refreshURL) }
        }
        return .other("oauth2")
    }

    private mutating func readFlows(_ scheme: JSONObject) -> [OAuthFlow] {
        if scheme["flows"] == nil { report("a security scheme of type oauth2 needs \"flows\"") }
        return map("flows", of: scheme) { reader, name, value in
            guard let kind = OAuthFlow.Kind(rawValue: name) else {
                reader.report("OAuth 2 has no flow \"\(name)\"", severity: .warning)
                return nil
            }
            guard let flow = reader.object(value, "a flow") else { return nil }
            let token = reader.string("tokenUrl", of: flow)
            if token == nil, kind != .implicit { reader.report("the flow \"\(name)\" needs a \"tokenUrl\"") }
            return OAuthFlow(
                kind: kind, tokenURL: token, refreshURL: reader.string("refreshUrl", of: flow),
                authorizationURL: reader.string("authorizationUrl", of: flow))
        }
    }

    /// The scopes in `security`, by scheme.
    func readScopes(_ object: JSONObject) -> [String: [String]]? {
        guard let alternatives = object["security"]?.arrayValue else { return nil }
        let members = alternatives.flatMap { $0.objectValue?.members ?? [] }
        return Dictionary(members.map { ($0.key, ($0.value.arrayValue ?? []).compactMap(\.stringValue)) }) {
            one, other in
            one + other.filter { !one.contains($0) }
        }
    }

    mutating func readSecurity(_ object: JSONObject) -> [[String]]? {
        guard object["security"] != nil else { return nil }
        return list("security", of: object) { reader, value in
            guard let names = reader.object(value, "a security requirement")?.keys else { return nil }
            for name in names where !reader.schemeNames.contains(name) {
                reader.report("there is no security scheme named \"\(name)\"", severity: .warning)
            }
            return names
        }
    }
}

extension DocumentReader {
    mutating func readServers(_ object: JSONObject) -> [Server] {
        list("servers", of: object) { reader, value in
            guard let server = reader.object(value, "a server") else { return nil }
            guard let url = reader.string("url", of: server) else {
                reader.report("a server needs a \"url\"")
                return nil
            }
            let declared = reader.member("variables", of: server) { $0.object($1, "\"variables\"") }
            var result = Server(url: url)
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
        return Server.Variable(name: name, default: value ?? "", values: values)
    }
}
