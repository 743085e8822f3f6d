import HTTPTypes
import JSONText

/// Replaces secrets before something leaves the program's memory: on the clipboard, in an export, on disk.
///
/// Secret are the values of credentials' headers and cookies, of names that speak of tokens, keys, passwords or secrets in
/// queries, forms, JSON, XML and texts, the codes of OAuth, a URL's user info, and what looks like a secret whatever its name:
/// JSON Web Tokens, private keys, the keys of well-known services. Of names that are data as often, such as `key` and
/// `session`, the document or the value's shape decides.
public struct Redactor: Sendable, Hashable {
    package private(set) var rule: SecretRule

    /// A redactor that puts `placeholder` in place of secrets: a text safe in JSON and in a URL.
    ///
    /// - Parameter declared: what a document declares of names.
    public init(placeholder: String = "REDACTED", declared: [DeclaredValue] = []) {
        rule = SecretRule(placeholder: placeholder)
        rule.declare(declared)
    }

    /// A string in place of a secret.
    public var placeholder: String { rule.placeholder }

    /// Whether the values of a header, parameter or member of this name are secret.
    public static func isSecret(_ name: String) -> Bool { SecretName(name).isSecret }

    /// Whether the values of a header, parameter or member of this name are secret, by the document, too.
    public func isSecret(_ name: String) -> Bool { rule.isSecret(name) }

    /// A header's value; a credential keeps its scheme, a cookie its name and attributes.
    public func headerValue(_ value: String, of name: HTTPField.Name) -> String {
        var findings = SecretRule.Findings()
        return headerValue(value, of: name, &findings)
    }

    private func headerValue(
        _ value: String, of name: HTTPField.Name, _ findings: inout SecretRule.Findings
    ) -> String {
        switch name {
        case .authorization, .proxyAuthorization:
            guard let space = value.firstIndex(of: " "), isScheme(value[..<space]) else {
                return rule.replacement(value, "token", &findings)
            }
            let secret = String(value[value.index(after: space)...])
            if secret != placeholder { findings.secrets.insert(value) }
            return value[...space] + rule.replacement(secret, "token", &findings)
        case .cookie:
            return value.split(separator: ";").map { cookie($0, &findings) }.joined(separator: ";")
        case .setCookie:
            let parts = value.split(separator: ";", omittingEmptySubsequences: false)
            let attributes = parts.dropFirst().map { Self.isCookieAttribute($0) ? String($0) : cookie($0, &findings) }
            return ([cookie(parts.first ?? "", &findings)] + attributes).joined(separator: ";")
        case .location, .contentLocation, .referer: return rule.text(value, &findings)
        default:
            return isSecret(name.rawName)
                ? rule.replacement(value, name.rawName, &findings) : rule.text(value, &findings)
        }
    }

    /// Headers with their secrets replaced.
    public func headers(_ fields: HTTPFields) -> HTTPFields {
        var findings = SecretRule.Findings()
        return headers(fields, &findings)
    }

    func headers(_ fields: HTTPFields, _ findings: inout SecretRule.Findings) -> HTTPFields {
        var result = HTTPFields()
        for field in fields {
            result.append(HTTPField(name: field.name, value: headerValue(field.value, of: field.name, &findings)))
        }
        return result
    }

    /// A URL, or path and query: without user info, secret parameters of query and fragment replaced.
    public func url(_ url: String) -> String { text(url) }

    /// Any text with its secrets replaced: of known shapes, user info of URLs, parameters (`?token=...`), members
    /// (`token: "..."`) and elements (`<token>...</token>`).
    public func text(_ text: String) -> String {
        var findings = SecretRule.Findings()
        return self.text(text, &findings)
    }

    package func text(_ text: String, _ findings: inout SecretRule.Findings) -> String { rule.text(text, &findings) }

    /// A JSON value with the values of secret members replaced.
    public func json(_ value: JSONValue) -> JSONValue {
        var findings = SecretRule.Findings()
        return rule.json(value, &findings)
    }

    /// A body, read as what it is: JSON, a form, or text. Of bytes that are not UTF-8 what is ASCII is read.
    public func body(_ bytes: [UInt8], contentType: String? = nil) -> [UInt8] {
        var findings = SecretRule.Findings()
        return body(bytes, contentType: contentType, &findings)
    }

    package func body(_ bytes: [UInt8], contentType: String?, _ findings: inout SecretRule.Findings) -> [UInt8] {
        let type = contentType?.lowercased() ?? ""
        guard !bytes.isEmpty else { return bytes }
        if let text = String(validating: bytes, as: UTF8.self) {
            if type.contains("javascript") || type.hasPrefix("text/css") {
                return Array(rule.program(text, &findings).utf8)
            }
            let parts = type.hasPrefix("multipart/") ? self.parts(bytes, contentType, &findings) : bytes
            return rule.body(parts, &findings)
        }
        let kinds = ["image/", "audio/", "video/", "font/", "application/pdf", "application/zip", "application/wasm"]
        // A text found in a picture is there by chance.
        guard !kinds.contains(where: { type.hasPrefix($0) }) else { return bytes }
        let parts = type.hasPrefix("multipart/") ? self.parts(bytes, contentType, &findings) : bytes
        // Each byte as the character of its number, and back.
        let text = String(String.UnicodeScalarView(parts.map { Unicode.Scalar($0) }))
        let redacted = rule.text(text, &findings)
        guard redacted != text else { return parts }
        return redacted.unicodeScalars.flatMap { scalar in
            UInt8(exactly: scalar.value).map { [$0] } ?? Array(String(scalar).utf8)
        }
    }

    /// The parts of a multipart form: values of secret names replaced. Read as lenient servers do: lines may end without CR.
    private func parts(
        _ bytes: [UInt8], _ contentType: String?, _ findings: inout SecretRule.Findings
    ) -> [UInt8] {
        var delimiter = Array("--\(HeaderParameters(contentType ?? "")["boundary"] ?? "")".utf8)
        // A body in parts whose boundary is another.
        if bytes.firstRange(of: delimiter) == nil { delimiter = Array("--".utf8) }
        var (result, written): ([UInt8], Int) = ([], 0)
        var names: [String] = []
        var value: Int? = nil
        var line = 0
        while line < bytes.count {
            let end = bytes[line...].firstIndex(of: 0x0A) ?? bytes.count
            let text = bytes[line..<end].last == 0x0D ? bytes[line..<(end - 1)] : bytes[line..<end]
            if text.starts(with: delimiter) {
                if let value { replacePart(value..<line, names, in: bytes, &result, &written, &findings) }
                (names, value) = ([], nil)
            } else if value == nil, text.isEmpty {
                value = min(end + 1, bytes.count)
            } else if value == nil {
                let parameters = HeaderParameters(String(decoding: text, as: UTF8.self)).parameters
                names += parameters.filter { $0.name == "name" }.map(\.value)
            }
            line = end + 1
        }
        if let value { replacePart(value..<bytes.count, names, in: bytes, &result, &written, &findings) }
        return result + bytes[written...]
    }

    /// Writes a part with its value replaced, if one of its names is a secret's.
    private func replacePart(
        _ part: Range<Int>, _ names: [String], in bytes: [UInt8], _ result: inout [UInt8], _ written: inout Int,
        _ findings: inout SecretRule.Findings
    ) {
        var value = bytes[part]
        // The line end in front of a delimiter belongs to that.
        if part.upperBound < bytes.count, value.last == 0x0A { value.removeLast() }
        if part.upperBound < bytes.count, value.last == 0x0D { value.removeLast() }
        let looks = String(decoding: value.prefix(4_097), as: UTF8.self)
        guard let name = names.first(where: { rule.isSecret($0, looks, &findings) }) else { return }
        result += bytes[written..<value.startIndex]
        result += Array(rule.replacement(String(decoding: value, as: UTF8.self), name, &findings).utf8)
        written = value.endIndex
    }

    private func cookie(_ part: Substring, _ findings: inout SecretRule.Findings) -> String {
        // A cookie without a name is all value.
        guard let equal = part.firstIndex(of: "=") else {
            return part.isEmpty ? "" : rule.replacement(String(part), "cookie", &findings)
        }
        let name = part[..<equal].filter { $0 != " " }
        return part[...equal] + rule.replacement(String(part[equal...].dropFirst()), name, &findings)
    }

    private static func isCookieAttribute(_ part: Substring) -> Bool {
        let name = part.prefix { $0 != "=" }.filter { $0 != " " }.lowercased()
        return [
            "", "path", "domain", "expires", "max-age", "secure", "httponly", "samesite", "partitioned", "priority",
        ].contains(name)
    }

    /// Whether a credential begins with the name of its kind and not with itself (IANA's list, and usual others).
    private func isScheme(_ text: Substring) -> Bool {
        let known = [
            "basic", "bearer", "digest", "dpop", "gnap", "hoba", "mutual", "negotiate", "ntlm", "oauth", "vapid",
            "token", "apikey", "hawk",
        ]
        let text = text.lowercased()
        return known.contains(text) || text.hasPrefix("aws4-") || text.hasPrefix("scram-")
    }
}

extension Redactor {
    /// The redactor that also finds what a request sent as a secret: servers repeat it in replies and errors.
    ///
    /// - Parameter body: the request's, decoded.
    package func knowing(_ request: HTTPRequest, body: [UInt8]?) -> Redactor {
        var findings = SecretRule.Findings()
        _ = headers(request.headerFields, &findings)
        _ = text(request.path ?? "/", &findings)
        if let body { _ = self.body(body, contentType: request.headerFields[.contentType], &findings) }
        var copy = self
        // Shorter values occur in a reply by chance.
        let known = findings.secrets.flatMap { [$0, PercentCode.decoded(form: $0)] }
            .reduce(into: Set()) { $0.insert($1) }.filter { $0.utf8.count >= 6 && $0 != placeholder }
            .sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
        // Each is looked for in every string of a reply.
        copy.rule.known = Array(known.prefix(100))
        return copy
    }

    /// The redactor that replaces a secret by its name and itself between marks.
    package func marking(_ mark: Character) -> Redactor {
        var copy = self
        copy.rule.mark = mark
        return copy
    }

    /// The redactor that puts another text in place of each secret, whatever the document allows.
    package func replacing(by placeholder: String) -> Redactor {
        var copy = self
        copy.rule.placeholder = placeholder
        copy.rule.usesStandIns = false
        return copy
    }
}
