/// The conditions chosen now, and the rule which of them a call gets.
struct Conditions: Sendable {
    var ofScreens = LayeredTable<Condition>()
    var ofOperations = LayeredTable<Condition>()

    /// The call's own, else its operation's, else its screen's where that covers the operation.
    func condition(of call: Call, _ facts: RequestFacts, in catalog: Catalog) -> Condition? {
        if let own = call.condition { return own }
        guard !ofScreens.isEmpty || !ofOperations.isEmpty else { return nil }
        let operation = call.operation ?? catalog.operation(of: call, facts)?.id
        if let operation, let chosen = ofOperations[operation] { return chosen }
        guard let screen = call.screen, let chosen = ofScreens[screen] else { return nil }
        return catalog.screen(screen, covers: operation) ? chosen : nil
    }

    /// Takes over everyone's conditions; each that was set or ended here stays.
    mutating func follow(_ everyones: Conditions) {
        ofScreens.follow(everyones.ofScreens)
        ofOperations.follow(everyones.ofOperations)
    }
}
