import APIDocument
import APIModel
import DemoManager
import HTTPTypes
import WireFormats

/// The texts of an error reply. One schema with its examples often serves every status of an API; a generated body has
/// the status that it is sent with.
struct FailureWords {
    let status: Int
    let document: APIDocument

    /// A generated body with the status in its codes and texts, if they are valid and do not match it yet. A success
    /// loses optional error members beside its data.
    func fitted(_ body: JSONValue, _ schema: Schema) -> JSONValue {
        guard (400...599).contains(status) else { return Self.withoutError(body, document.resolveChoices(schema)) }
        return stating(body, document.resolveChoices(schema), depth: 0)
    }

    private static func withoutError(_ body: JSONValue, _ schema: Schema) -> JSONValue {
        guard case .object(let object) = body else { return body }
        let errors = object.members.filter { member in
            (member.value.objectValue != nil || member.value.arrayValue != nil)
                && ["error", "errors"].contains(HumanName.key(member.key)) && !schema.required.contains(member.key)
        }
        guard !errors.isEmpty, errors.count < object.count else { return body }
        return .object(object.without(Set(errors.map(\.key))))
    }

    private func stating(_ body: JSONValue, _ schema: Schema, depth: Int) -> JSONValue {
        guard case .object(var object) = body, depth < 3 else { return body }
        var isMistaken = false
        var isCoded = false
        for property in schema.properties {
            guard let own = object[property.name] else { continue }
            let inner = document.resolveChoices(property.schema)
            let key = HumanName.key(property.name)
            switch own {
            case .object where key == "error" || key == "errors":
                object[property.name] = stating(own, inner, depth: depth + 1)
            case .array(let items) where key == "errors":
                let item = inner.items.map(document.resolveChoices) ?? .any
                object[property.name] = .array(items.map { stating($0, item, depth: depth + 1) })
            case .number where NameClass.errorStatus.hasKey(key):
                // Declared numbers that are not HTTP statuses are the API's own codes.
                let isWritten = !inner.examples.isEmpty || inner.default != nil || inner.enumValues != nil
                guard let code = own.intValue, (100...599).contains(code) || !isWritten else { continue }
                isCoded = true
                guard code != status, document.fits(.number(JSONNumber(status)), property.schema) else { continue }
                object[property.name] = .number(JSONNumber(status))
                isMistaken = true
            case .string(let text) where NameClass.errorStatus.hasKey(key) || NameClass.errorTitle.hasKey(key):
                isCoded = true
                guard !isApt(text), let name = name(like: text, for: property, inner) else { continue }
                object[property.name] = .string(name)
                isMistaken = true
            default: continue
            }
        }
        for property in schema.properties where NameClass.errorSentence.has(property.name) {
            guard case .string(let text)? = object[property.name], !isApt(text) else { continue }
            let inner = document.resolveChoices(property.schema)
            let isGiven = !inner.examples.isEmpty || inner.default != nil
            guard isMistaken || !isCoded && (!isGiven || status >= 500),
                document.fits(.string(sentence), property.schema)
            else { continue }
            object[property.name] = .string(sentence)
        }
        return .object(object)
    }

    /// True for a text that matches this status.
    private func isApt(_ text: String) -> Bool {
        let key = HumanName.key(text)
        return text == "\(status)" || key.contains(HumanName.key(phrase))
            || Self.signs[status]?.contains { key.contains($0) } == true
    }

    /// The name of the status, in the spelling of another text or of the schema's enum; nil if none is valid.
    private func name(like text: String, for property: Schema.Property, _ schema: Schema) -> String? {
        if let values = schema.enumValues { return values.lazy.compactMap(\.stringValue).first(where: isApt) }
        let words = phrase.split { $0 == " " || $0 == "-" }.map { $0.lowercased() }
        let small = words.joined(separator: "_")
        let joined = words.map(HumanName.capitalised).joined()
        let usual =
            if Int(text) != nil {
                "\(status)"
            } else if text.contains(" ") || NameClass.errorTitle.has(property.name) {
                phrase
            } else if text.contains("-") {
                words.joined(separator: "-")
            } else if text == text.uppercased() {
                small.uppercased()
            } else if text.first?.isUppercase == true {
                joined
            } else {
                small
            }
        return [usual, small, small.uppercased(), joined, phrase, "\(status)"]
            .first { document.fits(.string($0), property.schema) }
    }

    /// The reason phrase of HTTP (RFC 9110).
    private var phrase: String {
        Self.known.first { $0.code == status }?.reasonPhrase ?? (status < 500 ? "Bad Request" : "Internal Server Error")
    }

    private var sentence: String {
        let alike = [400: 422, 410: 404][status] ?? status
        return Condition.message(ofStatus: alike) ?? (status < 500 ? "\(phrase)." : "The server failed.")
    }

    private static let known: [HTTPResponse.Status] = [
        .badRequest, .unauthorized, .forbidden, .notFound, .methodNotAllowed, .notAcceptable, .requestTimeout,
        .conflict, .gone, .preconditionFailed, .contentTooLarge, .unsupportedMediaType, .unprocessableContent,
        .tooManyRequests, .internalServerError, .notImplemented, .badGateway, .serviceUnavailable, .gatewayTimeout,
    ]

    /// Words in other texts for a status.
    private static let signs: [Int: [String]] = [
        400: ["invalid", "validation", "malformed", "bad"], 401: ["unauth", "token", "credential", "login"],
        403: ["permission", "denied", "notallowed"], 404: ["nosuch", "unknown", "nothing", "doesnotexist"],
        409: ["exist", "duplicate", "already"], 422: ["invalid", "validation", "unprocessable"],
        429: ["rate", "limit", "quota"], 500: ["internal", "server", "unexpected"],
        503: ["unavailable", "maintenance"],
    ]
}
