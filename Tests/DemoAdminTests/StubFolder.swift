import Foundation

/// A folder of stub files that goes with its test.
final class StubFolder {
    let path: String

    init(_ files: [String: String]) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("demo-tui-admin-\(UUID())").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)")) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
