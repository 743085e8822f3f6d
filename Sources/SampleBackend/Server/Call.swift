import HTTPTypes
import JSONText

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
