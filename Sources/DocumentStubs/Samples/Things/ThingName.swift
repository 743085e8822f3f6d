/// Names of things by their kind; of one place, distinct in every ordinal.
enum ThingName {
    /// The name for that kind, place and ordinal.
    static func name(_ kind: ThingKind, _ seed: Seed, ordinal: Int) -> String {
        let seed = seed.child("name")
        switch kind {
        case .person: return Person(seed, ordinal: ordinal).fullName
        case .pet: return extended(Vocabulary.petNames, with: Vocabulary.lastNames, seed, ordinal)
        case .device: return pair(Vocabulary.rooms, Vocabulary.devices, seed, ordinal)
        case .dish: return pair(Vocabulary.flavours, Vocabulary.dishes, seed, ordinal)
        case .product: return pair(Vocabulary.materials, Vocabulary.products, seed, ordinal)
        case .place: return pair(Vocabulary.adjectives, Vocabulary.placeSuffixes, seed, ordinal)
        case .company: return pair(Vocabulary.lastNames, Vocabulary.companySuffixes, seed, ordinal)
        case .event: return pair(Vocabulary.adjectives, Vocabulary.eventKinds, seed, ordinal)
        case .task: return extended(Vocabulary.tasks, with: Vocabulary.cities.map(\.name), joint: ", ", seed, ordinal)
        case .writing:
            return extended(Vocabulary.titles, with: Vocabulary.cities.map(\.name), joint: ", ", seed, ordinal)
        case .work: return "The " + pair(Vocabulary.adjectives, Vocabulary.nouns, seed, ordinal)
        case .file:
            return pair(Vocabulary.fileStems, Vocabulary.nouns.map { $0.lowercased() }, joint: "-", seed, ordinal)
                + ".jpg"
        case .label: return extended(Vocabulary.labels, with: Vocabulary.nouns, seed, ordinal)
        case .transport: return route(seed, ordinal)
        case .payment: return "\(pair(Vocabulary.adjectives, Vocabulary.nouns, seed, ordinal)) order"
        case .thing: return pair(Vocabulary.adjectives, Vocabulary.nouns, seed, ordinal)
        }
    }

    /// One of a few usual names, then those with another word.
    static func name(outOf words: [String], _ seed: Seed, ordinal: Int) -> String {
        extended(words, with: Vocabulary.nouns, seed.child("name"), ordinal)
    }

    /// The name of a station.
    static func station(_ seed: Seed, ordinal: Int) -> String {
        pair(Vocabulary.cities.map(\.name), Vocabulary.stationSuffixes, seed, ordinal)
    }

    private static func route(_ seed: Seed, _ ordinal: Int) -> String {
        let cities = Vocabulary.cities
        let pair = Pairing.pair(seed, ordinal, of: cities.count, and: cities.count - 1)
        let other = (pair.first + 1 + pair.second) % cities.count
        return "\(cities[pair.first].name) to \(cities[other].name)" + numeral(pair.round)
    }

    /// All pairs of the lists, then all of them with a number.
    private static func pair(
        _ first: [String], _ second: [String], joint: String = " ", _ seed: Seed, _ ordinal: Int
    ) -> String {
        let pair = Pairing.pair(seed, ordinal, of: first.count, and: second.count)
        return first[pair.first] + joint + second[pair.second] + numeral(pair.round)
    }

    /// The plain words first, then the words with every word of the other list.
    private static func extended(
        _ words: [String], with others: [String], joint: String = " ", _ seed: Seed, _ ordinal: Int
    ) -> String {
        let ordinal = max(0, ordinal)
        if ordinal < words.count { return words[(ordinal + seed.pick(words.count)) % words.count] }
        return pair(words, others, joint: joint, seed, ordinal - words.count)
    }

    private static func numeral(_ round: Int) -> String { round == 0 ? "" : " \(round + 1)" }
}
