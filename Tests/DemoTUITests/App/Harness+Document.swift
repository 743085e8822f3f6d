import Foundation
import Terminal

@testable import DemoTUI

extension Harness {
    /// Runs the program over a document of the test's own, in demo unless told otherwise.
    static func run(
        over document: String, _ options: AppOptions = AppOptions(isDemo: true),
        size: Size = Size(columns: 80, rows: 24), restTime: Duration = .zero,
        _ body: @MainActor (Harness) async throws -> Void
    ) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("document-\(UUID()).yaml")
        try Data(document.utf8).write(to: file)
        defer { unlink(file.path) }
        var options = options
        options.document = file.path
        try await run(options, size: size, restTime: restTime, body)
    }
}
