/// The life of one thing: when it was created, changed, started and ended, always in that order.
struct Timeline: Sendable {
    /// A step in the life of a thing.
    enum Stage: Sendable, Hashable {
        case birth, created, confirmed, updated, closed, planned, start, end, expiry
    }

    private let seed: Seed
    private let ordinal: Int
    private let origin: Moment

    private static let hour = 3600
    private static let day = 86_400

    /// - Parameters:
    ///   - ordinal: the thing's place in its list; the first is the newest.
    ///   - after: when it was created, where that follows from what it belongs to.
    init(_ seed: Seed, ordinal: Int, after: Moment? = nil) {
        self.seed = seed.child("timeline")
        self.ordinal = ordinal
        if let after {
            origin = after
            return
        }
        // Five hours and a bit apart; after two hundred days it starts anew, to stay within the year.
        let age = (abs(ordinal % 1_000_000) * 19_037 + self.seed.pick(2 * Timeline.day)) % (200 * Timeline.day)
        origin = Moment.anchor + -(3 * Timeline.day + age)
    }

    /// When that stage was reached.
    func moment(_ stage: Stage) -> Moment {
        let hour = Timeline.hour
        let day = Timeline.day
        switch stage {
        case .birth: return Moment.anchor + -(day * (19 * 365 + jitter("birth", 38 * 365)))
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

    /// The day of that stage where no time is given: what ends then ends some days after it started.
    func day(_ stage: Stage) -> Moment {
        stage == .end ? moment(.end) + (1 + jitter("days", 6)) * Timeline.day : moment(stage)
    }

    private var morning: Moment {
        let later = origin + 12 * Timeline.day
        return Moment(seconds: later.seconds - later.seconds % Timeline.day)
    }

    private func jitter(_ name: String, _ count: Int) -> Int { seed.child(name).pick(count, ordinal) }
}

extension Timeline.Stage {
    /// The stage a member's name speaks of; `created` where it does not say.
    init(_ name: NameWords) {
        self = name.words.lazy.compactMap { Timeline.Stage.words[$0] }.first ?? .created
    }

    /// Whether the name speaks of a stage at all.
    static func isNamed(by name: NameWords) -> Bool {
        name.words.contains { words[$0] != nil }
    }

    private static let words: [String: Timeline.Stage] = WordTable.table([
        (.birth, "birth birthday birthdate dob born"),
        (.expiry, "expires expiry expiration expire expired due deadline ends_at renewal renews renewed"),
        (
            .created,
            "created creation joined registered submitted ordered issued booked sent added posted uploaded signup hired"
        ),
        (
            .confirmed,
            "paid confirmed approved accepted verified published shipped received activated started processed edited_first"
        ),
        (
            .updated,
            "updated modified changed edited edit last seen login refreshed synced accessed used update modification pinned"
        ),
        (
            .closed,
            "closed completed finished resolved deleted archived cancelled canceled delivered returned ended read revoked"
        ),
        (.end, "end ends until arrival arrives arrive checkout to finish close closes stop dropoff thru"),
        (.start, "start starts begin begins from departure departs depart since checkin open opens pickup effective"),
        (.planned, "scheduled planned event ticket session appointment delivery ship dates visit show"),
    ])
}
