extension TextMaker {
    /// Texts about where something is; all of one thing lie in the same city.
    func geographic(_ topic: TextTopic) -> String {
        let city = thing.city
        switch topic {
        case .street: return street
        case .secondLine: return "Floor \(1 + seed.pick(6, thing.ordinal))"
        case .city: return city.name
        case .region: return city.region
        case .postcode: return city.postcode
        case .country: return city.country
        case .countryCode: return city.code
        case .timeZone: return city.timeZone
        default: return "\(street), \(city.postcode) \(city.name)"
        }
    }

    private var street: String {
        let pair = Pairing.pair(thing.seed.child("street"), thing.ordinal, of: Vocabulary.streets.count, and: 97)
        return "\(pair.second + 1) \(Vocabulary.streets[pair.first])"
    }
}
