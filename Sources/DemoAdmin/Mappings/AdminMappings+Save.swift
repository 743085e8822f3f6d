import DemoManager
import Foundation
import Recordings
import WireFormats

/// Writes what the API added into a stub file, so that it is there in the next run: `/__admin/mappings/save`.
extension AdminMappings {
    /// Behind every name a person gives, so that of two that match the saved one goes on answering.
    private static let fileName = "~saved.json"

    /// Saves what was added; what an earlier save wrote stays in the file, as it was edited since, unless it was deleted.
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
        // From the oldest to the newest, as they stand in files.
        let stubs = Array(manager.stubs.reversed())
        let added = stubs.filter { $0.stub.source == .admin }
        let saved = stubs.filter { $0.stub.source == .file && $0.stub.origin.path == path }
        guard !added.isEmpty || FileManager.default.fileExists(atPath: path) else { return .done }
        do throws(Problem) {
            try OwnFile.write(Array(try text(of: saved + added).utf8), to: path)
        } catch {
            throw .unprocessable(error.message)
        }
        // Both are there for a moment; never neither.
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
