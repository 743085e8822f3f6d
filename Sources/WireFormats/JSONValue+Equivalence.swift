extension JSONValue {
    /// True if both mean the same: numbers by value, members in any order, the last of duplicate members.
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

/// A value that is compared and hashed by its meaning.
public struct JSONMeaning: Sendable, Hashable {
    /// The value itself.
    public let value: JSONValue

    /// The meaning of a value.
    public init(_ value: JSONValue) { self.value = value }

    public static func == (left: JSONMeaning, right: JSONMeaning) -> Bool { left.value.isEquivalent(to: right.value) }

    public func hash(into hasher: inout Hasher) { Self.hash(value, into: &hasher) }

    private static func hash(_ value: JSONValue, into hasher: inout Hasher) {
        switch value {
        case .number(let number): hasher.combine(number.double)
        case .array(let items): for item in items { hash(item, into: &hasher) }
        case .object(let object):
            // Independent of the order: the sum of the members' hashes.
            let sum = object.byKey.reduce(0) { sum, member in
                var own = Hasher()
                own.combine(member.key)
                hash(member.value, into: &own)
                return sum &+ own.finalize()
            }
            hasher.combine(sum)
        case .null, .bool, .string: hasher.combine(value)
        }
    }
}

extension JSONObject {
    /// The members as a dictionary; of duplicates the last.
    var byKey: [ExactKey: JSONValue] {
        Dictionary(members.map { (ExactKey(text: $0.key), $0.value) }) { $1 }
    }
}
