import WireFormats

/// All that a manager knows of an API from its document.
package struct APIDescription: Sendable {
    package var screens: [ScreenDescription]
    package var operations: [OperationDescription]
    /// The document's declarations of values whose names may be those of secrets.
    package var values: [DeclaredValue]
    /// Returns the path that calls use for the path or path template of a stub.
    package var located: @Sendable (String) -> String
    /// The document's servers. A stub of a file that names one of them answers at any server.
    package var servers: [BaseURL]
    /// The document's own stubs, in the order to add them.
    package var stubs: [Stub]
    /// The memory of writes; nil remembers nothing.
    package var memory: (any ReplyMemory)?
    /// The document's routes for a server. The manager only stores them.
    package var routes: (any Sendable)?

    package init(
        screens: [ScreenDescription] = [], operations: [OperationDescription] = [], values: [DeclaredValue] = [],
        servers: [BaseURL] = [], stubs: [Stub] = [], memory: (any ReplyMemory)? = nil, routes: (any Sendable)? = nil,
        located: @escaping @Sendable (String) -> String = { $0 }
    ) {
        (self.screens, self.operations, self.values, self.stubs) = (screens, operations, values, stubs)
        (self.servers, self.located, self.memory, self.routes) = (servers, located, memory, routes)
    }
}

extension DemoManager {
    /// The routes of the current description, with its number, which a call routed by them has as its
    /// `Call.description`.
    package var routes: (number: UInt64, routes: any Sendable)? {
        lock.withLock { state in state.catalog.routes.map { (state.catalog.number, $0) } }
    }

    /// Replaces the API's description in one step: each decision uses either the old or the new one. Switches,
    /// conditions, hits and positions of screens, operations and stubs that are in both are kept.
    ///
    /// - Throws: the problem of the first invalid stub; nothing changes then.
    package func use(_ description: APIDescription) throws(Problem) {
        for stub in description.stubs {
            if let problem = stub.problem { throw problem }
        }
        var catalog = Catalog(screens: description.screens, operations: description.operations)
        catalog.redactor = Redactor(declared: description.values)
        catalog.routes = description.routes
        let number = lock.withLock { $0.nextNumber() }
        let paths = StubPaths(number: number, located: description.located, servers: description.servers)
        catalog.number = paths.number
        var isDone = false
        while !isDone {
            // Entries are compiled outside the lock.
            let (generation, stubs) = lock.withLock { ($0.generation, DocumentStubChange($0)) }
            let ids = stubs.ids(of: description.stubs) { lock.withLock { StubID(number: $0.nextNumber()) } }
            let entries = zip(ids, description.stubs).map { id, stub in
                StubEntry(id: id, stub: stub, age: lock.withLock { $0.nextNumber() }, paths: paths)
            }
            let others = stubs.others.map { $0.replaced(by: $0.stub, paths: paths) }
            isDone = change([.switches, .conditions, .stubs]) { [catalog] state in
                // The change itself increments the generation.
                guard state.generation == generation + 1 else { return (false, false) }
                for entry in others {
                    state.index.remove(entry.id)
                    state.index.insert(entry)
                }
                state.replaceDocumentStubs(stubs.known, by: entries)
                state.paths = paths
                state.replace(catalog)
                state.memory = description.memory
                return (true, true)
            }
        }
    }
}

/// The stored stubs before the document's stubs are replaced.
private struct DocumentStubChange: Sendable {
    /// The document's own stubs; in their original form if the user changed or removed them.
    let known: [StubEntry]
    let others: [StubEntry]

    init(_ state: ManagerState) {
        let entries = state.index.entries.values
        let kept = entries.filter { $0.stub.source.isDocuments && state.changedByUser[$0.id] == nil }
        known = (kept + state.changedByUser.values).inOrder { $0.rank.age < $1.rank.age }
        others = entries.filter { !$0.stub.source.isDocuments }
    }

    /// The ids of the new stubs: those with the request and name of a known one keep its id.
    func ids(of stubs: [Stub], _ makeID: () -> StubID) -> [StubID] {
        var ids: [String: [StubID]] = [:]
        for entry in known.reversed() { ids[Self.identity(of: entry.stub), default: []].append(entry.id) }
        return stubs.map { ids[Self.identity(of: $0)]?.popLast() ?? makeID() }
    }

    private static func identity(of stub: Stub) -> String {
        "\(stub.request) \(stub.name ?? "") \(stub.operation ?? "")"
    }
}

extension ManagerState {
    fileprivate mutating func replaceDocumentStubs(_ known: [StubEntry], by entries: [StubEntry]) {
        for id in Set(known.map(\.id)).subtracting(entries.map(\.id)) {
            index.remove(id)
            changedByUser[id] = nil
            forget(id)
        }
        for entry in entries {
            guard changedByUser[entry.id] == nil else {
                // The user's change or removal is kept; a reset restores the new stub.
                changedByUser[entry.id] = entry
                continue
            }
            index.remove(entry.id)
            insert(entry)
        }
    }

    /// Replaces the description. Switches and conditions of screens and operations that are gone are removed.
    mutating func replace(_ new: Catalog) {
        for screen in catalog.screens.keys where new.screens[screen] == nil {
            switches.forget(screen)
            switches.openers[screen] = nil
            conditions.ofScreens.forget(screen)
        }
        for operation in catalog.operations.keys where new.operations[operation] == nil {
            conditions.ofOperations.forget(operation)
        }
        for (id, screen) in new.screens {
            // An opener that the app set is kept.
            let opener = switches.openers[id]
            if opener == nil || opener == catalog.screens[id]?.openedFrom { switches.openers[id] = screen.openedFrom }
        }
        chaosCalls = [:]
        catalog = new
    }
}
