import WireFormats

/// Converts a Swagger 2.0 document to OpenAPI 3.0.
///
/// A pure function of the document's value. Unknown parts stay, so that the reader reports them. ``origins`` maps
/// locations of the result to original ones.
struct Swagger2 {
    static let methods: Set<String> = ["get", "put", "post", "delete", "options", "head", "patch"]

    let root: JSONObject
    /// The types of all request bodies; nil if unspecified.
    let consumes: [String]?
    let produces: [String]?
    private(set) var origins = PointerOrigins()

    static func isVersion(of root: JSONValue) -> Bool {
        root["openapi"] == nil && root["swagger"]?.scalarText?.hasPrefix("2") ?? false
    }

    /// Converts a document, or a file that the document refers to. Path items, parameters and responses at the top of
    /// such a file or one level below are recognized by their shape.
    ///
    /// - Parameter root: the whole document.
    static func convert(
        _ value: JSONValue, of root: JSONValue, isRoot: Bool
    ) -> (value: JSONValue, origins: PointerOrigins) {
        guard let object = value.objectValue, let root = root.objectValue else { return (value, PointerOrigins()) }
        var conversion = Swagger2(root)
        let result = isRoot ? conversion.convert() : conversion.part(object, Spot(now: [], was: []), depth: 0)
        return (result, conversion.origins)
    }

    private init(_ root: JSONObject) {
        self.root = root
        consumes = Swagger2.types(root["consumes"])
        produces = Swagger2.types(root["produces"])
    }

    struct Spot {
        var now: [String]
        var was: [String]

        func at(_ token: String) -> Spot { Spot(now: now + [token], was: was + [token]) }
    }

    static func types(_ value: JSONValue?) -> [String]? {
        let types = (value?.arrayValue ?? []).compactMap(\.stringValue)
        return types.isEmpty ? nil : types
    }

    mutating func note(_ now: [String], from was: [String]) {
        origins.note(now, from: was)
    }

    private mutating func convert() -> JSONValue {
        var result = JSONObject([.init(key: "openapi", value: "3.0.4")])
        note(["openapi"], from: ["swagger"])
        let moved: Set<String> = [
            "swagger", "host", "basePath", "schemes", "consumes", "produces", "definitions", "parameters", "responses",
            "securityDefinitions", "paths",
        ]
        for member in root.members where !moved.contains(member.key) { result[member.key] = member.value }
        result["servers"] = servers()
        note(["servers"], from: [root["host"] == nil ? "basePath" : "host"])
        if let paths = root["paths"] {
            result["paths"] = members(of: paths, Spot(now: ["paths"], was: ["paths"])) { $0.pathItem($1, $2) }
        }
        let components = components()
        if !components.isEmpty { result["components"] = .object(components) }
        return .object(result)
    }

    private mutating func components() -> JSONObject {
        var components = JSONObject()
        func spot(_ now: String, _ was: String) -> Spot { Spot(now: ["components", now], was: [was]) }
        let parts: [(String, String, (inout Swagger2, JSONValue, Spot) -> JSONValue)] = [
            ("schemas", "definitions", { $0.schema($1, $2) }),
            ("responses", "responses", { $0.response($1, $2, $0.produces) }),
            ("securitySchemes", "securityDefinitions", { $0.securityScheme($1, $2) }),
        ]
        for (now, was, convert) in parts {
            guard let value = root[was] else { continue }
            note(["components", now], from: [was])
            components[now] = members(of: value, spot(now, was), convert)
        }
        if let parameters = root["parameters"]?.objectValue { share(parameters, in: &components) }
        return components
    }

    /// The servers from host, base path and schemes; https first, because the document prefers none.
    private func servers() -> JSONValue {
        let base = root["basePath"]?.scalarText ?? ""
        let path = base.hasPrefix("/") || base.isEmpty ? base : "/" + base
        guard let host = root["host"]?.scalarText, !host.isEmpty else {
            return [["url": .string(path.isEmpty ? "/" : path)]]
        }
        var known = (root["schemes"]?.arrayValue ?? []).compactMap(\.stringValue).filter {
            ["http", "https"].contains($0)
        }
        if known.isEmpty { known = ["https"] }
        return .array(known.sorted(by: >).map { ["url": .string("\($0)://\(host)\(path)")] })
    }

    /// Converts each member of an object; other values stay.
    mutating func members(
        of value: JSONValue, _ spot: Spot, _ convert: (inout Swagger2, JSONValue, Spot) -> JSONValue
    ) -> JSONValue {
        guard let object = value.objectValue else { return value }
        var result: [JSONObject.Member] = []
        for member in object.members {
            let isOwn = member.key.hasPrefix("x-") && spot.now.first == "paths"
            let value = isOwn ? member.value : convert(&self, member.value, spot.at(member.key))
            result.append(.init(key: member.key, value: value))
        }
        return .object(JSONObject(result))
    }
}

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

extension Swagger2 {
    private static let places = [
        ("#/definitions/", "#/components/schemas/"), ("#/parameters/", "#/components/parameters/"),
        ("#/responses/", "#/components/responses/"),
    ]

    static func converted(_ reference: String) -> String {
        replacing(reference, places)
    }

    static func original(_ reference: String) -> String {
        replacing(reference, places.map { ($1, $0) })
    }

    private static func replacing(_ reference: String, _ places: [(String, String)]) -> String {
        for (old, new) in places where reference.hasPrefix(old) { return new + reference.dropFirst(old.count) }
        return reference
    }
}

struct PointerOrigins: Sendable {
    private var origins: [JSONPointer: JSONPointer] = [:]

    mutating func note(_ place: [String], from origin: [String]) {
        if place != origin { origins[JSONPointer(tokens: place)] = JSONPointer(tokens: origin) }
    }

    /// The original location of `pointer`, from the nearest moved part around it.
    func origin(of pointer: JSONPointer) -> JSONPointer {
        guard !origins.isEmpty else { return pointer }
        var place = pointer
        while true {
            if let origin = origins[place] {
                return JSONPointer(tokens: origin.tokens + pointer.tokens.dropFirst(place.tokens.count))
            }
            guard let parent = place.parent else { return pointer }
            place = parent
        }
    }
}
