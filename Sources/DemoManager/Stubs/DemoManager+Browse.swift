extension DemoManager {
    /// One stub with what happened to it, if it is there. Costs the same among any number of stubs.
    public func state(of id: StubID) -> StubState? {
        lock.withLock { state in
            guard let entry = state.index.entries[id] else { return nil }
            let runtime = state.runtime[id] ?? StubRuntime()
            return StubState(
                id: id, stub: entry.stub, isEnabled: !state.disabled.contains(id), hits: runtime.hits,
                served: runtime.served)
        }
    }

    /// The stubs that may answer `screen`: those scoped to it, and those that match the operations it is described with, as
    /// far as method and path tell. What a list of one screen's stubs shows.
    public func stubIDs(ofScreen screen: String) -> Set<StubID> {
        let (snapshot, catalog) = lock.withLock { state in (state.snapshot(), state.catalog) }
        let operations = catalog.operations(of: screen)
        return Set(
            snapshot.index.entries.values.lazy.filter { $0.stub.mayServe(screen, operations) }.map(\.id))
    }

    /// The screens whose calls a stub may answer: what has to be loaded again when the stub changed.
    public func screens(ofStub id: StubID) -> Set<String> {
        let (entry, catalog) = lock.withLock { state in (state.index.entries[id], state.catalog) }
        guard let stub = entry?.stub else { return [] }
        return Set(catalog.screens.keys.filter { stub.mayServe($0, catalog.operations(of: $0)) })
            .union(stub.screens ?? [])
    }

    /// Begins a scenario again, for everyone who has a state of it. Sequences stay.
    public func reset(scenario name: String) {
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

extension Stub {
    /// Whether calls of a screen with these operations can reach the stub.
    fileprivate func mayServe(_ screen: String, _ operations: [OperationDescription]) -> Bool {
        if let screens { return screens.contains(screen) }
        return operations.contains { request.mayServe($0) }
    }
}
