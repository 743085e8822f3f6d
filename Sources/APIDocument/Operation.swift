import HTTPTypes
import WireFormats

public struct Operation: Sendable, Identifiable {
    /// The `operationId`, or method and path joined by dashes; unique in the document.
    public var id: String
    public var method: HTTPRequest.Method
    /// Relative to the server's path.
    public var path: PathTemplate
    public var tags: [String] = []
    public var summary: String?
    /// Includes those of the path item; every path parameter is present, declared or not.
    public var parameters: [Parameter] = []
    /// The header `Accept` if the document declares it; not among `parameters` (OpenAPI 3.1.1, "Parameter Object").
    public var accept: Parameter?
    public var requestBody: RequestBody?
    public var responses: [Response] = []
    /// Alternative sets of scheme names. Empty, or with an empty set, if calls may be anonymous; nil if unspecified.
    public var security: [[String]]?
    /// The scopes of all alternatives, by scheme.
    public var scopes: [String: [String]] = [:]
    /// Servers that replace the document's.
    public var servers: [Server] = []
    public var screen: JSONValue?
    public var list: JSONValue?
    public var isDeprecated = false
    /// The requests that the API sends after a call, in the document's order.
    package var callbacks: [Callback] = []

    /// The id of an operation without one: `get-users-id`.
    package var idByPath: String {
        let words = path.text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }
        return ([method.rawValue.lowercased()] + words.map(String.init)).joined(separator: "-")
    }

    /// True if `default` has the schema of the document's errors.
    var failsByDefault = false

    public var success: Response? {
        let exact = responses.filter { $0.status.isSuccess }.min { $0.status.code < $1.status.code }
        return exact ?? responses.first { $0.status == .range(2) }
            ?? responses.first { $0.status == .default && !failsByDefault }
    }

    /// Marks each `default` with the schema of an error: of a 4xx or 5xx, or of a `default` beside a success.
    static func markFailures(_ operations: inout [Operation]) {
        func form(_ response: Response) -> String? { response.json?.schema?.reference }
        let errors = Set(
            operations.flatMap { operation in
                let hasSuccess = operation.responses.contains { $0.status.isSuccess || $0.status == .range(2) }
                return operation.responses.filter { response in
                    response.status == .default ? hasSuccess : (400..<600).contains(response.status.code)
                }.compactMap(form)
            })
        for place in operations.indices {
            operations[place].failsByDefault = operations[place].responses.contains { response in
                response.status == .default && form(response).map(errors.contains) == true
            }
        }
    }

    public var links: [(status: Response.Status, link: Link)] {
        responses.flatMap { response in response.links.map { (response.status, $0) } }
    }

    /// True if no call may be anonymous.
    public var requiresAuthentication: Bool {
        guard let security, !security.isEmpty else { return false }
        return !security.contains([])
    }
}

public struct RequestBody: Sendable {
    public var isRequired: Bool
    public var content: [MediaType]

    /// JSON, else a form, else the first media type. Lists of changes such as JSON Patch come last: no form can build
    /// them.
    public var preferred: MediaType? {
        let whole = content.filter { !MediaTypeName($0.name).isListOfChanges }
        let choices = whole.isEmpty ? content : whole
        return choices.json ?? choices.first { $0.isForm } ?? choices.first
    }
}

public struct Response: Sendable {
    /// The reply of an operation that describes none: without a body.
    package static let undescribed = Response(status: .default, description: "", headers: [], content: [], links: [])

    public enum Status: Sendable, Hashable {
        case exact(Int)
        case range(Int)
        case `default`

        var isSuccess: Bool {
            if case .exact(let code) = self { (200..<300).contains(code) } else { false }
        }

        var code: Int {
            switch self {
            case .exact(let code): code
            case .range(let digit): digit * 100
            case .default: 1000
            }
        }
    }

    public var status: Status
    public var description: String
    public var headers: [Header]
    public var content: [MediaType]
    public var links: [Link]
    /// The name in `components/responses`, for a response that is a reference.
    public var component: String?

    public var json: MediaType? { content.json }
}

public struct Header: Sendable {
    public var name: String
    public var schema: Schema
    public var example: JSONValue?
    public var isRequired = false
    /// True if the members of an object are written `name=value`, not `name,value`.
    public var isExploded = false
    /// True if the value is JSON (`content`).
    public var isJSON = false
}

public struct MediaType: Sendable {
    /// The media type or range, such as `application/json`.
    public var name: String
    public var schema: Schema?
    /// `examples`, or the one `example`.
    public var examples: [Example]
    /// The serialization of form fields, by name.
    public var encodings: [String: FieldEncoding] = [:]

    public var essence: String { MediaTypeName(name).text }

    public var isJSON: Bool { MediaTypeName(name).isJSON }

    public var isForm: Bool { essence == "application/x-www-form-urlencoded" }
}

public struct FieldEncoding: Sendable, Hashable {
    public var style: Parameter.Style?
    /// True if each item or member is a field of its own.
    public var isExploded: Bool?
    public var contentType: String?
    /// True if the field may lack a value (Swagger 2).
    public var allowsEmptyValue = false
}

extension [MediaType] {
    /// `application/json`, else another JSON type, else a range that covers it.
    public var json: MediaType? {
        first { $0.essence == "application/json" } ?? first(where: \.isJSON)
            ?? first { $0.essence == "*/*" || $0.essence == "application/*" }
    }

    /// The media type of a body without `Content-Type`: JSON, else the first.
    package var usual: MediaType? { json ?? first }
}

public struct Example: Sendable, Hashable {
    /// Nil for the unnamed `example`.
    public var name: String?
    public var summary: String?
    /// Nil if it is outside the document.
    public var value: JSONValue?
}

public struct Link: Sendable {
    public var name: String
    public var operationID: String?
    /// A reference to the operation, instead of its id.
    public var operationReference: String?
    /// By name (perhaps as `path.id`): constants, or expressions such as `$response.body#/data/id`.
    package var parameters: [JSONObject.Member]
}

extension MediaType {
    /// A form field as a query parameter, serialized by its `encoding`. Objects, and fields with a JSON content type,
    /// are JSON unless a style is given (OpenAPI 3.1.0, "Encoding Object").
    public func parameter(_ property: Schema.Property, in document: APIDocument) -> Parameter {
        let encoding = encodings[property.name]
        let type = document.resolveChoices(property.schema).type
        let isSaidToBeJSON = type != .string && encoding?.contentType.map { MediaTypeName($0).isJSON } ?? false
        var parameter = Parameter(
            name: property.name, location: .query, schema: property.schema, style: encoding?.style,
            isExploded: encoding?.isExploded,
            isJSON: (type == .object || isSaidToBeJSON) && encoding?.hasStyle != true)
        parameter.allowsEmptyValue = encoding?.allowsEmptyValue ?? false
        return parameter
    }
}

extension FieldEncoding {
    /// True if `style` or `explode` is given; `contentType` is then ignored.
    public var hasStyle: Bool { style != nil || isExploded != nil }
}

public struct Parameter: Sendable, Hashable {
    public enum Location: String, Sendable, Hashable {
        case path
        case query
        case header
        case cookie
    }

    /// The serialization of arrays and objects (OpenAPI 3.1.0, "Style Values").
    public enum Style: String, Sendable, Hashable {
        /// `;name=value`, in paths.
        case matrix
        /// `.value`, in paths.
        case label
        /// Values joined by commas; the default of paths and headers.
        case simple
        /// `name=value`; the default of queries and cookies.
        case form
        /// Values joined by blanks.
        case spaceDelimited
        /// Values joined by `|`.
        case pipeDelimited
        /// Values joined by tabs; Swagger 2 alone has it.
        case tabDelimited
        /// `name[member]=value`.
        case deepObject
        /// `name=value; name=value`, in cookies (OpenAPI 3.2).
        case cookie
    }

    public let name: String
    public let location: Location
    /// Always true for path parameters.
    public let isRequired: Bool
    public var schema: Schema
    public let description: String?
    public let example: JSONValue?
    public var examples: [Example] = []
    public let style: Style
    public let isExploded: Bool
    /// True if the value is JSON text.
    public let isJSON: Bool
    /// True if the name may be in a query without a value.
    public var allowsEmptyValue = false
    /// True if reserved characters such as `/` and `?` are sent unencoded.
    public let allowsReserved: Bool

    /// Style and explode default as OpenAPI defines for the location.
    public init(
        name: String,
        location: Location,
        isRequired: Bool = false,
        schema: Schema = .any,
        description: String? = nil,
        example: JSONValue? = nil,
        style: Style? = nil,
        isExploded: Bool? = nil,
        isJSON: Bool = false,
        allowsReserved: Bool = false
    ) {
        self.name = name
        self.location = location
        self.isRequired = isRequired || location == .path
        self.schema = schema
        self.description = description
        self.example = example
        self.style = style ?? (location == .query || location == .cookie ? .form : .simple)
        self.isExploded = isExploded ?? (self.style == .form || self.style == .cookie)
        self.isJSON = isJSON
        self.allowsReserved = allowsReserved
    }
}
