import HTTPTypes
import JSONText

/// One operation of the bank: where it is and how it answers.
struct Route: Sendable {
    /// The HTTP method.
    let method: HTTPRequest.Method
    /// The path; `{name}` stands for one segment, handed over as a parameter.
    let path: String
    /// Answers one request; throws ``Failure`` for an error answer.
    let answer: @Sendable (Call) async throws -> Reply
}

/// One request, as the bank reads it: collected, with the path's parameters decoded.
struct Call: Sendable {
    /// The path's parameters by name, percent-decoded.
    let parameters: [String: String]
    /// The query's fields, percent-decoded.
    let query: FormFields
    /// The request's header fields.
    let headers: HTTPFields
    /// The whole body.
    let body: [UInt8]

    /// A parameter of the path; a route only asks for those its path names.
    func parameter(_ name: String) -> String { parameters[name] ?? "" }

    /// The body as a JSON object.
    ///
    /// - Throws: ``Failure`` 400 when the body is not JSON or not an object.
    func object() throws(Failure) -> JSONObject {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: body)
        } catch {
            throw .badRequest("The body is not valid JSON (\(error)).")
        }
        guard let object = value.objectValue else {
            throw .badRequest("The body must be a JSON object.")
        }
        return object
    }
}

/// An answer: status, header fields, and a JSON body unless it has none.
struct Reply: Sendable {
    /// The HTTP status.
    var status: HTTPResponse.Status = .ok
    /// Header fields beside those every answer carries.
    var headers: HTTPFields = [:]
    /// The body; nil sends none.
    var body: JSONValue?

    /// An answer with one object, wrapped as `{"data": ...}`.
    static func data(_ value: JSONValue, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Reply {
        Reply(status: status, headers: headers, body: ["data": value])
    }
}
