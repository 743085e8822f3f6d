import DemoManager
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
        _ = try add(pairs.filter { $0.old == nil }.map(\.new))
        if policy == .overwrite {
            for case (let old?, let new) in pairs { try replace(old, with: new) }
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
}
