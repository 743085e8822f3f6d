import Foundation

/// The members of a JSON object in their original order, including duplicates.
public struct JSONObject: Sendable, Hashable {
    package struct Member: Sendable, Hashable {
        /// The unescaped name.
        package var key: String
        package var value: JSONValue

        package init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }

        /// True if names and values have equal spellings.
        package static func == (left: Member, right: Member) -> Bool {
            left.key.isIdentical(to: right.key) && left.value == right.value
        }
    }

    /// All members in order; names may be repeated.
    package private(set) var members: [Member]
    /// The last index of each name, only for large objects, so that a loop of assignments takes linear time.
    private var places = Places()
    private static let indexedCount = 32

    /// An index, which does not count in comparisons.
    private struct Places: Sendable, Hashable {
        var known: [ExactKey: Int]?

        static func == (left: Self, right: Self) -> Bool { true }

        func hash(into hasher: inout Hasher) {}
    }

    package init(_ members: [Member] = []) {
        self.members = members
    }

    /// The members that are not nil, in the given order; the keys must be unique.
    package init(_ members: KeyValuePairs<String, JSONValue?>) {
        self.members = members.compactMap { key, value in value.map { Member(key: key, value: $0) } }
    }

    /// The value of the last member named `key`. Setting replaces or appends it; nil removes all members of that name.
    public subscript(key: String) -> JSONValue? {
        get { place(of: key).map { members[$0].value } }
        set {
            guard let newValue else {
                guard place(of: key) != nil else { return }
                places.known = nil
                return members.removeAll { $0.key.isIdentical(to: key) }
            }
            if places.known == nil, members.count >= Self.indexedCount {
                places.known = Dictionary(
                    members.enumerated().map { (ExactKey(text: $1.key), $0) }, uniquingKeysWith: { $1 })
            }
            if let place = place(of: key) {
                members[place].value = newValue
            } else {
                places.known?[ExactKey(text: key)] = members.count
                members.append(Member(key: key, value: newValue))
            }
        }
    }

    private func place(of key: String) -> Int? {
        if let known = places.known { return known[ExactKey(text: key)] }
        return members.lastIndex { $0.key.isIdentical(to: key) }
    }

    /// The object merged with another: values of common members are combined, other members appended.
    ///
    /// - Parameter combine: returns the value of a common member, from this object's value and the other's.
    package func merging(
        _ other: JSONObject, uniquingKeysWith combine: (JSONValue, JSONValue) -> JSONValue
    ) -> JSONObject {
        var merged = self
        for member in other.members {
            merged[member.key] = merged[member.key].map { combine($0, member.value) } ?? member.value
        }
        return merged
    }

    /// The object with changed values; a member whose value becomes nil is removed.
    package func mapping<Failure>(_ change: (Member) throws(Failure) -> JSONValue?) throws(Failure) -> JSONObject {
        var changed: [Member] = []
        changed.reserveCapacity(members.count)
        for member in members {
            if let value = try change(member) { changed.append(Member(key: member.key, value: value)) }
        }
        return JSONObject(changed)
    }

    /// The object with the members that satisfy a condition.
    package func filter(_ isKept: (Member) -> Bool) -> JSONObject { JSONObject(members.filter(isKept)) }

    /// The names in order, duplicates included.
    package var keys: [String] { members.map(\.key) }

    /// The number of members, duplicates included.
    package var count: Int { members.count }

    package var isEmpty: Bool { members.isEmpty }
}

extension String {
    /// True if both have the same scalars in the same order. `==` accepts canonically equivalent strings, which JSON
    /// does not (RFC 8259 section 8.3).
    func isIdentical(to other: String) -> Bool {
        let count = utf8.count
        guard count == other.utf8.count else { return false }
        let isEqual = utf8.withContiguousStorageIfAvailable { mine in
            other.utf8.withContiguousStorageIfAvailable { theirs in
                guard let left = mine.baseAddress, let right = theirs.baseAddress else { return count == 0 }
                return memcmp(left, right, count) == 0
            }
        }
        return (isEqual ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}

/// A string as a dictionary key, compared scalar by scalar.
package struct ExactKey: Hashable {
    let text: String

    package init(text: String) { self.text = text }

    package static func == (left: ExactKey, right: ExactKey) -> Bool {
        left.text.isIdentical(to: right.text)
    }
}
