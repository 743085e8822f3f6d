import HTTPTypes
import WireFormats

/// What a server's error body says: read from the shapes servers use, shown in one.
///
/// Understood are `{"error": {"code", "message", "fields"}}`, `{"error": "text"}`, OAuth's `error_description`
/// (RFC 6749 section 5.2), problem details (RFC 9457), a top-level `message`, lists of errors, names with lists of texts, FHIR's
/// `issue`, and plain text.
struct ErrorReport: Hashable, Sendable {
    /// The server's code, as text.
    var code: String?
    /// The server's words; nil when it found none.
    var message: String?
    /// Complaints about fields.
    var fields: [FieldError] = []

    /// Reads the report of a failed reply, as far as there is one.
    init(_ response: APIResponse) {
        if let json = response.json {
            self = ErrorReport(json)
        } else if ["", "text/plain"].contains(response.mediaType.text), !response.isTruncated {
            message = ErrorReport.sentence(response.body)
        }
    }

    init(_ json: JSONValue) {
        switch json["error"] {
        case .object?:
            read(json["error"] ?? .null)
        case .string(let text)?:
            let words = ErrorReport.text(in: json, at: ["error_description", "message", "detail"])
            code = words == nil ? nil : text
            message = words ?? text
            fields = ErrorReport.fields(in: json)
        default:
            read(json)
        }
        if message == nil, let first = fields.first { message = "\(first.name): \(first.message)" }
        // JSON:API and its like: complaints about nothing by name.
        if message == nil { message = json["errors"]?.arrayValue?.first.flatMap(ErrorReport.words) }
    }

    private mutating func read(_ object: JSONValue) {
        code = ErrorReport.text(in: object, at: ["code", "errorCode", "error_code", "name", "type"])
        message = ErrorReport.text(in: object, at: ["message", "detail", "description", "title", "reason", "msg"])
        fields = ErrorReport.fields(in: object)
        if message == nil { message = ErrorReport.whole(of: object) }
        if code == "about:blank" { code = nil }
    }

    /// Whether a body is an error report although its status says success.
    ///
    /// An `error` object always is. A text or `true` is only where nothing stands beside it but words about the error:
    /// `{"id": 7, "state": "failed", "error": "no paper"}` is a resource.
    static func isReport(_ json: JSONValue) -> Bool {
        guard let object = json.objectValue, let error = object["error"] else { return false }
        switch error {
        case .object:
            return true
        case .string(let text):
            return !text.isEmpty && object.keys.allSatisfy { wordsAboutErrors.contains($0) }
        case .bool(let isError):
            return isError && object.keys.allSatisfy { wordsAboutErrors.contains($0) }
        default:
            return false
        }
    }

    private static let wordsAboutErrors: Set<String> = [
        "error", "error_description", "error_uri", "errors", "fields", "code", "message", "detail", "details", "title",
        "status", "statusCode", "success", "ok", "path", "timestamp", "data",
    ]

    private static func text(in object: JSONValue, at keys: [String]) -> String? {
        for key in keys {
            switch object[key] {
            case .string(let text)? where !text.isEmpty: return text
            case .number(let number)?: return number.text
            case .array(let items)? where !items.isEmpty && items.allSatisfy({ $0.stringValue != nil }):
                return items.compactMap(\.stringValue).joined(separator: "; ")
            default: continue
            }
        }
        return nil
    }

    /// The first line of a plain text, when it is readable.
    private static func sentence(_ body: [UInt8]) -> String? {
        guard let text = String(validating: body.prefix(2000), as: UTF8.self) else { return nil }
        let line = text.unicodeScalars.prefix { $0 != "\n" && $0 != "\r" }
        let sentence = String(String.UnicodeScalarView(line))
        return sentence.isEmpty || sentence.hasPrefix("<") ? nil : sentence
    }
}
