import JSONText

/// Reads one of WireMock's matchers: `{equalTo: x}`, `{not: {contains: y}}` ...
enum MatcherReader {
    private static let kinds: Set<String> = [
        "equalTo", "contains", "doesNotContain", "matches", "doesNotMatch", "absent", "equalToJson",
        "matchesJsonPath", "and", "or", "not",
    ]
    private static let options: [String: Set<String>] = [
        "equalTo": ["caseInsensitive"], "equalToJson": ["ignoreArrayOrder", "ignoreExtraElements"],
    ]

    /// The matcher; nil where something is wrong with it.
    static func read(_ node: Node) -> ValueMatcher? {
        guard case .object(let object) = node.value else {
            node.flaw("a matcher must be an object, like {equalTo: \"x\"}")
            return nil
        }
        let given = object.keys.filter(kinds.contains)
        let known = given.count == 1 ? (options[given[0]] ?? []).union(given) : kinds
        guard let members = node.members(of: "a matcher", known) else { return nil }
        guard given.count == 1, let content = members[given[0]] else {
            if given.count != 1 || object.isEmpty {
                node.flaw("a matcher needs exactly one of \(kinds.sorted().joined(separator: ", "))")
            }
            return nil
        }
        func option(_ name: String) -> Bool { members[name]?.boolean(name) ?? false }
        switch given[0] {
        case "equalTo":
            return content.text("equalTo").map { .equalTo($0, ignoringCase: option("caseInsensitive")) }
        case "contains": return content.text("contains").map { .contains($0) }
        case "doesNotContain": return content.text("doesNotContain").map { .doesNotContain($0) }
        case "matches": return expression(content).map { .matches($0) }
        case "doesNotMatch": return expression(content).map { .doesNotMatch($0) }
        case "absent": return absent(content)
        case "equalToJson":
            return json(content).map {
                .equalToJSON(
                    $0, ignoringArrayOrder: option("ignoreArrayOrder"),
                    ignoringExtraElements: option("ignoreExtraElements"))
            }
        case "matchesJsonPath": return jsonPath(content)
        case "and": return list(content, "and").map { .and($0) }
        case "or": return list(content, "or").map { .or($0) }
        default: return read(content).map { .not($0) }
        }
    }

    /// A regular expression.
    static func expression(_ node: Node) -> RegularExpression? {
        guard let text = node.text("a pattern") else { return nil }
        do throws(RegularExpression.InvalidPattern) {
            return try RegularExpression(text)
        } catch {
            node.flaw("\(error)")
            return nil
        }
    }

    /// WireMock's files say `true` or `"(absent)"`.
    private static func absent(_ node: Node) -> ValueMatcher? {
        if node.value.stringValue == "(absent)" { return .absent }
        return node.boolean("absent").map { $0 ? .absent : .present }
    }

    /// The JSON itself, or a text that holds it.
    private static func json(_ node: Node) -> JSONValue? {
        let written = node.value.stringValue
        // These would be compared as plain text and never match.
        guard !(written ?? node.value.text()).contains("${json-unit") else {
            node.flaw("equalToJson does not support placeholders of json-unit; use matchesJsonPath")
            return nil
        }
        guard let text = written else { return node.value }
        do {
            return try JSONValue(parsing: text)
        } catch {
            node.flaw("equalToJson is not JSON: \(error.message)")
            return nil
        }
    }

    private static func jsonPath(_ node: Node) -> ValueMatcher? {
        if case .object(let object) = node.value {
            guard let expression = object["expression"] else {
                node.flaw("matchesJsonPath needs an expression")
                return nil
            }
            let pointer = node.pointer.appending("expression")
            let path = self.path(Node(value: expression, pointer: pointer, flaws: node.flaws))
            let rest = JSONObject(object.members.filter { $0.key != "expression" })
            guard !rest.isEmpty else { return path.map { .matchesJSONPath($0) } }
            let matcher = read(Node(value: .object(rest), pointer: node.pointer, flaws: node.flaws))
            guard let path, let matcher else { return nil }
            return .matchesJSONPath(path, matcher)
        }
        return path(node).map { .matchesJSONPath($0) }
    }

    private static func path(_ node: Node) -> JSONPath? {
        guard let text = node.text("a JSONPath") else { return nil }
        do throws(JSONPath.InvalidPath) {
            return try JSONPath(text)
        } catch {
            node.flaw("\(error)")
            return nil
        }
    }

    private static func list(_ node: Node, _ what: String) -> [ValueMatcher]? {
        guard let items = node.items(what) else { return nil }
        guard !items.isEmpty else {
            node.flaw("\"\(what)\" needs at least one matcher")
            return nil
        }
        let matchers = items.compactMap(read)
        return matchers.count == items.count ? matchers : nil
    }
}
