import HTTPTypes
import WireFormats

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
    static func notFound(_ message: String = "There is nothing here.") -> Failure {
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
