import WireFormats

extension ErrorReport {
    /// Complaints about fields, from the members servers put them in.
    ///
    /// An object maps names to a text or a list of texts; a list holds objects with a name and a message. The text
    /// itself may also be a list of such objects (`detail`).
    static func fields(in object: JSONValue) -> [FieldError] {
        for key in ["fields", "errors", "invalid-params", "invalidParams", "violations", "issue", "details", "detail"] {
            let found: [FieldError]
            switch object[key] {
            case .object(let members)?: found = members.members.flatMap { complaints($0.value, about: $0.key) }
            case .array(let items)?: found = items.compactMap(complaint)
            default: continue
            }
            if !found.isEmpty { return found }
        }
        let sentences = object["message"]?.arrayValue?.compactMap(\.stringValue).compactMap(complaint) ?? []
        return sentences.isEmpty ? lists(in: object) : sentences
    }

    /// A sentence that begins with the place it is about, as class-validator writes it: `guests.0.email must be an email`.
    private static func complaint(_ sentence: String) -> FieldError? {
        let parts = sentence.split(separator: " ", maxSplits: 1)
        let verbs: Set<Substring> = ["must", "should", "is", "has", "cannot", "needs", "contains", "exceeds"]
        guard parts.count == 2, let verb = parts[1].split(separator: " ").first, verbs.contains(verb),
            parts[0] != "property", parts[0].first?.isUppercase == false,
            parts[0].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "._-[]$".contains($0)) })
        else { return nil }
        return FieldError(name: String(parts[0]), message: String(parts[1]))
    }

    /// Complaints of a body that is nothing but names with the texts about each, as Django REST writes it.
    private static func lists(in object: JSONValue) -> [FieldError] {
        let members = object.objectValue?.members ?? []
        let isReport = members.allSatisfy { member in
            member.value.arrayValue.map { !$0.isEmpty && $0.allSatisfy { $0.stringValue != nil } } ?? false
        }
        guard isReport else { return [] }
        return members.filter { !wholes.contains($0.key) }.flatMap { complaints($0.value, about: $0.key) }
    }

    /// What is said about no field but all of them, in such a body.
    static func whole(of object: JSONValue) -> String? {
        wholes.lazy.compactMap { object[$0]?.arrayValue?.first?.stringValue }.first
    }

    private static let wholes = [
        "non_field_errors", "nonFieldErrors", "__all__", "errors", "detail", "details", "message", "messages", "error",
    ]

    private static func complaints(_ value: JSONValue, about name: String) -> [FieldError] {
        switch value {
        case .string(let text):
            [FieldError(name: name, message: text)]
        case .array(let items):
            items.compactMap { item in
                words(in: item).map { FieldError(name: name, message: $0) }
            }
        default:
            words(in: value).map { [FieldError(name: name, message: $0)] } ?? []
        }
    }

    private static func complaint(_ item: JSONValue) -> FieldError? {
        guard let message = words(in: item), item.objectValue != nil else { return nil }
        for key in [
            "field", "name", "pointer", "path", "property", "propertyPath", "param", "loc", "source",
            "expression", "location",
        ] {
            if let name = name(item[key]) { return FieldError(name: name, message: message) }
        }
        return nil
    }

    /// A field's name: a text, a list of steps (`["body", "email"]`), or an object with a pointer (JSON:API).
    private static func name(_ value: JSONValue?) -> String? {
        switch value {
        case .string(let text)?:
            return text.isEmpty ? nil : text
        case .array(let steps)?:
            let names = steps.compactMap { $0.stringValue ?? $0.numberValue?.text }
            let path = names.first == "body" ? Array(names.dropFirst()) : names
            return path.isEmpty ? nil : path.joined(separator: ".")
        case .object?:
            return name(value?["pointer"] ?? value?["parameter"])
        default:
            return nil
        }
    }

    /// What one complaint says.
    static func words(in value: JSONValue) -> String? {
        if let text = value.stringValue { return text }
        for key in [
            "message", "detail", "msg", "reason", "issue", "problem", "title", "defaultMessage", "diagnostics",
            "description", "code",
        ] {
            if let text = value[key]?.stringValue, !text.isEmpty { return text }
        }
        return nil
    }
}
