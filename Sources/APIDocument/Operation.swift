import HTTPTypes
import WireFormats

/// One thing the API can do: a method on a path.
public struct Operation: Sendable, Identifiable {
    /// The `operationId`, or method and path joined by dashes; unique in the document.
    public var id: String
    /// The method.
    public var method: HTTPRequest.Method
    /// The path below the server's.
    public var path: PathTemplate
    /// The tags, in order.
    public var tags: [String] = []
    /// What it does, in a line.
    public var summary: String?
    /// What it does, at length.
    public var description: String?
    /// Its parameters, those of the path item included; each path parameter is there, declared or not.
    public var parameters: [Parameter] = []
    /// The header `Accept`, where the document describes it as a parameter; no parameter like others (OpenAPI 3.1.1, "Parameter
    /// Object").
    public var accept: Parameter?
    /// What it is sent.
    public var requestBody: RequestBody?
    /// What it answers, in the document's order.
    public var responses: [Response] = []
    /// The alternatives of schemes that let a caller in, each a set of scheme names; empty or with an empty set where
    /// nobody needs to sign in, nil where the document says nothing.
    public var security: [[String]]?
    /// The scopes a token needs, by the scheme's name; of all alternatives.
    public var scopes: [String: [String]] = [:]
    /// Servers of its own, instead of the document's.
    public var servers: [Server] = []
    /// The extension `x-screen`.
    public var screen: JSONValue?
    /// The extension `x-list`.
    public var list: JSONValue?
    /// Whether it should no longer be used.
    public var isDeprecated = false

    /// True if `default` is in the form of the document's errors, and so no success.
    var failsByDefault = false

    /// The answer of a call that went well: the lowest 2xx, else `2XX`, else `default` unless that is an error.
    public var success: Response? {
        let exact = responses.filter { $0.status.isSuccess }.min { $0.status.code < $1.status.code }
        return exact ?? responses.first { $0.status == .range(2) }
            ?? responses.first { $0.status == .default && !failsByDefault }
    }

    /// Marks each `default` that has the schema of an error: of a 4xx or 5xx, or of a `default` beside a success.
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

    /// The schema of the JSON a successful call answers, unresolved.
    public var successSchema: Schema? { success?.json?.schema }

    /// The links of all its answers, each with the answer's status.
    public var links: [(status: Response.Status, link: Link)] {
        responses.flatMap { response in response.links.map { (response.status, $0) } }
    }

    /// Whether a caller must sign in.
    public var requiresAuthentication: Bool {
        guard let security, !security.isEmpty else { return false }
        return !security.contains([])
    }
}

/// What an operation is sent.
public struct RequestBody: Sendable {
    /// Whether it must be sent.
    public var isRequired: Bool
    /// What it is.
    public var description: String?
    /// The forms it may have, in the document's order.
    public var content: [MediaType]

    /// The JSON form, else the first. A list of changes is what no form is made of: it stands behind all others.
    public var preferred: MediaType? {
        let whole = content.filter { !MediaTypeName($0.name).isListOfChanges }
        let choices = whole.isEmpty ? content : whole
        return choices.json ?? choices.first { $0.isForm } ?? choices.first
    }
}

/// One of an operation's answers.
public struct Response: Sendable {
    /// Which status codes it stands for.
    public enum Status: Sendable, Hashable {
        /// That code.
        case exact(Int)
        /// All codes that start with that digit (`4XX`).
        case range(Int)
        /// All codes nothing else is said about.
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

    /// Which status codes it stands for.
    public var status: Status
    /// What it means.
    public var description: String
    /// Its header fields, by name, with their schemas.
    public var headers: [Header]
    /// The forms of its body; empty for none.
    public var content: [MediaType]
    /// Where to go from there.
    public var links: [Link]

    /// Its JSON form, if it has one.
    public var json: MediaType? { content.json }
}

/// A header field of an answer.
public struct Header: Sendable {
    /// Its name.
    public var name: String
    /// Its schema, unresolved.
    public var schema: Schema
    /// A sample value.
    public var example: JSONValue?
    /// Whether every answer has it.
    public var isRequired = false
    /// Whether the members of an object are written `name=value`, not `name,value`.
    public var isExploded = false
    /// Whether its value is written as JSON (`content`).
    public var isJSON = false
}

/// One form of a body.
public struct MediaType: Sendable {
    /// The media type or range, such as `application/json`.
    public var name: String
    /// The schema, unresolved; nil where the document has none.
    public var schema: Schema?
    /// The examples given here: `examples`, or the one `example`.
    public var examples: [Example]
    /// How fields of a form are written, by their names; what is not said counts as usual.
    public var encodings: [String: FieldEncoding] = [:]

    /// The type without parameters, in lower case.
    public var essence: String { MediaTypeName(name).text }

    /// Whether this is JSON, by its name: `application/json` or a `+json` type.
    public var isJSON: Bool { MediaTypeName(name).isJSON }

    /// Whether this is `application/x-www-form-urlencoded`.
    public var isForm: Bool { essence == "application/x-www-form-urlencoded" }
}

/// How one field of a form is written (OpenAPI 3.1.0, "Encoding Object").
public struct FieldEncoding: Sendable, Hashable {
    /// How arrays and objects become text.
    public var style: Parameter.Style?
    /// Whether each item or member is written for itself.
    public var isExploded: Bool?
    /// The media type of its text.
    public var contentType: String?
    /// Whether it may stand without a value (Swagger 2).
    public var allowsEmptyValue = false
}

extension [MediaType] {
    /// `application/json`, else another JSON type, else a range that covers it.
    public var json: MediaType? {
        first { $0.essence == "application/json" } ?? first(where: \.isJSON)
            ?? first { $0.essence == "*/*" || $0.essence == "application/*" }
    }

    /// The form of a body whose type nobody says: JSON, else the first.
    package var usual: MediaType? { json ?? first }
}

/// A sample body.
public struct Example: Sendable, Hashable {
    /// Its name; nil for the one `example`.
    public var name: String?
    /// What it shows.
    public var summary: String?
    /// The body; nil where it lies outside the document.
    public var value: JSONValue?
}

/// How an answer leads to another operation.
public struct Link: Sendable {
    /// Its name.
    public var name: String
    /// The operation's id.
    public var operationID: String?
    /// A reference to the operation, instead of its id.
    public var operationReference: String?
    /// The operation's parameters by name (perhaps as `path.id`): constants, or expressions such as
    /// `$response.body#/data/id`.
    public var parameters: [JSONObject.Member]
}
