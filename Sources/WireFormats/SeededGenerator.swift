/// A generator of pseudorandom numbers, reproducible on all machines (SplitMix64; Steele, Lea and Flood, 2014).
///
/// The standard library's `random(in:using:)` may change its algorithm between versions; this one does not.
package struct SeededGenerator: Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    /// The next number.
    package mutating func next() -> UInt64 {
        defer { state &+= Self.step }
        return Self.mix(state)
    }

    /// A number in a range. The bias of the remainder is negligible.
    package mutating func number(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.upperBound - range.lowerBound + 1))
    }

    /// An element of a list; nil only for an empty list.
    package mutating func element<Element>(of list: [Element]) -> Element? {
        list.isEmpty ? nil : list[number(in: 0...(list.count - 1))]
    }

    /// The first number of a seed. The mapping is one-to-one: different seeds have different numbers.
    package static func mix(_ seed: UInt64) -> UInt64 {
        var bits = seed &+ step
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15
}
