import HTTPTypes
import JSONText

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
