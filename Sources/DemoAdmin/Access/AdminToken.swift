import Foundation
import WireFormats

/// The token of one run, in a file that only its owner can read.
package struct AdminToken: Sendable, Hashable {
    /// The text that clients send as `Authorization: Bearer`.
    package let text: String
    /// The file it is written to, for scripts.
    package let path: String

    /// Writes a token, mode 0600, as `demo-tui/admin-PORT.token`: below `$XDG_RUNTIME_DIR` if that folder exists, else
    /// `$XDG_STATE_HOME`, else `~/.local/state`.
    ///
    /// - Throws: a failure with the file and the remedy.
    package static func write(
        _ text: String, port: Int, environment: [String: String]
    ) throws(AdminServer.StartFailure) -> AdminToken {
        let folder = folder(environment)
        let token = AdminToken(text: text, path: "\(folder)/admin-\(port).token")
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw failure(folder, error.localizedDescription)
        }
        // The file of an earlier run, or a link from somebody else, is never written through.
        unlink(token.path)
        let file = open(token.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure(token.path, String(cString: strerror(errno))) }
        defer { close(file) }
        let bytes = Array((token.text + "\n").utf8)
        guard Foundation.write(file, bytes, bytes.count) == bytes.count else {
            throw failure(token.path, String(cString: strerror(errno)))
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
        if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") { return folder + "/demo-tui" }
        return (environment["HOME"] ?? "") + "/.local/state/demo-tui"
    }

    /// A new token: 256 bits of the system's generator, as text that a header can hold.
    package static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            String(UInt64.random(in: .min ... .max, using: &generator), radix: 16).padded(to: 16)
        }.joined()
    }

    private static func failure(_ path: String, _ reason: String) -> AdminServer.StartFailure {
        AdminServer.StartFailure(
            description:
                "\(path): the admin token cannot be written (\(reason)). Set XDG_STATE_HOME, or say --admin-token none."
        )
    }
}
