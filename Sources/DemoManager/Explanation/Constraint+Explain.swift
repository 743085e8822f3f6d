import HTTPTypes
import WireFormats

extension Constraint {
    /// The constraint with the request's value.
    func part(_ facts: RequestFacts) -> MatchPart {
        facts.forgetWarnings()
        // An expression that was stopped has no result, and neither has a `not` around it; see `StubEntry.matches`.
        let isMatch = matches(facts) && facts.warnings.isEmpty
        var (name, expected, actual) = texts(facts)
        if !facts.warnings.isEmpty { expected += " (stopped: it takes too long)" }
        return MatchPart(
            name: name, expected: expected, actual: actual, isMatch: isMatch, subject: subject, exact: exactText,
            weight: weight, distance: isMatch ? 0 : distance(to: actual))
    }

    /// Never 0, which only a match has. Long texts are compared by their beginning.
    private func distance(to actual: String?) -> Double {
        let share =
            switch self {
            case .url(.containing(let parts)):
                parts.reduce(0) { $0 + EditDistance.share(of: $1, in: actual ?? "") } / Double(max(1, parts.count))
            case .body(.contains(let part)): EditDistance.share(of: part, in: actual ?? "")
            default: exactText.map { EditDistance.share($0, actual ?? "") } ?? 1
            }
        return max(share, 0.01)
    }

    private var weight: Double {
        switch self {
        case .url, .host, .notHost, .port: 10
        case .method: 3
        default: 1
        }
    }

    private var subject: MatchPart.Subject {
        switch self {
        case .method, .scheme, .host, .notHost, .port: .plain
        case .url: .url
        case .pathParameter(let template, let index, _): .value(of: template.parameterNames[index])
        case .query(let named), .form(let named): .value(of: named.name)
        case .header(let name, _): .header(name)
        case .headerValue, .cookie: .credential
        case .body: .body
        case .condition: .plain
        }
    }

    /// The text it requires exactly; nil if it has none. Only exact texts can be nearly right.
    private var exactText: String? {
        switch self {
        case .url(.path(let text)), .url(.url(let text)): text
        case .url(.template(let template)): template.text
        case .host(let host): host
        case .query(let named), .cookie(let named), .form(let named): named.matcher.exactText
        case .header(_, let matcher), .pathParameter(_, _, let matcher), .body(let matcher): matcher.exactText
        default: nil
        }
    }

    private func texts(_ facts: RequestFacts) -> (name: String, expected: String, actual: String?) {
        func texts(_ kind: String, _ named: NamedMatcher, _ items: [FormItem]) -> (String, String, String?) {
            let found = items.filter { $0.name.isEqual(to: named.name) }
            let values = found.map { String(decoding: $0.value, as: UTF8.self) }.joined(separator: ", ")
            let actual = found.isEmpty ? nil : values
            return ("\(kind) \(named.name)", named.matcher.description, actual)
        }
        switch self {
        case .method(let pattern): return ("method", pattern.text, facts.method.rawValue)
        case .scheme(let scheme): return ("scheme", scheme, facts.request.scheme)
        case .host(let host): return ("host", host, facts.authority.host)
        case .notHost(let hosts): return ("host", "not \(hosts.joined(separator: ", "))", facts.authority.host)
        case .port(let port): return ("port", "\(port)", facts.authority.port.map(String.init))
        case .url(.containing(let parts)):
            let url = String(decoding: facts.absoluteURL, as: UTF8.self)
            return ("path", URLPattern.containing(parts).text, url)
        case .url(let pattern):
            return ("path", pattern.text, pattern.hasQuery ? facts.targetText : facts.pathText)
        case .pathParameter(let template, let index, let matcher):
            let value = template.values(in: facts.path).map { values in
                String(decoding: FormItem.decoded(values[index], plusIsBlank: false), as: UTF8.self)
            }
            return ("path parameter \(template.parameterNames[index])", matcher.description, value)
        case .query(let named): return texts("query", named, facts.query)
        case .cookie(let named): return texts("cookie", named, facts.cookies)
        case .form(let named): return texts("field", named, facts.form)
        case .header(let name, let matcher):
            return ("header \(name.rawName)", matcher.description, facts.request.headerFields[name])
        case .headerValue(let value):
            return ("a header's value", "\"\(value)\"", matches(facts) ? value : nil)
        case .body(let matcher): return ("body", matcher.description, facts.body?.text)
        case .condition: return ("condition", "met", matches(facts) ? "met" : "not met")
        }
    }
}

extension URLPattern {
    fileprivate var hasQuery: Bool {
        switch self {
        case .url, .urlMatching: true
        default: false
        }
    }
}

extension ValueMatcher {
    fileprivate var exactText: String? {
        switch self {
        case .equalTo(let text, _): text
        case .equalToJSON(let value, _, _): value.text()
        default: nil
        }
    }
}

/// The difference of two texts. Two swapped neighbours count as one change (Damerau-Levenshtein).
package enum EditDistance {
    /// Longer texts are compared by their beginning: the table of the comparison grows with the product of both.
    static let limit = 200

    /// The number of changes from one text to the other.
    package static func changes(_ left: [UInt8], _ right: [UInt8]) -> Int {
        lastRow(left, right, first: Array(0...right.count))[right.count]
    }

    /// Changes needed per byte, from 0 for equal texts to 1.
    static func share(_ left: String, _ right: String) -> Double {
        let left = Array(left.utf8.prefix(limit))
        let right = Array(right.utf8.prefix(limit))
        let longest = max(left.count, right.count)
        guard longest > 0 else { return 0 }
        return Double(changes(left, right)) / Double(longest)
    }

    /// The edits per byte of `part` until it occurs in `text` (Sellers).
    static func share(of part: String, in text: String) -> Double {
        let part = Array(part.utf8.prefix(limit))
        let text = Array(text.utf8.prefix(2 * limit))
        guard !part.isEmpty else { return 0 }
        let row = lastRow(part, text, first: Array(repeating: 0, count: text.count + 1))
        return Double(row.min() ?? part.count) / Double(part.count)
    }

    private static func lastRow(_ left: [UInt8], _ right: [UInt8], first: [Int]) -> [Int] {
        var (before, row, next) = (first, first, first)
        for (i, byte) in left.enumerated() {
            next[0] = i + 1
            for (j, other) in right.enumerated() {
                var least = min(row[j + 1] + 1, next[j] + 1, row[j] + (byte == other ? 0 : 1))
                if i > 0, j > 0, byte == right[j - 1], left[i - 1] == other { least = min(least, before[j - 1] + 1) }
                next[j + 1] = least
            }
            (before, row, next) = (row, next, before)
        }
        return row
    }
}
