import APIModel
import WireFormats

/// The report in a server's error body of any known shape.
///
/// Known shapes: `{"error": {"code", "message", "fields"}}`, `{"error": "text"}`, OAuth's `error_description` (RFC 6749
/// section 5.2), problem details (RFC 9457), a top-level `message`, lists of errors, names with lists of texts, FHIR's `issue`,
/// and plain text.
struct ErrorReport: Hashable, Sendable {
    var code: String?
    var message: String?
    var fields: [FieldError] = []

    /// Reads the report of a failed reply, if there is one.
    init(_ response: APIResponse) {
        if let json = response.json {
            self = ErrorReport(json)
        } else if ["", "text/plain"].contains(response.mediaType.text), !response.isTruncated {
            message = ErrorReport.firstLine(response.body)
        }
    }

    init(_ json: JSONValue) {
        let object = json.objectValue ?? JSONObject()
        switch object["error"] {
        case .object(let inner)?:
            read(inner)
        case .string(let text)?:
            let words = Self.text(.errorDescription, in: object)
            code = words == nil ? nil : text
            message = words ?? text
            fields = Self.fields(in: object)
        default:
            read(object)
        }
        if message == nil, let first = fields.first { message = "\(first.name): \(first.message)" }
        // Errors without a field.
        if message == nil { message = object["errors"]?.arrayValue?.first.flatMap(Self.words) }
    }

    private mutating func read(_ object: JSONObject) {
        code = Self.text(.errorCode, in: object)
        message = Self.text(.errorText, in: object)
        fields = Self.fields(in: object)
        if message == nil {
            message =
                NameClass.errorWhole.values(in: object).lazy.compactMap { $0.arrayValue?.first?.stringValue }.first
        }
        if code == "about:blank" { code = nil }
    }

    /// True for an error report with a success status.
    ///
    /// An `error` object always is one. A string or `true` is one only if all other members describe an error: `{"id":
    /// 7, "state": "failed", "error": "no paper"}` is a resource.
    static func isReport(_ json: JSONValue) -> Bool {
        guard let object = json.objectValue, let error = object["error"] else { return false }
        switch error {
        case .object: return true
        case .string(let text): return !text.isEmpty && object.keys.allSatisfy(NameClass.besideError.has)
        case .bool(let isError): return isError && object.keys.allSatisfy(NameClass.besideError.has)
        default: return false
        }
    }

    private static func text(_ names: NameClass, in object: JSONObject) -> String? {
        names.values(in: object).lazy.compactMap { value in
            switch value {
            case .string(let text) where !text.isEmpty: return text
            case .number(let number): return number.text
            case .array(let items) where !items.isEmpty && items.allSatisfy({ $0.stringValue != nil }):
                return items.compactMap(\.stringValue).joined(separator: "; ")
            default: return nil
            }
        }.first
    }

    /// The first line of a plain text, if it is readable.
    private static func firstLine(_ body: [UInt8]) -> String? {
        guard let text = String(utf8: body.prefix(2000)) else { return nil }
        let line = String(String.UnicodeScalarView(text.unicodeScalars.prefix { $0 != "\n" && $0 != "\r" }))
        return line.isEmpty || line.hasPrefix("<") ? nil : line
    }

    // MARK: Complaints about fields

    /// Field errors: an object maps names to strings or lists of them; a list has objects with name and message.
    private static func fields(in object: JSONObject) -> [FieldError] {
        let found = NameClass.errorFields.values(in: object).lazy.map { value -> [FieldError] in
            switch value {
            case .object(let members): members.members.flatMap { complaints($0.value, about: $0.key) }
            case .array(let items): items.compactMap(complaint)
            default: []
            }
        }.first { !$0.isEmpty }
        return found ?? lists(in: object)
    }

    /// The errors in a body that only maps names to lists of strings, as Django REST sends them.
    private static func lists(in object: JSONObject) -> [FieldError] {
        let isReport = object.members.allSatisfy { member in
            member.value.arrayValue.map { !$0.isEmpty && $0.allSatisfy { $0.stringValue != nil } } ?? false
        }
        guard isReport else { return [] }
        return object.members.filter { !NameClass.errorWhole.has($0.key) }
            .flatMap { complaints($0.value, about: $0.key) }
    }

    private static func complaints(_ value: JSONValue, about name: String) -> [FieldError] {
        (value.arrayValue ?? [value]).compactMap { item in words(in: item).map { FieldError(name: name, message: $0) } }
    }

    private static func complaint(_ item: JSONValue) -> FieldError? {
        guard let object = item.objectValue, let message = words(in: item),
            let name = NameClass.errorField.values(in: object).lazy.compactMap(name).first
        else { return nil }
        return FieldError(name: name, message: message)
    }

    /// A field's name: a string, a path such as `["body", "email"]`, or an object with a pointer.
    private static func name(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text):
            return text.isEmpty ? nil : text
        case .array(let steps):
            let names = steps.compactMap { $0.stringValue ?? $0.numberValue?.text }
            let path = names.first == "body" ? Array(names.dropFirst()) : names
            return path.isEmpty ? nil : path.joined(separator: ".")
        case .object(let object):
            return NameClass.errorField.values(in: object).lazy.compactMap(\.stringValue).first { !$0.isEmpty }
        default:
            return nil
        }
    }

    private static func words(in value: JSONValue) -> String? {
        if let text = value.stringValue { return text }
        guard let object = value.objectValue else { return nil }
        return NameClass.complaint.values(in: object).lazy.compactMap(\.stringValue).first { !$0.isEmpty }
    }
}
