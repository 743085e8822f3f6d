import WireFormats

/// A number that identifies a place of a sample, equal in every run and on every machine.
struct Seed: Sendable, Hashable {
    private let hash: UInt64

    /// The seed of a text (FNV-1a, 64 bits).
    init(_ text: String) {
        hash = Seed.fold(text, into: 0xCBF2_9CE4_8422_2325)
    }

    private init(hash: UInt64) {
        self.hash = hash
    }

    func child(_ token: String) -> Seed {
        Seed(hash: Seed.fold(token, into: (hash ^ 0x2F) &* Seed.factor))
    }

    /// A pseudo-random number for an ordinal; distinct ordinals below 2^62 give distinct numbers.
    func noise(_ ordinal: Int = 0) -> UInt64 {
        SeededGenerator.mix(SeededGenerator.mix(hash) &+ UInt64(bitPattern: Int64(ordinal)))
    }

    /// A pseudo-random number in `0..<count` for an ordinal; 0 for an empty range.
    func pick(_ count: Int, _ ordinal: Int = 0) -> Int {
        count > 1 ? Int(noise(ordinal) % UInt64(count)) : 0
    }

    /// A start for counting, below 2^62 so that sums with ordinals stay within 64 bits.
    var offset: UInt64 { SeededGenerator.mix(hash) >> 2 }

    private static let factor: UInt64 = 0x0000_0100_0000_01B3

    private static func fold(_ text: String, into hash: UInt64) -> UInt64 {
        text.utf8.reduce(hash) { ($0 ^ UInt64($1)) &* factor }
    }
}

/// A series of choices for one place and ordinal.
///
/// The choices are the digits of a counter that advances by a prime for each ordinal. Texts from the same number of
/// choices therefore differ between rows as long as there are enough of them.
struct Choices {
    // A prime above every possible count, and therefore coprime to it.
    private static let step: UInt64 = 1_099_511_627_689
    private var digits: UInt64
    private var reserve: UInt64

    init(_ seed: Seed, ordinal: Int) {
        digits = seed.offset &+ UInt64(bitPattern: Int64(ordinal)) &* Choices.step
        reserve = seed.noise(ordinal)
    }

    /// Pseudo-random choices: rows may repeat, and values do not count up.
    init(drawn seed: Seed, ordinal: Int) {
        digits = seed.noise(ordinal)
        reserve = SeededGenerator.mix(digits)
    }

    mutating func next(_ count: Int) -> Int {
        guard count > 1 else { return 0 }
        let radix = UInt64(count)
        let choice = Int(digits % radix)
        digits /= radix
        if digits < 1 << 16 {
            reserve = SeededGenerator.mix(reserve)
            digits = reserve
        }
        return choice
    }
}

/// The life of one object: the times of creation, changes, start and end, always in this order.
struct Timeline: Sendable {
    enum Stage: String, Sendable, Hashable {
        case birth, past, created, confirmed, updated, closed, planned, start, end, expiry
    }

    private let seed: Seed
    private let ordinal: Int
    private let origin: Timestamp
    /// True for work that takes minutes.
    private let isBrief: Bool

    private static let hour = 3600
    private static let day = 86_400

    /// - Parameters:
    ///   - ordinal: the object's position in its list; the first is the newest.
    ///   - after: the time of creation, if it follows from another object.
    init(_ seed: Seed, ordinal: Int, after: Timestamp? = nil, isBrief: Bool = false) {
        self.seed = seed.child("timeline")
        self.ordinal = ordinal
        self.isBrief = isBrief
        if let after {
            origin = after
            return
        }
        // Objects are about five hours apart; after two hundred days the count restarts, to stay within the year.
        let age = (abs(ordinal % 1_000_000) * 19_037 + self.seed.pick(2 * Timeline.day)) % (200 * Timeline.day)
        origin = Timestamp.anchor + -(3 * Timeline.day + age)
    }

    func moment(_ stage: Stage) -> Timestamp {
        let hour = Timeline.hour
        let day = Timeline.day
        switch stage {
        case .birth: return Timestamp.anchor + -(day * (19 * 365 + jitter("birth", 38 * 365)))
        case .past: return Timestamp.anchor + -(day * (400 + jitter("past", 6 * 365)))
        case .created: return origin
        case .confirmed where isBrief: return origin + (4 + jitter("confirmed", 40))
        case .updated where isBrief, .closed where isBrief:
            return moment(.confirmed) + (42 + jitter("closed", 900))
        case .confirmed: return origin + (hour / 4 + jitter("confirmed", 20 * hour))
        // A new item was not changed yet.
        case .updated where origin == .anchor: return origin
        case .updated: return origin + (21 * hour + jitter("updated", 30 * hour))
        case .closed: return origin + (52 * hour + jitter("closed", 16 * hour))
        // Plans are at full quarters of an hour by day; an end is later than its start.
        case .planned, .start: return morning + (6 * hour + jitter("start", 5 * hour / 900) * 900)
        case .end: return moment(.start) + length
        case .expiry: return morning + (30 * day + jitter("expiry", 30) * day)
        }
    }

    /// The seconds from the start to the end: half an hour to four hours.
    var length: Int { (1 + jitter("end", 8)) * Timeline.hour / 2 }

    /// The date of a stage; an end is some days after the start.
    func day(_ stage: Stage) -> Timestamp {
        stage == .end ? moment(.end) + (1 + jitter("days", 6)) * Timeline.day : moment(stage)
    }

    /// The start or the end of a term of some days, such as a billing period. The present is within it.
    func bound(ofTerm days: Int, isEnd: Bool) -> Timestamp {
        let start = Timestamp.anchor.seconds - (1 + jitter("term", max(1, days - 1))) * Timeline.day
        return Timestamp(seconds: start - start % Timeline.day + (isEnd ? days * Timeline.day : 0))
    }

    private var morning: Timestamp {
        let later = origin + 12 * Timeline.day
        return Timestamp(seconds: later.seconds - later.seconds % Timeline.day)
    }

    private func jitter(_ name: String, _ count: Int) -> Int { seed.child(name).pick(count, ordinal) }
}

extension Timestamp {
    /// The reference date of all samples: 2026-01-15, noon. It is fixed, so that samples stay the same.
    static let anchor = Timestamp(seconds: 1_768_478_400)
}
