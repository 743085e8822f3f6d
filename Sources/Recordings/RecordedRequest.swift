import DemoManager
import DemoManagerFiles
import Foundation
import HTTPTypes
import WireFormats

/// The pattern of a recorded request: method, path, query and body, with any value in place of secrets.
///
/// Headers are not compared, because clients change them between versions. A request that differs only in headers
/// continues the sequence.
struct RecordedRequest {
    let pattern: RequestPattern
    /// The stub's name: `GET /users/42?page=2`.
    let title: String
    /// The base name of its files, equal for equal patterns.
    let stem: String

    /// The request itself, without secrets.
    private let recorded: JSONValue

    /// - Throws: `Unrecordable` for a request that a stub file cannot express.
    init(
        _ exchange: ServedExchange, redactor: Redactor, _ findings: inout SecretRule.Findings
    ) throws(Unrecordable) {
        let request = exchange.request
        let path = request.path ?? "/"
        guard path.hasPrefix("/") else { throw Unrecordable("its target is not a path") }
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
            // The pattern's text identifies the file.
            let written = try RequestWriter.request(pattern)
            stem = RecordingName.stem(request.method.rawValue, shown, identity: written.bytes())
        } catch {
            throw Unrecordable("\(error.message) cannot be written")
        }
    }

    /// The stub, without a reply.
    var stub: Stub {
        var stub = Stub(name: title, source: .recording, request: pattern, sequence: [], origin: .made(by: "recording"))
        stub.kept["recorded"] = recorded
        return stub
    }

    /// Facts about the request that other tools need and stubs do not contain.
    private static func recorded(
        _ exchange: ServedExchange, _ body: [UInt8], _ path: String, _ redactor: Redactor,
        _ findings: inout SecretRule.Findings
    ) -> JSONValue {
        let request = exchange.request
        let host = request.authority.map { $0.split(separator: "@").last ?? "" } ?? "localhost"
        let type = request.headerFields[.contentType]
        var shown: [UInt8]?
        if !body.isEmpty, body.count <= BodyDemand.limit {
            shown = redactor.body(body, contentType: type, &findings)
        }
        return .object([
            "url": .string("\(request.scheme ?? "http")://\(host)\(path)"),
            "contentType": type.map { .string(redactor.text($0)) },
            "body": shown.flatMap { String(utf8: $0) }.map { .string($0) },
        ])
    }

    /// The exact path and query, with any value in place of secrets.
    private static func url(_ path: String, _ redactor: Redactor) throws(Unrecordable) -> URLPattern {
        let pieces = redactor.pieces(of: path)
        guard pieces.count > 1 else { return .url(SentURL.escaped(path)) }
        var pattern = ""
        var isInQuery = false
        for (place, piece) in pieces.enumerated() {
            if place > 0 { pattern += isInQuery ? "[^&]*" : "[^/?]*" }
            pattern += NSRegularExpression.escapedPattern(for: piece)
            isInQuery = isInQuery || piece.contains("?")
        }
        guard let expression = try? RegularExpression(pattern) else {
            throw Unrecordable("its URL cannot be written as a pattern")
        }
        return .urlMatching(expression)
    }
}

/// The matchers of a request's body, which ignore secrets and volatile parts.
struct BodyDemand {
    /// Matchers of the whole body.
    private(set) var matchers: [ValueMatcher] = []
    /// Matchers of a form's fields.
    private(set) var fields: [NamedMatcher] = []

    /// The maximum size of a compared body in bytes.
    static let limit = 64 << 10

    init(_ body: [UInt8], _ type: String?, _ method: HTTPRequest.Method, _ redactor: Redactor) {
        guard !body.isEmpty else {
            // Otherwise the recording of an empty body would match every body.
            if [.post, .put, .patch].contains(method) { matchers = [.absent] }
            return
        }
        let type = (type ?? "").lowercased()
        // Multipart boundaries differ in each request.
        guard body.count <= Self.limit, !type.hasPrefix("multipart/"),
            let text = String(utf8: body)
        else { return }
        if let json = try? JSONValue(parsing: body) {
            matchers = Self.demand(of: json, redactor)
        } else if type.hasPrefix("application/x-www-form-urlencoded") {
            fields = Self.fields(body, redactor)
        } else if redactor.isFree(body, contentType: type) {
            matchers = [.equalTo(text)]
        }
    }

    private static func demand(of json: JSONValue, _ redactor: Redactor) -> [ValueMatcher] {
        // A placeholder of json-unit would be interpreted there.
        guard !json.text().contains("${json-unit") else { return [] }
        let redacted = redactor.marked(json)
        if redacted == json { return [.equalToJSON(json)] }
        guard let rest = harmless(json, redacted) else { return [] }
        return [.equalToJSON(rest, ignoringExtraElements: true)]
    }

    /// The part that both share; nil for none. An array with a secret item is omitted, because indices would shift.
    private static func harmless(_ value: JSONValue, _ redacted: JSONValue) -> JSONValue? {
        switch (value, redacted) {
        case (.object(let own), .object(let other)) where own.count == other.count:
            let members = zip(own.members, other.members).compactMap { own, other in
                harmless(own.value, other.value).map { JSONObject.Member(key: own.key, value: $0) }
            }
            return .object(JSONObject(members))
        case (.array(let own), .array(let other)) where own.count == other.count:
            let items = zip(own, other).compactMap { harmless($0, $1) }
            return items.count == own.count ? .array(items) : nil
        default: return value == redacted ? value : nil
        }
    }

    /// The fields of a form that are neither secret nor repeated.
    private static func fields(_ body: [UInt8], _ redactor: Redactor) -> [NamedMatcher] {
        let items = FormItem.items(String(decoding: body, as: UTF8.self))
        let counts = items.reduce(into: [:]) { counts, item in counts[item.name, default: 0] += 1 }
        let names = Array(counts.keys)
        return items.compactMap { item in
            var findings = SecretRule.Findings()
            guard counts[item.name] == 1, !redactor.isSecretParameter(item.name, item.value, &findings),
                !AuthorizationCode.isField(item.name, item.value, among: names),
                redactor.isFree(Array(item.value.utf8), contentType: "text/plain")
            else { return nil }
            return NamedMatcher(item.name, .equalTo(item.value))
        }
    }
}

/// Removes secrets, and placeholders of secrets in an imported recording, from the pattern of a request.
extension Redactor {
    /// A private-use character, which is unlikely in URLs and bodies.
    private static let mark = "\u{F8FF}"

    /// The parts of a URL between its secrets; the whole URL if it has none.
    func pieces(of url: String) -> [String] {
        let marked = replacing(by: Self.mark).url(url).replacing(placeholder, with: Self.mark)
        return marked.split(separator: Self.mark, omittingEmptySubsequences: false).map(String.init)
    }

    /// The value with a mark in place of each secret.
    fileprivate func marked(_ value: JSONValue) -> JSONValue {
        withoutPlaceholders(replacing(by: Self.mark).json(value))
    }

    /// True if a text contains no secret.
    fileprivate func isFree(_ bytes: [UInt8], contentType: String) -> Bool {
        replacing(by: Self.mark).body(bytes, contentType: contentType) == bytes
            && bytes[...].place(of: Array(placeholder.utf8)) == nil
    }

    private func withoutPlaceholders(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text) where text.contains(placeholder): .string(Self.mark)
        case .array(let items): .array(items.map(withoutPlaceholders))
        case .object(let object): .object(object.mapping { withoutPlaceholders($0.value) })
        default: value
        }
    }
}
