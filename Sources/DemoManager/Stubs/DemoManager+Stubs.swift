import WireFormats

extension DemoManager {
    /// Adds a stub; it is tried before older ones of its source and priority.
    ///
    /// - Throws: a problem for a stub that cannot be honoured: without a reply, with a status outside 200...999, an
    ///   impossible path, header name or reason phrase, or an unknown path parameter.
    @discardableResult
    public func add(_ stub: Stub) throws(Problem) -> StubID {
        try add([stub])[0]
    }

    /// Adds stubs in this order, all or none.
    ///
    /// - Throws: a problem for the first stub that cannot be honoured, as `add(_:)` of one stub does.
    @discardableResult
    package func add(_ stubs: [Stub]) throws(Problem) -> [StubID] {
        for stub in stubs {
            if let problem = stub.problem { throw problem }
        }
        return insert(stubs)
    }

    /// Puts stubs into the store. They are made ready outside of the lock: how their paths are read is the caller's to say.
    private func insert(_ stubs: [Stub]) -> [StubID] {
        let numbers = lock.withLock { state in
            stubs.map { _ in (id: StubID(number: state.nextNumber()), age: state.nextNumber()) }
        }
        var isDone = false
        while !isDone {
            let paths = lock.withLock { $0.paths }
            let entries = zip(stubs, numbers).map { StubEntry(id: $1.id, stub: $0, age: $1.age, paths: paths) }
            isDone = change(.stubs) { state in
                guard state.paths.number == paths.number else { return (false, false) }
                for entry in entries { state.insert(entry) }
                return (true, !entries.isEmpty)
            }
        }
        return numbers.map(\.id)
    }

    /// Changes a stub in its place: its id, hits, position and age stay, and no other stub is touched. A new priority moves
    /// it in the order. If another thread changed the stub meanwhile, or the way in which paths are read, `body` runs again,
    /// on the changed stub.
    ///
    /// - Throws: a problem for a stub that cannot be honoured then; it stays as it was.
    /// - Returns: whether the stub is there.
    @discardableResult
    public func update(_ id: StubID, _ body: (inout Stub) -> Void) throws(Problem) -> Bool {
        while case (let entry?, let paths) = lock.withLock({ ($0.index.entries[id], $0.paths) }) {
            // Outside of the lock: the closure is the caller's, and may ask the manager.
            var stub = entry.stub
            body(&stub)
            if let problem = stub.problem { throw problem }
            let new = entry.replaced(by: stub, paths: paths)
            let isDone = change(.stubs) { state in
                guard state.index.entries[id] === entry, state.paths.number == paths.number else {
                    return (false, false)
                }
                state.keepOriginal(entry)
                state.index.remove(id)
                state.index.insert(new)
                if stub.isEnabled != entry.stub.isEnabled {
                    if stub.isEnabled { state.disabled.remove(id) } else { state.disabled.insert(id) }
                }
                return (true, true)
            }
            if isDone { return true }
        }
        return false
    }

    /// Removes one stub; the others keep their order and state. Unknown ids are ignored.
    public func remove(_ id: StubID) {
        change(.stubs) { state in ((), state.remove(id)) }
    }

    /// Removes all stubs, those of files too.
    public func removeAll() { removeAll(nil) }

    /// Removes all stubs, of one source or of every one.
    package func removeAll(_ source: StubSource?) {
        change(.stubs) { state in
            let ids = state.index.entries.values.filter { source == nil || $0.stub.source == source }.map(\.id)
            for id in ids { _ = state.remove(id) }
            // Whoever removes all of a source has others to put there.
            state.changedByUser = state.changedByUser.filter { source != nil && $0.value.stub.source != source }
            return ((), !ids.isEmpty)
        }
    }

    /// Brings the document's own stubs back as they came, where they were changed or removed one by one.
    package func restoreDocumentStubs() {
        change(.stubs) { state in
            let originals = state.changedByUser
            for (id, entry) in originals {
                state.index.remove(id)
                state.insert(entry)
            }
            state.changedByUser = [:]
            return ((), !originals.isEmpty)
        }
    }

    /// Switches one stub on or off. Its sequence position and hits stay.
    public func setEnabled(_ isEnabled: Bool, stub id: StubID) {
        change(.stubs) { state in
            guard state.index.entries[id] != nil else { return ((), false) }
            state.enabledByUser[id] = isEnabled
            let wasEnabled = !state.disabled.contains(id)
            if isEnabled { state.disabled.remove(id) } else { state.disabled.insert(id) }
            return ((), wasEnabled != isEnabled)
        }
    }

    /// All stubs in the order they are tried, with what happened to them.
    public var stubs: [StubState] {
        let (snapshot, runtime) = lock.withLock { state in (state.snapshot(), state.runtime) }
        return snapshot.index.entries.values.inOrder { $0.rank < $1.rank }.map { entry in
            let state = runtime[entry.id] ?? StubRuntime()
            return StubState(
                id: entry.id, stub: entry.stub, isEnabled: !snapshot.disabled.contains(entry.id), hits: state.hits,
                served: state.served)
        }
    }

    /// The state every scenario is in that has left the initial one, by name; `cart (screen profile)` where each screen or
    /// header value has a state of its own.
    public var scenarioStates: [String: String] {
        let scenarios = lock.withLock { $0.scenarios }
        return Dictionary(scenarios.map { ($0.key.description, $0.value) }) { first, _ in first }
    }

    /// Sets the state of a scenario that everyone shares; nil is the initial one.
    public func setScenario(_ name: String, to newState: String?) {
        let key = ScenarioKey(name: name, owner: nil)
        change(.scenarios) { state in
            let didChange = state.scenarios[key] != newState
            state.scenarios[key] = newState
            return ((), didChange)
        }
    }

    /// Forgets the writes on `screen`, and begins the sequences and scenarios of its stubs again: those scoped to it,
    /// and those that match its described operations. Hits stay.
    package func reset(screen: String) {
        let (operations, session) = change([.stubs, .scenarios]) { state in
            let operations = state.catalog.operations(of: screen)
            for entry in state.index.entries.values where entry.mayServe(screen, operations) { state.reset(entry) }
            state.stubbedLists = []
            return ((state.catalog.screens[screen]?.operations, state.session), true)
        }
        memory?.forget(Set(operations ?? []), of: session)
    }

    /// Begins the sequence of one stub again, and its scenario.
    package func reset(stub id: StubID) {
        change([.stubs, .scenarios]) { state in
            guard let entry = state.index.entries[id] else { return ((), false) }
            state.reset(entry)
            return ((), true)
        }
    }

    /// Begins all sequences and scenarios again, and forgets everything that was written; a session's manager what that session
    /// wrote.
    public func resetAll() {
        let session = change([.stubs, .scenarios]) { state in
            for id in state.runtime.keys { state.runtime[id]?.served = 0 }
            state.scenarios = [:]
            state.stubbedLists = []
            state.chaosCalls = [:]
            state.resets += 1
            return (state.session, true)
        }
        memory?.forget(nil, of: session)
    }
}

extension ManagerState {
    /// Puts a stub into the store.
    mutating func insert(_ entry: StubEntry) {
        index.insert(entry)
        let isEnabled = enabledByUser[entry.id] ?? entry.stub.isEnabled
        if isEnabled { disabled.remove(entry.id) } else { disabled.insert(entry.id) }
    }

    /// Takes a stub out with everything remembered of it; says whether it was there.
    mutating func remove(_ id: StubID) -> Bool {
        guard let entry = index.entries[id] else { return false }
        keepOriginal(entry)
        index.remove(id)
        forget(id)
        return true
    }

    /// Remembers a stub of the document before it is changed for the first time.
    mutating func keepOriginal(_ entry: StubEntry) {
        guard entry.stub.source.isDocuments, changedByUser[entry.id] == nil else { return }
        changedByUser[entry.id] = entry
    }

    /// Drops what is remembered of a stub that is gone.
    mutating func forget(_ id: StubID) {
        runtime[id] = nil
        disabled.remove(id)
        enabledByUser[id] = nil
    }

    mutating func reset(_ entry: StubEntry) {
        runtime[entry.id]?.served = 0
        guard let name = entry.stub.scenario?.name else { return }
        scenarios = scenarios.filter { $0.key.name != name }
    }
}

extension DemoManager {
    /// One stub with what happened to it, if it is there. Costs the same among any number of stubs.
    package func state(of id: StubID) -> StubState? {
        lock.withLock { state in
            guard let entry = state.index.entries[id] else { return nil }
            let runtime = state.runtime[id] ?? StubRuntime()
            return StubState(
                id: id, stub: entry.stub, isEnabled: !state.disabled.contains(id), hits: runtime.hits,
                served: runtime.served)
        }
    }

    /// The stubs that may answer `screen`: those scoped to it, and those that match the operations it is described with, as
    /// far as method and path tell. A list of one screen's stubs shows them.
    package func stubIDs(ofScreen screen: String) -> Set<StubID> {
        let (snapshot, catalog) = lock.withLock { state in (state.snapshot(), state.catalog) }
        let operations = catalog.operations(of: screen)
        return Set(
            snapshot.index.entries.values.lazy.filter { $0.mayServe(screen, operations) }.map(\.id))
    }

    /// The screens whose calls a stub may answer: what has to be loaded again when the stub changed.
    package func screens(ofStub id: StubID) -> Set<String> {
        let (entry, catalog) = lock.withLock { state in (state.index.entries[id], state.catalog) }
        guard let entry else { return [] }
        return Set(catalog.screens.keys.filter { entry.mayServe($0, catalog.operations(of: $0)) })
            .union(entry.stub.screens ?? [])
    }

    /// Begins a scenario again, for everyone who has a state of it. Sequences stay.
    package func reset(scenario name: String) {
        change(.scenarios) { state in
            let others = state.scenarios.filter { $0.key.name != name }
            let didChange = others.count != state.scenarios.count
            state.scenarios = others
            return ((), didChange)
        }
    }
}

extension Catalog {
    /// The operations a screen is described with.
    fileprivate func operations(of screen: String) -> [OperationDescription] {
        (screens[screen]?.operations ?? []).compactMap { operations[$0] }
    }
}

extension StubEntry {
    /// True if calls of a screen with these operations can reach the stub.
    fileprivate func mayServe(_ screen: String, _ operations: [OperationDescription]) -> Bool {
        if let screens = stub.screens { return screens.contains(screen) }
        return operations.contains { request.mayServe($0) }
    }
}

/// Reads the paths of stubs. A document has its paths below the server's. A stub may leave that part out, and a
/// recording has the path of its own server.
struct StubPaths: Sendable {
    /// Which of those that were said this is: stubs that are made ready by an earlier one are made ready again.
    var number: UInt64 = 0
    /// The path calls have, of the one a stub has; nil takes every path as it stands.
    var located: (@Sendable (String) -> String)?

    /// The pattern a stub is found by. Stubs in code and those of a document are taken literally.
    func pattern(of stub: Stub) -> RequestPattern {
        guard let located, stub.request.host == nil, [.file, .recording, .admin].contains(stub.source) else {
            return stub.request
        }
        var pattern = stub.request
        switch pattern.url {
        case .path(let path): pattern.url = .path(located(path))
        case .url(let url):
            let path = url.prefix { $0 != "?" }
            pattern.url = .url(located(String(path)) + url[path.endIndex...])
        case .template(let template):
            // A path that makes no template leaves the stub as it was.
            if let moved = try? URLTemplate(located(template.text)) { pattern.url = .template(moved) }
        case .any, .urlMatching, .pathMatching, .containing: break
        }
        return pattern
    }
}
