import AppCore
import DemoManager
import HTTPTypes
import JSONText

/// A recorded request as a shell command. Secrets become variables, so that the command can be shared.
enum CurlCommand {
    /// - Parameter url: the absolute URL to call, without secrets.
    static func text(_ exchange: Exchange, url: String) -> String {
        let shown = exchange.redacted
        var parts = ["curl"]
        if shown.request.method != .get { parts.append("-X \(quoted(shown.request.method.rawValue))") }
        parts.append(quoted(url))
        for field in exchange.request.headerFields {
            parts.append("-H \(header(field))")
        }
        if let body = shown.requestBody, !body.isEmpty {
            parts.append("--data-raw \(quoted(String(decoding: body, as: UTF8.self)))")
        }
        return parts.joined(separator: " \\\n  ")
    }

    private static func header(_ field: HTTPField) -> String {
        guard SecretName(field.name.rawName).isSecret else {
            return quoted("\(field.name.rawName): \(field.value)")
        }
        let scheme = field.value.split(separator: " ", maxSplits: 1).first.map(String.init) ?? ""
        let prefix = field.name == .authorization && field.value.contains(" ") ? "\(scheme) " : ""
        let variable = field.name == .authorization ? "TOKEN" : variableName(field.name.rawName)
        let text = "\(field.name.rawName): \(prefix)"
        // A client of the gateway chooses names and schemes: nothing of them may mean anything to the shell.
        let isPlain = text.utf8.allSatisfy { $0 > 0x7F || !"\"$`\\!".utf8.contains($0) }
        return isPlain ? "\"\(text)$\(variable)\"" : "\(quoted(text))\"$\(variable)\""
    }

    private static func variableName(_ header: String) -> String {
        String(header.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    /// Quoted for a POSIX shell: everything is literal.
    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
