extension JSONValue {
    /// Whether both mean the same: numbers by value, members in any order, of duplicate members the last.
    public func isEquivalent(to other: JSONValue) -> Bool {
        switch (self, other) {
        case (.number(let a), .number(let b)):
            return a.isEqual(to: b)
        case (.array(let a), .array(let b)):
            return a.count == b.count && zip(a, b).allSatisfy { $0.isEquivalent(to: $1) }
        case (.object(let a), .object(let b)):
            let mine = a.byKey
            let theirs = b.byKey
            return mine.count == theirs.count
                && mine.allSatisfy { key, value in theirs[key].map(value.isEquivalent(to:)) ?? false }
        default:
            return self == other
        }
    }
}

extension JSONObject {
    /// The members as a dictionary; of duplicates the last.
    var byKey: [ExactKey: JSONValue] {
        Dictionary(members.map { (ExactKey(text: $0.key), $0.value) }) { $1 }
    }
}
