import HTTPTypes
import WireFormats

/// Replaces secrets before data leaves the program's memory: on the clipboard, in an export, on disk.
///
/// Secrets are the values of credentials' headers and cookies, and of names of tokens, keys, passwords or secrets in
/// queries, forms, JSON, XML and texts. So are the codes of OAuth, a URL's user info, and values with the shape of a
/// secret: JSON Web Tokens, private keys, the keys of well-known services. Of names that are data as often, such as
/// `key` and `session`, the document or the value's shape decides.
package struct Redactor: Sendable, Equatable {
    package private(set) var rule: SecretRule

    /// A redactor of the usual names and of a document's.
    ///
    /// - Parameter placeholder: the text in place of a secret; safe in JSON and in a URL.
    /// - Parameter declared: a document's declarations of names.
    package init(placeholder: String = "REDACTED", declared: [DeclaredValue] = []) {
        rule = SecretRule(placeholder: placeholder)
        rule.declare(declared)
    }

    /// A string in place of a secret.
    package var placeholder: String { rule.placeholder }

    /// True if the values of a header, parameter or member of this name are secret.
    package static func isSecret(_ name: String) -> Bool { SecretName(name).isSecret }

    /// True if the values of a header, parameter or member of this name are secret, by the document, too.
    package func isSecret(_ name: String) -> Bool { rule.isSecret(name) }

    /// A header's value; a credential keeps its scheme, a cookie its name and attributes.
    package func headerValue(_ value: String, of name: HTTPField.Name) -> String {
        found { rule.header(value, of: name.rawName, &$0) }
    }

    /// Headers with their secrets replaced.
    package func headers(_ fields: HTTPFields) -> HTTPFields { found { headers(fields, &$0) } }

    private func headers(_ fields: HTTPFields, _ findings: inout SecretRule.Findings) -> HTTPFields {
        var result = HTTPFields()
        for field in fields {
            let value = rule.header(field.value, of: field.name.rawName, &findings)
            result.append(HTTPField(name: field.name, value: value))
        }
        return result
    }

    /// A URL, or path and query: without user info, secret parameters of query and fragment replaced.
    package func url(_ url: String) -> String { text(url) }

    /// A text with its secrets replaced: of known shapes, user info of URLs, parameters (`?token=...`), members
    /// (`token: "..."`) and elements (`<token>...</token>`).
    package func text(_ text: String) -> String { found { rule.text(text, &$0) } }

    /// A JSON value with the values of secret members replaced.
    package func json(_ value: JSONValue) -> JSONValue { found { rule.json(value, &$0) } }

    /// A body, read by its media type: JSON, a form, or text. Of bytes that are not UTF-8 the ASCII is read.
    package func body(_ bytes: [UInt8], contentType: String? = nil) -> [UInt8] {
        found { rule.body(bytes, contentType: contentType, &$0) }
    }

    private func found<Result>(_ redact: (inout SecretRule.Findings) -> Result) -> Result {
        var findings = SecretRule.Findings()
        return redact(&findings)
    }

    /// The redactor that also replaces the secrets a request sent: servers repeat them in replies and errors.
    ///
    /// - Parameter body: the request's, decoded.
    package func knowing(_ request: HTTPRequest, body: [UInt8]?) -> Redactor {
        var findings = SecretRule.Findings()
        _ = headers(request.headerFields, &findings)
        _ = rule.text(request.path ?? "/", &findings)
        if let body { _ = rule.body(body, contentType: request.headerFields[.contentType], &findings) }
        var copy = self
        // Shorter values occur in a reply by chance.
        let known = Set(findings.secrets.flatMap { [$0, PercentCode.decoded(form: $0)] })
            .filter { $0.utf8.count >= 6 && $0 != placeholder }
            .inOrder { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
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

    /// The redactor with another placeholder for every secret, whatever the document allows.
    package func replacing(by placeholder: String) -> Redactor {
        var copy = self
        (copy.rule.placeholder, copy.rule.usesStandIns) = (placeholder, false)
        return copy
    }
}
