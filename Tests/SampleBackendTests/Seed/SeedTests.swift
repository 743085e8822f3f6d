import Testing
import WireFormats

@testable import SampleBackend

@Suite struct SeedTests {
    @Test("The seeded bank is always the same") func deterministic() {
        let first = SeededTransactions.all()
        #expect(first == SeededTransactions.all())
        #expect(SeededMessages.all() == SeededMessages.all())
        // Pinned, so that a change of the generator shows: people's screenshots and notes depend on it.
        #expect(first.last.map { "\($0.day.text) \($0.description) \($0.cents)" } == "2026-06-30 Ekeby Farm Box -3156")
    }

    @Test("It holds 5,000 transactions over three years, in order, in every category") func transactions() {
        let entries = SeededTransactions.all()
        #expect(entries.count == 5000)
        #expect(entries.first?.day == CivilDay("2023-07-01"))
        #expect(entries.last?.day == Seed.lastDay)
        #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.day <= $1.day })
        #expect(Set(entries.map(\.category)) == Set(Category.allCases))
        #expect(entries.allSatisfy { $0.cents != 0 && ($0.category == .income) == ($0.cents > 0) })
    }

    @Test("It holds 200 messages in order, without a blank left to fill in") func messages() {
        let entries = SeededMessages.all()
        #expect(entries.count == 200)
        #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.time.text < $1.time.text })
        #expect(entries.allSatisfy { !$0.text.contains("{") && $0.text.unicodeScalars.count <= 1000 })
        #expect(Set(entries.map(\.author)) == Set(Seed.chats[0].participants.split(separator: "\n").map(String.init)))
    }
}
