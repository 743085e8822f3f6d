/// Which call, and which exchange of it, brought which rows of a list: of the pages that still have rows at hand.
struct PageExchanges: Sendable {
    /// By the index of the page's first row, ascending.
    private var pages: [(start: Int, exchange: ExchangeNumber?, call: UInt64)] = []

    /// The calls that brought what is at hand.
    var calls: [UInt64] { pages.map(\.call) }

    /// The exchange that brought a row; nil where that is not known.
    subscript(index: Int) -> ExchangeNumber? { pages.last { $0.start <= index }?.exchange }

    /// Notes where a page came from; one that was loaded again takes the place of the one before.
    mutating func note(_ provenance: Provenance, from start: Int) {
        let place = pages.firstIndex { $0.start >= start } ?? pages.count
        if pages.indices.contains(place), pages[place].start == start { pages.remove(at: place) }
        pages.insert((start, provenance.exchange, provenance.call), at: place)
    }

    /// Rows from `index` on stand `count` places further up; negative for further down.
    mutating func moved(from index: Int, up count: Int) {
        for place in pages.indices where pages[place].start >= index && pages[place].start > 0 {
            pages[place].start = max(0, pages[place].start - count)
        }
    }

    /// Forgets the pages that have no row in the range.
    mutating func keep(_ rows: Range<Int>) {
        guard let first = pages.lastIndex(where: { $0.start <= rows.lowerBound }) else { return }
        pages = pages[first...].filter { $0.start < max(rows.upperBound, rows.lowerBound + 1) }
    }
}
