import Foundation
import Terminal
import Testing

@testable import DemoTUI

@MainActor @Suite("Snapshots of the screens") struct SnapshotTests {
    /// The keys that lead to a screen.
    struct Picture: Sendable, CustomTestStringConvertible {
        let name: String
        let keys: [String]
        var isDemo = true
        var testDescription: String { name }
    }

    nonisolated static let pictures = [
        Picture(name: "profile", keys: ["1"]),
        Picture(name: "profile-form", keys: ["1", "e"]),
        Picture(name: "transactions", keys: ["2", "j", "j"]),
        Picture(name: "transaction", keys: ["2", "Enter"]),
        Picture(name: "category-form", keys: ["2", "e"]),
        Picture(name: "filters", keys: ["2", "/"]),
        Picture(name: "messages", keys: ["3"]),
        Picture(name: "composer", keys: ["3", "a"]),
        Picture(name: "confirm-delete", keys: ["3", "x"]),
        Picture(name: "cards", keys: ["4"]),
        Picture(name: "insights", keys: ["5"]),
        Picture(name: "transfers", keys: ["6"]),
        Picture(name: "transfers-empty", keys: ["6", "^S"]),
        Picture(name: "sidebar", keys: ["1", "Tab"]),
        Picture(name: "help", keys: ["2", "?"]),
        Picture(name: "conditions", keys: ["4", "c"]),
        Picture(name: "problems", keys: ["P"]),
        Picture(name: "stubs", keys: ["4", "S", "j", "j"]),
        Picture(name: "stubs-of-screen", keys: ["4", "S", "f"]),
        Picture(name: "scenarios", keys: ["S", "Tab"]),
        Picture(name: "cards-not-ready", keys: [], isDemo: false),
    ]

    @Test(
        "A screen equals its snapshot", arguments: pictures,
        [Size(columns: 80, rows: 24), Size(columns: 40, rows: 10)])
    func looks(_ picture: Picture, _ size: Size) async throws {
        let options = AppOptions(isDemo: picture.isDemo, startScreen: picture.isDemo ? nil : "cards")
        try await Harness.run(options, size: size) { app in
            for key in picture.keys { await app.press(key) }
            try Snapshot(name: "\(picture.name)-\(size.columns)x\(size.rows)").check(app.screen)
        }
    }
}

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
