/// A short talk with blanks in it: `{place}` and `{sum}` are filled in anew each time, the same within one talk.
struct Talk: Sendable {
    /// Who speaks.
    enum Speaker: Sendable {
        case customer, adviser, support

        /// The speaker's name.
        var name: String {
            switch self {
            case .customer: Seed.user.name
            case .adviser: "Ines Carvalho"
            case .support: "Harbor Support"
            }
        }
    }

    /// The lines, in order.
    let script: [(speaker: Speaker, text: String)]

    /// The talk with its blanks filled in.
    func lines(_ numbers: inout SeededGenerator) -> [SeededMessages.Line] {
        let blanks = [
            "{place}": numbers.element(of: Self.places) ?? "Malmö",
            "{sum}": "\(numbers.number(in: 2...58) * 5)",
        ]
        return script.map { line in
            let text = blanks.reduce(line.text) { text, blank in
                text.split(separator: blank.key, omittingEmptySubsequences: false).joined(separator: blank.value)
            }
            return .init(author: line.speaker.name, text: text)
        }
    }

    private static let places = ["Lisbon", "Berlin", "Bornholm", "Tallinn", "Bergen", "Ghent", "Porto", "Gdansk"]
}
