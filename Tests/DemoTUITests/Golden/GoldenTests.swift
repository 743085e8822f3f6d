import Foundation
import TestSupport
import Testing

/// The reviewed record of what documents become: screens, and the demo's replies to every operation. One text file a
/// document. `make golden` writes them anew; the diff shows what a change means to users.
@Suite("Golden replies") struct GoldenTests {
    private static let folder = Checkout.url.appending(path: "Tests/DemoTUITests/Golden/Documents")
    private static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1"

    /// Documents by the name of their file; of twins in YAML and JSON one.
    private static let documents: [String] = {
        let names = SharedCases.allDocuments
        let written = Set(names)
        let single = names.filter { name in
            !name.hasSuffix(".json") || !written.contains(name.replacingOccurrences(of: ".json", with: ".yaml"))
        }
        return [
            Checkout.url.appending(path: "Resources/fixtures/harbor/openapi.yaml").path,
            Checkout.url.appending(path: "Documentation/Tutorials/bookshop.yaml").path,
        ] + single.map(SharedCases.document)
    }()

    @Test("Screens and replies equal the review", arguments: documents) func document(_ path: String) async throws {
        let url = URL(fileURLWithPath: path)
        let name = url.lastPathComponent == "openapi.yaml" ? "harbor" : url.deletingPathExtension().lastPathComponent
        let file = Self.folder.appending(path: name + ".txt")
        let text = try await GoldenRun.sections(of: path).joined(separator: "\n\n") + "\n"
        if Self.isUpdating {
            return try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let expected = try String(contentsOf: file, encoding: .utf8)
        guard text != expected else { return }
        let (new, old) = (text.split(separator: "\n"), expected.split(separator: "\n"))
        let line = zip(new, old).prefix { $0 == $1 }.count
        Issue.record(
            """
            \(name) differs; `make golden` writes it anew, `git diff` shows the changes.
            now: \(new[..<min(line, new.count)].last { $0.hasPrefix("#") } ?? "")
                 \(new.dropFirst(line).prefix(5).joined(separator: "\n     "))
            was: \(old.dropFirst(line).prefix(5).joined(separator: "\n     "))
            """)
    }
}
