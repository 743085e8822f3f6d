/// Walks through all pairs of two lists without a repetition.
enum Pairing {
    /// The places of pair number `index`, which counts round; `round` says how many times it went round already.
    static func pair(_ index: Int, of first: Int, and second: Int) -> (first: Int, second: Int, round: Int) {
        let count = max(1, first * second)
        let place = index % count
        let column = place % max(1, first)
        return (column, (place / max(1, first) + column) % max(1, second), index / count)
    }

    /// The same for one scope: where it starts depends on the seed, and the ordinals from 0 on all differ.
    static func pair(_ seed: Seed, _ ordinal: Int, of first: Int, and second: Int) -> (
        first: Int, second: Int, round: Int
    ) {
        let count = max(1, first * second)
        let start = seed.pick(count)
        let ordinal = max(0, ordinal)
        let pair = pair((start + ordinal % count) % count, of: first, and: second)
        return (pair.first, pair.second, ordinal / count)
    }
}
