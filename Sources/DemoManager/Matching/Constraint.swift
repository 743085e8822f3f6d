import HTTPTypes
import WireFormats

/// A condition that a stub sets for a request. A pattern is a list of them, cheapest first. Both matching and
/// explaining use `matches`.
enum Constraint: Sendable {
    case method(MethodPattern)
    case scheme(String)
    case host(String)
    case notHost([String])
    case port(Int)
    case url(URLPattern)
    case pathParameter(template: URLTemplate, index: Int, ValueMatcher)
    case query(NamedMatcher)
    case header(HTTPField.Name, ValueMatcher)
    case headerValue(String)
    case cookie(NamedMatcher)
    case form(NamedMatcher)
    case body(ValueMatcher)
    case condition(@Sendable (ReceivedRequest) -> Bool)

    /// True if it needs the request's body.
    var needsBody: Bool {
        switch self {
        case .form, .body, .condition: true
        default: false
        }
    }

    /// True if the request fulfils it.
    func matches(_ facts: RequestFacts) -> Bool {
        switch self {
        case .method(let pattern): return pattern.matches(facts.method)
        case .scheme(let scheme): return facts.request.scheme?.lowercased() == scheme
        case .host(let host): return facts.authority.host == host
        case .notHost(let hosts): return facts.authority.host.map { !hosts.contains($0) } ?? false
        case .port(let port): return facts.authority.port == port
        case .url(let pattern): return pattern.matches(facts)
        case .pathParameter(let template, let index, let matcher):
            let own = template.values(in: facts.path) ?? facts.asked.flatMap { template.values(in: $0.path) }
            guard let values = own else { return false }
            return matcher.matches(MatchValue(FormItem.decoded(values[index], plusIsBlank: false)), facts.notes)
        case .query(let named): return named.matches(facts.query, facts.notes)
        case .cookie(let named): return named.matches(facts.cookies, facts.notes)
        case .form(let named): return named.matches(facts.form, facts.notes)
        case .header(let name, let matcher):
            let values = facts.request.headerFields[values: name]
            if case .equalTo(let text, false) = matcher {
                return values.contains { $0.utf8.elementsEqual(text.utf8) }
            }
            return matcher.matches(anyOf: values.map { MatchValue($0) }, facts.notes)
        case .headerValue(let value):
            return facts.request.headerFields.contains { $0.value.utf8.elementsEqual(value.utf8) }
        case .body(let matcher): return matcher.matches(facts.body, facts.notes)
        case .condition(let isMet): return isMet(ReceivedRequest(facts.request, body: facts.body?.bytes))
        }
    }
}

extension RequestPattern {
    /// The constraints, cheapest first.
    var constraints: [Constraint] {
        var list: [Constraint] = []
        if method != .any { list.append(.method(method)) }
        if case .any = url {} else { list.append(.url(url)) }
        if let scheme { list.append(.scheme(scheme.lowercased())) }
        if let host { list.append(.host(host.lowercased())) }
        if !excludedHosts.isEmpty { list.append(.notHost(excludedHosts.map { $0.lowercased() })) }
        if let port { list.append(.port(port)) }
        if case .template(let template) = url {
            list += pathParameters.compactMap { named in
                template.parameterNames.firstIndex(of: named.name).map {
                    .pathParameter(template: template, index: $0, named.matcher)
                }
            }
        }
        list += queryParameters.map { .query($0) }
        list += headers.compactMap { named in HTTPField.Name(named.name).map { .header($0, named.matcher) } }
        list += headerValues.map { .headerValue($0) }
        list += cookies.map { .cookie($0) }
        list += formParameters.map { .form($0) }
        list += body.map { .body($0.ofBody) }
        list += conditions.map { .condition($0) }
        return list
    }
}

extension ValueMatcher {
    /// The matcher of a body: an empty body counts as none, so a demand for one is a demand for none.
    fileprivate var ofBody: ValueMatcher {
        switch self {
        case .equalTo("", _), .equalToBytes([]): .absent
        case .equalToForm(let fields) where fields.isEmpty: .absent
        case .and(let matchers): .and(matchers.map(\.ofBody))
        case .or(let matchers): .or(matchers.map(\.ofBody))
        case .not(let matcher): .not(matcher.ofBody)
        default: self
        }
    }
}

extension MethodPattern {
    /// True if the pattern includes `method`.
    func matches(_ method: HTTPRequest.Method) -> Bool {
        switch self {
        case .any: true
        case .one(let own): own == method
        case .oneOf(let methods): methods.contains(method)
        case .noneOf(let methods): !methods.contains(method)
        }
    }
}

extension URLPattern {
    fileprivate func matches(_ facts: RequestFacts) -> Bool {
        isMet(by: facts, facts.notes) || facts.asked.map { isMet(by: $0, facts.notes) } ?? false
    }

    private func isMet(by facts: RequestFacts, _ notes: @autoclosure () -> MatchNotes) -> Bool {
        switch self {
        case .any: true
        case .url(let url): facts.target.isEqual(to: url)
        case .path(let path): facts.path.isEqual(to: path)
        case .urlMatching(let expression):
            notes().matches(expression, facts.targetText)
        case .pathMatching(let expression):
            notes().matches(expression, facts.pathText)
        case .template(let template): template.values(in: facts.path) != nil
        case .containing(let parts): parts.allSatisfy { facts.absoluteURL.contains($0) }
        }
    }
}

extension NamedMatcher {
    fileprivate func matches(_ items: [FormItem], _ notes: MatchNotes) -> Bool {
        let values = items.lazy.filter { $0.name.isEqual(to: name) }.map { MatchValue($0.value, isBare: $0.isBare) }
        return matcher.matches(anyOf: Array(values), notes)
    }
}
