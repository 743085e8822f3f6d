import DemoManager
import Synchronization

/// The journal's rows, kept between readings: where clients make thousands of requests a second, only what is new is put
/// into words.
final class ExchangeRows: Sendable {
    /// Oldest first, as the journal has them.
    private let known = Mutex<[ExchangeRow]>([])

    /// The rows of all exchanges the journal keeps, newest first.
    ///
    /// - Parameter prefix: the path of the document's server, which is left out.
    func rows(of journal: Journal, below prefix: String) -> [ExchangeRow] {
        known.withLock { known in
            var rows: [ExchangeRow] = []
            rows.reserveCapacity(journal.exchanges.count)
            var index = 0
            for exchange in journal.exchanges {
                while index < known.count, known[index].id < exchange.id { index += 1 }
                let isKnown = index < known.count && known[index].id == exchange.id && known[index].isLast(of: exchange)
                rows.append(isKnown ? known[index] : ExchangeRow(exchange, below: prefix))
            }
            known = rows
            return rows.reversed()
        }
    }
}

extension ExchangeRow {
    /// Whether nothing happened to the exchange since the row was made.
    fileprivate func isLast(of exchange: Exchange) -> Bool {
        isDone == (exchange.outcome != nil) && isMarked == !(exchange.verdict?.flaws.isEmpty ?? true)
    }
}
