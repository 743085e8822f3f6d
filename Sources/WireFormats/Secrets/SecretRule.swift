/// Distinguishes secrets from data: by name, by a document's declarations, and by the value's shape.
package struct SecretRule: Sendable {
    /// The text that replaces a secret.
    package var placeholder: String
    /// Known secret values, which are replaced wherever they occur; longest first.
    package var known: [String] = []
    /// True to replace a secret with a value that the document allows, if one is known.
    package var usesStandIns = true
    /// Encloses the name and value of a secret, for converting it to a variable; nil replaces secrets. The name follows
    /// `#` for a number, else `=`.
    package var mark: Character?
    /// Names of credentials that a document declares, in lower case.
    package private(set) var credentials: Set<String> = []
    private var declared: [String: Set<DeclaredValue>] = [:]

    package init(placeholder: String) { self.placeholder = placeholder }

    /// The findings of one search.
    package struct Findings: Sendable {
        /// The names in doubt, with their number of occurrences.
        package var doubts: [SecretDoubt: Int] = [:]
        /// The secrets themselves.
        package var secrets: Set<String> = []

        package init() {}
    }

    /// Adds a document's declarations.
    package mutating func declare(_ values: [DeclaredValue]) {
        for value in values {
            declared[value.name.lowercased(), default: []].insert(value)
            if value.kind == .credential { credentials.insert(value.name.lowercased()) }
        }
    }

    /// True if a header, parameter or member with this name is secret, whatever its value.
    package func isSecret(_ name: String) -> Bool { SecretName(name).isSecret || isCredential(name) }

    private func isCredential(_ name: String) -> Bool {
        !credentials.isEmpty && credentials.contains(name.lowercased())
    }

    private func kinds(_ name: String) -> Set<DeclaredValue.Kind>? {
        declared.isEmpty ? nil : declared[name.lowercased()].map { Set($0.map(\.kind)) }
    }

    /// The secrecy of a value with this name, including the declarations.
    func secrecy(_ name: String) -> SecretName.Secrecy {
        if isCredential(name) { return .everything }
        let secrecy = SecretName(name).secrecy
        guard secrecy != .none, let kinds = kinds(name) else { return secrecy }
        let isData = kinds == [.choice] || secrecy == .doubtful && kinds.isSubset(of: [.choice, .identifier])
        return isData ? .none : secrecy
    }

    /// True if a doubtful value is replaced, judged by its shape.
    private func hides(_ name: String, _ value: String) -> Bool {
        guard SecretName(name).isPIN else { return SecretShape.isRandom(value) }
        return (4...8).contains(value.utf8.count) && value.utf8.allSatisfy(\.isDigit)
    }

    /// True if the value of a member or field is a secret.
    package func isSecret(_ name: String, _ value: String, _ findings: inout Findings) -> Bool {
        switch secrecy(name) {
        case .none: return false
        case .value, .everything: return true
        case .doubtful:
            guard !value.isEmpty, value != placeholder else { return false }
            let isReplaced = hides(name, value)
            if !isReplaced, let kinds = kinds(name), !kinds.contains(.open) { return false }
            findings.doubts[SecretDoubt(name: name, isReplaced: isReplaced), default: 0] += 1
            return isReplaced
        }
    }

    /// True if the value of a URL parameter or form field is a secret, including signatures.
    package func isSecretParameter(_ name: String, _ value: @autoclosure () -> String, _ findings: inout Findings)
        -> Bool
    {
        let known = SecretName(name)
        guard known.secrecy != .none else { return known.isSecretParameter || isCredential(name) }
        let isLimited = kinds(name).map { !$0.contains(.open) } ?? false
        return known.secrecy == .doubtful || isLimited ? isSecret(name, value(), &findings) : true
    }

    // MARK: Replacements

    /// The replacement of a secret string.
    ///
    /// - Parameter standsIn: false within a text, in which a value that the document allows could be misread.
    package func replacement(
        _ secret: String, _ name: String, _ findings: inout Findings, standsIn: Bool = true
    ) -> String {
        if secret != placeholder { findings.secrets.insert(secret) }
        guard let mark else {
            guard standsIn else { return placeholder }
            return standIns(of: name).lazy.compactMap(\.stringValue).first ?? placeholder
        }
        return "\(mark)=\(name)\(mark)\(secret)\(mark)"
    }

    /// The replacement of a secret number, which is another number.
    private func replacement(_ secret: JSONNumber, _ name: String) -> JSONValue {
        // The quotes are not part of the value.
        if let mark { return .string("\(mark)#\(name)\(mark)\(secret.text)\(mark)") }
        // Only strings are distinguished from recorded values.
        if !usesStandIns { return .string(placeholder) }
        return .number(standIns(of: name).compactMap(\.numberValue).first ?? JSONNumber(0))
    }

    private func standIns(of name: String) -> [JSONValue] {
        declared.isEmpty || !usesStandIns
            ? [] : (declared[name.lowercased()] ?? []).map(\.standIn).inOrder { $0.text() < $1.text() }
    }

    // MARK: JSON

    /// A JSON value without secrets.
    package func json(_ value: JSONValue, _ findings: inout Findings) -> JSONValue {
        switch value {
        case .string(let text): .string(embedded(text, &findings))
        case .array(let items): .array(items.map { json($0, &findings) })
        case .object(let object): .object(self.object(object, &findings))
        default: value
        }
    }

    private func object(_ object: JSONObject, _ findings: inout Findings) -> JSONObject {
        let isNamed = namesSecret(object)
        var members: [JSONObject.Member] = []
        for member in object.members {
            var secrecy = secrecy(member.key)
            if isNamed, member.key == "key" { secrecy = .none }
            if isNamed && SecretWords.isValue(member.key) || AuthorizationCode.isMember(member, of: object) {
                secrecy = .everything
            } else if case .number = member.value, SecretName(member.key).isCount {
                secrecy = .none
            }
            let value = self.member(member.value, member.key, secrecy, &findings)
            members.append(JSONObject.Member(key: member.key, value: value))
        }
        return JSONObject(members)
    }

    /// True if a member names the secret beside it.
    ///
    /// Examples are `{"name": "password", "value": "..."}` in lists of fields, headers and cookies, a step of a JSON Patch,
    /// and `{"type": "password", "value": "..."}`.
    private func namesSecret(_ object: JSONObject) -> Bool {
        object.members.contains { member in
            guard let text = member.value.stringValue else { return false }
            switch member.key.lowercased() {
            case "name", "key": return isNamedSecret(text)
            case "path": return object["op"] != nil && text.split(separator: "/").contains { isNamedSecret(String($0)) }
            // A number of that kind is an amount: `{"type": "tokens", "value": 1200}`.
            case "type", "field", "property":
                return isNamedSecret(text)
                    && object.members.contains { SecretWords.isValue($0.key) && $0.value.stringValue != nil }
            default: return false
            }
        }
    }

    /// True if the name alone shows that the neighbouring value is a secret.
    func isNamedSecret(_ name: String) -> Bool {
        let secrecy = secrecy(name)
        return secrecy == .value || secrecy == .everything
    }

    /// A member's value without secrets. Nested values are replaced if all of it is secret, as in `{"token": {"kind":
    /// "bearer", "value": "..."}}`.
    private func member(
        _ value: JSONValue, _ name: String, _ secrecy: SecretName.Secrecy, _ findings: inout Findings
    ) -> JSONValue {
        switch (value, secrecy) {
        case (_, .none): return json(value, &findings)
        case (.string(let text), _):
            guard isSecret(name, text, secrecy, &findings) else { return json(value, &findings) }
            return .string(replacement(text, name, &findings))
        case (.number(let number), _):
            guard isSecret(name, value.text(), secrecy, &findings) else { return value }
            return replacement(number, name)
        case (.array(let items), _): return .array(items.map { member($0, name, secrecy, &findings) })
        case (.object(let object), .everything):
            return .object(object.mapping { member($0.value, name, secrecy, &findings) })
        default: return json(value, &findings)
        }
    }

    private func isSecret(
        _ name: String, _ value: String, _ secrecy: SecretName.Secrecy, _ findings: inout Findings
    ) -> Bool {
        secrecy == .doubtful ? isSecret(name, value, &findings) : true
    }

    /// A string within JSON, which may be JSON itself.
    private func embedded(_ text: String, _ findings: inout Findings) -> String {
        guard let first = text.first(where: { !$0.isWhitespace }), first == "{" || first == "[" else {
            return self.text(text, &findings)
        }
        return String(decoding: body(Array(text.utf8), &findings), as: UTF8.self)
    }

    /// Redacts JSON, or else text.
    package func body(_ bytes: [UInt8], _ findings: inout Findings) -> [UInt8] {
        do {
            let json = try JSONValue(parsing: bytes)
            let redacted = self.json(json, &findings)
            // Unchanged JSON keeps its white space.
            return redacted == json ? bytes : redacted.bytes()
        } catch {
            return Array(text(String(decoding: bytes, as: UTF8.self), &findings).utf8)
        }
    }
}

extension SecretRule {
    // MARK: Headers

    /// A header's value without secrets; a credential keeps its scheme, a cookie its name and attributes.
    package func header(_ value: String, of name: String, _ findings: inout Findings) -> String {
        switch name.lowercased() {
        case "authorization", "proxy-authorization":
            guard let space = value.firstIndex(of: " "), Self.isScheme(value[..<space]) else {
                return replacement(value, "token", &findings)
            }
            let secret = String(value[value.index(after: space)...])
            if secret != placeholder { findings.secrets.insert(value) }
            return value[...space] + replacement(secret, "token", &findings)
        case "cookie":
            return value.split(separator: ";").map { cookie($0, &findings) }.joined(separator: ";")
        case "set-cookie":
            let parts = value.split(separator: ";", omittingEmptySubsequences: false)
            let attributes = parts.dropFirst().map { Self.isCookieAttribute($0) ? String($0) : cookie($0, &findings) }
            return ([cookie(parts.first ?? "", &findings)] + attributes).joined(separator: ";")
        case "location", "content-location", "referer": return text(value, &findings)
        default: return isSecret(name) ? replacement(value, name, &findings) : text(value, &findings)
        }
    }

    private func cookie(_ part: Substring, _ findings: inout Findings) -> String {
        // A cookie without a name consists of its value.
        guard let equal = part.firstIndex(of: "=") else {
            return part.isEmpty ? "" : replacement(String(part), "cookie", &findings)
        }
        let name = part[..<equal].filter { $0 != " " }
        return part[...equal] + replacement(String(part[equal...].dropFirst()), name, &findings)
    }

    private static func isCookieAttribute(_ part: Substring) -> Bool {
        SecretWords.cookieAttributes.contains(part.prefix { $0 != "=" }.filter { $0 != " " }.lowercased())
    }

    private static func isScheme(_ text: Substring) -> Bool {
        let text = text.lowercased()
        return SecretWords.schemes.contains(text) || text.hasPrefix("aws4-") || text.hasPrefix("scram-")
    }

    // MARK: Bodies

    /// A redacted body, read by its media type: JSON, a form, or text. If it is not UTF-8, only its ASCII is read, and
    /// names say nothing if control characters show that it is no text.
    package func body(_ bytes: [UInt8], contentType: String?, _ findings: inout Findings) -> [UInt8] {
        guard !bytes.isEmpty else { return bytes }
        let type = contentType?.lowercased() ?? ""
        let text = String(utf8: bytes)
        if let text, type.contains("javascript") || type.hasPrefix("text/css") {
            return Array(program(text, &findings).utf8)
        }
        guard text != nil || !SecretWords.binaryTypes.contains(where: { type.hasPrefix($0) }) else { return bytes }
        let parts = type.hasPrefix("multipart/") ? self.parts(bytes, contentType, &findings) : bytes
        if text != nil { return body(parts, &findings) }
        // Converts each byte to the character with its number, and back.
        let characters = String(String.UnicodeScalarView(parts.map { Unicode.Scalar($0) }))
        // A form may have texts beside files.
        let isText = type.hasPrefix("multipart/") || !bytes.contains(where: Self.isControl)
        let redacted = isText ? self.text(characters, &findings) : self.bytes(characters, &findings)
        guard redacted != characters else { return parts }
        return redacted.unicodeScalars.flatMap { scalar in
            UInt8(exactly: scalar.value).map { [$0] } ?? Array(String(scalar).utf8)
        }
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && !(0x09...0x0D).contains(byte) && byte != 0x1B
    }

    /// Redacts the secret parts of a multipart form. Lenient like servers: lines may end without CR.
    private func parts(
        _ bytes: [UInt8], _ contentType: String?, _ findings: inout Findings
    ) -> [UInt8] {
        var delimiter = Array("--\(HeaderParameters(contentType ?? "")["boundary"] ?? "")".utf8)
        // The body has a different boundary.
        if bytes[...].place(of: delimiter) == nil { delimiter = Array("--".utf8) }
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

    /// Writes a part with its value replaced, if one of its names is that of a secret.
    private func replacePart(
        _ part: Range<Int>, _ names: [String], in bytes: [UInt8], _ result: inout [UInt8], _ written: inout Int,
        _ findings: inout Findings
    ) {
        var value = bytes[part]
        // The line end before a delimiter is part of the delimiter.
        if part.upperBound < bytes.count, value.last == 0x0A { value.removeLast() }
        if part.upperBound < bytes.count, value.last == 0x0D { value.removeLast() }
        let looks = String(decoding: value.prefix(4_097), as: UTF8.self)
        guard let name = names.first(where: { isSecret($0, looks, &findings) }) else { return }
        result += bytes[written..<value.startIndex]
        result += Array(replacement(String(decoding: value, as: UTF8.self), name, &findings).utf8)
        written = value.endIndex
    }
}

extension SecretName {
    /// True for a number that grants access, or a pin on a map.
    fileprivate var isPIN: Bool { self == SecretName("pin") }
}
