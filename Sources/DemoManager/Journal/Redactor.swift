import Foundation
import HTTPTypes
import JSONText

/// Replaces secrets before something leaves the program's memory: on the clipboard, in an export, on disk.
///
/// Secret are the values of credentials' headers and cookies, of names that speak of tokens, keys, passwords or secrets in
/// queries, forms and JSON, JSON Web Tokens anywhere, and a URL's user info.
public struct Redactor: Sendable, Hashable {
    /// What stands instead of a secret: a text safe in JSON and in a URL.
    public var placeholder: String

    /// A redactor that puts `placeholder` in place of secrets.
    public init(placeholder: String = "REDACTED") {
        self.placeholder = placeholder
    }

    /// Whether the values of a header, parameter or member of this name are secret.
    public static func isSecret(_ name: String) -> Bool { NameWords(name).areSecret }

    /// A header's value; a credential keeps its scheme, a cookie its name and attributes.
    public func headerValue(_ value: String, of name: HTTPField.Name) -> String {
        switch name {
        case .authorization, .proxyAuthorization:
            guard let space = value.firstIndex(of: " ") else { return placeholder }
            return value[...space] + placeholder
        case .cookie:
            return value.split(separator: ";").map { cookie($0) }.joined(separator: ";")
        case .setCookie:
            let parts = value.split(separator: ";", maxSplits: 1)
            guard let first = parts.first else { return value }
            return cookie(first) + (parts.count > 1 ? ";" + parts[1] : "")
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

    /// A URL, or path and query: without user info, secret parameters replaced.
    public func url(_ url: String) -> String {
        var url = url
        if let start = url.range(of: "://")?.upperBound {
            let end = url[start...].firstIndex { $0 == "/" || $0 == "?" } ?? url.endIndex
            if let at = url[start..<end].lastIndex(of: "@") { url.removeSubrange(start...at) }
        }
        guard let mark = url.firstIndex(of: "?") else { return text(url) }
        return text(String(url[...mark])) + form(String(url[url.index(after: mark)...]))
    }

    /// A body, read as what it is: JSON, a form, or text. What is not UTF-8 stays as it is.
    public func body(_ bytes: [UInt8], contentType: String? = nil) -> [UInt8] {
        guard !bytes.isEmpty else { return bytes }
        let type = contentType?.lowercased() ?? ""
        do {
            let json = try JSONValue(parsing: bytes)
            let redacted = self.json(json)
            // Untouched bytes stay as they were sent, spaces and all.
            return redacted == json ? bytes : redacted.bytes()
        } catch {
            guard let text = String(validating: bytes, as: UTF8.self) else { return bytes }
            if type.hasPrefix("application/x-www-form-urlencoded") { return Array(form(text).utf8) }
            return Array(self.text(pairs(text)).utf8)
        }
    }

    /// A JSON value with the values of secret members replaced.
    public func json(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): return .string(self.text(text))
        case .array(let items): return .array(items.map(json))
        case .object(let object):
            return .object(
                JSONObject(
                    object.members.map { member in
                        let value = Self.isSecret(member.key) ? hidden(member.value) : json(member.value)
                        return JSONObject.Member(key: member.key, value: value)
                    }))
        default: return value
        }
    }

    /// The value of a secret member: texts and numbers are replaced, what stands deeper is read like everything else.
    private func hidden(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string, .number: .string(placeholder)
        case .array(let items): .array(items.map(hidden))
        default: json(value)
        }
    }

    /// Any text with JSON Web Tokens replaced.
    public func text(_ text: String) -> String {
        guard text.contains("eyJ"), let tokens = Self.tokens else { return text }
        return tokens.stringByReplacingMatches(
            in: text, range: NSRange(text.startIndex..., in: text),
            withTemplate: NSRegularExpression.escapedTemplate(for: placeholder))
    }

    private func cookie(_ part: Substring) -> String {
        guard let equal = part.firstIndex(of: "=") else { return String(part) }
        return part[...equal] + placeholder
    }

    private func form(_ query: String) -> String {
        query.split(separator: "&", omittingEmptySubsequences: false).map { item -> String in
            guard let equal = item.firstIndex(of: "=") else { return String(item) }
            let name = String(decoding: FormItem.decoded(Array(item[..<equal].utf8)[...]), as: UTF8.self)
            return Self.isSecret(name) ? item[...equal] + placeholder : text(String(item))
        }.joined(separator: "&")
    }

    /// `"token": "..."` in what is no longer JSON, a body that was cut for instance.
    private func pairs(_ text: String) -> String {
        var result = text
        let matches = Self.members?.matches(in: text, range: NSRange(text.startIndex..., in: text)) ?? []
        for match in matches.reversed() {
            guard let name = Range(match.range(at: 1), in: text), let value = Range(match.range(at: 2), in: text),
                Self.isSecret(String(text[name]))
            else { continue }
            result.replaceSubrange(value, with: placeholder)
        }
        return result
    }

    private static let tokens = expression(#"eyJ[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]*"#)
    private static let members = expression(#""([^"\\]{1,100})"\s*:\s*"((?:[^"\\]|\\.)*)"#)

    private static func expression(_ pattern: String) -> NSRegularExpression? {
        do { return try NSRegularExpression(pattern: pattern) } catch { return nil }
    }
}
