import Foundation
import JSONText

/// Files for their owner alone: written whole or not at all, read only where nobody else may.
public enum OwnFile {
    /// Writes it; a file of that name is replaced, a link too, and folders that are missing are made.
    ///
    /// - Throws: a problem that says why it cannot be written.
    public static func write(_ bytes: [UInt8], to path: String) throws(Problem) {
        let url = URL(fileURLWithPath: path)
        do throws(FileFailure) {
            // The folder itself is a person's choice: a link to it is followed.
            let folder = url.deletingLastPathComponent().resolvingSymlinksInPath().path
            try ConfinedFolder(creating: folder).write(url.lastPathComponent, bytes)
        } catch {
            throw Problem(error.message, file: path)
        }
    }
}
