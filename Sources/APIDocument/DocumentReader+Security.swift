import JSONText

extension DocumentReader {
    /// The security schemes by name.
    mutating func readSecuritySchemes(_ root: JSONObject) -> [String: SecurityScheme] {
        let schemes =
            member("components", of: root) { reader, value -> [(String, SecurityScheme)]? in
                guard let components = reader.object(value, "\"components\"") else { return nil }
                return reader.map("securitySchemes", of: components) { reader, name, value in
                    let scheme: SecurityScheme? = reader.following(value) { $0.readSecurityScheme($1) }
                    return scheme.map { (name, $0) }
                }
            } ?? []
        return Dictionary(schemes) { $1 }
    }

    private mutating func readSecurityScheme(_ value: JSONValue) -> SecurityScheme? {
        guard let scheme = object(value, "a security scheme") else { return nil }
        guard let type = string("type", of: scheme) else {
            report("a security scheme needs a \"type\"")
            return nil
        }
        switch type {
        case "http": return readHTTPScheme(scheme)
        case "apiKey": return readAPIKey(scheme)
        case "oauth2": return readOAuth2(scheme)
        default: return .other(type)
        }
    }

    private mutating func readHTTPScheme(_ scheme: JSONObject) -> SecurityScheme? {
        switch string("scheme", of: scheme)?.lowercased() {
        case "bearer": return .bearer
        case "basic": return .basic
        case let name?: return .other(name)
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

    private mutating func readOAuth2(_ scheme: JSONObject) -> SecurityScheme? {
        guard let flows = scheme["flows"] else {
            report("a security scheme of type oauth2 needs \"flows\"")
            return nil
        }
        guard let password = flows["password"] else { return .other("oauth2") }
        return at("flows") { reader in
            reader.at("password") { reader in
                guard let flow = reader.object(password, "a flow") else { return nil }
                guard let token = reader.string("tokenUrl", of: flow) else {
                    reader.report("the flow \"password\" needs a \"tokenUrl\"")
                    return nil
                }
                return .oauth2Password(tokenURL: token, refreshURL: reader.string("refreshUrl", of: flow))
            }
        }
    }

    /// The alternatives under `security`; nil where it is absent.
    mutating func readSecurity(_ object: JSONObject, schemes: [String: SecurityScheme]) -> [[String]]? {
        guard object["security"] != nil else { return nil }
        return list("security", of: object) { reader, value in
            guard let names = reader.object(value, "a security requirement")?.keys else { return nil }
            for name in names where schemes[name] == nil {
                reader.report("there is no security scheme named \"\(name)\"", severity: .warning)
            }
            return names
        }
    }
}
