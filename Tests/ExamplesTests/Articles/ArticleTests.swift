import Foundation
import Testing

/// Code in the library's articles is code that compiles here: every Swift fence stands, line by line, in a file of the
/// examples. Indentation and empty lines do not count.
@Suite("The articles' code") struct ArticleTests {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    static let catalog = root.appending(path: "Sources/DemoManager/DemoManager.docc")

    @Test("Each Swift fence is compiled in the examples", arguments: try articles())
    func compiled(article: String) throws {
        let text = try String(contentsOf: Self.catalog.appending(path: article), encoding: .utf8)
        let sources = try Self.files(below: ["Tests/ExamplesTests", "Examples"], suffix: ".swift").map { file in
            lines(try String(contentsOf: file, encoding: .utf8))
        }
        for fence in fences(in: text) {
            #expect(sources.contains { $0.contains(lines(fence)) }, "not in the examples:\n\(fence)")
        }
    }

    @Test("There are articles to check") func some() throws {
        #expect(try Self.articles().count >= 5)
    }

    static func articles() throws -> [String] {
        try files(below: ["Sources/DemoManager/DemoManager.docc"], suffix: ".md").map(\.lastPathComponent)
    }

    private static func files(below folders: [String], suffix: String) throws -> [URL] {
        try folders.flatMap { folder in
            let folder = root.appending(path: folder).resolvingSymlinksInPath()
            return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
                .filter { $0.hasSuffix(suffix) && !$0.contains(".build/") }.sorted()
                .map { folder.appending(path: $0) }
        }
    }

    private func fences(in text: String) -> [String] {
        text.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
    }

    /// The lines that say something, ready to be searched for a run of them.
    private func lines(_ text: String) -> String {
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        return "\n" + lines.joined(separator: "\n") + "\n"
    }
}
