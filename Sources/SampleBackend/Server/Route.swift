import HTTPTypes
import WireFormats

/// One operation of the bank.
struct Route: Sendable {
    let method: HTTPRequest.Method
    /// The path; `{name}` is one segment, a parameter.
    let path: String
    /// Answers one request; throws ``Failure`` for an error reply.
    let answer: @Sendable (Call) async throws -> Reply
}

/// One request, collected, with the path's parameters decoded.
struct Call: Sendable {
    let parameters: [String: String]
    let query: FormFields
    let headers: HTTPFields
    let body: [UInt8]

    /// A parameter of the route's path.
    subscript(parameter: String) -> String { parameters[parameter] ?? "" }

    /// The body as a JSON object.
    ///
    /// - Throws: ``Failure`` 400 for a body that is not a JSON object.
    func object() throws(Failure) -> JSONObject {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: body)
        } catch {
            throw .badRequest("The body is not valid JSON (\(error)).")
        }
        guard let object = value.objectValue else { throw .badRequest("The body must be a JSON object.") }
        return object
    }
}

/// The decoded fields of a query or of an `application/x-www-form-urlencoded` body, in order.
///
/// A broken escape remains as it is and invalid UTF-8 becomes U+FFFD, so there is nothing to refuse.
struct FormFields: Sendable {
    let pairs: [(name: String, value: String)]

    init(_ text: String) {
        pairs = FormItem.items(text)
    }

    /// The first value of a name that is not empty.
    subscript(name: String) -> String? { pairs.first { $0.name == name && !$0.value.isEmpty }?.value }
}

/// A reply: status, header fields, and a JSON body unless it has none.
struct Reply: Sendable {
    var status: HTTPResponse.Status = .ok
    /// Header fields beside those of every reply.
    var headers: HTTPFields = [:]
    var body: JSONValue?

    /// A reply with one object, wrapped as `{"data": ...}`.
    static func data(_ value: JSONValue, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Reply {
        Reply(status: status, headers: headers, body: ["data": value])
    }
}
