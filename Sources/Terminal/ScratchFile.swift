import CNcurses
import Foundation

/// A file for an editor, in a folder that only its owner may enter. It is removed after its use, by the terminal's guard if a
/// signal ends the program, or at the next start.
package struct ScratchFile: Hashable, Sendable {
    package let path: String
    private let folder: URL
    /// Holds the claim on the folder, which the system ends with the process.
    private let claim: Int32

    private static let prefix = "demo-tui-edit-"
    private static var parent: URL { FileManager.default.temporaryDirectory }

    package struct Unavailable: Error { package let sentence: String }

    package init(_ text: String, named name: String) throws(Unavailable) {
        // Another program's start may remove the folder before it is claimed.
        for _ in 0..<3 {
            let folder = Self.parent.appendingPathComponent(Self.prefix + UUID().uuidString)
            do {
                try FileManager.default.createDirectory(
                    at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            } catch {
                throw Unavailable(sentence: "No file could be made in \(Self.parent.path); set TMPDIR to a folder.")
            }
            let claim = Self.claim(folder.path)
            let path = folder.appendingPathComponent(name).path
            // Created with its rights: set later, others could read it for a moment.
            if FileManager.default.createFile(
                atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
            {
                (self.folder, self.path, self.claim) = (folder, path, claim)
                cn_guard_scratch(path, folder.path)
                return
            }
            Self.remove(folder)
            if claim >= 0 { close(claim) }
        }
        throw Unavailable(
            sentence: "No file could be written in \(Self.parent.path); set TMPDIR to a folder with room.")
    }

    /// Removes it with everything the editor put beside it.
    package func remove() {
        cn_guard_scratch(nil, nil)
        Self.remove(folder)
        if claim >= 0 { close(claim) }
    }

    /// Keeps the file for the user, under a new path.
    package func keep() -> String {
        cn_guard_scratch(nil, nil)
        defer { if claim >= 0 { close(claim) } }
        let kept = Self.parent.appendingPathComponent("demo-tui-kept-" + folder.lastPathComponent.suffix(8))
        guard rename(folder.path, kept.path) == 0 else { return path }
        return kept.appendingPathComponent(URL(fileURLWithPath: path).lastPathComponent).path
    }

    /// Removes the files of programs that were killed.
    package static func removeLeftovers() {
        let names = try? FileManager.default.contentsOfDirectory(atPath: parent.path)
        for name in names ?? [] where name.hasPrefix(prefix) {
            let folder = parent.appendingPathComponent(name)
            let claim = Self.claim(folder.path)
            guard claim >= 0 else { continue }
            remove(folder)
            close(claim)
        }
    }

    /// A descriptor that holds the folder for this process; -1 where another holds it, or owns it.
    private static func claim(_ folder: String) -> Int32 {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return -1 }
        var info = stat()
        if fstat(descriptor, &info) == 0, info.st_uid == geteuid(), flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
            return descriptor
        }
        close(descriptor)
        return -1
    }

    /// The user, or the editor, may have removed it already; nothing else reads it there.
    private static func remove(_ folder: URL) { try? FileManager.default.removeItem(at: folder) }
}
