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
        if let scheme = members["scheme"] { pattern.scheme = self.scheme(scheme) }
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
        // ANY is every method only where it stands alone; in a list it would be one no request has.
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
