import Foundation
import HTTPTypes
import JSONText

/// What a recording demands of a request: method, path, query and body as they were - but of secrets any value.
///
/// Headers are not compared: clients differ in them from version to version. A request that differs in its headers alone
/// continues the sequence.
struct RecordedRequest {
    /// What the stub matches.
    let pattern: RequestPattern
    /// The stub's name for people: `GET /users/42?page=2`.
    let title: String
    /// What its files are named by: the same for requests the pattern matches alike, another for all others.
    let stem: String

    /// The request itself, without secrets.
    private let recorded: JSONValue

    /// - Throws: `Unrecordable` for a request no stub file can name.
    init(
        _ exchange: ServedExchange, redactor: Redactor, _ findings: inout SecretRule.Findings
    ) throws(Unrecordable) {
        let request = exchange.request
        let path = request.path ?? "/"
        guard path.hasPrefix("/") else { throw Unrecordable("its target is no path") }
        var pattern = RequestPattern(method: .one(request.method))
        pattern.url = try Self.url(path, redactor)
        let type = request.headerFields[.contentType]
        let body = exchange.decodedRequestBody
        let demand = BodyDemand(body, type, request.method, redactor)
        (pattern.body, pattern.formParameters) = (demand.matchers, demand.fields)
        if exchange.namesHost {
            let authority = Authority(request.authority, scheme: request.scheme)
            (pattern.scheme, pattern.host, pattern.port) = (request.scheme, authority.host, authority.port)
        }
        if let problem = pattern.problem { throw Unrecordable(problem) }
        self.pattern = pattern
        let shown = redactor.text(path, &findings)
        title = "\(request.method.rawValue) \(shown)"
        recorded = Self.recorded(exchange, body, shown, redactor, &findings)
        do throws(Unwritable) {
            // What the file will say is what tells it from others.
            let written = try RequestWriter.request(pattern)
            stem = RecordingName.stem(request.method.rawValue, shown, identity: written.bytes())
        } catch {
            throw Unrecordable("\(error.message) cannot be written")
        }
    }

    /// The stub, without a reply yet.
    var stub: Stub {
        var stub = Stub(
            name: title, source: .recording, request: pattern, sequence: [], origin: .made(by: "recording"))
        stub.kept["recorded"] = recorded
        return stub
    }

    /// What other tools want to know of the request and a stub does not say.
    private static func recorded(
        _ exchange: ServedExchange, _ body: [UInt8], _ path: String, _ redactor: Redactor,
        _ findings: inout SecretRule.Findings
    ) -> JSONValue {
        let request = exchange.request
        let host = request.authority.map { String($0.split(separator: "@").last ?? "") } ?? "localhost"
        var object = JSONObject()
        object["url"] = .string("\(request.scheme ?? "http")://\(host)\(path)")
        let type = request.headerFields[.contentType]
        object["contentType"] = type.map { .string(redactor.text($0)) }
        if !body.isEmpty, body.count <= BodyDemand.limit {
            let redacted = redactor.body(body, contentType: type, &findings)
            object["body"] = String(validating: redacted, as: UTF8.self).map { .string($0) }
        }
        return .object(object)
    }

    /// Path and query exactly; of secrets in them any value.
    private static func url(_ path: String, _ redactor: Redactor) throws(Unrecordable) -> URLPattern {
        let pieces = redactor.pieces(of: path)
        guard pieces.count > 1 else { return .url(path) }
        var pattern = ""
        var isInQuery = false
        for (place, piece) in pieces.enumerated() {
            if place > 0 { pattern += isInQuery ? "[^&]*" : "[^/?]*" }
            pattern += NSRegularExpression.escapedPattern(for: piece)
            isInQuery = isInQuery || piece.contains("?")
        }
        return .urlMatching(try expression(pattern))
    }

    private static func expression(_ pattern: String) throws(Unrecordable) -> RegularExpression {
        do throws(RegularExpression.InvalidPattern) {
            return try RegularExpression(pattern)
        } catch {
            throw Unrecordable("its URL cannot be written as a pattern")
        }
    }
}
