import Foundation

extension FileManager {
    /// True if there is a folder, or a link to one, at the path.
    package func isFolder(atPath path: String) -> Bool {
        var isFolder: ObjCBool = false
        return fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// The path with all symbolic links resolved; nil if it does not exist.
    package static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
