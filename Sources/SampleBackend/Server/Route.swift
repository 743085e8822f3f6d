import HTTPTypes
import Hummingbird
import NIOCore
import WireFormats

/// One operation of the bank.
struct Route: Sendable {
    let method: HTTPRequest.Method
    /// The path; `{name}` is one segment, a parameter.
    let path: String
    /// Answers one request; throws ``Failure`` for an error reply.
    let answer: @Sendable (Request, BasicRequestContext) async throws -> Response
}

extension Request {
    /// Requests with longer bodies are refused with 413; nothing in the bank is near it.
    static let maximumBody = 1_048_576

    var query: FormFields { FormFields(uri.query ?? "") }

    func bytes() async throws -> [UInt8] { Array(try await body.collect(upTo: Self.maximumBody).readableBytesView) }

    /// The body as a JSON object.
    ///
    /// - Throws: ``Failure`` 400 for a body that is not a JSON object.
    func object() async throws -> JSONObject {
        do {
            if let object = try JSONValue(parsing: await bytes()).objectValue { return object }
        } catch let error as JSONError {
            throw Failure.badRequest("The body is not valid JSON (\(error)).")
        }
        throw Failure.badRequest("The body must be a JSON object.")
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

extension Response {
    static func json(
        _ value: JSONValue, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = "application/json; charset=utf-8"
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: value.bytes())))
    }

    /// A reply with one object, wrapped as `{"data": ...}`.
    static func data(
        _ value: JSONValue, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) -> Response {
        json(["data": value], status: status, headers: headers)
    }
}

/// An error answer: `{"error": {"code", "message", "fields"?}}`.
struct Failure: HTTPResponseError, Hashable {
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

    func response(from request: Request, context: some RequestContext) -> Response {
        let reasons = fields.map { JSONObject.Member(key: $0.name, value: .string($0.reason)) }
        let error = JSONValue.object([
            "code": .number(status.code), "message": .string(message),
            "fields": reasons.isEmpty ? nil : .object(JSONObject(reasons)),
        ])
        return .json(["error": error], status: status, headers: headers)
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
