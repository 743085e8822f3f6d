/// The thing an object describes: all its members speak of the same one.
struct Thing: Sendable {
    /// What it is called in the document, such as "user".
    let name: NameWords
    /// What sort of thing it is.
    let kind: ThingKind
    /// Where it stands, apart from its place in a list.
    let seed: Seed
    /// Its place in its list; of things beside each other no two have the same.
    let ordinal: Int
    /// The member that identifies it.
    var ownID = "id"
    /// When what it belongs to was created, for things that come after.
    var after: Moment?

    /// The thing as a person.
    var person: Person { Person(seed, ordinal: ordinal) }

    /// When what happened to it.
    var timeline: Timeline { Timeline(seed, ordinal: ordinal, after: after) }

    /// Where it is.
    var city: Vocabulary.City {
        Vocabulary.cities[seed.child("city").pick(Vocabulary.cities.count, ordinal)]
    }

    /// Whether it tells of an error.
    var isFault: Bool { ["error", "problem", "fault", "exception"].contains(name.last) }

    /// Name and code of one of the things everybody knows, such as countries; nil for others, and past the last of them.
    var usualName: Vocabulary.UsualName? {
        guard kind != .person, let all = Vocabulary.usualNames(name), 0..<all.count ~= ordinal else { return nil }
        return all[(ordinal + seed.child("name").pick(all.count)) % all.count]
    }

    /// What it is called in the sample.
    var displayName: String {
        // An address has the name of who lives there.
        if name.last == "address" { return person.fullName }
        if kind != .person, let usual = Vocabulary.usualNames(name) {
            return ThingName.name(outOf: usual.map(\.name), seed, ordinal: ordinal)
        }
        if kind == .thing, let words = Vocabulary.field(name) {
            return ThingName.name(outOf: words, seed, ordinal: ordinal)
        }
        if ["station", "stop"].contains(name.last) { return ThingName.station(seed.child("name"), ordinal: ordinal) }
        return kind == .person ? person.fullName : ThingName.name(kind, seed, ordinal: ordinal)
    }
}
