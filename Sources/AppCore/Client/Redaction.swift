import HTTPTypes
import WireFormats

/// Turns requests and texts into log lines without secrets.
public enum Redaction {
    /// The replacement of a secret.
    public static let placeholder = "***"

    /// Method and URL of a request, with secret query values replaced; no headers, no body.
    public static func line(for request: HTTPRequest) -> String {
        let origin = (request.scheme.map { $0 + "://" } ?? "") + (request.authority ?? "")
        return line("\(request.method.rawValue) \(origin)\(request.path ?? "")")
    }

    /// A URL or path with user info and secret query values replaced.
    public static func url(_ text: String) -> String {
        var findings = SecretRule.Findings()
        return SecretRule(placeholder: placeholder).text(text, &findings)
    }

    /// A text as one log line: control characters escaped, secrets replaced.
    public static func line(_ text: String) -> String {
        var line = ""
        for scalar in url(text).unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .format, .surrogate:
                line += "\\u{\(String(scalar.value, radix: 16))}"
            default:
                line.unicodeScalars.append(scalar)
            }
        }
        return line
    }
}
