import DemoManager

/// Holds what a gateway's clients are answered against the document, once it has ended: on the journal's copies, with pauses, so
/// that no reply waits for it. What the journal lets go of before is not checked.
struct JournalWatch: Sendable {
    let manager: DemoManager
    let contract: ContractWatch

    /// How many replies are checked in one go, the newest first.
    private static let portion = 100
    /// How long others have the processor between two portions.
    private static let pause: Duration = .milliseconds(100)

    /// Checks until it is cancelled.
    func begin() -> Task<Void, Never> {
        // Asked for before the journal is looked at, so that nothing falls between.
        let changes = manager.changes()
        return Task.detached(priority: .background) {
            var done: Set<ExchangeID> = []
            var iterator = changes.makeAsyncIterator()
            do {
                repeat {
                    while checkPortion(&done) { try await Task.sleep(for: Self.pause) }
                } while await iterator.next() != nil
            } catch {
                return
            }
        }
    }

    /// Checks some of what is new; says whether there was any.
    private func checkPortion(_ done: inout Set<ExchangeID>) -> Bool {
        let exchanges = manager.journal.exchanges
        // The screens' own calls are checked where they are made.
        var portion: [Exchange] = []
        for exchange in exchanges.reversed() where portion.count < Self.portion {
            let isNew = exchange.outcome != nil && !exchange.call.isNumberedByApp && !done.contains(exchange.id)
            if isNew { portion.append(exchange) }
        }
        for exchange in portion {
            if let verdict = contract.verdict(on: exchange) { manager.judge(exchange.id, verdict) }
            done.insert(exchange.id)
        }
        if done.count > 2 * exchanges.count + Self.portion { done.formIntersection(exchanges.map(\.id)) }
        return !portion.isEmpty
    }
}
