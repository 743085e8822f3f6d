import JSONText

/// Writes a matcher as WireMock's: `{equalTo: x}`, `{not: {contains: y}}` ...
enum MatcherWriter {
    /// The matcher as an object.
    static func matcher(_ matcher: ValueMatcher) throws(Unwritable) -> JSONValue { .object(try object(matcher)) }

    private static func object(_ matcher: ValueMatcher) throws(Unwritable) -> JSONObject {
        var object = JSONObject()
        switch matcher {
        case .equalTo(let text, let ignoringCase):
            object["equalTo"] = .string(text)
            if ignoringCase { object["caseInsensitive"] = true }
        case .contains(let text): object["contains"] = .string(text)
        case .doesNotContain(let text): object["doesNotContain"] = .string(text)
        case .matches(let expression): object["matches"] = .string(expression.pattern)
        case .doesNotMatch(let expression): object["doesNotMatch"] = .string(expression.pattern)
        case .absent: object["absent"] = true
        case .present: object["absent"] = false
        case .equalToJSON(let value, let ignoringArrayOrder, let ignoringExtraElements):
            object["equalToJson"] = try json(value)
            if ignoringArrayOrder { object["ignoreArrayOrder"] = true }
            if ignoringExtraElements { object["ignoreExtraElements"] = true }
        case .matchesJSONPath(let path, nil): object["matchesJsonPath"] = .string(path.text)
        case .matchesJSONPath(let path, let matcher?):
            var members = [JSONObject.Member(key: "expression", value: .string(path.text))]
            members += try Self.object(matcher).members
            object["matchesJsonPath"] = .object(JSONObject(members))
        case .and(let matchers): object["and"] = try list(matchers, "and")
        case .or(let matchers): object["or"] = try list(matchers, "or")
        case .not(let matcher): object["not"] = try Self.matcher(matcher)
        }
        return object
    }

    /// An object stands as it is; anything else as a text that holds it, which is all the schema of mappings knows.
    private static func json(_ value: JSONValue) throws(Unwritable) -> JSONValue {
        let text = value.text()
        guard !text.contains("${json-unit") else {
            throw Unwritable("equalToJson with a placeholder of json-unit, which would be compared as text")
        }
        return value.objectValue == nil ? .string(text) : value
    }

    private static func list(_ matchers: [ValueMatcher], _ key: String) throws(Unwritable) -> JSONValue {
        guard !matchers.isEmpty else { throw Unwritable("\"\(key)\" of no matcher") }
        var items: [JSONValue] = []
        for matcher in matchers { items.append(try Self.matcher(matcher)) }
        return .array(items)
    }
}
