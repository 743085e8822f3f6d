import WireFormats

/// A state by its word, such as `cancelled`, and the names that speak of it: `cancel`, `cancelled_at`, `cancellation_reason`.
package struct StateWord: Sendable {
    fileprivate let words: [String]
    /// The beginning that the verb shares with its participle: `cancel` of `cancelled`, `approv` of `approved`.
    private let stem: String?

    package init(_ state: String) {
        words = state.nameWords.map { $0.lowercased() }
        stem = words.first.flatMap(Self.stem)
    }

    /// The state that a flag says an item is in: `active` of `isActive`.
    init(flag: String) {
        let words = flag.nameWords
        let isMarked = words.count > 1 && NameClass.flagStart.hasKey(words[0].lowercased())
        self.init((isMarked ? words.dropFirst() : words[...]).joined(separator: "-"))
    }

    /// True if an action with this name leads to the state: `cancel`, `check-in`, `mark-as-paid`.
    package func isReached(by action: String) -> Bool {
        let verbs = action.nameWords.map { $0.lowercased() }
        guard let verb = verbs.first, !words.isEmpty else { return false }
        if NameClass.statesOfVerbs[verbs.joined()]?.hasKey(words.joined()) == true { return true }
        if verbs == words || NameClass.setting.hasKey(verb) && verbs.suffix(words.count) == words[...] { return true }
        guard let stem, verb.hasPrefix(stem), verb.count <= stem.count + 2 else { return false }
        return verbs.dropFirst() == words.dropFirst()
    }

    /// The action that one such as `unblock` or `mark-as-unread` undoes: `block`, `mark-as-read`. Nil for others.
    static func undone(by action: String) -> String? {
        var words = action.nameWords.map { $0.lowercased() }
        guard let place = words.lastIndex(where: { positive(of: $0) != nil }), let word = positive(of: words[place])
        else { return nil }
        words[place] = word
        return words.joined(separator: "-")
    }

    /// The word that one with `un` negates: `read` of `unread`. Nil for other words.
    package static func positive(of word: String) -> String? {
        word.hasPrefix("un") && word.count > 4 ? String(word.dropFirst(2)) : nil
    }

    /// The states without this one: `inactive` and `unactive` of `active`, `disabled` of `enabled`.
    var opposites: [StateWord] {
        guard words.count == 1 else { return [] }
        return (["in", "un"].map { $0 + words[0] } + (words[0].hasPrefix("en") ? ["dis" + words[0].dropFirst(2)] : []))
            .map { StateWord($0) }
    }

    /// True for the name of a time at which the state began: `cancelled_at`, `paidOn`, `voided_at` of `void`,
    /// `termination_date` of `terminated`.
    package func isTimed(by member: String) -> Bool {
        let own = member.nameWords.map { $0.lowercased() }
        guard own.count == words.count + 1, NameClass.timeEnding.hasKey(own.last ?? "") else { return false }
        if own.dropLast() == words[...] { return true }
        guard words.count == 1 else { return false }
        // An expiration date is known before a thing is expired.
        let isNoun = own[0].hasSuffix("ion") && words[0] != "expired"
        return ["ed", "d"].contains { own[0] == words[0] + $0 } || isNoun && stem.map(own[0].hasPrefix) == true
    }

    /// True for a member that explains the state: `cancellation_reason`, `rejected_by`, `rejected_note`.
    package func isExplained(by member: String) -> Bool {
        let own = member.nameWords.map { $0.lowercased() }
        guard own.count > 1, let first = own.first, let last = own.last else { return false }
        if own.dropLast() == words[...] { return NameClass.explanation.hasKey(last) }
        return NameClass.reason.hasKey(last) && stem.map(first.hasPrefix) == true
    }

    /// True for a member that tells the time of the state, or explains it.
    func owns(_ member: String) -> Bool { isTimed(by: member) || isExplained(by: member) }

    /// The part of a regular participle that other forms of its verb share; nil for another word.
    private static func stem(of word: String) -> String? {
        guard word.hasSuffix("ed"), word.count > 4 else { return nil }
        if word.hasSuffix("ied") { return String(word.dropLast(3)) }
        let base = word.dropLast(2)
        let isDoubled = base.suffix(2).first == base.last && base.last.map("bdglmnprt".contains) == true
        return String(isDoubled ? base.dropLast() : base)
    }
}

/// The members of an item that belong to one of its flags: `archived_at` to `archived`, `discontinued_at` to the end of
/// `active`.
package struct FlagMembers: Sendable {
    private let flags: [String: (name: String, value: Bool)]

    /// - Parameter members: the names of all members.
    package init(_ members: [String]) {
        let words = members.map { ($0, StateWord(flag: $0)) }
        let active = words.first { $0.1.words == ["active"] }?.0
        let pairs = members.compactMap { member -> (String, (name: String, value: Bool))? in
            if let flag = words.first(where: { $0.0 != member && $0.1.owns(member) })?.0 {
                return (member, (flag, true))
            }
            let ends = NameClass.endOfActivity.names.contains { StateWord($0).owns(member) }
            return ends ? active.map { (member, ($0, false)) } : nil
        }
        flags = Dictionary(pairs) { first, _ in first }
    }

    /// The flag that a member belongs to, and the value with which the item has the member; nil for none.
    package func flag(of member: String) -> (name: String, value: Bool)? { flags[member] }
}

/// The members of an item that belong to one value of its status, such as `closed_at`.
package struct StateMembers: Sendable {
    private let values: [String]
    /// The indices of the states, by member.
    private let stages: [String: Int]

    /// - Parameter values: the values of the status, in the order of the item's life.
    package init(_ values: [String], among members: [String]) {
        self.values = values
        let states = values.map { StateWord($0) }
        stages = Dictionary(
            members.compactMap { member in
                let stage = states.firstIndex { $0.owns(member) }
                return stage.map { (member, $0) }
            }
        ) { first, _ in first }
    }

    /// True for a member of a state that an item with this status was not in: a later one, or one that excludes it.
    package func isForeign(_ member: String, to status: String) -> Bool {
        guard let stage = stages[member], let now = values.firstIndex(of: status), stage != now else { return false }
        func isFailed(_ state: Int) -> Bool { NameClass.failedState.has(values[state]) }
        return now < stage || isFailed(stage) || isFailed(now) && NameClass.wellState.has(values[stage])
    }
}
