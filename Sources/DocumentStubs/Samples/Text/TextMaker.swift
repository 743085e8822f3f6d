/// Makes texts about a topic for one member of one thing: what belongs together agrees.
struct TextMaker {
    /// The thing the member belongs to.
    let thing: Thing
    /// The member's name.
    let name: NameWords
    /// The member's place, apart from the row.
    let seed: Seed
    /// Which of the texts of that place: the thing's ordinal, or in a list of texts the item's.
    let ordinal: Int
    /// The text's place in a list of texts; nil outside of one.
    let item: Int?
    /// The names of all members of the object, each as one word.
    var siblings: Set<String> = []

    /// The text about that topic.
    func text(_ topic: TextTopic) -> String {
        if item == nil, let known = usualShort(topic) { return known }
        switch topic {
        case .id: return id
        case .name: return isOwn ? thing.displayName : ThingName.name(kindOfName, seed, ordinal: ordinal)
        case .company, .product, .event, .pet, .station, .place, .label, .title: return named(topic)
        case .person, .firstName, .lastName, .username, .initials, .gender, .job, .email, .phone: return personal(topic)
        case .street, .houseNumber, .secondLine, .address, .city, .region, .postcode, .country, .countryCode, .timeZone,
            .location:
            return geographic(topic)
        case .sentence, .message: return prose(topic)
        case .slogan: return pick(Vocabulary.sentences)
        case .model: return ThingName.name(.thing, seed, ordinal: ordinal)
        case .status where isRegion: return thing.city.region
        case .status, .type, .unit: return pick(wordsOfThing(topic))
        case .day: return day.date
        case .moment: return thing.timeline.moment(.init(name)).dateTime
        case .time: return time.clock
        default: return TextMaker.words[topic].map { pick($0) } ?? technical(topic)
        }
    }

    /// The code or the sign of a thing that is known by it, where the member asks for that: a country's `code`, its
    /// `iso_code` and its `country_code`.
    private func usualShort(_ topic: TextTopic) -> String? {
        switch topic {
        case .symbol: return thing.usualName?.symbol
        case .code, .countryCode, .currency, .language:
            let short: Set<String> = ["code", "iso", "iso2", "alpha2", "abbreviation", "short", "two", "letter"]
            let isShort = name.words.contains(where: short.contains)
            let isOwn = name.words.allSatisfy { short.contains($0) || thing.name.words.contains($0) }
            guard isShort, isOwn else { return nil }
            return thing.usualName?.code
        default: return nil
        }
    }

    /// Texts that depend on what the thing is: a device is online, an order is shipped.
    private func wordsOfThing(_ topic: TextTopic) -> [String] {
        let usual = TextMaker.words[topic] ?? []
        switch topic {
        case .status:
            return Vocabulary.states[thing.name.ofThing.singular] ?? Vocabulary.states[thing.name.last] ?? usual
        case .unit:
            if name.words.contains(where: ["price", "currency", "money"].contains) { return ["EUR", "USD", "GBP"] }
            return Vocabulary.measures[thing.name.last] ?? usual
        default:
            // Of an object that says what it is, it is that.
            let says = ["resource", "object", "entity"].contains { name.words.contains($0) } || name.words == ["kind"]
            let own = thing.name.ofThing.words.joined(separator: "_")
            return says && !own.isEmpty ? [own] : Vocabulary.types[thing.name.last] ?? usual
        }
    }

    /// Topics with a handful of usual texts.
    private static let words: [TextTopic: [String]] = [
        .permission: ["read", "write", "manage"], .status: Vocabulary.statuses,
        .type: ["standard", "premium", "basic"], .size: ["S", "M", "L", "XL"], .branch: ["main", "develop", "release"],
        .color: Vocabulary.colors, .species: Vocabulary.species, .emoji: ["🌿", "⛵", "🍞", "🎈", "🌙", "🍊"],
        .unit: ["piece", "kg", "hour"], .priority: ["low", "medium", "high"], .role: ["member", "editor", "admin"],
        .payment: ["card", "invoice", "transfer"],
    ]

    /// Two words for what nothing is known about.
    var anything: String {
        let pair = Pairing.pair(seed, ordinal, of: Vocabulary.adjectives.count, and: Vocabulary.nouns.count)
        return "\(Vocabulary.adjectives[pair.first]) \(Vocabulary.nouns[pair.second].lowercased())"
    }

    /// The day the member speaks of. Days of a list follow each other week by week; a thing with a day of its own, as
    /// opening hours have, has one for each row.
    var day: Moment {
        if name.words == ["date"] || name.words == ["day"], ![.payment, .writing].contains(thing.kind) {
            return Moment.anchor + ordinal % 150 * 86_400
        }
        return thing.timeline.day(.init(name)) + min(item ?? 0, 12) * 7 * 86_400
    }

    /// Whom personal texts are about: the thing, or in a list somebody for each item.
    var person: Person { item == nil ? thing.person : Person(seed, ordinal: ordinal) }

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
        return item == nil && words.allSatisfy { thing.name.words.contains($0) }
    }

    private var kindOfName: ThingKind {
        ThingKind(named: NameWords(words: name.words.filter { $0 != "name" })) ?? .thing
    }

    private func named(_ topic: TextTopic) -> String {
        let kinds: [TextTopic: ThingKind] = [
            .company: .company, .product: .product, .event: .event, .pet: .pet, .place: .place, .label: .label,
        ]
        if topic == .station, !name.words.contains("station"), thing.kind != .transport { return thing.city.name }
        if topic == .station { return ThingName.station(seed, ordinal: ordinal) }
        if topic == .title { return title }
        let kind = kinds[topic] ?? .thing
        return thing.kind == kind && isOwn ? thing.displayName : ThingName.name(kind, seed, ordinal: ordinal)
    }

    private var title: String {
        switch thing.kind {
        case _ where thing.isFault: "Not found"
        case .person: pick(Vocabulary.jobs)
        case _ where ["job", "position", "vacancy", "posting"].contains(thing.name.last): pick(Vocabulary.jobs)
        case _ where Vocabulary.usualNames(thing.name) != nil: thing.displayName
        case .thing, .payment, .label: ThingName.name(.writing, thing.seed, ordinal: ordinal)
        default: thing.displayName
        }
    }

    /// Whether "state" stands in an address.
    private var isRegion: Bool {
        name.last == "state"
            && !siblings.isDisjoint(with: ["city", "zip", "zipcode", "postalcode", "postcode", "country", "street"])
    }

    private func prose(_ topic: TextTopic) -> String {
        if thing.isFault { return "There is nothing at this address." }
        if name.words == ["summary"], thing.kind == .task { return thing.displayName }
        if topic == .message {
            return pick(name.last == "message" && thing.kind == .thing ? Vocabulary.notices : Vocabulary.messages)
        }
        let pair = Pairing.pair(seed, ordinal, of: Vocabulary.sentences.count, and: Vocabulary.sentences.count - 1)
        let second = (pair.first + 1 + pair.second) % Vocabulary.sentences.count
        return "\(Vocabulary.sentences[pair.first]) \(Vocabulary.sentences[second])"
    }

    /// Words that end the names of identifiers.
    static let idWords: Set<String> = [
        "id", "uuid", "guid", "uid", "gid", "sid", "oid", "pk", "key", "identifier", "code", "number",
    ]

    private var id: String {
        let words = isOwnID ? thing.name.ofThing.words : name.words.filter { !["id", "ids"].contains($0) }
        let prefix = words.last.map { String($0.prefix(12)) } ?? "item"
        let number = isOwnID ? ordinal : seed.pick(24, ordinal)
        return "\(prefix)-\(1001 + number)"
    }

    /// Whether an identifier is the thing's own and not another's.
    var isOwnID: Bool {
        let joined = name.words.joined()
        if joined == thing.ownID { return true }
        let words = name.words.filter { !TextMaker.idWords.contains($0) }
        return words.allSatisfy { thing.name.words.contains($0) }
    }
}
