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
        do throws(JSONError) {
            if let object = try JSONValue(parsing: body).objectValue { return object }
        } catch {
            throw .badRequest("The body is not valid JSON (\(error)).")
        }
        throw .badRequest("The body must be a JSON object.")
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

/// An error answer: `{"error": {"code", "message", "fields"?}}`.
struct Failure: Error, Sendable, Hashable {
    /// Its code is in the body too.
    let status: HTTPResponse.Status
    /// A sentence for the user.
    let message: String
    /// The invalid fields of the request, in the order they were checked.
    var fields: [FieldReason] = []
    var headers: HTTPFields = [:]

    struct FieldReason: Sendable, Hashable {
        let name: String
        let reason: String
    }

    var reply: Reply {
        var error = JSONObject([
            .init(key: "code", value: .number(JSONNumber(status.code))),
            .init(key: "message", value: .string(message)),
        ])
        if !fields.isEmpty {
            error["fields"] = .object(JSONObject(fields.map { .init(key: $0.name, value: .string($0.reason)) }))
        }
        return Reply(status: status, headers: headers, body: ["error": .object(error)])
    }
}

extension Failure {
    /// 400: the request cannot be read.
    static func badRequest(_ message: String, fields: [FieldReason] = []) -> Failure {
        Failure(status: .badRequest, message: message, fields: fields)
    }

    /// 401, with the challenge RFC 6750 asks for.
    static func unauthorized(_ message: String) -> Failure {
        Failure(status: .unauthorized, message: message, headers: [.wwwAuthenticate: "Bearer realm=\"Harbor\""])
    }

    /// 404: there is no such row.
    static func notFound(_ message: String) -> Failure {
        Failure(status: .notFound, message: message)
    }

    /// 422: the request can be read, but these fields are not valid.
    static func invalid(_ fields: [FieldReason]) -> Failure {
        Failure(status: .unprocessableContent, message: "Some fields are not valid.", fields: fields)
    }

    /// 501: this part of the bank is not ready, on purpose.
    static func notReady(_ what: String) -> Failure {
        Failure(status: .notImplemented, message: "\(what) are not ready yet.")
    }
}
