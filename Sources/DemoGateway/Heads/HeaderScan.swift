import HTTPTypes

/// Goes once through the fields of a head: what decides how it is read is taken note of, everything becomes typed fields.
struct HeaderScan {
    private(set) var fields = HTTPFields()
    private(set) var host: String?
    private(set) var asksForUpgrade = false
    private(set) var marks = DemoMarks()
    private var hosts = 0
    private var lengths: [String] = []
    private var codings: [String] = []
    private var expectations: [String] = []

    mutating func add(_ name: String, _ value: String) throws(HeadProblem) {
        let value = value.withoutOuterBlanks
        guard let field = HTTPField.Name(name), HTTPField.isValidValue(value) else {
            throw .badRequest("A header field has a name or a value no header field can have.")
        }
        // By the length first: hardly any field is one of these.
        switch name.utf8.count {
        case 4 where field.canonicalName == "host":
            hosts += 1
            host = value
            return
        case 6 where field == .expect: expectations.append(value)
        case 7 where field.canonicalName == "upgrade": asksForUpgrade = true
        case 13, 14:
            if field == .contentLength { lengths.append(value) }
            if try marks.take(field, value) { return }
        case 17 where field == .transferEncoding: codings.append(value)
        default: break
        }
        fields.append(HTTPField(name: field, value: value))
    }

    /// How long the body is. A length said twice, beside a coding or in a coding but `chunked` has no one meaning.
    func framing(isHTTP11: Bool) throws(HeadProblem) -> RequestHead.Framing {
        if !codings.isEmpty {
            guard isHTTP11 else { throw .badRequest("HTTP/1.0 knows no Transfer-Encoding.") }
            guard lengths.isEmpty else {
                throw .badRequest("Content-Length and Transfer-Encoding must not come together.")
            }
            guard codings.count == 1, codings[0].lowercased() == "chunked" else {
                throw HeadProblem(501, "Of Transfer-Encoding only \"chunked\" is understood here.")
            }
            return .chunked
        }
        guard let text = lengths.first else { return .none }
        guard lengths.count == 1, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(text) else {
            throw .badRequest("Content-Length must be one whole number.")
        }
        return length == 0 ? .none : .length(length)
    }

    /// Whether the client waits for `100 Continue`.
    func expectsContinue(isHTTP11: Bool) throws(HeadProblem) -> Bool {
        guard let first = expectations.first, isHTTP11 else { return false }
        guard expectations.count == 1, first.lowercased() == "100-continue" else {
            throw HeadProblem(417, "Of Expect only \"100-continue\" is understood here.")
        }
        return true
    }

    /// The host the request is for. Absolute form and `Host` have to agree.
    func authority(_ target: RequestTarget, isHTTP11: Bool) throws(HeadProblem) -> HostAuthority? {
        guard hosts <= 1 else { throw .badRequest("There is more than one Host header.") }
        guard hosts == 1 || !isHTTP11 else { throw .badRequest("The Host header is missing.") }
        guard let text = host ?? target.authority else { return nil }
        guard let authority = HostAuthority(text) else { throw .badRequest("The Host header is not a host.") }
        if let other = target.authority, host != nil {
            guard let other = HostAuthority(other), other.host == authority.host,
                (other.port ?? 80) == (authority.port ?? 80)
            else { throw .badRequest("The request's target and its Host header name different hosts.") }
        }
        return authority
    }
}

extension String {
    /// A field's value without the blanks around it, which are no part of it (RFC 9112 section 5.1).
    fileprivate var withoutOuterBlanks: String {
        func isBlank(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x09 }
        guard isBlank(utf8.first) || isBlank(utf8.last) else { return self }
        var rest = utf8[...]
        while isBlank(rest.first) { rest.removeFirst() }
        while isBlank(rest.last) { rest.removeLast() }
        return String(Substring(rest))
    }
}
