import DemoManager
import Foundation
import Recordings
import WireFormats

/// Writes the added stubs to a stub file for the next run: `/__admin/mappings/save`.
extension AdminMappings {
    /// Sorts behind all other names, so that a saved stub keeps its precedence.
    private static let fileName = "~saved.json"

    /// Saves the added stubs. Stubs of an earlier save stay in the file with later edits, unless they were deleted.
    func save() throws(AdminRefusal) -> AdminReply {
        guard let home else {
            throw .unprocessable("There is no folder to save into: start with --stubs DIR, or with an app folder.")
        }
        let mappings = home.stubs + "/mappings"
        let folder = FileManager.default.isFolder(atPath: mappings) ? mappings : home.stubs
        let path = "\(folder)/\(Self.fileName)"
        if let problem = manager.problems.first(where: { $0.severity == .error && path.hasSuffix("/" + $0.file) }) {
            throw .unprocessable("\(problem.description): correct it first, or it would be lost.")
        }
        // From the oldest to the newest, as in files.
        let stubs = Array(manager.stubs.reversed())
        let added = stubs.filter { $0.stub.source == .admin }
        let saved = stubs.filter { $0.stub.source == .file && $0.stub.origin.path == path }
        guard !added.isEmpty || FileManager.default.fileExists(atPath: path) else { return .done }
        do throws(Problem) {
            try OwnFile.write(Array(try text(of: saved + added).utf8), to: path)
        } catch {
            throw .unprocessable(error.message)
        }
        // For a moment both exist; never neither.
        manager.reload()
        let written = Set(manager.stubs.filter { $0.stub.origin.path == path }.map(\.uuid))
        for state in added where written.contains(state.uuid) { manager.remove(state.id) }
        return .done
    }

    private func text(of states: [StubState]) throws(Problem) -> String {
        try MappingWriter().text(
            of: states.map { state in
                var stub = state.stub
                stub.uuid = state.uuid
                return stub
            })
    }
}
