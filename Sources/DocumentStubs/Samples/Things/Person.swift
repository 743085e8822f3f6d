/// A made-up person whose names and addresses agree.
struct Person: Sendable, Hashable {
    let firstName: String
    let lastName: String
    /// A letter for the middle name, where first and last names alone would repeat.
    let initial: String?
    /// What is appended to addresses so that they differ, where the names alone would repeat.
    private let suffix: String

    /// The person for that place and ordinal. Ordinals of one place give different people, names and addresses.
    init(_ seed: Seed, ordinal: Int) {
        let pair = Pairing.pair(
            seed.child("person"), ordinal, of: Vocabulary.firstNames.count, and: Vocabulary.lastNames.count)
        firstName = Vocabulary.firstNames[pair.first]
        lastName = Vocabulary.lastNames[pair.second]
        let letters = Array("JMEKRSTALDHNPBCGVWFO")
        let isPlain = pair.round == 0
        let letter = letters[(pair.round + letters.count - 1) % letters.count]
        let lap = (pair.round - 1) / letters.count
        initial = isPlain ? nil : "\(letter)." + (lap > 0 ? " \(lap + 1)." : "")
        suffix = isPlain ? "" : "\(letter.lowercased())\(lap > 0 ? String(lap + 1) : "")"
    }

    /// First and last name.
    var fullName: String { [firstName, initial, lastName].compactMap { $0 }.joined(separator: " ") }

    /// `ada.berg`: the name as it stands in addresses.
    var address: String {
        [firstName, suffix, lastName].filter { !$0.isEmpty }.joined(separator: ".").lowercased()
    }

    /// `adaberg`.
    var username: String { address.filter { $0 != "." } }

    /// The first letters.
    var initials: String { "\(firstName.prefix(1))\(lastName.prefix(1))" }
}
