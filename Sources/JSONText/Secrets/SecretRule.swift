/// The rule that tells secrets from data: by name, by what a document declares under the name, and by the value's shape.
package struct SecretRule: Sendable, Hashable {
    /// A string in place of a secret.
    package var placeholder: String
    /// Values sent as secrets elsewhere: replaced wherever a text repeats them, the longest first.
    package var known: [String] = []
    /// Whether a value that the document allows stands in place of a secret, where it is known.
    package var usesStandIns = true
    /// Encloses the name and the value of a secret, for a reader that makes variables of them; nil replaces secrets. Before
    /// the name stands `#` for a number, else `=`.
    package var mark: Character?
    /// Names of credentials that a document declares, in lower case.
    package private(set) var credentials: Set<String> = []
    private var declared: [String: Set<DeclaredValue>] = [:]

    package init(placeholder: String) { self.placeholder = placeholder }

    /// What is found while something is looked through.
    package struct Findings: Sendable {
        /// Names in doubt, and how often they occur.
        package var doubts: [SecretDoubt: Int] = [:]
        /// The secrets themselves.
        package var secrets: Set<String> = []

        package init() {}
    }

    /// Adds what a document declares.
    package mutating func declare(_ values: [DeclaredValue]) {
        for value in values {
            declared[value.name.lowercased(), default: []].insert(value)
            if value.kind == .credential { credentials.insert(value.name.lowercased()) }
        }
    }

    /// Whether a header, parameter or member of this name holds a secret, whatever its value.
    package func isSecret(_ name: String) -> Bool { SecretName(name).isSecret || isCredential(name) }

    private func isCredential(_ name: String) -> Bool {
        !credentials.isEmpty && credentials.contains(name.lowercased())
    }

    private func kinds(_ name: String) -> Set<DeclaredValue.Kind>? {
        declared.isEmpty ? nil : declared[name.lowercased()].map { Set($0.map(\.kind)) }
    }

    /// How secret the value of a name is.
    func secrecy(_ name: String) -> SecretName.Secrecy {
        if isCredential(name) { return .everything }
        let secrecy = SecretName(name).secrecy
        guard secrecy != .none, let kinds = kinds(name) else { return secrecy }
        let isData = kinds == [.choice] || secrecy == .doubtful && kinds.isSubset(of: [.choice, .identifier])
        return isData ? .none : secrecy
    }

    /// Whether a value in doubt is replaced: by its shape alone.
    private func hides(_ name: String, _ value: String) -> Bool {
        guard SecretName(name).isPIN else { return SecretShape.isRandom(value) }
        return (4...8).contains(value.utf8.count) && value.utf8.allSatisfy(SecretShape.isDigit)
    }

    /// Whether the value of a member or field is a secret.
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

    /// Whether the value of a URL's parameter or a form's field is a secret: what signs a URL is one, too.
    package func isSecretParameter(_ name: String, _ value: @autoclosure () -> String, _ findings: inout Findings)
        -> Bool
    {
        let known = SecretName(name)
        guard known.secrecy != .none else { return known.isSecretParameter || isCredential(name) }
        let isLimited = kinds(name).map { !$0.contains(.open) } ?? false
        return known.secrecy == .doubtful || isLimited ? isSecret(name, value(), &findings) : true
    }

    // MARK: Replacements

    /// What stands in place of a secret string, where the document allows it.
    ///
    /// - Parameter standsIn: false within a text, where what the document allows may mean something else.
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

    /// What stands in place of a secret number: another number.
    private func replacement(_ secret: JSONNumber, _ name: String, _ findings: inout Findings) -> JSONValue {
        // Quotes around it are not the value's.
        if let mark { return .string("\(mark)#\(name)\(mark)\(JSONValue.number(secret).text())\(mark)") }
        // Only a text is told apart from what was recorded.
        if !usesStandIns { return .string(placeholder) }
        return .number(standIns(of: name).compactMap(\.numberValue).first ?? JSONNumber(0))
    }

    private func standIns(of name: String) -> [JSONValue] {
        declared.isEmpty || !usesStandIns
            ? [] : (declared[name.lowercased()] ?? []).map(\.standIn).sorted { $0.text() < $1.text() }
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
        // `{"name": "password", "value": "..."}`, as lists of fields, headers and cookies have it; some say `key`.
        let isNamed = object.members.contains { member in
            (member.key == "name" || member.key == "key") && member.value.stringValue.map(isNamedSecret) == true
        }
        var members: [JSONObject.Member] = []
        for member in object.members {
            var secrecy = secrecy(member.key)
            if isNamed, member.key == "key" { secrecy = .none }
            if isNamed && member.key == "value" || AuthorizationCode.isMember(member, of: object) {
                secrecy = .everything
            } else if case .number = member.value, SecretName(member.key).isCount {
                secrecy = .none
            }
            let value = self.member(member.value, member.key, secrecy, &findings)
            members.append(JSONObject.Member(key: member.key, value: value))
        }
        return JSONObject(members)
    }

    /// A name that says by itself that a secret stands beside it.
    func isNamedSecret(_ name: String) -> Bool {
        let secrecy = secrecy(name)
        return secrecy == .value || secrecy == .everything
    }

    /// The value of a member; deeper ones are replaced where all of it is secret, as in `{"token": {"kind": "bearer", "value":
    /// "..."}}`.
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
            return replacement(number, name, &findings)
        case (.array(let items), _): return .array(items.map { member($0, name, secrecy, &findings) })
        case (.object(let object), .everything):
            return .object(
                JSONObject(
                    object.members.map { .init(key: $0.key, value: member($0.value, name, secrecy, &findings)) }))
        default: return json(value, &findings)
        }
    }

    private func isSecret(
        _ name: String, _ value: String, _ secrecy: SecretName.Secrecy, _ findings: inout Findings
    ) -> Bool {
        secrecy == .doubtful ? isSecret(name, value, &findings) : true
    }

    /// A text within JSON, which may be JSON itself.
    private func embedded(_ text: String, _ findings: inout Findings) -> String {
        guard let first = text.first(where: { !$0.isWhitespace }), first == "{" || first == "[" else {
            return self.text(text, &findings)
        }
        return String(decoding: body(Array(text.utf8), &findings), as: UTF8.self)
    }

    /// JSON where it is some, else text.
    package func body(_ bytes: [UInt8], _ findings: inout Findings) -> [UInt8] {
        do {
            let json = try JSONValue(parsing: bytes)
            let redacted = self.json(json, &findings)
            // Untouched bytes stay as they were sent, spaces and all.
            return redacted == json ? bytes : redacted.bytes()
        } catch {
            return Array(text(String(decoding: bytes, as: UTF8.self), &findings).utf8)
        }
    }
}

extension SecretName {
    /// Whether it is a number that somebody types to get in, or what is pinned to a map.
    fileprivate var isPIN: Bool { self == SecretName("pin") }
}
