import APIDocument
import DemoManager
import DocumentStubs
import Foundation
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// Validates a request against the document: credentials, parameters, media type and body.
struct RequestContract {
    let document: APIDocument
    let operation: Operation
    let request: HTTPRequest
    let body: [UInt8]
    let reader: ParameterReader

    /// The maximum number of flaws reported.
    private static let limit = 20

    init(
        _ operation: Operation, in document: APIDocument, _ request: HTTPRequest, body: [UInt8],
        pathValues: [String: String]
    ) {
        (self.operation, self.document, self.request, self.body) = (operation, document, request, body)
        let facts = RequestFacts(request, body: nil)
        var reader = ParameterReader(
            document: document, path: pathValues, query: facts.query.map(\.texts),
            headers: { name in HTTPField.Name(name).map { request.headerFields[values: $0] } ?? [] },
            cookies: facts.cookies.map(\.texts))
        reader.claimed = Set(operation.parameters.filter { $0.location == .query }.map(\.name))
        self.reader = reader
    }

    /// The violation; nil for a valid request.
    var problem: RequestProblem? {
        if let problem = credentialProblem { return problem }
        let bodyFlaws: [RequestFlaw]
        do throws(RequestProblem) { bodyFlaws = try self.bodyFlaws() } catch { return error }
        let flaws = operation.parameters.flatMap(flaws) + bodyFlaws
        guard let first = flaws.first else { return nil }
        let others = flaws.count > 1 ? ", and \(flaws.count - 1) more" : ""
        return RequestProblem(
            status: flaws.count == 1 && isUnconditional ? 428 : 422,
            message: "The request does not match the document: \(first.text)\(others).",
            flaws: Array(flaws.prefix(Self.limit)))
    }

    /// True if the request lacks a required precondition (RFC 6585 section 3).
    private var isUnconditional: Bool {
        operation.parameters.contains { parameter in
            parameter.isRequired && parameter.location == .header
                && ["if-match", "if-unmodified-since"].contains(parameter.name.lowercased())
                && reader.value(of: parameter) == nil
        }
    }

    /// The first flaws of the parameters and of the body. Credentials are ignored.
    ///
    /// - Parameter isWhole: false if the request's body was not kept.
    fileprivate func flaws(isWhole: Bool) -> [RequestFlaw] {
        let found = operation.parameters.flatMap(flaws)
        guard isWhole else { return found }
        do throws(RequestProblem) { return try Array((found + bodyFlaws()).prefix(Self.limit)) } catch {
            return found + [RequestFlaw(location: ["body"], message: error.message)]
        }
    }

    private func flaws(of parameter: Parameter) -> [RequestFlaw] {
        let place = [parameter.location.rawValue, parameter.name]
        guard !reader.isEmpty(parameter) else { return [] }
        guard let value = reader.value(of: parameter) else {
            return parameter.isRequired ? [RequestFlaw(location: place, message: "is missing")] : []
        }
        return flaws(of: value, parameter.schema, at: place)
    }

    private func flaws(of value: JSONValue, _ schema: Schema, at place: [String]) -> [RequestFlaw] {
        document.violations(of: value, against: schema, direction: .request, isThorough: true).map {
            let missing = if case .missing(let name) = $0.reason { name } else { String?.none }
            return RequestFlaw(location: place + $0.pointer.tokens, message: $0.message, missing: missing)
        }
    }

    private func bodyFlaws() throws(RequestProblem) -> [RequestFlaw] {
        guard let described = operation.requestBody else { return [] }
        guard !body.isEmpty else {
            return described.isRequired ? [RequestFlaw(location: ["body"], message: "is missing")] : []
        }
        guard !described.content.isEmpty else { return [] }
        let type = request.headerFields[.contentType]
        guard let media = described.content.form(for: type.map { MediaTypeName($0) }) else {
            let known = described.content.map(\.name).joined(separator: ", ")
            throw RequestProblem(status: 415, message: "The body's media type is not described; send \(known).")
        }
        guard let schema = media.schema, let value = try value(media, schema, type) else { return [] }
        return flaws(of: value, schema, at: ["body"])
    }

    /// The body as a value of its schema; nil for unsupported media types.
    private func value(_ media: MediaType, _ schema: Schema, _ type: String?) throws(RequestProblem) -> JSONValue? {
        let sent = MediaTypeName(type ?? media.name)
        if sent.isJSON {
            do {
                return try JSONValue(parsing: body)
            } catch {
                throw RequestProblem(status: 400, message: "The body is not JSON: \(error).")
            }
        }
        let fields: [FormField]?
        do throws(TooManyFields) {
            switch sent.text {
            case "application/x-www-form-urlencoded": fields = try FormField.fields(ofForm: Data(body))
            case "multipart/form-data": fields = try FormField.parts(of: Data(body), contentType: type ?? "")
            case "text/plain": return reader.coerced(String(decoding: body, as: UTF8.self), schema)
            default: return nil
            }
        } catch {
            throw RequestProblem(status: 413, message: "\(error)")
        }
        guard let fields else {
            throw RequestProblem(status: 400, message: "The body is not made of parts, or its type has no boundary.")
        }
        return FormBody.object(fields.map { ($0.name, $0.value) }, media, schema, reader)
    }
}

extension ServedDocument {
    /// The flaws of a recorded request, such as `query limit: must be at most 10`. Empty for an unknown operation.
    ///
    /// - Parameter body: the body; nil if it was not kept, and is not validated.
    package func flaws(of request: HTTPRequest, body: [UInt8]?) -> [String] {
        guard case .operation(let operation, let values) = router.route(request.method, request.path ?? "/") else {
            return []
        }
        let contract = RequestContract(operation, in: document, request, body: body ?? [], pathValues: values)
        return contract.flaws(isWhole: body != nil).map(\.text)
    }
}

/// A part of a request that the document does not allow.
struct RequestFlaw: Hashable, Sendable {
    /// `query`, `limit`; or `body`, `items`, `0`.
    let location: [String]
    /// The requirement, in the document's terms.
    let message: String
    /// The name of a missing member.
    var missing: String?

    /// An item of problem details.
    var json: JSONValue {
        .object(
            JSONObject([
                .init(key: "location", value: .array(location.map(JSONValue.string))),
                .init(key: "message", value: .string(message)),
            ]))
    }

    /// The members on the way to the field, or the name of the parameter.
    var place: [String] { location.dropFirst() + [missing].compactMap(\.self) }

    /// `query limit: must be at most 10`.
    var text: String { "\(location.joined(separator: " ")): \(message)" }
}

/// The reason for refusing an invalid request.
struct RequestProblem: Error, Sendable {
    let status: Int
    let message: String
    var flaws: [RequestFlaw] = []
    /// The value of `WWW-Authenticate`.
    var challenge: String?
    /// The rule that refused, for the journal.
    var kind = Refusal.Kind.invalidRequest

    /// The document's status for such a request: a specific one, else this one if a range or `default` covers it
    /// (OpenAPI 3.1.0, "Responses Object"). Nil without a declared error response.
    func status(describedBy operation: Operation) -> Int? {
        let fitting = [401, 413, 415].contains(status) ? [status] : status == 428 ? [428, 422, 400] : [422, 400]
        if let exact = fitting.first(where: { code in operation.responses.contains { $0.status == .exact(code) } }) {
            return exact
        }
        guard let response = operation.response(for: status), response.status != operation.success?.status else {
            return nil
        }
        return status
    }
}

extension RequestContract {
    /// The refusal of a request without the credentials that its operation requires; they are not verified.
    var credentialProblem: RequestProblem? {
        guard let security = operation.security, operation.requiresAuthentication else { return nil }
        guard !security.contains(where: { $0.allSatisfy(isThere) }) else { return nil }
        let schemes = security.flatMap(\.self).compactMap { document.securitySchemes[$0] }
        let words = security.map { $0.compactMap { document.securitySchemes[$0]?.words }.joined(separator: " and ") }
            .reduce(into: [String]()) { if !$1.isEmpty, !$0.contains($1) { $0.append($1) } }
        return RequestProblem(
            status: 401, message: "The request has no credentials: \(words.joined(separator: ", or ")).",
            challenge: (schemes.filter { !$0.isKey } + schemes).compactMap(\.challenge).first,
            kind: .missingCredentials)
    }

    private func isThere(_ name: String) -> Bool {
        // Credentials of an undeclared scheme cannot be checked.
        guard let scheme = document.securitySchemes[name] else { return true }
        let authorization = request.headerFields[.authorization] ?? ""
        func has(_ kind: String) -> Bool {
            authorization.lowercased().hasPrefix(kind + " ") && authorization.count > kind.count + 1
        }
        switch scheme {
        case .basic:
            guard has("basic"), let data = Data(base64Encoded: String(authorization.dropFirst(6))) else { return false }
            return data.contains(UInt8(ascii: ":"))
        case .bearer, .oauth2Password, .oauth2ClientCredentials, .openIDConnect: return has("bearer")
        case .http(let scheme): return has(scheme)
        case .apiKey(let name, let location):
            switch location {
            case .header: return HTTPField.Name(name).map { request.headerFields[$0] != nil } ?? false
            case .query: return reader.query.contains { $0.name == name }
            case .cookie: return reader.cookies.contains { $0.name == name }
            case .path: return true
            }
        case .other(let type):
            if type == "oauth2" { return has("bearer") }
            return type == "mutualTLS" || !authorization.isEmpty
        }
    }
}

extension SecurityScheme {
    /// The required credential, in words.
    fileprivate var words: String {
        switch self {
        case .basic: "Authorization: Basic"
        case .bearer, .oauth2Password, .oauth2ClientCredentials, .openIDConnect: "Authorization: Bearer"
        case .http(let scheme): "Authorization: \(scheme.capitalized)"
        case .apiKey(let name, let location): "the \(location.rawValue) \(name)"
        case .other(let type): type == "oauth2" ? "Authorization: Bearer" : "Authorization"
        }
    }

    fileprivate var isKey: Bool { if case .apiKey = self { true } else { false } }

    /// The challenge of a 401 (RFC 9110 sections 11.6.1 and 15.5.2). API keys have no registered scheme. Digest
    /// requires a nonce (RFC 7616 section 3.3); its reuse is not checked.
    fileprivate var challenge: String? {
        switch self {
        case .basic: "Basic realm=\"*\""
        case .apiKey: "ApiKey realm=\"*\""
        case .http("digest"): "Digest realm=\"*\", qop=\"auth\", nonce=\"demo\""
        case .http(let scheme): HTTPField.Name(scheme) == nil ? nil : scheme.capitalized
        case .bearer, .oauth2Password, .oauth2ClientCredentials, .openIDConnect, .other: "Bearer"
        }
    }
}
