extension DemoManager {
    /// The journal as it is now. A value: keep it only as long as it is shown.
    public var journal: Journal { lock.withLock { $0.journal } }

    /// One exchange, if it is still kept.
    public func exchange(_ id: ExchangeID) -> Exchange? { lock.withLock { $0.journal[id] } }

    /// The exchanges of one call, oldest first.
    public func exchanges(call: UInt64) -> [Exchange] {
        // The copy keeps the search out of the lock.
        journal.exchanges(call: call)
    }

    /// Forgets all exchanges.
    public func clearJournal() {
        let observers = lock.withLock { state in
            state.journal.removeAll()
            return state.listeners
        }
        Change.journal.tell(observers)
    }
}
