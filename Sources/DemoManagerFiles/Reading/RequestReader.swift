import DemoManager
import Foundation
import HTTPTypes
import WireFormats

/// Reads a request pattern: the `request` of a mapping.
package enum RequestReader {
    private static let urlKeys = ["url", "urlPath", "urlPattern", "urlPathPattern", "urlPathTemplate"]
    private static let keys = Set(urlKeys).union([
        "method", "scheme", "host", "port", "pathParameters", "queryParameters", "headers", "cookies",
        "formParameters", "basicAuthCredentials", "bodyPatterns",
    ])

    package static func read(_ node: Node) -> RequestPattern? {
        guard let members = node.members(of: "a request", keys) else { return nil }
        var pattern = RequestPattern()
        if let method = members["method"] { pattern.method = self.method(method) ?? .any }
        if let scheme = members["scheme"] { pattern.scheme = self.scheme(scheme) }
        pattern.host = members["host"].flatMap(host)
        pattern.port = members["port"]?.integer("port", in: 1...65_535)
        let urls = urlKeys.compactMap { members[$0] }
        if urls.count > 1 { urls[1].flaw("a request has one of \(urlKeys.joined(separator: ", "))") }
        for key in urlKeys {
            if let url = members[key] { pattern.url = self.url(key, url) ?? .any }
        }
        pattern.pathParameters = matchers(members["pathParameters"])
        pattern.queryParameters = matchers(members["queryParameters"])
        pattern.headers = matchers(members["headers"])
        pattern.cookies = matchers(members["cookies"])
        pattern.formParameters = matchers(members["formParameters"])
        if let credentials = members["basicAuthCredentials"] { pattern.headers += basic(credentials) }
        pattern.body = (members["bodyPatterns"]?.items("bodyPatterns") ?? []).compactMap(MatcherReader.read)
        if node.flaws.errorCount == 0 {
            if let problem = pattern.problem { node.flaw(problem) }
            if pattern.matchesEverything {
                node.flaws.add(
                    "matches every request; say so with urlPattern: .*", at: node.pointer, severity: .warning)
            }
        }
        return pattern
    }

    /// Reads the host, or WireMock's matcher of one.
    private static func host(_ node: Node) -> String? {
        guard case .object = node.value else { return node.text("host") }
        guard let members = node.members(of: "a host", ["equalTo"]) else { return nil }
        return members["equalTo"]?.text("equalTo")
    }

    private static func scheme(_ node: Node) -> String? {
        let text = node.text("scheme")?.lowercased()
        if text == "http" || text == "https" { return text }
        node.flaw("scheme must be http or https")
        return nil
    }

    private static func method(_ node: Node) -> MethodPattern? {
        if case .object = node.value {
            guard let members = node.members(of: "a method", ["oneOf", "noneOf"]) else { return nil }
            guard members.count == 1 else {
                node.flaw("a method is a name, {oneOf: [...]} or {noneOf: [...]}")
                return nil
            }
            if let list = members["noneOf"] { return methods(list, "noneOf").map { .noneOf($0) } }
            let list = members["oneOf"].flatMap { methods($0, "oneOf") } ?? []
            return list.count > 1 ? .oneOf(list) : list.first.map { .one($0) }
        }
        guard let text = node.text("method") else { return nil }
        if text == "ANY" { return .any }
        if text == "GET_OR_HEAD" { return .oneOf([.get, .head]) }
        guard let method = HTTPRequest.Method(text) else {
            node.flaw("\"\(text)\" is not a method")
            return nil
        }
        if let meant = HTTPRequest.Method(text.uppercased()), meant != method {
            let message = "the method \"\(text)\" is not \(meant.rawValue): methods have a case"
            node.flaws.add(message, at: node.pointer, severity: .warning)
        }
        return .one(method)
    }

    private static func methods(_ node: Node, _ key: String) -> [HTTPRequest.Method]? {
        guard let items = node.items(key) else { return nil }
        let methods = items.compactMap { item in item.text("method").flatMap { HTTPRequest.Method($0) } }
        // ANY means all methods only if it is alone; in a list it would be a method that no request has.
        guard methods.count == items.count, !methods.isEmpty, !methods.contains(where: { $0.rawValue == "ANY" }) else {
            node.flaw("\(key) needs a list of methods, like [GET, HEAD]")
            return nil
        }
        return methods
    }

    private static func url(_ key: String, _ node: Node) -> URLPattern? {
        switch key {
        case "urlPattern": return MatcherReader.expression(node).map { .urlMatching($0) }
        case "urlPathPattern": return MatcherReader.expression(node).map { .pathMatching($0) }
        default: break
        }
        guard let text = node.text(key) else { return nil }
        guard text.hasPrefix("/") else {
            node.flaw("\(key) must begin with /; for other hosts use host and port")
            return nil
        }
        switch key {
        case "url": return .url(text)
        case "urlPath":
            if text.contains("?") { node.flaw("urlPath has no query; use url or queryParameters") }
            return .path(text)
        default: return node.attempt { .template(try URLTemplate(text)) }
        }
    }

    private static func matchers(_ node: Node?) -> [NamedMatcher] {
        guard let node else { return [] }
        return node.named("matchers").compactMap { name, node in
            MatcherReader.read(node).map { NamedMatcher(name, $0) }
        }
    }

    private static func basic(_ node: Node) -> [NamedMatcher] {
        guard let members = node.members(of: "basicAuthCredentials", ["username", "password"]),
            let name = members["username"]?.text("username"), let password = members["password"]?.text("password")
        else {
            node.flaw("basicAuthCredentials needs username and password")
            return []
        }
        let credentials = Data("\(name):\(password)".utf8).base64EncodedString()
        return [NamedMatcher("Authorization", .equalTo("Basic \(credentials)"))]
    }
}

/// Reads one of WireMock's matchers: `{equalTo: x}`, `{not: {contains: y}}` ...
enum MatcherReader {
    private static let kinds: Set<String> = [
        "equalTo", "contains", "doesNotContain", "matches", "doesNotMatch", "absent", "equalToJson",
        "matchesJsonPath", "binaryEqualTo", "and", "or", "not",
    ]
    private static let options: [String: Set<String>] = [
        "equalTo": ["caseInsensitive"], "equalToJson": ["ignoreArrayOrder", "ignoreExtraElements"],
    ]

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
        case "binaryEqualTo": return bytes(content)
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

    private static func bytes(_ node: Node) -> ValueMatcher? {
        guard let text = node.text("binaryEqualTo") else { return nil }
        if let data = Data(base64Encoded: text) { return .equalToBytes([UInt8](data)) }
        node.flaw("binaryEqualTo must be Base64")
        return nil
    }

    static func expression(_ node: Node) -> RegularExpression? {
        node.text("a pattern").flatMap { text in node.attempt { try RegularExpression(text) } }
    }

    /// Reads `true` or `"(absent)"`, as WireMock's files have it.
    private static func absent(_ node: Node) -> ValueMatcher? {
        if node.value.stringValue == "(absent)" { return .absent }
        return node.boolean("absent").map { $0 ? .absent : .present }
    }

    /// Reads JSON, or a string that contains JSON.
    private static func json(_ node: Node) -> JSONValue? {
        let written = node.value.stringValue
        // Placeholders would be compared as plain text and never match.
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
        node.text("a JSONPath").flatMap { text in node.attempt { try JSONPath(text) } }
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
