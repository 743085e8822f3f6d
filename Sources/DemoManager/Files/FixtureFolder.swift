import Foundation

/// A folder bodies are read from, and confined to after symlinks are resolved.
struct FixtureFolder: Sendable {
    /// Its real path, without a slash at the end.
    let root: String

    /// A body that cannot be read.
    struct Unreadable: Error, Hashable {
        /// One sentence that names the file and says what to do.
        let message: String
    }

    /// The folder at `path`.
    init(_ path: String) throws(Unreadable) {
        guard let real = Self.realPath(path) else { throw Unreadable(message: "no such fixtures folder: \(path)") }
        root = real
    }

    /// The file called `name` below the folder, with its real path.
    func read(_ name: String) throws(Unreadable) -> (bytes: [UInt8], path: String) {
        guard !name.isEmpty, !name.hasPrefix("/"), !name.utf8.contains(0) else {
            throw Unreadable(message: "\"\(name)\" must be a path below the fixtures folder")
        }
        guard let path = Self.realPath("\(root)/\(name)") else {
            throw Unreadable(message: "no such body file: \(name) in \(root)")
        }
        // After resolving, so that neither `..` nor a symlink leads out; the slash keeps `fixtures-old` out.
        guard path.hasPrefix(root + "/") else {
            throw Unreadable(message: "\"\(name)\" leads out of the fixtures folder \(root)")
        }
        do {
            return ([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))), path)
        } catch {
            throw Unreadable(message: "the body file \(name) cannot be read: \(error.localizedDescription)")
        }
    }

    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
