import Foundation
import HTTPTypes
import Recordings
import WireFormats

/// The access rules of the admin API. It changes the replies of an app under development, so browser pages must not
/// reach it: neither by DNS rebinding nor by submitting a form.
struct AdminGate: Sendable {
    /// The token required as `Authorization: Bearer`; nil for none.
    let token: String?
    /// Allowed names besides those of this machine, in any case.
    var hosts: [String] = []

    private static let names: Set<String> = ["localhost", "127.0.0.1", "[::1]"]

    /// The reason why a request is refused; nil if it is allowed.
    func refusal(of request: HTTPRequest) -> AdminRefusal? {
        guard let host = request.authority.flatMap({ HostAuthority($0)?.host }),
            Self.names.contains(host) || isAllowed(host)
        else {
            let names = ["localhost", "127.0.0.1"] + hosts
            return AdminRefusal(
                status: .misdirectedRequest, message: "Call the admin API as \(names.joined(separator: ", ")) or [::1]."
            )
        }
        // A callback of the gateway, whose URL a client chose.
        if request.headerFields[values: .via].contains(where: { $0.contains("demo-tui-") }) {
            return AdminRefusal(status: .forbidden, message: "Callbacks may not call the admin API.")
        }
        if let origin = request.headerFields[.origin], !Self.isLocal(origin) {
            return AdminRefusal(
                status: .forbidden, message: "Pages that are not of this machine may not call the admin API.")
        }
        if let token, !Self.isEqual(Self.credentials(request), token) {
            var refusal = AdminRefusal(
                status: .unauthorized,
                message:
                    "Send the admin token as Authorization: Bearer: that of DEMO_TUI_ADMIN_TOKEN, else that in the file the gateway names at its start."
            )
            refusal.headers[.wwwAuthenticate] = "Bearer realm=\"demo-tui\""
            return refusal
        }
        // Without a preflight, pages can post text, form fields and untyped bodies, but no JSON.
        if request.method == .post || request.method == .put, Self.hasBody(request),
            !MediaTypeName(request.headerFields[.contentType]).isJSON
        {
            return AdminRefusal(
                status: .unsupportedMediaType,
                message: "Send the body with the header Content-Type: application/json.")
        }
        return nil
    }

    private func isAllowed(_ host: String) -> Bool {
        hosts.contains { $0.lowercased() == host }
    }

    /// The Bearer credential; the scheme ignores case (RFC 9110 section 11.1).
    private static func credentials(_ request: HTTPRequest) -> String {
        let sent = request.headerFields[.authorization] ?? ""
        guard sent.prefix(7).lowercased() == "bearer " else { return "" }
        return String(sent.dropFirst(7))
    }

    private static func hasBody(_ request: HTTPRequest) -> Bool {
        let fields = request.headerFields
        return fields[.contentType] != nil || fields[.transferEncoding] != nil
            || fields[.contentLength].map { $0 != "0" } ?? false
    }

    private static func isLocal(_ origin: String) -> Bool {
        guard let mark = origin.firstRange(of: "://"), let place = HostAuthority(String(origin[mark.upperBound...]))
        else { return false }
        return names.contains(place.host)
    }

    /// Compares in constant time.
    private static func isEqual(_ text: String, _ other: String) -> Bool {
        let (one, two) = (Array(text.utf8), Array(other.utf8))
        guard one.count == two.count else { return false }
        return zip(one, two).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension HTTPField.Name {
    /// The fallback is never used; it avoids a trap.
    fileprivate static let via = HTTPField.Name("Via") ?? .cookie
}

/// The token of one run, in a file that only its owner can read.
package struct AdminToken: Sendable, Hashable {
    /// The text that clients send as `Authorization: Bearer`.
    package let text: String
    /// The path of its file, for scripts.
    package let path: String

    /// Writes a token, mode 0600, as `demo-tui/admin-PORT.token`: below `$XDG_RUNTIME_DIR` if that folder exists, else
    /// `$XDG_STATE_HOME`, else `~/.local/state`.
    ///
    /// - Throws: a failure with the file and the remedy.
    package static func write(
        _ text: String, port: Int, environment: [String: String]
    ) throws(Complaint) -> AdminToken {
        let token = AdminToken(text: text, path: "\(folder(environment))/admin-\(port).token")
        do throws(Problem) {
            try PrivateFile.write(Array((token.text + "\n").utf8), to: token.path)
        } catch {
            throw Complaint(
                "\(token.path): the admin token cannot be written: \(error.message). "
                    + "Set XDG_STATE_HOME, or say --admin-token none.")
        }
        return token
    }

    package func remove() { unlink(path) }

    private static func folder(_ environment: [String: String]) -> String {
        if let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/"),
            FileManager.default.isFolder(atPath: folder)
        {
            return folder + "/demo-tui"
        }
        return environment.programFolder("XDG_STATE_HOME", else: "/.local/state")
    }

    /// A new token: 256 random bits of the system, as text for a header.
    package static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            String(UInt64.random(in: .min ... .max, using: &generator), radix: 16).padded(to: 16)
        }.joined()
    }
}
