import WireFormats

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

    /// The time of a stage.
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
