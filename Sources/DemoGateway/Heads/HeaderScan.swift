import HTTPTypes

/// Reads the fields of a head in one pass, and notes those that decide how it is read.
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
            throw .badRequest("A header field has an invalid name or value.")
        }
        // By length first, because hardly any field is one of these.
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

    /// The framing of the body. Two lengths, a length beside a coding, and codings other than `chunked` are ambiguous.
    func framing(isHTTP11: Bool) throws(HeadProblem) -> RequestHead.Framing {
        if !codings.isEmpty {
            guard isHTTP11 else { throw .badRequest("HTTP/1.0 has no Transfer-Encoding.") }
            guard lengths.isEmpty else {
                throw .badRequest("Content-Length and Transfer-Encoding must not come together.")
            }
            guard codings.count == 1, codings[0].lowercased() == "chunked" else {
                throw HeadProblem(501, "Only the Transfer-Encoding \"chunked\" is supported.")
            }
            return .chunked
        }
        guard let text = lengths.first else { return .none }
        guard lengths.count == 1, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(text) else {
            throw .badRequest("Content-Length must be one whole number.")
        }
        return length == 0 ? .none : .length(length)
    }

    func expectsContinue(isHTTP11: Bool) throws(HeadProblem) -> Bool {
        guard let first = expectations.first, isHTTP11 else { return false }
        guard expectations.count == 1, first.lowercased() == "100-continue" else {
            throw HeadProblem(417, "Only \"Expect: 100-continue\" is supported.")
        }
        return true
    }

    /// The host of the request. Absolute form and `Host` must agree.
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
    /// A field's value without surrounding blanks (RFC 9112 section 5.1).
    fileprivate var withoutOuterBlanks: String {
        func isBlank(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x09 }
        guard isBlank(utf8.first) || isBlank(utf8.last) else { return self }
        var rest = utf8[...]
        while isBlank(rest.first) { rest.removeFirst() }
        while isBlank(rest.last) { rest.removeLast() }
        return String(Substring(rest))
    }
}
