import HTTPTypes
import WireFormats

/// Redacts secrets before data leaves the program's memory: to the clipboard, an export or a file.
///
/// Secrets are the values of credential headers and cookies, and of tokens, keys and passwords by name in queries,
/// forms, JSON, XML and texts. OAuth codes and the user info of URLs are secrets too, and values shaped like one: JSON
/// Web Tokens, private keys, keys of well-known services. For ambiguous names such as `key` and `session`, the document
/// or the value's shape decides.
package typealias Redactor = SecretRule

extension SecretRule {
    /// A redactor of well-known names and of those that a document declares.
    ///
    /// - Parameter placeholder: the text that replaces a secret; safe in JSON and URLs.
    /// - Parameter declared: the document's declarations of values.
    package init(placeholder: String = "REDACTED", declared: [DeclaredValue] = []) {
        self.init(placeholder: placeholder)
        declare(declared)
    }

    /// True if the values of a header, parameter or member of this name are secret.
    package static func isSecret(_ name: String) -> Bool { SecretName(name).isSecret }

    /// A header's value, redacted: a credential keeps its scheme, a cookie its name and attributes.
    package func headerValue(_ value: String, of name: HTTPField.Name) -> String {
        found { header(value, of: name.rawName, &$0) }
    }

    /// Headers with redacted values.
    package func headers(_ fields: HTTPFields) -> HTTPFields { found { headers(fields, &$0) } }

    private func headers(_ fields: HTTPFields, _ findings: inout SecretRule.Findings) -> HTTPFields {
        var result = HTTPFields()
        for field in fields {
            let value = header(field.value, of: field.name.rawName, &findings)
            result.append(HTTPField(name: field.name, value: value))
        }
        return result
    }

    /// A URL, or a path and query: without user info, and with redacted parameters in query and fragment.
    package func url(_ url: String) -> String { text(url) }

    /// A text with redacted secrets: values of known shapes, user info of URLs, parameters (`?token=...`), members
    /// (`token: "..."`) and elements (`<token>...</token>`).
    package func text(_ text: String) -> String { found { self.text(text, &$0) } }

    /// A JSON value with redacted values of secret members.
    package func json(_ value: JSONValue) -> JSONValue { found { json(value, &$0) } }

    /// A redacted body, read by its media type: JSON, a form, or text. If it is not UTF-8, only its ASCII is read.
    package func body(_ bytes: [UInt8], contentType: String? = nil) -> [UInt8] {
        found { body(bytes, contentType: contentType, &$0) }
    }

    private func found<Result>(_ redact: (inout SecretRule.Findings) -> Result) -> Result {
        var findings = SecretRule.Findings()
        return redact(&findings)
    }

    /// The redactor that also replaces the secrets of a request, because servers repeat them in replies and errors.
    ///
    /// - Parameter body: the request's decoded body.
    package func knowing(_ request: HTTPRequest, body: [UInt8]?) -> Redactor {
        var findings = SecretRule.Findings()
        _ = headers(request.headerFields, &findings)
        _ = text(request.path ?? "/", &findings)
        if let body { _ = self.body(body, contentType: request.headerFields[.contentType], &findings) }
        var copy = self
        // Shorter values may occur in a reply by chance.
        let known = Set(findings.secrets.flatMap { [$0, PercentCode.decoded(form: $0)] })
            .filter { $0.utf8.count >= 6 && $0 != placeholder }
            .inOrder { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
        // Limited, because each one is searched in every string of a reply.
        copy.known = Array(known.prefix(100))
        return copy
    }

    /// The redactor that replaces a secret by its name and value between marks.
    package func marking(_ mark: Character) -> Redactor {
        var copy = self
        copy.mark = mark
        return copy
    }

    /// The redactor with another placeholder for every secret, even if the document has a realistic replacement.
    package func replacing(by placeholder: String) -> Redactor {
        var copy = self
        (copy.placeholder, copy.usesStandIns) = (placeholder, false)
        return copy
    }
}
