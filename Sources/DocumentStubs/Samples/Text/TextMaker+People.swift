extension TextMaker {
    /// Texts about a person: the thing itself where it is one, else somebody at the member's place.
    func personal(_ topic: TextTopic) -> String {
        let person = topic == .person ? Person(seed, ordinal: ordinal) : self.person
        switch topic {
        case .person: return person.fullName
        case .firstName: return person.firstName
        case .lastName: return person.lastName
        case .username: return person.username
        case .initials: return person.initials
        case .gender: return pick(["female", "male", "diverse"])
        case .job: return pick(Vocabulary.jobs)
        case .email: return email
        default: return phone
        }
    }

    /// A mail address in a domain no one can own (RFC 2606), distinct in every row.
    var email: String {
        let domain = ["example.com", "example.org", "example.net"][thing.seed.pick(3, thing.ordinal)]
        return isCompanyAddress ? "\(slugOfThing)@\(domain)" : "\(person.address)@\(domain)"
    }

    private var isCompanyAddress: Bool { item == nil && [.company, .place, .event].contains(thing.kind) }

    /// A number out of those kept for fiction: +1-555-0100 to 0199, with an area code that varies.
    var phone: String {
        let line = 100 + (thing.seed.child("phone").pick(100) + thing.ordinal) % 100
        let area = 201 + thing.seed.child("area").pick(700, thing.ordinal / 100)
        return "+1-\(area)-555-0\(line)"
    }

    /// The text in lower case with dashes, ASCII only.
    static func slug(_ text: String) -> String {
        var slug = ""
        for scalar in text.lowercased().unicodeScalars {
            if ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) {
                slug.unicodeScalars.append(scalar)
            } else if !slug.isEmpty, !slug.hasSuffix("-") {
                slug += "-"
            }
        }
        return slug.hasSuffix("-") ? String(slug.dropLast()) : slug
    }
}
