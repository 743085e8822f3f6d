import DemoManager

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
    /// A line with its role.
    struct Line: Hashable, Sendable {
        let text: String
        let style: Style

        init(_ text: String, _ style: Style = .plain) {
            self.text = text
            self.style = style
        }
    }

    let title: String
    private(set) var lines: [Line]
    /// The reply's status and body, without its headers.
    var answer: [Line] = []
    /// The lines that say what was decided and why, with the empty one behind them.
    var decided = 0

    /// Puts more about the decision behind it.
    mutating func insert(_ more: [Line]) { lines.insert(contentsOf: more + [Line("")], at: decided) }
}
