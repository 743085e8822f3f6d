import DemoManager
import Terminal

/// The stubs that came closest to a request that none answered, each as two columns: what the stub demands, and what
/// the request has.
struct NearMisses {
    /// The lines one demand may take; a long body is cut.
    private static let linesPerPart = 6

    /// The lines for the exchange screen.
    let lines: [TextLine]

    /// - Parameter width: the cells a line may take.
    init(_ explanation: Explanation, width: Int, redactor: Redactor = Redactor()) {
        let near = explanation.nearMisses
        guard !near.isEmpty else {
            lines = [
                TextLine(
                    explanation.stubs.isEmpty ? "There are no stubs to come close." : "No stub comes close.", .dim)
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

    private static func row(_ mark: String, _ left: String, _ right: String, _ column: Int, _ style: Style)
        -> TextLine
    {
        let gap = String(repeating: " ", count: max(0, column - TextWidth.width(of: left)))
        return TextLine("\(mark.isEmpty ? " " : mark) \(left)\(gap) | \(right)", style)
    }
}

extension Exchange {
    /// True if it got no stub's answer for want of a stub that matches.
    var wantsStub: Bool {
        switch action {
        case .passThrough(let reason): reason == .unmatched
        case .refuse(let refusal): [.noStub, .guardedWrite, .nextPage, .noSeed].contains(refusal.kind)
        case .stub: false
        }
    }
}
