extension TextMaker {
    /// Texts about where something is; all of one thing lie in the same city.
    func geographic(_ topic: TextTopic) -> String {
        let city = item == nil ? thing.city : Vocabulary.cities[seed.pick(Vocabulary.cities.count, ordinal)]
        switch topic {
        case .street:
            return siblings.isDisjoint(with: ["housenumber", "streetnumber"]) ? "\(houseNumber) \(street)" : street
        case .houseNumber: return String(houseNumber)
        case .secondLine: return "Floor \(1 + seed.pick(6, ordinal))"
        case .city: return city.name
        case .region: return city.region
        case .postcode: return city.postcode
        case .country: return city.country
        case .countryCode: return city.code
        case .timeZone: return city.timeZone
        case .location: return "\(city.name), \(city.country)"
        default: return "\(houseNumber) \(street), \(city.postcode) \(city.name)"
        }
    }

    private var street: String {
        Vocabulary.streets[thing.seed.child("street").pick(Vocabulary.streets.count, thing.ordinal)]
    }

    private var houseNumber: Int { 1 + thing.seed.child("house number").pick(120, thing.ordinal) }
}
