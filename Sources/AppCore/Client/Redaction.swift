import HTTPTypes
import JSONText

/// The one place that turns requests and texts into log lines without secrets.
public enum Redaction {
    /// What stands in place of a secret.
    public static let placeholder = "***"

    /// Method and URL of a request, with secret query values replaced; no headers, no body.
    public static func line(for request: HTTPRequest) -> String {
        let origin = (request.scheme.map { $0 + "://" } ?? "") + (request.authority ?? "")
        return line("\(request.method.rawValue) \(url(origin + (request.path ?? "")))")
    }

    /// A URL or path with user info and secret query values replaced.
    public static func url(_ text: String) -> String {
        var text = withoutUserInfo(text)
        guard let mark = text.firstIndex(of: "?") else { return text }
        let items = text[text.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
        let redacted = items.map { item -> String in
            guard let equals = item.firstIndex(of: "="), SecretName(String(item[..<equals])).isSecretParameter else {
                return String(item)
            }
            return item[...equals] + placeholder
        }
        text.replaceSubrange(text.index(after: mark)..., with: redacted.joined(separator: "&"))
        return text
    }

    /// A header's value as it may be logged.
    public static func value(of field: HTTPField) -> String {
        SecretName(field.name.rawName).isSecret ? placeholder : line(field.value)
    }

    /// A text as one log line: control characters escaped, tokens that look like a JWT replaced.
    public static func line(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .format, .surrogate:
                line += "\\u{\(String(scalar.value, radix: 16))}"
            default:
                line.unicodeScalars.append(scalar)
            }
        }
        return line.contains("eyJ") ? withoutJWT(line) : line
    }

    private static func withoutUserInfo(_ text: String) -> String {
        guard let scheme = text.firstRange(of: "://") else { return text }
        let end = text[scheme.upperBound...].firstIndex { "/?#".contains($0) } ?? text.endIndex
        guard let at = text[scheme.upperBound..<end].lastIndex(of: "@") else { return text }
        return text[..<scheme.upperBound] + placeholder + text[at...]
    }

    /// A JWT is three base64url parts; the first is a JSON object and so begins with `eyJ` (RFC 7519 section 3.1).
    private static func withoutJWT(_ text: String) -> String {
        let parts = text.split(omittingEmptySubsequences: false, whereSeparator: { !$0.isTokenCharacter })
        var result = ""
        var rest = text[...]
        for part in parts {
            rest.removeFirst(part.count)
            result += part.hasPrefix("eyJ") && part.count > 20 ? placeholder[...] : part
            if let separator = rest.popFirst() { result.append(separator) }
        }
        return result
    }
}

extension Character {
    fileprivate var isTokenCharacter: Bool {
        isASCII && (isLetter || isNumber || self == "-" || self == "_" || self == ".")
    }
}
