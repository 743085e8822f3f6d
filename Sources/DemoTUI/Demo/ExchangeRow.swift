import DemoManager
import Terminal

typealias ExchangeNumber = ExchangeID

struct ExchangeRow: Hashable, Sendable, Identifiable {
    let id: ExchangeNumber
    /// The time of the decision: `14:03:07`.
    let time: String
    /// `stub`, `fail` for a chosen failure, `live`, `refused`, or `live: no stub`.
    let decision: String
    let style: Style
    let method: String
    let path: String
    /// The status, or the reason there is none; empty while it runs.
    let outcome: String
    let isFailure: Bool
    /// True if the reply breaks the contract.
    let isMarked: Bool
    let duration: String
    /// The operation, or method and path without one.
    let subject: String
    let screen: String
    var session = ""
    /// True if a screen of this program made the request.
    var isOwn = true
    var isDone = true
    /// The name of the stub that answered.
    var stub: String?
    /// Nil while it runs.
    var took: Duration?
    /// True if the reply was checked and is as documented.
    var isKept = false
    /// The breakpoint for calls like this one; nil for a callback.
    var breakpoint: String?
    /// True if the exchange waits at a breakpoint.
    var isHeld = false
    /// The number of messages of a WebSocket.
    var messages: Int?
    /// The reason for the decision; empty for rows that do not show it.
    var reason = ""

    /// The origin of the reply with its mark: `● live`, `◐ stub`.
    var origin: (text: String, style: Style) {
        let mark = style == .demo ? "◐" : style == .error ? "✗" : "●"
        return ("\(mark) \(decision)", style)
    }

    /// The style of the status: a failure is red, a success green.
    var outcomeStyle: Style { isFailure ? .error : isDone ? .success : .dim }
}

/// The closest stubs to an unmatched request, as two columns: the stub's demand, and the request's value.
struct NearMisses {
    private static let linesPerPart = 6

    let lines: [TextLine]

    init(_ explanation: Explanation, width: Int, redactor: Redactor = Redactor()) {
        let near = explanation.nearMisses
        guard !near.isEmpty else {
            lines = [
                TextLine(explanation.stubs.isEmpty ? "There are no stubs to come close." : "No stub comes close.", .dim)
            ]
            return
        }
        lines =
            [TextLine("Closest stubs (! marks what differs)", .heading)]
            + near.flatMap { Self.table($0, width: width, redactor) }
    }

    private static func table(_ verdict: StubVerdict, width: Int, _ redactor: Redactor) -> [TextLine] {
        let column = max(8, (width - 5) / 2)
        var lines = [TextLine("")]
        lines += TextLayout.wrapped("\(verdict.title), \(verdict.origin)", width: width).map { .init($0, .strong) }
        lines.append(row("", "the stub wants", "the request has", column, .dim))
        for part in verdict.parts.map({ $0.redacted(by: redactor) }) {
            let name = part.name == "method" || part.name == "path" ? "" : "\(part.name): "
            let left = TextLayout.wrapped(name + part.expected, width: column)
            let right = TextLayout.wrapped(part.actual ?? "(none)", width: column)
            let count = max(left.count, right.count)
            for index in 0..<min(count, linesPerPart) {
                let isCut = index == linesPerPart - 1 && count > linesPerPart
                lines.append(
                    row(
                        part.isMatch || index > 0 ? "" : "!",
                        isCut ? "…" : left.indices.contains(index) ? left[index] : "",
                        isCut ? "…" : right.indices.contains(index) ? right[index] : "", column,
                        part.isMatch ? .plain : .warning))
            }
        }
        if let obstacle = verdict.obstacle {
            lines += TextLayout.wrapped("! But \(obstacle).", width: width).map { .init($0, .warning) }
        }
        return lines
    }

    private static func row(_ mark: String, _ left: String, _ right: String, _ column: Int, _ style: Style) -> TextLine
    {
        let gap = String(repeating: " ", count: max(0, column - TextWidth.width(of: left)))
        return TextLine("\(mark.isEmpty ? " " : mark) \(left)\(gap) | \(right)", style)
    }
}

extension Exchange {
    /// True if it was refused or passed because no stub matched, or no seed.
    var wantsStub: Bool {
        if case .refuse(let refusal) = action, refusal.kind == .noSeed { return true }
        return action.lacksStub
    }
}
