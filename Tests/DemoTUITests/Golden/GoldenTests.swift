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
        if Self.isUpdating {
            let text = try await GoldenRun.sections(of: path, every: 1).joined(separator: "\n\n") + "\n"
            return try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let whole = try String(contentsOf: file, encoding: .utf8).dropLast().components(separatedBy: "\n\n# ")
        // A debug build takes minutes for hundreds of operations: of those a part stands for all.
        let stride = whole.count > 100 ? 40 : 1
        let expected = whole.enumerated().filter { $0.offset % stride == 0 }
            .map { ($0.offset == 0 ? "" : "# ") + $0.element }
        let sections = try await GoldenRun.sections(of: path, every: stride)
        guard sections != expected else { return }
        let (new, old) = (Self.lines(sections), Self.lines(expected))
        let line = zip(new, old).prefix { $0 == $1 }.count
        Issue.record(
            """
            \(name) differs; `make golden` writes it anew, `git diff` shows the changes.
            now: \(new[..<min(line, new.count)].last { $0.hasPrefix("#") } ?? "")
                 \(new.dropFirst(line).prefix(5).joined(separator: "\n     "))
            was: \(old.dropFirst(line).prefix(5).joined(separator: "\n     "))
            """)
    }

    private static func lines(_ sections: [String]) -> [Substring] {
        sections.joined(separator: "\n").split(separator: "\n")
    }
}
