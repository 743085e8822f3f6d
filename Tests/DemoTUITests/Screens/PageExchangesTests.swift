import Testing

@testable import DemoManager
@testable import DemoTUI

@Suite("Which exchange brought a row")
struct PageExchangesTests {
    private func provenance(_ number: Int) -> Provenance {
        Provenance(
            mode: .demo, call: UInt64(10 + number), exchange: ExchangeNumber(number: UInt64(number)),
            isPassedThrough: false, stub: nil)
    }

    @Test("a row belongs to its page's last load; what moves takes its page along; pages out of sight are forgotten")
    func pages() {
        var pages = PageExchanges()
        #expect(pages[0] == nil)
        for (number, start) in [(1, 0), (3, 20), (2, 10)] {
            pages.note(provenance(number), from: start)
        }
        #expect(
            [0, 9, 10, 19, 20, 99].map { pages[$0] } == [1, 1, 2, 2, 3, 3].map { ExchangeNumber(number: UInt64($0)) })
        #expect(pages.calls == [11, 12, 13])
        pages.note(provenance(4), from: 10)
        #expect(pages[19] == ExchangeNumber(number: 4) && pages[9] == ExchangeNumber(number: 1))
        pages.moved(from: 5, up: 1)
        #expect(pages[9] == ExchangeNumber(number: 4) && pages[0] == ExchangeNumber(number: 1))
        pages.keep(12..<19)
        #expect(pages.calls == [14])
        #expect(pages[0] == nil && pages[12] == ExchangeNumber(number: 4) && pages[30] == ExchangeNumber(number: 4))
    }
}
