import Foundation
import Testing

/// A screen as text in a file beside the tests. `UPDATE_SNAPSHOTS=1` writes the files instead of comparing with them.
struct Snapshot {
    let name: String
    /// True if the files are written anew.
    var isUpdating = ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1"

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Screens")

    /// Compares `screen` with the file, or writes it.
    func check(_ screen: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let file = Self.folder.appendingPathComponent(name + ".txt")
        if isUpdating {
            try (screen + "\n").write(to: file, atomically: true, encoding: .utf8)
            return
        }
        guard FileManager.default.fileExists(atPath: file.path) else {
            Issue.record(
                "There is no \(file.lastPathComponent); UPDATE_SNAPSHOTS=1 writes it.", sourceLocation: sourceLocation)
            return
        }
        let expected = try String(contentsOf: file, encoding: .utf8)
        #expect(
            screen + "\n" == expected, "\(name) changed. It is now:\n\(screen)\nIt was:\n\(expected)",
            sourceLocation: sourceLocation)
    }
}
