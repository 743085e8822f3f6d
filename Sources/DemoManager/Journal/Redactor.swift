import Foundation
import HTTPTypes
import JSONText

/// Replaces secrets before something leaves the program's memory: on the clipboard, in an export, on disk.
///
/// Secret are the values of credentials' headers and cookies, of names that speak of tokens, keys, passwords or secrets in
/// queries, forms, JSON and XML, the codes of OAuth, JSON Web Tokens anywhere, and a URL's user info.
public struct Redactor: Sendable, Hashable {
    /// What stands instead of a secret: a text safe in JSON and in a URL.
    public var placeholder: String

    /// A redactor that puts `placeholder` in place of secrets.
    public init(placeholder: String = "REDACTED") {
        self.placeholder = placeholder
    }

    /// Whether the values of a header, parameter or member of this name are secret.
    public static func isSecret(_ name: String) -> Bool { SecretName(name).isSecret }

    /// Treats values of that name as secrets from now on, in the whole program: an API says what its keys are called.
    public static func hide(_ name: String) { SecretName.hide(name) }

    /// A header's value; a credential keeps its scheme, a cookie its name and attributes.
    public func headerValue(_ value: String, of name: HTTPField.Name) -> String {
        switch name {
        case .authorization, .proxyAuthorization:
            guard let space = value.firstIndex(of: " "), Self.isScheme(value[..<space]) else { return placeholder }
            return value[...space] + placeholder
        case .cookie:
            return value.split(separator: ";").map { cookie($0) }.joined(separator: ";")
        case .setCookie:
            let parts = value.split(separator: ";", omittingEmptySubsequences: false)
            let attributes = parts.dropFirst().map { Self.isCookieAttribute($0) ? String($0) : cookie($0) }
            return ([cookie(parts.first ?? "")] + attributes).joined(separator: ";")
        case .location, .contentLocation, .referer: return url(value)
        default:
            return Self.isSecret(name.rawName) ? placeholder : text(value)
        }
    }

    /// Headers with their secrets replaced.
    public func headers(_ fields: HTTPFields) -> HTTPFields {
        var result = HTTPFields()
        for field in fields {
            result.append(HTTPField(name: field.name, value: headerValue(field.value, of: field.name)))
        }
        return result
    }

    /// A URL, or path and query: without user info, secret parameters of query and fragment replaced.
    public func url(_ url: String) -> String { text(url) }

    /// A body, read as what it is: JSON, a form, or text. Of bytes that are not UTF-8 what is ASCII is read.
    public func body(_ bytes: [UInt8], contentType: String? = nil) -> [UInt8] {
        let type = contentType?.lowercased() ?? ""
        guard !bytes.isEmpty, !Self.isMedia(type, bytes) else { return bytes }
        do {
            let json = try JSONValue(parsing: bytes)
            let redacted = self.json(json)
            // Untouched bytes stay as they were sent, spaces and all.
            return redacted == json ? bytes : redacted.bytes()
        } catch {
            if let text = String(validating: bytes, as: UTF8.self) { return Array(self.body(text, type).utf8) }
            // Each byte as the character of its number, and back.
            let text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
            let redacted = self.body(text, type)
            guard redacted != text else { return bytes }
            return redacted.unicodeScalars.flatMap { scalar in
                UInt8(exactly: scalar.value).map { [$0] } ?? Array(String(scalar).utf8)
            }
        }
    }

    private func body(_ text: String, _ type: String) -> String {
        if type.hasPrefix("text/css") { return tokens(text) }
        if type.contains("javascript") { return tokens(quotedMembers(text)) }
        let redacted = members(type.hasPrefix("multipart/") ? parts(self.text(text)) : self.text(text))
        return text.first == "<" ? redacted : lines(redacted)
    }

    /// Whether it is a picture, a sound or the like: a text found in it is there by chance.
    private static func isMedia(_ type: String, _ bytes: [UInt8]) -> Bool {
        let kinds = ["image/", "audio/", "video/", "font/", "application/pdf", "application/zip", "application/wasm"]
        return kinds.contains { type.hasPrefix($0) } && String(validating: bytes, as: UTF8.self) == nil
    }

    /// A JSON value with the values of secret members replaced.
    public func json(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .string(embedded(text))
        case .array(let items): .array(items.map(json))
        case .object(let object): .object(self.object(object))
        default: value
        }
    }

    private func object(_ object: JSONObject) -> JSONObject {
        // `{"name": "password", "value": "..."}`, as lists of fields, headers and cookies have it; some say `key`.
        let named = object.members.contains { member in
            (member.key == "name" || member.key == "key") && member.value.stringValue.map(Self.isSecret) == true
        }
        return JSONObject(
            object.members.map { member in
                // It is a name here, and no secret.
                if named, member.key == "key" { return member }
                let isHidden = named && member.key == "value" || AuthorizationCode.isMember(member, of: object)
                let name = SecretName(member.key)
                if !isHidden, name.isCount, case .number = member.value { return member }
                let secrecy = isHidden ? .everything : name.secrecy
                let value =
                    secrecy == .none ? json(member.value) : hidden(member.value, deep: secrecy == .everything)
                return JSONObject.Member(key: member.key, value: value)
            })
    }

    /// The value of a secret member: texts and numbers are replaced, deeper ones where all of it is secret, as in
    /// `{"token": {"kind": "bearer", "value": "..."}}`.
    private func hidden(_ value: JSONValue, deep: Bool) -> JSONValue {
        switch value {
        case .string, .number: .string(placeholder)
        case .array(let items): .array(items.map { hidden($0, deep: deep) })
        case .object(let object) where deep:
            .object(
                JSONObject(
                    object.members.map { JSONObject.Member(key: $0.key, value: hidden($0.value, deep: true)) }))
        default: json(value)
        }
    }

    /// A text within JSON, which may be JSON itself.
    private func embedded(_ text: String) -> String {
        guard let first = text.first(where: { !$0.isWhitespace }), first == "{" || first == "[" else {
            return self.text(text)
        }
        return String(decoding: body(Array(text.utf8)), as: UTF8.self)
    }

    private func cookie(_ part: Substring) -> String {
        // A cookie without a name is all value.
        guard let equal = part.firstIndex(of: "=") else { return part.isEmpty ? "" : placeholder }
        return part[...equal] + placeholder
    }

    private static func isCookieAttribute(_ part: Substring) -> Bool {
        let name = part.prefix { $0 != "=" }.filter { $0 != " " }.lowercased()
        return [
            "", "path", "domain", "expires", "max-age", "secure", "httponly", "samesite", "partitioned", "priority",
        ].contains(name)
    }

    /// Whether a credential begins with the name of its kind and not with itself (IANA's list, and usual others).
    private static func isScheme(_ text: Substring) -> Bool {
        let known = [
            "basic", "bearer", "digest", "dpop", "gnap", "hoba", "mutual", "negotiate", "ntlm", "oauth", "vapid",
            "token",
            "apikey", "hawk",
        ]
        let text = text.lowercased()
        return known.contains(text) || text.hasPrefix("aws4-") || text.hasPrefix("scram-")
    }
}
