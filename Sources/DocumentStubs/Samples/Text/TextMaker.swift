/// Makes texts about a topic for one member of one thing: what belongs together agrees.
struct TextMaker {
    /// The thing the member belongs to.
    let thing: Thing
    /// The member's name.
    let name: NameWords
    /// The member's place, apart from the row.
    let seed: Seed

    private var ordinal: Int { thing.ordinal }

    /// The text about that topic.
    func text(_ topic: TextTopic) -> String {
        switch topic {
        case .id: return id
        case .name: return isOwn ? thing.displayName : ThingName.name(kindOfName, seed, ordinal: ordinal)
        case .company, .product, .event, .pet, .station, .place, .label, .title: return named(topic)
        case .person, .firstName, .lastName, .username, .initials, .gender, .job, .email, .phone: return personal(topic)
        case .street, .secondLine, .address, .city, .region, .postcode, .country, .countryCode, .timeZone:
            return geographic(topic)
        case .sentence: return sentences
        case .message: return pick(Vocabulary.messages)
        case .status: return pick(Vocabulary.statuses)
        case .type: return pick(["standard", "premium", "basic"])
        case .color: return pick(Vocabulary.colors)
        case .species: return pick(Vocabulary.species)
        case .emoji: return pick(["🌿", "⛵", "🍞", "🎈", "🌙", "🍊"])
        case .unit: return pick(["piece", "kg", "hour"])
        case .day: return thing.timeline.day(.init(name)).date
        case .moment: return thing.timeline.moment(.init(name)).dateTime
        case .time: return time.clock
        default: return technical(topic)
        }
    }

    /// Two words for what nothing is known about.
    var anything: String {
        let pair = Pairing.pair(seed, ordinal, of: Vocabulary.adjectives.count, and: Vocabulary.nouns.count)
        return "\(Vocabulary.adjectives[pair.first]) \(Vocabulary.nouns[pair.second].lowercased())"
    }

    /// One of a list, as if drawn.
    func pick<T>(_ list: [T]) -> T { list[seed.pick(list.count, ordinal)] }

    /// The time of day of something that opens or closes.
    var time: Moment {
        let isLate = Timeline.Stage(name) == .end || Timeline.Stage(name) == .closed
        let hour = (isLate ? 17 : 8) + seed.pick(3, ordinal)
        return Moment(seconds: hour * 3600 + seed.pick(2, ordinal + 1) * 1800)
    }

    /// Whether the member names the thing itself: "name", and "eventName" of an event.
    private var isOwn: Bool {
        let words = name.words.filter { !["name", "display", "full", "global", "title"].contains($0) }
        return words.allSatisfy { thing.name.words.contains($0) }
    }

    private var kindOfName: ThingKind {
        ThingKind(named: NameWords(words: name.words.filter { $0 != "name" })) ?? .thing
    }

    private func named(_ topic: TextTopic) -> String {
        let kinds: [TextTopic: ThingKind] = [
            .company: .company, .product: .product, .event: .event, .pet: .pet, .place: .place, .label: .label,
        ]
        if topic == .station { return ThingName.station(seed, ordinal: ordinal) }
        if topic == .title { return title }
        let kind = kinds[topic] ?? .thing
        return thing.kind == kind && isOwn ? thing.displayName : ThingName.name(kind, seed, ordinal: ordinal)
    }

    private var title: String {
        switch thing.kind {
        case .person: thing.name.last == "error" ? "Not found" : pick(Vocabulary.jobs)
        case .thing, .payment, .label: ThingName.name(.writing, thing.seed, ordinal: ordinal)
        default: thing.displayName
        }
    }

    private var sentences: String {
        let pair = Pairing.pair(seed, ordinal, of: Vocabulary.sentences.count, and: Vocabulary.sentences.count - 1)
        let second = (pair.first + 1 + pair.second) % Vocabulary.sentences.count
        return "\(Vocabulary.sentences[pair.first]) \(Vocabulary.sentences[second])"
    }

    private var id: String {
        let words = isOwnID ? thing.name.ofThing.words : name.words.filter { !["id", "ids"].contains($0) }
        let prefix = words.last.map { String($0.prefix(12)) } ?? "item"
        let number = isOwnID ? thing.ordinal : seed.pick(24, ordinal)
        return "\(prefix)-\(1001 + number)"
    }

    /// Whether an identifier is the thing's own and not another's.
    var isOwnID: Bool {
        let words = name.words.filter {
            !["id", "uuid", "guid", "uid", "key", "identifier", "code", "number"].contains($0)
        }
        return words.allSatisfy { thing.name.words.contains($0) }
    }
}
