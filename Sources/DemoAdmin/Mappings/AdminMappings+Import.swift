import DemoManager
import DemoManagerFiles
import Foundation
import Recordings
import WireFormats

/// Adds many mappings at once: `/__admin/mappings/import`.
extension AdminMappings {
    /// The policy for a mapping whose id exists already.
    private enum DuplicatePolicy: String, CaseIterable {
        case overwrite = "OVERWRITE"
        case ignore = "IGNORE"
    }

    /// Imports all mappings of the body or none.
    func importAll(_ call: AdminCall) throws(AdminRefusal) -> AdminReply {
        let body = try call.object(of: ["mappings", "meta", "importOptions"])
        guard let mappings = body["mappings"] else {
            throw .unprocessable("An import needs mappings.", at: ["mappings"])
        }
        _ = try mappings.elements(at: ["mappings"])
        let (policy, deletesOthers) = try options(body["importOptions"])
        let stubs = try read(.object(JSONObject([.init(key: "mappings", value: mappings)])))
        // An id that was generated in this run matches no mapping of another run.
        let known = Dictionary(manager.stubs.compactMap { state in state.stub.uuid.map { ($0, state) } }) { first, _ in
            first
        }
        let pairs = stubs.map { stub in (old: stub.uuid.flatMap { known[$0] }, new: stub) }
        let added = try add(pairs.filter { $0.old == nil }.map(\.new))
        if policy == .overwrite {
            for case (let old?, let new) in pairs { try replace(old, with: new) }
        }
        if deletesOthers {
            let kept = Set(stubs.compactMap(\.uuid))
            for state in manager.stubs
            where state.stub.source == .admin && !kept.contains(state.uuid) && !added.contains(state.id) {
                manager.remove(state.id)
            }
        }
        return .done
    }

    private func options(_ value: JSONValue?) throws(AdminRefusal) -> (DuplicatePolicy, deletesOthers: Bool) {
        let place = ["importOptions"]
        guard let options = try value?.members(of: ["duplicatePolicy", "deleteAllNotInImport"], at: place) else {
            return (.overwrite, false)
        }
        let policy = try options["duplicatePolicy"].map { value throws(AdminRefusal) in
            try value.choice(of: DuplicatePolicy.self, at: place + ["duplicatePolicy"])
        }
        let deletes = try options["deleteAllNotInImport"].map { value throws(AdminRefusal) in
            try value.flag(at: place + ["deleteAllNotInImport"])
        }
        return (policy ?? .overwrite, deletes ?? false)
    }
}

/// Writes the added stubs to a stub file for the next run: `/__admin/mappings/save`.
extension AdminMappings {
    /// Sorts after all other names, so that a saved stub keeps its precedence.
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
        // From oldest to newest, as in files.
        let stubs = Array(manager.stubs.reversed())
        let added = stubs.filter { $0.stub.source == .admin }
        let saved = stubs.filter { $0.stub.source == .file && $0.stub.origin.path == path }
        guard !added.isEmpty || FileManager.default.fileExists(atPath: path) else { return .done }
        do throws(Problem) {
            try PrivateFile.write(Array(try text(of: saved + added).utf8), to: path)
        } catch {
            throw .unprocessable(error.message)
        }
        // Both exist for a moment, so that the stubs are never missing.
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
