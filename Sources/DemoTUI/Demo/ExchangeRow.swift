import DemoManager
import Terminal

/// Names an exchange of the journal; screens hand it on and never look inside.
typealias ExchangeNumber = ExchangeID

/// One line of the journal, ready to show.
struct ExchangeRow: Hashable, Sendable, Identifiable {
    let id: ExchangeNumber
    /// When it was decided: `14:03:07`.
    let time: String
    /// `stub`, `live`, `refused`, or `live: no stub`.
    let decision: String
    let style: Style
    let method: String
    /// Path and query.
    let path: String
    /// The status, or why there is none; empty while it runs.
    let outcome: String
    let isFailure: Bool
    /// True if the reply is not as the document has it.
    let isMarked: Bool
    let duration: String
    /// The operation, or method and path where the document knows none.
    let subject: String
    let screen: String
    /// The session its client named; empty where it named none.
    var session = ""
    /// True if a screen of this program made the request.
    var isOwn = true
    /// True once it has ended.
    var isDone = true
}

/// One exchange in full, ready to show. Secrets are gone.
struct ExchangeDetail: Hashable, Sendable {
    let title: String
    private(set) var lines: [TextLine]
    /// The reply's status and body, without its headers.
    var answer: [TextLine] = []
    /// The lines that say what was decided and why, with the empty one behind them.
    var decided = 0

    /// Puts more about the decision behind it.
    mutating func insert(_ more: [TextLine]) { lines.insert(contentsOf: more + [TextLine("")], at: decided) }
}
