import Foundation

/// Finds the files that belong to the program, wherever it was built or installed. Nothing here traps: a binary that
/// was moved away from its resources says so.
struct ResourceFolder: Sendable {
    /// The folder `fixtures/harbor`: the sample's document, stubs and bodies.
    let sample: String

    /// - Parameter executable: the path of the running program.
    init(executable: String) throws(StartFailure) {
        let folder = URL(fileURLWithPath: executable).deletingLastPathComponent()
        let candidates = [
            folder.appendingPathComponent("demo-tui_DemoTUI.resources/fixtures/harbor"),
            folder.appendingPathComponent("../share/demo-tui/fixtures/harbor"),
            folder.appendingPathComponent("demo-tui_DemoTUI.bundle/fixtures/harbor"),
        ]
        for candidate in candidates where FileManager.default.fileExists(atPath: candidate.path) {
            sample = candidate.standardizedFileURL.path
            return
        }
        throw StartFailure(
            "The sample's files are missing: they belong in \(candidates[1].standardizedFileURL.path). "
                + "Install with `make install`, or name a document: demo-tui openapi.yaml")
    }

    /// The path of the running program, links resolved.
    static var executable: String {
        do {
            return try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        } catch {
            return CommandLine.arguments.first ?? "demo-tui"
        }
    }
}
