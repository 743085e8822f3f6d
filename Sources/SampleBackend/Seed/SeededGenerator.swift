/// A small deterministic source of numbers (SplitMix64), so that every machine gets the same bank.
///
/// The standard library's `random(in:using:)` may change its algorithm between versions; these methods do not.
struct SeededGenerator: Sendable {
    private var state: UInt64

    /// Starts the sequence a seed stands for.
    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// A number of a range. The bias of the remainder is far below what a bank statement shows.
    mutating func number(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.upperBound - range.lowerBound + 1))
    }

    /// An element of a list; nil only for an empty list.
    mutating func element<Element>(of list: [Element]) -> Element? {
        list.isEmpty ? nil : list[number(in: 0...(list.count - 1))]
    }
}
