import DemoManager
import JSONText

/// Adds many mappings at once, beside or over those there are: `/__admin/mappings/import`.
extension AdminMappings {
    /// What becomes of a mapping whose id is there already.
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
        let known = Dictionary(manager.stubs.compactMap { state in state.stub.uuid.map { ($0, state.id) } }) { $1 }
        let (old, new) = (stubs.filter { isKnown($0, known) }, stubs.filter { !isKnown($0, known) })
        _ = try add(new)
        if policy == .overwrite {
            for stub in old { try replace(stub.uuid.flatMap { known[$0] }, with: stub) }
        }
        if deletesOthers {
            let kept = Set(stubs.compactMap(\.uuid))
            for state in manager.stubs where state.stub.source == .admin && !kept.contains(state.uuid) {
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

    private func isKnown(_ stub: Stub, _ known: [String: StubID]) -> Bool {
        stub.uuid.map { known[$0] != nil } ?? false
    }

    private func replace(_ id: StubID?, with new: Stub) throws(AdminRefusal) {
        guard let id else { return }
        do throws(Problem) {
            try manager.update(id) { stub in
                let source = stub.source
                stub = new
                stub.source = source
            }
        } catch {
            throw .unprocessable(error.message)
        }
    }
}
