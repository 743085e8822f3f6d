import WireFormats

/// A state by its word, such as `cancelled`, and the names that speak of it: `cancel`, `cancelled_at`, `cancellation_reason`.
package struct StateWord: Sendable {
    private let words: [String]
    /// The beginning that the verb shares with its participle: `cancel` of `cancelled`, `approv` of `approved`.
    private let stem: String?

    package init(_ state: String) {
        words = state.nameWords.map { $0.lowercased() }
        stem = words.first.flatMap(Self.stem)
    }

    /// True if an action with this name leads to the state: `cancel`, `check-in`, `mark-as-paid`.
    package func isReached(by action: String) -> Bool {
        let verbs = action.nameWords.map { $0.lowercased() }
        guard let verb = verbs.first, !words.isEmpty else { return false }
        if Self.irregular[verbs.joined()]?.contains(words.joined()) == true { return true }
        if verbs == words || ["mark", "set", "make"].contains(verb) && verbs.suffix(words.count) == words[...] {
            return true
        }
        guard let stem, verb.hasPrefix(stem), verb.count <= stem.count + 2 else { return false }
        return verbs.dropFirst() == words.dropFirst()
    }

    /// True for the name of a time at which the state began: `cancelled_at`, `paidOn`.
    package func isTimed(by member: String) -> Bool {
        let own = member.nameWords.map { $0.lowercased() }
        return own.count == words.count + 1 && own.dropLast() == words[...]
            && NameClass.timeEnding.hasKey(own.last ?? "")
    }

    /// True for a member that explains the state: `cancellation_reason`, `rejectedBy`.
    package func isExplained(by member: String) -> Bool {
        let own = member.nameWords.map { $0.lowercased() }
        guard own.count > 1, let first = own.first, NameClass.explanation.hasKey(own.last ?? "") else { return false }
        return own.dropLast() == words[...] || stem.map(first.hasPrefix) == true
    }

    /// The part of a regular participle that other forms of its verb share; nil for another word.
    private static func stem(of word: String) -> String? {
        guard word.hasSuffix("ed"), word.count > 4 else { return nil }
        if word.hasSuffix("ied") { return String(word.dropLast(3)) }
        let base = word.dropLast(2)
        let isDoubled = base.suffix(2).first == base.last && base.last.map("bdglmnprt".contains) == true
        return String(isDoubled ? base.dropLast() : base)
    }

    private static let irregular: [String: Set<String>] = [
        "pay": ["paid"], "send": ["sent"], "withdraw": ["withdrawn"], "hold": ["onhold", "held"],
        "activate": ["active"], "enable": ["active"], "deactivate": ["inactive"], "disable": ["inactive"],
        "open": ["open"], "reopen": ["open"], "resume": ["active", "running", "inprogress"],
        "start": ["inprogress", "running", "active"], "unpublish": ["draft"], "finish": ["done", "completed"],
        "complete": ["done"],
    ]
}

extension NameClass {
    /// Last words of members that explain a state.
    static let explanation = NameClass("reason note notes comment message by code")
}
