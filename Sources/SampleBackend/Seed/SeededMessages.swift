/// Two years of letters between a customer and her bank, made up.
enum SeededMessages {
    struct Entry: Sendable, Hashable {
        let author: String
        let text: String
        let time: CalendarTime
    }

    private static let daysBetweenTalks = 15

    /// Every message, the oldest first.
    static func all() -> [Entry] {
        var numbers = SeededGenerator(seed: 0x4D41_5941)
        let talks = Self.talks(&numbers)
        let firstDay = Seed.lastDay + -(talks.count - 1) * daysBetweenTalks
        var entries: [Entry] = []
        for (number, talk) in talks.enumerated() {
            let day = firstDay + number * daysBetweenTalks
            var second = numbers.number(in: 8 * 3600...15 * 3600)
            for line in talk {
                entries.append(
                    Entry(author: line.author, text: line.text, time: CalendarTime(day: day, second: second)))
                second += numbers.number(in: 90...1500)
            }
        }
        return entries
    }

    /// Talks until the bank's number of messages is reached, the last one cut where it is.
    private static func talks(_ numbers: inout SeededGenerator) -> [[Line]] {
        var talks: [[Line]] = []
        var missing = Seed.messageCount
        while missing > 0, !Talk.all.isEmpty {
            let talk = Talk.all[talks.count % Talk.all.count].lines(&numbers).prefix(missing)
            talks.append(Array(talk))
            missing -= talk.count
        }
        return talks
    }

    struct Line: Sendable {
        let author: String
        let text: String
    }
}
