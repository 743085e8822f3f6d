import HTTPTypes
import WireFormats

extension RequestPattern {
    /// True if every request has it.
    package var matchesEverything: Bool { constraints.isEmpty }

    /// The part of it that no request could be checked for - left in, it would silently vanish - or that no
    /// request can fulfil.
    package var problem: String? {
        if case .oneOf(let methods) = method, methods.isEmpty { return "no request has one of no methods; use .any" }
        if let scheme, !["http", "https"].contains(scheme.lowercased()) {
            return "the scheme \"\(scheme)\" is neither http nor https"
        }
        if let problem = ([host].compactMap(\.self) + excludedHosts).lazy.compactMap(Self.problem(ofHost:)).first {
            return problem
        }
        if let host, excludedHosts.contains(where: { $0.lowercased() == host.lowercased() }) {
            return "the host \"\(host)\" is excluded, too"
        }
        if let port, !(1...65_535).contains(port) { return "the port \(port) is not one of 1 to 65535" }
        for named in headers where HTTPField.Name(named.name) == nil {
            return "\"\(named.name)\" is not a header's name"
        }
        if let problem = url.problem ?? matcherProblem { return problem }
        guard !pathParameters.isEmpty else { return nil }
        guard case .template(let template) = url else { return "pathParameters need a urlPathTemplate" }
        for named in pathParameters where !template.parameterNames.contains(named.name) {
            return "\(template.text) has no parameter {\(named.name)}"
        }
        return nil
    }

    private static func problem(ofHost host: String) -> String? {
        if host.isEmpty { return "a host must not be empty; without one every host is meant" }
        if host.contains(where: { "*{}".contains($0) }) {
            return "\"\(host)\" is not a host's name: hosts have no wildcards"
        }
        if host.contains(where: { "/@ ".contains($0) }) || host.contains(":") && !host.hasSuffix("]") {
            return "\"\(host)\" is not a host's name; give a port with port, and a path with the URL"
        }
        guard !host.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        return "no request has the host \"\(host)\"; write it in ASCII (xn--...)"
    }

    private var matcherProblem: String? {
        func problem(_ named: [NamedMatcher], _ part: MatchedPart) -> String? {
            named.lazy.compactMap { named in
                (named.matcher.problem(in: part) ?? named.matcher.valueProblem(in: part))
                    .map { "\(part) \(named.name): \($0)" }
            }.first
        }
        return problem(pathParameters, .pathParameter) ?? problem(queryParameters, .queryParameter)
            ?? problem(headers, .header) ?? problem(cookies, .cookie) ?? problem(formParameters, .formParameter)
            ?? body.lazy.compactMap { $0.problem(in: .body) }.first
    }
}

/// The part of a request that a matcher is for.
private enum MatchedPart: String, CustomStringConvertible {
    case pathParameter = "path parameter"
    case queryParameter = "query parameter"
    case header, cookie
    case formParameter = "form parameter"
    case body

    var description: String { rawValue }
}

extension ValueMatcher {
    /// Why it can never match there.
    fileprivate func problem(in part: MatchedPart) -> String? {
        switch self {
        case .or(let matchers) where matchers.isEmpty: "or needs at least one matcher; without any it never matches"
        case .and(let matchers), .or(let matchers): matchers.lazy.compactMap { $0.problem(in: part) }.first
        case .not(let matcher): matcher.problem(in: part)
        case .matchesJSONPath(_, let matcher): matcher?.problem(in: part)
        case .withoutValue where part != .queryParameter && part != .formParameter:
            "only a parameter can be without a value; use .absent, or \"\" for an empty one"
        case .equalToForm where part != .body: "equalToForm is for a body; give each parameter a matcher"
        default: nil
        }
    }

    /// Why no request has the value. Nil for alternatives and negations, which others may meet.
    fileprivate func valueProblem(in part: MatchedPart) -> String? {
        switch self {
        case .and(let matchers): matchers.lazy.compactMap { $0.valueProblem(in: part) }.first
        case .equalTo(let text, _) where part == .header && text.utf8.contains { $0 == 0x0A || $0 == 0x0D }:
            "no header has a line break"
        case .equalTo(let text, _) where part == .cookie && text.contains(";"): "no cookie's value has a semicolon"
        default: nil
        }
    }
}

extension URLPattern {
    /// Why no request can have it. `OPTIONS *` is the one request whose path has no `/` (RFC 9112 section 3.2.4).
    fileprivate var problem: String? {
        switch self {
        case .url(let text), .path(let text):
            guard text.hasPrefix("/") || text == "*" else {
                return "\"\(text)\" is not a path; begin with /, and give other hosts with host and port"
            }
            if let problem = Self.problem(ofText: text) { return problem }
            if case .path = self, text.contains("?") { return "\"\(text)\" is not a path; use url for path and query" }
            return nil
        case .template(let template):
            guard template.text.hasPrefix("/") else { return "the template \"\(template.text)\" must begin with /" }
            guard template.text.contains("?") else { return nil }
            return "the template \"\(template.text)\" has a query; give its parameters as queryParameters"
        case .containing(let parts):
            if parts.allSatisfy(\.isEmpty) { return "a text to look for in the URL must not be empty" }
            return parts.lazy.compactMap(Self.problem(ofText:)).first
        case .urlMatching(let expression), .pathMatching(let expression):
            guard expression.matchesNoPath else { return nil }
            return "no path matches \"\(expression.pattern)\": paths begin with /, and hosts are given with host"
        case .any: return nil
        }
    }

    private static func problem(ofText text: String) -> String? {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
            return "no request has \"\(text)\"; write a host in ASCII (xn--...), and else \(SentURL.escaped(text))"
        }
        if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            return "\"\(text)\" has a control character, and no request has one"
        }
        if text.contains("#") { return "\"\(text)\" has a fragment, and no request has one" }
        if text.contains(where: { "{}".contains($0) }) {
            return "\"\(text)\" has braces; use .template (urlPathTemplate) for a parameter, else %7B and %7D"
        }
        return nil
    }
}

/// Path and query as Foundation's `URL` sends them. Requests and patterns are compared in this form, so each may be written
/// with or without the percent codes.
package enum SentURL {
    /// The text with a code for each byte that no URL has as it is. Existing codes stay.
    ///
    /// - Parameter keepingBraces: true for a text whose braces may be those of a template.
    package static func escaped(_ text: some StringProtocol, keepingBraces: Bool = false) -> String {
        String(decoding: escaped(Array(text.utf8), keepingBraces: keepingBraces), as: UTF8.self)
    }

    static func escaped(_ bytes: [UInt8], keepingBraces: Bool = false) -> [UInt8] {
        PercentCode.completed(bytes) { byte in
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "}"): keepingBraces
            case UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"),
                UInt8(ascii: "["), UInt8(ascii: "\\"), UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "`"),
                UInt8(ascii: "|"), 0x80...:
                false
            // Control characters and fragments stay: they are mistakes, and refused by name.
            default: true
            }
        }
    }

    /// A part of an absolute URL. One that may be of a host stays if it is not ASCII: a host has no percent codes.
    static func escaped(part text: String) -> String {
        let scheme = text.firstRange(of: "://")
        let start = scheme?.upperBound ?? text.startIndex
        let place = text[..<(text[start...].firstIndex { "/?&=%".contains($0) } ?? text.endIndex)]
        guard place.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        let isPlace = scheme != nil || place.hasPrefix("[") && place.contains(":")
        let kept = isPlace ? place : ""
        // A code may go on behind the end.
        let tail = text.suffix(2).firstIndex(of: "%").map { text[$0...] } ?? ""
        return kept + escaped(text.dropFirst(kept.count).dropLast(tail.count), keepingBraces: true) + tail
    }
}

extension URLPattern {
    var sent: URLPattern {
        switch self {
        case .url(let text): .url(SentURL.escaped(text, keepingBraces: true))
        case .path(let text): .path(SentURL.escaped(text, keepingBraces: true))
        case .containing(let parts): .containing(parts.map(SentURL.escaped(part:)))
        // A template escapes its own literals, and expressions are compared with the request as it came.
        case .any, .urlMatching, .pathMatching, .template: self
        }
    }
}
