import Foundation

/// Documents other people wrote, beside the checkout; tests that use them are skipped where they are absent.
enum SharedDocuments {
    static let folder: URL = {
        var folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        for _ in 0..<3 { folder.deleteLastPathComponent() }
        return folder.deletingLastPathComponent().appending(path: "shared/cases/openapi")
    }()

    static var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
            .filter { !$0.hasPrefix(".") }.sorted()
    }

    static var areHere: Bool { !names.isEmpty }

    static func path(_ name: String) -> String { folder.appending(path: name).path }
}
