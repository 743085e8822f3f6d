import WireFormats

/// A number that identifies a place of a sample: the same in every run, on every machine.
struct Seed: Sendable, Hashable {
    private let hash: UInt64

    /// The seed of a text (FNV-1a, 64 bits).
    init(_ text: String) {
        hash = Seed.fold(text, into: 0xCBF2_9CE4_8422_2325)
    }

    private init(hash: UInt64) {
        self.hash = hash
    }

    /// The seed of a place one step further down.
    func child(_ token: String) -> Seed {
        Seed(hash: Seed.fold(token, into: (hash ^ 0x2F) &* Seed.factor))
    }

    /// A number for that ordinal that looks drawn at random; distinct ordinals below 2^62 give distinct numbers.
    func noise(_ ordinal: Int = 0) -> UInt64 {
        SeededGenerator.mix(SeededGenerator.mix(hash) &+ UInt64(bitPattern: Int64(ordinal)))
    }

    /// A number in `0..<count` for that ordinal, as if drawn at random; 0 if there is none.
    func pick(_ count: Int, _ ordinal: Int = 0) -> Int {
        count > 1 ? Int(noise(ordinal) % UInt64(count)) : 0
    }

    /// A start for counting; below 2^62, so that adding an ordinal's multiple stays within 64 bits.
    var offset: UInt64 { SeededGenerator.mix(hash) >> 2 }

    private static let factor: UInt64 = 0x0000_0100_0000_01B3

    private static func fold(_ text: String, into hash: UInt64) -> UInt64 {
        text.utf8.reduce(hash) { ($0 ^ UInt64($1)) &* factor }
    }
}

/// A series of choices for one place and ordinal.
///
/// The choices are the digits of a counter that ordinals advance by a prime. Texts made of the same choices therefore differ
/// from row to row as long as there are enough of them.
struct Choices {
    // Coprime to every count that may be asked for, since it is a prime above them.
    private static let step: UInt64 = 1_099_511_627_689
    private var digits: UInt64
    private var reserve: UInt64

    init(_ seed: Seed, ordinal: Int) {
        digits = seed.offset &+ UInt64(bitPattern: Int64(ordinal)) &* Choices.step
        reserve = seed.noise(ordinal)
    }

    /// Choices as if drawn at random: rows may repeat one another, and nothing counts up from row to row.
    init(drawn seed: Seed, ordinal: Int) {
        digits = seed.noise(ordinal)
        reserve = SeededGenerator.mix(digits)
    }

    /// The next choice, in `0..<count`; 0 if there is none.
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

/// The life of one object: when it was created, changed, started and ended, always in that order.
struct Timeline: Sendable {
    /// A step in that life.
    enum Stage: String, Sendable, Hashable {
        case birth, created, confirmed, updated, closed, planned, start, end, expiry
    }

    private let seed: Seed
    private let ordinal: Int
    private let origin: Timestamp

    private static let hour = 3600
    private static let day = 86_400

    /// - Parameters:
    ///   - ordinal: The object's place in its list; the first is the newest.
    ///   - after: The time of creation, if it follows from another object.
    init(_ seed: Seed, ordinal: Int, after: Timestamp? = nil) {
        self.seed = seed.child("timeline")
        self.ordinal = ordinal
        if let after {
            origin = after
            return
        }
        // Five hours and a bit apart; after two hundred days it starts anew, to stay within the year.
        let age = (abs(ordinal % 1_000_000) * 19_037 + self.seed.pick(2 * Timeline.day)) % (200 * Timeline.day)
        origin = Timestamp.anchor + -(3 * Timeline.day + age)
    }

    func moment(_ stage: Stage) -> Timestamp {
        let hour = Timeline.hour
        let day = Timeline.day
        switch stage {
        case .birth: return Timestamp.anchor + -(day * (19 * 365 + jitter("birth", 38 * 365)))
        case .created: return origin
        case .confirmed: return origin + (hour / 4 + jitter("confirmed", 20 * hour))
        case .updated: return origin + (21 * hour + jitter("updated", 30 * hour))
        case .closed: return origin + (52 * hour + jitter("closed", 16 * hour))
        // Plans lie on full quarters by day, and the end of one comes after its start by the day too.
        case .planned, .start: return morning + (6 * hour + jitter("start", 5 * hour / 900) * 900)
        case .end: return morning + (12 * hour + jitter("end", 8 * hour / 900) * 900)
        case .expiry: return morning + (30 * day + jitter("expiry", 30) * day)
        }
    }

    /// The day of a stage without a time: an end is some days after the start.
    func day(_ stage: Stage) -> Timestamp {
        stage == .end ? moment(.end) + (1 + jitter("days", 6)) * Timeline.day : moment(stage)
    }

    private var morning: Timestamp {
        let later = origin + 12 * Timeline.day
        return Timestamp(seconds: later.seconds - later.seconds % Timeline.day)
    }

    private func jitter(_ name: String, _ count: Int) -> Int { seed.child(name).pick(count, ordinal) }
}

extension Timestamp {
    /// The day all samples lie within a year of: 2026-01-15, noon. Never today, so that samples stay the same.
    static let anchor = Timestamp(seconds: 1_768_478_400)
}
