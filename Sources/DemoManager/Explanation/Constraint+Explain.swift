import HTTPTypes
import WireFormats

extension Constraint {
    /// The constraint with the request's value.
    func part(_ facts: RequestFacts) -> MatchPart {
        facts.forgetWarnings()
        // An expression that was stopped has no result, and neither has a `not` around it; see `StubEntry.matches`.
        let isMatch = matches(facts) && facts.warnings.isEmpty
        var part = described(facts)
        part.isMatch = isMatch
        if !facts.warnings.isEmpty { part.expected += " (stopped: it takes too long)" }
        part.distance = isMatch ? 0 : distance(of: part)
        return part
    }

    /// Never 0, which only a match has. Long texts are compared by their beginning.
    private func distance(of part: MatchPart) -> Double {
        let actual = part.actual ?? ""
        let share =
            switch self {
            case .url(.containing(let parts)):
                parts.reduce(0) { $0 + EditDistance.share(of: $1, in: actual) } / Double(max(1, parts.count))
            case .body(.contains(let text)): EditDistance.share(of: text, in: actual)
            default: part.exact.map { EditDistance.share($0, actual) } ?? 1
            }
        return max(share, 0.01)
    }

    /// The part in words, not compared yet. Only exact texts can be nearly right.
    private func described(_ facts: RequestFacts) -> MatchPart {
        let host = facts.authority.host
        switch self {
        case .method(let pattern): return MatchPart("method", pattern.text, facts.method.rawValue, weight: 3)
        case .scheme(let scheme): return MatchPart("scheme", scheme, facts.request.scheme)
        case .host(let own): return MatchPart("host", own, host, exact: own, weight: 10)
        case .notHost(let hosts): return MatchPart("host", "not \(hosts.joined(separator: ", "))", host, weight: 10)
        case .port(let port): return MatchPart("port", "\(port)", facts.authority.port.map(String.init), weight: 10)
        case .url(let url):
            return MatchPart("path", url.text, url.actual(facts), .url, exact: url.exactText, weight: 10)
        case .pathParameter(let template, let index, let matcher):
            let name = template.parameterNames[index]
            let value = template.values(in: facts.path).map { values in
                String(decoding: FormItem.decoded(values[index], plusIsBlank: false), as: UTF8.self)
            }
            return matcher.part("path parameter \(name)", value, .value(of: name))
        case .query(let named): return named.part("query", facts.query, .value(of: named.name))
        case .cookie(let named): return named.part("cookie", facts.cookies, .credential)
        case .form(let named): return named.part("field", facts.form, .value(of: named.name))
        case .header(let name, let matcher):
            return matcher.part("header \(name.rawName)", facts.request.headerFields[name], .header(name))
        case .headerValue(let value):
            return MatchPart("a header's value", "\"\(value)\"", matches(facts) ? value : nil, .credential)
        case .body(let matcher): return matcher.part("body", facts.body?.text, .body)
        case .condition: return MatchPart("condition", "met", matches(facts) ? "met" : "not met")
        }
    }
}

extension URLPattern {
    fileprivate var exactText: String? {
        switch self {
        case .path(let text), .url(let text): text
        case .template(let template): template.text
        default: nil
        }
    }

    /// The part of the request's URL that is compared.
    fileprivate func actual(_ facts: RequestFacts) -> String {
        switch self {
        case .containing: String(decoding: facts.absoluteURL, as: UTF8.self)
        case .url, .urlMatching: facts.targetText
        default: facts.pathText
        }
    }
}

extension NamedMatcher {
    fileprivate func part(_ kind: String, _ items: [FormItem], _ subject: MatchPart.Subject) -> MatchPart {
        let found = items.filter { $0.name.isEqual(to: name) }.map { String(decoding: $0.value, as: UTF8.self) }
        return matcher.part("\(kind) \(name)", found.isEmpty ? nil : found.joined(separator: ", "), subject)
    }
}

extension ValueMatcher {
    fileprivate func part(_ name: String, _ actual: String?, _ subject: MatchPart.Subject) -> MatchPart {
        MatchPart(name, description, actual, subject, exact: exactText)
    }

    fileprivate var exactText: String? {
        switch self {
        case .equalTo(let text, _): text
        case .equalToJSON(let value, _, _): value.text()
        default: nil
        }
    }
}
