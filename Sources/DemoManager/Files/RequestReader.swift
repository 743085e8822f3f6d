import Foundation
import HTTPTypes
import JSONText

/// Reads the `request` of a stub file.
enum RequestReader {
    private static let urlKeys = ["url", "urlPath", "urlPattern", "urlPathPattern", "urlPathTemplate"]
    private static let keys = Set(urlKeys).union([
        "method", "scheme", "host", "port", "pathParameters", "queryParameters", "headers", "cookies",
        "formParameters", "basicAuthCredentials", "bodyPatterns",
    ])

    /// The pattern; what is wrong with it is noted and left out.
    static func read(_ node: Node) -> RequestPattern? {
        guard let members = node.members(of: "a request", keys) else { return nil }
        var pattern = RequestPattern()
        if let method = members["method"] { pattern.method = self.method(method) ?? .any }
        pattern.scheme = members["scheme"]?.text("scheme")?.lowercased()
        pattern.host = members["host"]?.text("host")
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
            if pattern.constraints.isEmpty {
                node.flaws.add(
                    "matches every request; say so with urlPattern: .*", at: node.pointer, severity: .warning)
            }
        }
        return pattern
    }

    private static func method(_ node: Node) -> MethodPattern? {
        if case .object = node.value {
            guard let members = node.members(of: "a method", ["oneOf", "noneOf"]) else { return nil }
            if let list = members["oneOf"] { return methods(list).map { .oneOf($0) } }
            if let list = members["noneOf"] { return methods(list).map { .noneOf($0) } }
            node.flaw("a method is a name, {oneOf: [...]} or {noneOf: [...]}")
            return nil
        }
        guard let text = node.text("method") else { return nil }
        if text == "ANY" { return .any }
        guard let method = HTTPRequest.Method(text) else {
            node.flaw("\"\(text)\" is not a method")
            return nil
        }
        return .one(method)
    }

    private static func methods(_ node: Node) -> [HTTPRequest.Method]? {
        guard let items = node.items("methods") else { return nil }
        let methods = items.compactMap { item in item.text("method").flatMap { HTTPRequest.Method($0) } }
        guard methods.count == items.count, !methods.isEmpty else {
            node.flaw("a list of methods is needed, like [GET, HEAD]")
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
        default:
            do throws(URLTemplate.InvalidTemplate) {
                return .template(try URLTemplate(text))
            } catch {
                node.flaw("\(error)")
                return nil
            }
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
