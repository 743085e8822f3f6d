import DemoManager
import Foundation
import HTTPTypes
import JSONText

/// Lists, adds, edits and removes stubs: `/__admin/mappings`.
struct AdminMappings: Sendable {
    let manager: DemoManager
    /// Where bodies of mappings are, and where they are saved; nil allows neither.
    let home: StubHome?

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
        .json(["mappings": .array(stubs.map { mapping(of: $0) }), "meta": ["total": .number(JSONNumber(total))]])
    }

    /// Adds one mapping, or several as `{"mappings": [...]}`, all or none. The answer is the one, as it is kept.
    private func add(_ call: AdminCall) throws(AdminRefusal) -> AdminReply {
        let value = try call.json()
        let ids = try add(try read(value))
        let added = ids.compactMap { manager.state(of: $0) }
        guard added.count == 1, let only = added.first else {
            return Self.listing(added[...], of: added.count).with(status: .created)
        }
        return .json(Self.mapping(of: only), status: .created)
    }

    private func edit(_ call: AdminCall) throws(AdminRefusal) -> AdminReply {
        let old = try stub(call.parameter)
        guard let new = try read(try call.json()).first else { throw .unprocessable("The body has no mapping.") }
        if let uuid = new.uuid, uuid != old.uuid {
            throw .unprocessable("id: the mapping at this address is \(old.uuid).", at: "/id")
        }
        do throws(Problem) {
            try manager.update(old.id) { stub in
                let (source, origin) = (stub.source, stub.origin)
                stub = new
                stub.uuid = old.uuid
                // It stays where it came from, so that it keeps its rank and a reload of its file brings it back.
                (stub.source, stub.origin) = (source, origin)
            }
        } catch {
            throw .unprocessable(error.message)
        }
        return .json(Self.mapping(of: try stub(call.parameter)))
    }

    private func reset() -> AdminReply {
        manager.beginAgain()
        return .done
    }

    /// Takes out every stub that is not the document's own, as tools expect before they add theirs.
    private func removeAll() -> AdminReply {
        for source in [StubSource.admin, .code, .file, .recording] { manager.removeAll(source) }
        return .done
    }

    private func importAll(_ call: AdminCall) throws(AdminRefusal) -> AdminReply {
        let body = try call.object(of: ["mappings", "meta", "importOptions"])
        let options = body["importOptions"]
        let policy = options?["duplicatePolicy"]?.stringValue ?? "OVERWRITE"
        guard ["OVERWRITE", "IGNORE"].contains(policy) else {
            throw .unprocessable("duplicatePolicy must be OVERWRITE or IGNORE.", at: "/importOptions/duplicatePolicy")
        }
        let stubs = try read(.object(JSONObject([.init(key: "mappings", value: body["mappings"] ?? [])])))
        let known = Dictionary(manager.stubs.compactMap { state in state.stub.uuid.map { ($0, state.id) } }) { $1 }
        let (old, new) = (stubs.filter { isKnown($0, known) }, stubs.filter { !isKnown($0, known) })
        _ = try add(new)
        if policy == "OVERWRITE" {
            for stub in old { try replace(stub.uuid.flatMap { known[$0] }, with: stub) }
        }
        if options?["deleteAllNotInImport"]?.boolValue == true {
            let kept = Set(stubs.compactMap(\.uuid))
            for state in manager.stubs where state.stub.source == .admin && !kept.contains(state.uuid) {
                manager.remove(state.id)
            }
        }
        return .done
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

    private func add(_ stubs: [Stub]) throws(AdminRefusal) -> [StubID] {
        do throws(Problem) {
            return try manager.add(
                stubs.map { stub in
                    var stub = stub
                    // One that no other run gives: what is saved keeps it.
                    stub.uuid = stub.uuid ?? UUID().uuidString.lowercased()
                    return stub
                })
        } catch {
            throw .unprocessable(error.message)
        }
    }

    private func read(_ value: JSONValue) throws(AdminRefusal) -> [Stub] {
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

    private func stub(_ uuid: String) throws(AdminRefusal) -> StubState {
        guard let stub = manager.stubs.first(where: { $0.uuid == uuid }) else {
            throw .notFound("There is no mapping \(uuid).")
        }
        return stub
    }

    /// A stub as its mapping. One whose reply is made anew each time, as the document's own, says so and what it matches.
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

    /// As far as it is known before there is a request.
    private static func response(of stub: Stub) -> JSONValue {
        stub.sequence.first.map { ["status": .number(JSONNumber($0.reply.status))] } ?? [:]
    }
}

extension DemoManager {
    /// Takes out what the admin API added, reads the stub files again - stubs edited meanwhile are as their files say -, and
    /// begins sequences and scenarios again.
    func beginAgain() {
        removeAll(.admin)
        reload()
        resetAll()
    }
}

extension AdminRefusal {
    /// 422 that names every key that cannot be honoured.
    init(unusable: MappingParser.Unusable) {
        self.init(
            status: .unprocessableContent,
            faults: unusable.problems.map { Fault(message: $0.message, pointer: $0.pointer) })
    }
}

extension AdminReply {
    fileprivate func with(status: HTTPResponse.Status) -> AdminReply { AdminReply(status: status, body: body) }
}
