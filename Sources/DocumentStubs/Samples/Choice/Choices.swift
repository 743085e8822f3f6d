/// A row of choices for one place and ordinal, each among a given number of things.
///
/// The choices are the digits of a counter that ordinals advance by a prime. So texts made of the same choices differ from
/// row to row as long as there are as many texts as rows - where chance would repeat itself after the root of that.
struct Choices {
    // Coprime to every count that may be asked for, since it is a prime above them.
    private static let step: UInt64 = 1_099_511_627_689
    private var digits: UInt64
    private var reserve: UInt64

    init(_ seed: Seed, ordinal: Int) {
        digits = seed.offset &+ UInt64(bitPattern: Int64(ordinal)) &* Choices.step
        reserve = seed.noise(ordinal)
    }

    /// Choices as if drawn at random: rows may repeat one another, but nothing counts up from row to row.
    init(drawn seed: Seed, ordinal: Int) {
        digits = seed.noise(ordinal)
        reserve = Seed.mix(digits)
    }

    /// The next choice, in `0..<count`; 0 where there is none.
    mutating func next(_ count: Int) -> Int {
        guard count > 1 else { return 0 }
        let radix = UInt64(count)
        let choice = Int(digits % radix)
        digits /= radix
        if digits < 1 << 16 {
            reserve = Seed.mix(reserve)
            digits = reserve
        }
        return choice
    }

    /// The next choice out of a list.
    mutating func next<T>(of list: [T]) -> T? {
        list.isEmpty ? nil : list[next(list.count)]
    }
}
