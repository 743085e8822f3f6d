import DemoManager
import DemoManagerFiles
import Foundation
import Recordings
import WireFormats

/// Lists, adds, edits and removes stubs: `/__admin/mappings`.
struct AdminMappings: Sendable {
    let sessions: Sessions
    /// The folder of mappings and their bodies; nil allows neither bodies nor saving.
    let home: StubHome?
    var manager: DemoManager { sessions.everyone }

    var routes: [AdminRoute] {
        [
            AdminRoute(.get, "mappings", list),
            AdminRoute(.post, "mappings") { call throws(AdminRefusal) in try add(call) },
            AdminRoute(.delete, "mappings") { _ throws(AdminRefusal) in removeAll() },
            AdminRoute(.post, "mappings/reset") { _ throws(AdminRefusal) in reset() },
            AdminRoute(.post, "mappings/save") { _ throws(AdminRefusal) in try save() },
            AdminRoute(.post, "mappings/import", importAll),
            AdminRoute(.get, "mappings/unmatched") { _ throws(AdminRefusal) in
                Self.listing(manager.unusedStubs[...], of: manager.unusedStubs.count)
            },
            AdminRoute(.get, "mappings/{id}") { call throws(AdminRefusal) in
                .json(Self.mapping(of: try stub(call.parameter)))
            },
            AdminRoute(.put, "mappings/{id}", edit),
            AdminRoute(.delete, "mappings/{id}") { call throws(AdminRefusal) in
                manager.remove(try stub(call.parameter).id)
                return .done
            },
        ]
    }

    private func list(_ call: AdminCall) throws(AdminRefusal) -> AdminReply {
        let stubs = manager.stubs
        return Self.listing(try call.page(of: stubs), of: stubs.count)
    }

    private static func listing(_ stubs: ArraySlice<StubState>, of total: Int) -> AdminReply {
        .json(["mappings": .array(stubs.map { mapping(of: $0) }), "meta": ["total": .number(total)]])
    }

    /// Adds one mapping, or several as `{"mappings": [...]}`, all or none. A single one is returned as stored.
    private func add(_ call: AdminCall) throws(AdminRefusal) -> AdminReply {
        let value = try call.json()
        let ids = try add(try read(value))
        let added = ids.compactMap { manager.state(of: $0) }
        guard added.count == 1, let only = added.first else {
            var reply = Self.listing(added[...], of: added.count)
            reply.status = .created
            return reply
        }
        return .json(Self.mapping(of: only), status: .created)
    }

    private func edit(_ call: AdminCall) throws(AdminRefusal) -> AdminReply {
        let old = try stub(call.parameter)
        let mappings = try read(try call.json())
        guard mappings.count == 1, let new = mappings.first else {
            throw .unprocessable("The body must be one mapping; this address is that of \(old.uuid).")
        }
        if let uuid = new.uuid, uuid != old.uuid {
            throw .unprocessable("id: the mapping at this address is \(old.uuid).", at: ["id"])
        }
        try replace(old, with: new)
        return .json(Self.mapping(of: try stub(call.parameter)))
    }

    func replace(_ old: StubState, with new: Stub) throws(AdminRefusal) {
        do throws(Problem) {
            try manager.update(old.id) { stub in
                let (source, origin) = (stub.source, stub.origin)
                stub = new
                stub.uuid = old.uuid
                // The origin is kept: the stub keeps its rank, a reload of its file restores it, and a saved stub is
                // saved again.
                (stub.source, stub.origin) = (source, origin)
            }
        } catch {
            throw .unprocessable(error.message)
        }
    }

    private func reset() -> AdminReply {
        sessions.beginAgain()
        return .done
    }

    /// Removes all stubs except the document's, as tools expect before they add theirs.
    private func removeAll() -> AdminReply {
        for source in [StubSource.admin, .code, .file, .recording] { manager.removeAll(source) }
        return .done
    }

    func add(_ stubs: [Stub]) throws(AdminRefusal) -> [StubID] {
        do throws(Problem) {
            return try manager.add(
                stubs.map { stub in
                    var stub = stub
                    // Unique across runs, because saved stubs keep it.
                    stub.uuid = stub.uuid ?? UUID().uuidString.lowercased()
                    return stub
                })
        } catch {
            throw .unprocessable(error.message)
        }
    }

    func read(_ value: JSONValue) throws(AdminRefusal) -> [Stub] {
        try checkIDs(value)
        let parser: MappingParser
        do throws(Problem) {
            if let home {
                parser = try MappingParser(stubs: home.stubs, fixtures: home.fixtures)
            } else {
                parser = try MappingParser()
            }
        } catch {
            throw .unprocessable(error.message)
        }
        do throws(MappingParser.Unusable) {
            return try parser.stubs(in: value, named: "body")
        } catch {
            throw AdminRefusal(unusable: error)
        }
    }

    /// An id becomes part of a path, so it must be a nonempty string.
    private func checkIDs(_ value: JSONValue) throws(AdminRefusal) {
        let all = value["mappings"]?.arrayValue
        for (place, mapping) in (all ?? [value]).enumerated() {
            for key in ["id", "uuid"] where mapping[key].map({ $0.stringValue?.isEmpty ?? true }) ?? false {
                let pointer = all == nil ? [key] : ["mappings", String(place), key]
                throw .unprocessable(
                    "\(key) must be a text that is not empty; leave it away to be given one.", at: pointer)
            }
        }
    }

    private func stub(_ uuid: String) throws(AdminRefusal) -> StubState {
        guard let stub = manager.stubs.first(where: { $0.uuid == uuid }) else {
            throw .notFound("There is no mapping \(uuid).")
        }
        return stub
    }

    /// A stub as a mapping. A generated reply, such as the document's own, is marked as unwritable.
    static func mapping(of state: StubState) -> JSONValue {
        do throws(Problem) {
            guard var object = try MappingWriter().mapping(of: state.stub).objectValue else { return .null }
            object["id"] = .string(state.uuid)
            object["uuid"] = .string(state.uuid)
            return .object(object)
        } catch {
            return [
                "id": .string(state.uuid), "uuid": .string(state.uuid), "name": .string(state.stub.title),
                "request": request(of: state.stub), "response": response(of: state.stub),
                "metadata": ["demo-tui": ["unwritable": .string(error.message)]],
            ]
        }
    }

    private static func request(of stub: Stub) -> JSONValue {
        do throws(Problem) { return try MappingWriter().request(of: stub) } catch { return [:] }
    }

    /// The part of a generated reply that is known without a request.
    private static func response(of stub: Stub) -> JSONValue {
        stub.sequence.first.map { ["status": .number($0.reply.status)] } ?? [:]
    }
}

extension Sessions {
    /// Removes the stubs of the admin API, restores the document's, reloads the stub files, and resets sequences and
    /// scenarios. Edited stubs revert to their files, and those of deleted files are removed.
    func beginAgain() {
        everyone.removeAll(.admin)
        everyone.restoreDocumentStubs()
        everyone.reload(forgetsDeleted: true)
        resetAll(everyone)
    }
}

extension AdminRefusal {
    /// 422 with every invalid key.
    init(unusable: MappingParser.Unusable) {
        self.init(
            status: .unprocessableContent,
            faults: unusable.problems.map { Fault(message: $0.message, pointer: $0.pointer) })
    }
}

/// The stub folder of a run, which contains bodies for mappings and saved mappings.
package struct StubHome: Sendable, Hashable {
    /// The folder the manager loaded stub files from.
    package let stubs: String
    /// The folder that bodies are confined to; nil for `stubs`.
    package let fixtures: String?

    package init(stubs: String, fixtures: String? = nil) {
        self.stubs = stubs
        self.fixtures = fixtures
    }
}

/// Adds many mappings at once: `/__admin/mappings/import`.
extension AdminMappings {
    /// The policy for a mapping whose id exists already.
    private enum DuplicatePolicy: String, CaseIterable {
        case overwrite = "OVERWRITE"
        case ignore = "IGNORE"
    }

    /// Imports all mappings of the body or none.
    func importAll(_ call: AdminCall) throws(AdminRefusal) -> AdminReply {
        let (mappings, policy, deletesOthers) = try call.read(importOrder)
        let stubs = try read(["mappings": mappings])
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

    private func importOrder(_ root: Node) -> (mappings: JSONValue, DuplicatePolicy, deletesOthers: Bool)? {
        guard let members = root.members(of: "an import", ["mappings", "meta", "importOptions"]) else { return nil }
        let mappings = root.required("mappings", among: members)
        _ = mappings.items("mappings")
        let options = members["importOptions"]?.members(
            of: "importOptions", ["duplicatePolicy", "deleteAllNotInImport"])
        let policy = options?["duplicatePolicy"]?.choice("duplicatePolicy", of: DuplicatePolicy.self)
        let deletesOthers = options?["deleteAllNotInImport"]?.boolean("deleteAllNotInImport")
        return (mappings.value, policy ?? .overwrite, deletesOthers ?? false)
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
