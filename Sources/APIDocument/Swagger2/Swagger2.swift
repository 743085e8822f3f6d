import WireFormats

/// Turns a Swagger 2.0 document into an OpenAPI 3.0 one, as far as both can say the same.
///
/// A pure function of the document's value. What it does not know it leaves where it is, so that wrong parts are told by
/// who reads them; ``origins`` leads from every place of the result to where it stood.
struct Swagger2 {
    /// The operations a path item may have.
    static let methods: Set<String> = ["get", "put", "post", "delete", "options", "head", "patch"]

    let root: JSONObject
    /// The types all bodies have; nil where the document does not say.
    let consumes: [String]?
    let produces: [String]?
    private(set) var origins = PointerOrigins()

    /// Whether a document says it is Swagger 2.
    static func isVersion(of root: JSONValue) -> Bool {
        root["openapi"] == nil && root["swagger"]?.scalarText?.hasPrefix("2") ?? false
    }

    /// The converted document and where its parts were.
    static func convert(_ value: JSONValue) -> (value: JSONValue, origins: PointerOrigins) {
        guard let root = value.objectValue else { return (value, PointerOrigins()) }
        var conversion = Swagger2(root)
        let result = conversion.convert()
        return (result, conversion.origins)
    }

    /// A file a Swagger 2 document refers to: path items, parameters and responses in it, at its top or one level below,
    /// are known by their shape.
    static func convert(part value: JSONValue, of root: JSONValue) -> (value: JSONValue, origins: PointerOrigins) {
        guard let object = value.objectValue, let root = root.objectValue else { return (value, PointerOrigins()) }
        var conversion = Swagger2(root)
        let result = conversion.part(object, Spot(now: [], was: []), depth: 0)
        return (result, conversion.origins)
    }

    private init(_ root: JSONObject) {
        self.root = root
        consumes = Swagger2.types(root["consumes"])
        produces = Swagger2.types(root["produces"])
    }

    /// Where a part is now and where it was.
    struct Spot {
        var now: [String]
        var was: [String]

        /// One step further down in both.
        func at(_ token: String) -> Spot { Spot(now: now + [token], was: was + [token]) }
    }

    /// The media types of a `consumes` or `produces`; nil where it has none.
    static func types(_ value: JSONValue?) -> [String]? {
        let types = (value?.arrayValue ?? []).compactMap(\.stringValue)
        return types.isEmpty ? nil : types
    }

    /// Notes that a part, with all below it, is now elsewhere.
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

    /// The servers that host, base path and schemes make; https first, since nothing says which is meant.
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

    /// An object with each of its members converted; anything else as it is.
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
