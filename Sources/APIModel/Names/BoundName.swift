/// The name of a query parameter that limits a member: `created_after`, `price[gte]`, `min_price`.
package struct BoundName: Sendable {
    /// The key of the member (``HumanName/key(_:)``); that of a timestamp may lack its ending.
    package let member: String
    /// True for the least value, false for the greatest.
    package let isLeast: Bool
    /// True if rows with the value itself are left out.
    package let isStrict: Bool

    package init?(_ name: String) {
        var words = HumanName.words(of: name).map { $0.lowercased() }
        // Joined names: `minprice`.
        if let word = words.first, words.count == 1, word.count > 3, ["min", "max"].contains(word.prefix(3)) {
            words = [String(word.prefix(3)), String(word.dropFirst(3))]
        }
        let sides = words.count > 1 ? [(words[words.count - 1], words.dropLast()), (words[0], words.dropFirst())] : []
        guard let (word, rest) = sides.first(where: { side in Self.words.contains { $0.hasKey(side.0) } }) else {
            // Around a place, a radius is the greatest distance.
            guard words.first == "radius" else { return nil }
            (member, isLeast, isStrict) = ("distance", false, false)
            return
        }
        isLeast = NameClass.least.hasKey(word) || NameClass.above.hasKey(word)
        isStrict = NameClass.above.hasKey(word) || NameClass.below.hasKey(word)
        member = rest.joined()
    }

    private static let words: [NameClass] = [.least, .above, .most, .below]

    /// True if the name means the timestamp with that name: `created` for `created_at`.
    package func names(time name: String) -> Bool {
        let words = HumanName.words(of: name).map { $0.lowercased() }
        guard let last = words.last, words.count > 1, NameClass.timeEnding.hasKey(last) else { return false }
        return words.dropLast().joined() == member
    }
}
