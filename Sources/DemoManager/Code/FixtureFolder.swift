import Foundation
import WireFormats

/// A folder of bodies. Reads are confined to it after symbolic links are resolved.
package struct FixtureFolder: Sendable {
    /// Its real path, without a slash at the end.
    package let root: String

    package init(_ path: String) throws(Problem) {
        guard let real = FileManager.realPath(path) else {
            throw Problem("no such fixtures folder: \(path)", file: path)
        }
        root = real
    }

    /// Reads the file `name` below the folder; returns its bytes and real path.
    package func read(_ name: String) throws(Problem) -> (bytes: [UInt8], path: String) {
        guard !name.isEmpty, !name.hasPrefix("/"), !name.utf8.contains(0) else {
            throw Problem("\"\(name)\" must be a path below the fixtures folder", file: root)
        }
        guard let path = FileManager.realPath("\(root)/\(name)") else {
            throw Problem("no such body file: \(name) in \(root)", file: root)
        }
        // Checked after resolving, so that neither `..` nor a symbolic link escapes. The slash excludes `fixtures-old`.
        guard path.hasPrefix(root + "/") else {
            throw Problem("\"\(name)\" leads out of the fixtures folder \(root)", file: root)
        }
        do {
            return ([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))), path)
        } catch {
            throw Problem("the body file \(name) cannot be read: \(error.localizedDescription)", file: root)
        }
    }
}
