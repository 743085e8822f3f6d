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

    /// - Throws: `Unrecordable` for a request no stub file can name.
    init(_ exchange: ServedExchange, redactor: Redactor) throws(Unrecordable) {
        let path = exchange.request.path ?? "/"
        guard path.hasPrefix("/") else { throw Unrecordable("its target is no path") }
        var pattern = RequestPattern(method: .one(exchange.request.method))
        pattern.url = try Self.url(path, redactor)
        let type = exchange.request.headerFields[.contentType]
        let body = BodyDemand(exchange.requestBody ?? [], type, exchange.request.method, redactor)
        (pattern.body, pattern.formParameters) = (body.matchers, body.fields)
        if pattern.problem != nil {
            pattern.url = .urlMatching(try Self.expression(NSRegularExpression.escapedPattern(for: path)))
        }
        self.pattern = pattern
        let shown = redactor.url(path)
        title = String("\(exchange.request.method.rawValue) \(shown)".prefix(200))
        do throws(Unwritable) {
            // What the file will say is what tells it from others.
            let written = try RequestWriter.request(pattern)
            stem = RecordingName.stem(exchange.request.method.rawValue, shown, identity: written.bytes())
        } catch {
            throw Unrecordable("\(error.message) cannot be written")
        }
    }

    /// Path and query exactly; of secrets in them any value.
    private static func url(_ path: String, _ redactor: Redactor) throws(Unrecordable) -> URLPattern {
        guard redactor.url(path) != path else { return .url(path) }
        // No URL has this character as it is.
        let mark = "\u{F8FF}"
        let pieces = Redactor(placeholder: mark).url(path).components(separatedBy: mark)
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
