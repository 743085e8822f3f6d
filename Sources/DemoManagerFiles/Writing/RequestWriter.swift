import DemoManager
import Foundation
import HTTPTypes
import WireFormats

package enum RequestWriter {
    /// Writes the pattern, without the parts that match everything.
    package static func request(_ pattern: RequestPattern) throws(Unwritable) -> JSONValue {
        var object = JSONObject()
        object["method"] = try method(pattern.method)
        object["scheme"] = pattern.scheme.map { .string($0.lowercased()) }
        object["host"] = pattern.host.map { .string($0) }
        if let port = pattern.port {
            guard (1...65_535).contains(port) else { throw Unwritable("port \(port)") }
            object["port"] = .number(port)
        }
        switch pattern.url {
        case .any: break
        case .url(let url): object["url"] = .string(url)
        case .path(let path): object["urlPath"] = .string(path)
        case .urlMatching(let expression): object["urlPattern"] = .string(expression.pattern)
        case .pathMatching(let expression): object["urlPathPattern"] = .string(expression.pattern)
        case .template(let template): object["urlPathTemplate"] = .string(template.text)
        case .containing(let parts):
            throw Unwritable("parts of the absolute URL (\(parts.joined(separator: ", "))); use a path or a pattern")
        }
        if !pattern.excludedHosts.isEmpty { throw Unwritable("hosts that it is not for") }
        if !pattern.conditions.isEmpty { throw Unwritable("a condition in code") }
        if let value = pattern.headerValues.first {
            throw Unwritable("the value \"\(value)\" of a header of any name; name the header")
        }
        object["pathParameters"] = try matchers(pattern.pathParameters, "path parameter")
        object["queryParameters"] = try matchers(pattern.queryParameters, "query parameter")
        object["headers"] = try matchers(pattern.headers, "header")
        object["cookies"] = try matchers(pattern.cookies, "cookie")
        object["formParameters"] = try matchers(pattern.formParameters, "form field")
        if !pattern.body.isEmpty {
            object["bodyPatterns"] = .array(
                try pattern.body.map { matcher throws(Unwritable) in
                    try MatcherWriter.matcher(matcher)
                })
        }
        return .object(object)
    }

    private static func method(_ pattern: MethodPattern) throws(Unwritable) -> JSONValue? {
        let methods: [HTTPRequest.Method]
        switch pattern {
        case .any: return nil
        case .one(let method):
            let isPlain = method.rawValue.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
            // The schema of mappings requires a single method to be upper case; in a list it may be any.
            if isPlain, method.rawValue != "ANY" { return .string(method.rawValue) }
            methods = [method]
        case .oneOf(let list), .noneOf(let list): methods = list
        }
        guard !methods.isEmpty, !methods.contains(where: { $0.rawValue == "ANY" }) else {
            throw Unwritable("the methods \(pattern)")
        }
        let names = JSONValue.array(methods.map { .string($0.rawValue) })
        if case .noneOf = pattern { return ["noneOf": names] }
        return ["oneOf": names]
    }

    private static func matchers(_ list: [NamedMatcher], _ what: String) throws(Unwritable) -> JSONValue? {
        guard !list.isEmpty else { return nil }
        var object = JSONObject()
        for named in list {
            guard object[named.name] == nil else {
                throw Unwritable("two matchers of the \(what) \(named.name); join them with and")
            }
            object[named.name] = try MatcherWriter.matcher(named.matcher)
        }
        return .object(object)
    }
}

/// Writes a matcher as WireMock's: `{equalTo: x}`, `{not: {contains: y}}` ...
enum MatcherWriter {
    static func matcher(_ matcher: ValueMatcher) throws(Unwritable) -> JSONValue { .object(try object(matcher)) }

    private static func object(_ matcher: ValueMatcher) throws(Unwritable) -> JSONObject {
        var object = JSONObject()
        switch matcher {
        case .equalTo(let text, let ignoringCase):
            object["equalTo"] = .string(text)
            if ignoringCase { object["caseInsensitive"] = true }
        case .equalToBytes(let bytes): object["binaryEqualTo"] = .string(Data(bytes).base64EncodedString())
        case .equalToForm: throw Unwritable("a form with no other fields; use formParameters")
        case .withoutValue: throw Unwritable("a query parameter without a value; use url or urlPattern")
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

    /// Writes an object as JSON, and other values as a string that contains JSON, as the schema of mappings requires.
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
