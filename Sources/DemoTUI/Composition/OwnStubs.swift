import Foundation
import JSONText

/// The stub files of a person: those that may be changed, and where new ones go.
struct OwnStubs: Hashable, Sendable {
    /// Where new stubs are written.
    let folder: String
    /// The files and folders that are edited where they stand.
    var editable: [String] = []
    /// What a person is to know of them.
    var notice: Problem?

    init(folder: String) {
        self.folder = folder
        editable = [folder]
    }

    /// Whether a file is theirs, and writable. Links are followed first: one may lead out of the folders.
    func mayChange(_ path: String) -> Bool {
        let file = Self.real(path)
        return access(file, W_OK) == 0
            && editable.contains { file == Self.real($0) || file.hasPrefix(Self.real($0) + "/") }
    }

    /// Whether a new file can be written: into the folder, or the nearest above it that is there.
    var mayWrite: Bool {
        var place = URL(fileURLWithPath: folder)
        while place.path != "/", !FileManager.default.fileExists(atPath: place.path) {
            place.deleteLastPathComponent()
        }
        return access(place.path, W_OK) == 0
    }

    private static func real(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
