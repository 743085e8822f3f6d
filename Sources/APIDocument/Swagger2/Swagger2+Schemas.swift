import WireFormats

extension Swagger2 {
    private static let lists: Set<String> = ["allOf", "oneOf", "anyOf"]
    private static let maps: Set<String> = ["properties", "patternProperties", "definitions"]

    /// A schema: the discriminator becomes an object, a file a binary string, and `x-nullable` a keyword.
    mutating func schema(_ value: JSONValue, _ spot: Spot) -> JSONValue {
        guard let schema = value.objectValue else { return value }
        var result: [JSONObject.Member] = []
        for member in schema.members {
            switch member.key {
            case "discriminator" where member.value.stringValue != nil:
                result.append(.init(key: "discriminator", value: ["propertyName": member.value]))
            case "x-nullable" where schema["nullable"] == nil:
                result.append(.init(key: "nullable", value: member.value))
            case "type" where member.value == "file":
                result += [.init(key: "type", value: "string"), .init(key: "format", value: "binary")]
            case let key where Swagger2.maps.contains(key):
                result.append(.init(key: key, value: members(of: member.value, spot) { $0.schema($1, $2) }))
            case let key where Swagger2.lists.contains(key):
                let items = member.value.arrayValue.map { JSONValue.array($0.map { self.schema($0, spot) }) }
                result.append(.init(key: key, value: items ?? member.value))
            case "items", "additionalProperties", "not":
                result.append(.init(key: member.key, value: self.schema(member.value, spot)))
            default:
                result.append(member)
            }
        }
        return .object(JSONObject(result))
    }

    mutating func securityScheme(_ value: JSONValue, _ spot: Spot) -> JSONValue {
        guard var scheme = value.objectValue else { return value }
        switch scheme["type"]?.stringValue {
        case "basic":
            scheme["type"] = "http"
            scheme["scheme"] = "basic"
        case "oauth2":
            let names = ["application": "clientCredentials", "accessCode": "authorizationCode"]
            let name = scheme["flow"]?.scalarText ?? "flow"
            let flow = names[name] ?? name
            var members = JSONObject()
            for key in ["authorizationUrl", "tokenUrl", "scopes"] {
                members[key] = scheme[key]
                scheme[key] = nil
            }
            scheme["flow"] = nil
            scheme["flows"] = .object(JSONObject([.init(key: flow, value: .object(members))]))
            note(spot.now + ["flows", flow], from: spot.was)
        default:
            break
        }
        return .object(scheme)
    }
}
