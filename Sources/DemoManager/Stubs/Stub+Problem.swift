import HTTPTypes
import JSONText

extension Stub {
    /// Why it cannot be honoured, if so.
    package var problem: Problem? {
        if sequence.isEmpty { return problem("the stub has no reply; give it one") }
        if let message = sequence.lazy.compactMap(\.reply.problem).first ?? request.problem { return problem(message) }
        return nil
    }

    /// A problem of this stub, with its place in source code where it has one.
    package func problem(_ message: String) -> Problem {
        if case .code(let fileID, let line) = origin {
            return Problem(message, file: fileID, position: TextPosition(line: line, column: 1))
        }
        return Problem(message, file: origin.description)
    }
}

extension Reply {
    /// Why it cannot be given.
    fileprivate var problem: String? {
        guard (200...999).contains(status) else { return "status \(status) cannot be answered; use 200 to 999" }
        // Headers cannot hold one: HTTPFields puts blanks in its place.
        if let statusMessage, !HTTPField.isValidValue(statusMessage) {
            return "statusMessage must not contain line breaks or control characters"
        }
        if let problem = delay.problem ?? dribble?.problem { return problem }
        guard let proxyBase else { return nil }
        let isPlain = headers.isEmpty && body.isEmpty && statusMessage == nil && dribble == nil && fault == nil
        guard isPlain, error == nil, maker == nil, !passesThrough else {
            return "a reply that forwards to \(proxyBase) has nothing of its own but a delay"
        }
        return nil
    }
}

extension Delay {
    /// Why it cannot be waited for; the bounds are those of stub files.
    var problem: String? {
        guard fixed >= .zero else { return "a delay must not be negative" }
        guard fixed <= Self.longest else { return "a delay must not be longer than a day" }
        switch random {
        case nil: return nil
        case .uniform(let range):
            let isPossible = range.lowerBound >= .zero && range.upperBound <= Self.longest
            return isPossible ? nil : "a random delay must be between 0 and a day"
        case .lognormal(let median, let sigma, let maximum):
            guard median >= .zero, median <= Self.longest, maximum.map({ $0 >= .zero }) ?? true else {
                return "the median of a random delay must be between 0 and a day"
            }
            return sigma.isFinite && sigma >= 0 ? nil : "sigma must be a number, 0 or more"
        }
    }

    private static let longest = Duration.milliseconds(DelayReader.longest)
}

extension Dribble {
    /// Why a body cannot be paced like that.
    fileprivate var problem: String? {
        guard chunks >= 1 else { return "a body is sent in at least one chunk" }
        return Delay(fixed: duration).problem
    }
}

extension RequestPattern {
    /// What of it no request could be checked for - left in, it would be a demand that silently vanishes - and what no
    /// request can fulfil.
    package var problem: String? {
        if let scheme, !["http", "https"].contains(scheme.lowercased()) {
            return "the scheme \"\(scheme)\" is neither http nor https"
        }
        if let host, host.contains(where: { "/@ ".contains($0) }) || host.contains(":") && !host.hasSuffix("]") {
            return "\"\(host)\" is not a host's name; a port has a key of its own"
        }
        for named in headers where HTTPField.Name(named.name) == nil {
            return "\"\(named.name)\" is not a header's name"
        }
        if let problem = url.problem { return problem }
        guard !pathParameters.isEmpty else { return nil }
        guard case .template(let template) = url else { return "pathParameters need a urlPathTemplate" }
        for named in pathParameters where !template.parameterNames.contains(named.name) {
            return "\(template.text) has no parameter {\(named.name)}"
        }
        return nil
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
            if text.contains("#") { return "\"\(text)\" has a fragment, and no request has one" }
            if case .path = self, text.contains("?") { return "\"\(text)\" is not a path; use url for path and query" }
            return nil
        case .template(let template):
            return template.text.hasPrefix("/") ? nil : "the template \"\(template.text)\" must begin with /"
        case .containing(let parts):
            return parts.allSatisfy(\.isEmpty) ? "a text to look for in the URL must not be empty" : nil
        case .any, .urlMatching, .pathMatching: return nil
        }
    }
}
