import WireFormats

extension DemoManager {
    /// Adds a stub, which is tried before older ones of the same source and priority.
    ///
    /// - Throws: a problem for an invalid stub: without a reply, with a status outside 200...999, an impossible path,
    ///   header name or reason phrase, or an unknown path parameter.
    @discardableResult
    public func add(_ stub: Stub) throws(Problem) -> StubID {
        try add([stub])[0]
    }

    /// Adds all stubs in this order, or none.
    ///
    /// - Throws: the problem of the first invalid stub, as `add(_:)` of one stub does.
    @discardableResult
    package func add(_ stubs: [Stub]) throws(Problem) -> [StubID] {
        for stub in stubs {
            if let problem = stub.problem { throw problem }
        }
        return insert(stubs)
    }

    /// Stores stubs. Entries are compiled outside the lock, because the resolving of paths is the caller's code.
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

    /// Changes a stub in place: its id, hits, position and age are kept, and no other stub is affected. A new priority
    /// changes its rank. If another thread changes the stub or the resolving of paths meanwhile, `body` runs again, on
    /// the changed stub.
    ///
    /// - Throws: a problem if the changed stub is invalid; it is then left unchanged.
    /// - Returns: true if the stub exists.
    @discardableResult
    public func update(_ id: StubID, _ body: (inout Stub) -> Void) throws(Problem) -> Bool {
        while case (let entry?, let paths) = lock.withLock({ ($0.index.entries[id], $0.paths) }) {
            // Outside the lock, because the caller's closure may use the manager.
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

    /// Removes one stub; the others keep their order and state. An unknown id is ignored.
    public func remove(_ id: StubID) {
        change(.stubs) { state in ((), state.remove(id)) }
    }

    /// Removes all stubs, including those of files.
    public func removeAll() { removeAll(nil) }

    /// Removes all stubs of one source; nil for all sources.
    package func removeAll(_ source: StubSource?) {
        change(.stubs) { state in
            let ids = state.index.entries.values.filter { source == nil || $0.stub.source == source }.map(\.id)
            for id in ids { _ = state.remove(id) }
            // The caller replaces all stubs of the source, so their originals are not restored.
            state.changedByUser = state.changedByUser.filter { source != nil && $0.value.stub.source != source }
            return ((), !ids.isEmpty)
        }
    }

    /// Restores the document's own stubs that were changed or removed one by one.
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

    /// Enables or disables one stub. Its sequence position and hits are kept.
    public func setEnabled(_ isEnabled: Bool, stub id: StubID) {
        change(.stubs) { state in
            guard state.index.entries[id] != nil else { return ((), false) }
            state.enabledByUser[id] = isEnabled
            let wasEnabled = !state.disabled.contains(id)
            if isEnabled { state.disabled.remove(id) } else { state.disabled.insert(id) }
            return ((), wasEnabled != isEnabled)
        }
    }

    /// All stubs with their state, in the order they are tried.
    public var stubs: [StubState] {
        let (snapshot, runtime) = lock.withLock { state in (state.snapshot(), state.runtime) }
        return snapshot.index.entries.values.inOrder { $0.rank < $1.rank }.map { entry in
            StubState(entry, runtime[entry.id], isEnabled: !snapshot.disabled.contains(entry.id))
        }
    }

    /// The states of all scenarios that have left the initial one, by name. The name is `cart (screen profile)` if each
    /// screen or header value has its own state.
    public var scenarioStates: [String: String] {
        let scenarios = lock.withLock { $0.scenarios }
        return Dictionary(scenarios.map { ($0.key.description, $0.value) }) { first, _ in first }
    }

    /// Sets the state of a scenario that all clients share; nil for the initial state.
    public func setScenario(_ name: String, to newState: String?) {
        let key = ScenarioKey(name: name, owner: nil)
        change(.scenarios) { state in
            let didChange = state.scenarios[key] != newState
            state.scenarios[key] = newState
            return ((), didChange)
        }
    }

    /// Forgets the writes on `screen`, and resets the sequences and scenarios of its stubs: those scoped to it, and
    /// those that match its described operations. Hits are kept.
    package func reset(screen: String) {
        let (operations, session) = change([.stubs, .scenarios]) { state in
            let operations = state.catalog.operations(of: screen)
            for entry in state.index.entries.values where entry.mayServe(screen, operations) { state.reset(entry) }
            state.stubbedLists = []
            return ((state.catalog.screens[screen]?.operations, state.session), true)
        }
        memory?.forget(Set(operations ?? []), of: session)
    }

    /// Resets the sequence of one stub, and its scenario.
    package func reset(stub id: StubID) {
        change([.stubs, .scenarios]) { state in
            guard let entry = state.index.entries[id] else { return ((), false) }
            state.reset(entry)
            return ((), true)
        }
    }

    /// Resets all sequences and scenarios, and forgets all writes; on a session's manager, those of the session.
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
    mutating func insert(_ entry: StubEntry) {
        index.insert(entry)
        let isEnabled = enabledByUser[entry.id] ?? entry.stub.isEnabled
        if isEnabled { disabled.remove(entry.id) } else { disabled.insert(entry.id) }
    }

    /// Removes a stub with its state; returns false if it does not exist.
    mutating func remove(_ id: StubID) -> Bool {
        guard let entry = index.entries[id] else { return false }
        keepOriginal(entry)
        index.remove(id)
        forget(id)
        return true
    }

    /// Keeps the original of a document's stub before its first change.
    mutating func keepOriginal(_ entry: StubEntry) {
        guard entry.stub.source.isDocuments, changedByUser[entry.id] == nil else { return }
        changedByUser[entry.id] = entry
    }

    /// Discards the state of a removed stub.
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
    /// One stub with its state; nil if it does not exist. The cost does not depend on the number of stubs.
    package func state(of id: StubID) -> StubState? {
        lock.withLock { state in
            state.index.entries[id].map {
                StubState($0, state.runtime[id], isEnabled: !state.disabled.contains(id))
            }
        }
    }

    /// The stubs that may answer `screen`: those scoped to it, and those that match its described operations, judged by
    /// method and path.
    package func stubIDs(ofScreen screen: String) -> Set<StubID> {
        let (snapshot, catalog) = lock.withLock { state in (state.snapshot(), state.catalog) }
        let operations = catalog.operations(of: screen)
        return Set(snapshot.index.entries.values.lazy.filter { $0.mayServe(screen, operations) }.map(\.id))
    }

    /// The screens whose calls a stub may answer, which must be reloaded when it changes.
    package func screens(ofStub id: StubID) -> Set<String> {
        let (entry, catalog) = lock.withLock { state in (state.index.entries[id], state.catalog) }
        guard let entry else { return [] }
        return Set(catalog.screens.keys.filter { entry.mayServe($0, catalog.operations(of: $0)) })
            .union(entry.stub.screens ?? [])
    }

    /// Resets a scenario for all clients. Sequences are kept.
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
    /// The described operations of a screen.
    fileprivate func operations(of screen: String) -> [OperationDescription] {
        (screens[screen]?.operations ?? []).compactMap { operations[$0] }
    }
}

extension StubEntry {
    /// True if the stub may answer calls of a screen with these operations.
    fileprivate func mayServe(_ screen: String, _ operations: [OperationDescription]) -> Bool {
        if let screens = stub.screens { return screens.contains(screen) }
        return operations.contains { request.mayServe($0) }
    }
}

extension RequestPattern {
    /// True if the pattern is limited to a server, and to paths below its base path.
    fileprivate func asks(_ server: BaseURL) -> Bool {
        let own = Authority(server.authority, scheme: server.scheme)
        return host?.lowercased() == own.host && (scheme == nil || scheme == server.scheme)
            && (port == nil || port == own.port) && String(url.literalPath ?? "").isPath(below: server.pathPrefix)
    }
}

/// Resolves the paths of stubs. A document's paths are below its server's base path. A stub may omit the base path, and
/// a recording has that of its own server.
struct StubPaths: Sendable {
    /// Identifies the resolving: stubs compiled with an earlier one are compiled again.
    var number: UInt64 = 0
    /// Returns the path that calls use for a stub's path; nil leaves all paths unchanged.
    var located: (@Sendable (String) -> String)?
    /// The document's servers, which stubs need not name.
    var servers: [BaseURL] = []

    /// The pattern for lookup. Stubs in code and those of a document are not resolved.
    func pattern(of stub: Stub) -> RequestPattern {
        guard let located, [.file, .recording, .admin].contains(stub.source) else { return stub.request }
        var pattern = stub.request
        if pattern.host != nil {
            guard servers.contains(where: pattern.asks) else { return pattern }
            (pattern.scheme, pattern.host, pattern.port) = (nil, nil, nil)
        }
        switch pattern.url {
        case .path(let path): pattern.url = .path(located(path))
        case .url(let url):
            let path = url.prefix { $0 != "?" }
            pattern.url = .url(located(String(path)) + url[path.endIndex...])
        case .template(let template):
            // A path that is not a valid template leaves the stub unchanged.
            if let moved = try? URLTemplate(located(template.text)) { pattern.url = .template(moved) }
        case .any, .urlMatching, .pathMatching, .containing: break
        }
        return pattern
    }
}
