import AppCore
import DemoManager
import HTTPTypes
import Terminal
import WireFormats

/// An exchange in full, ready to show, without secrets.
struct ExchangeDetail: Hashable, Sendable {
    enum Tab: Int, Hashable, Sendable, CaseIterable {
        case reply, request, why

        var title: String {
            switch self {
            case .reply: "Response"
            case .request: "Request"
            case .why: "Why"
            }
        }

        func next(_ step: Int) -> Tab {
            let all = Self.allCases
            return all[(rawValue + step + all.count) % all.count]
        }
    }

    let id: ExchangeNumber
    let title: String
    /// The status and the time it took.
    let tag: Heading.Tag
    /// The reply's status and body, without its headers.
    let answer: [TextLine]
    /// The reply's body.
    let body: [UInt8]
    /// True if there is no reply: then the reason is the most important part.
    let isWithoutReply: Bool
    /// The breakpoint for calls like this one; nil for a callback.
    let breakpoint: String?
    /// True if the exchange waits at a breakpoint.
    let isHeld: Bool
    private var tabs: [[TextLine]]

    subscript(tab: Tab) -> [TextLine] { tabs[tab.rawValue] }

    /// Adds lines to the reason.
    mutating func add(_ lines: [TextLine]) { tabs[Tab.why.rawValue] += [TextLine("")] + lines }

    init(_ exchange: Exchange, url: String, positions: [String: String] = [:], layout: BodyLines.Layout) {
        let row = ExchangeRow(exchange)
        let sent = exchange.outcome?.sent
        let area = Size(columns: layout.width + 3, rows: 0)
        let status = TextLine(Self.status(of: exchange, row), row.isFailure ? .error : .plain)
        let sentence = TextLine(exchange.sentence, row.style).wrapped(in: area)
        var body = Self.body(sent?.body ?? [], sent?.headers ?? [:], layout)
        body += Self.messages(exchange.messages)
        if exchange.isWithoutBodies { body.append(TextLine("The journal was full; the bodies are gone.", .dim)) }
        let flaw = row.isMarked ? [TextLine("! Schema mismatch; Why says where.", .warning)] : []
        let request = TextLine("\(exchange.sentMethod.rawValue) \(url)", .strong)
        id = exchange.id
        title = "\(row.method) \(row.path)"
        let facts = [row.outcome, row.duration].filter { !$0.isEmpty }
        tag = Heading.Tag(text: ([row.origin.text] + facts).joined(separator: " · "), style: row.style)
        answer = [status] + body.dropFirst(2)
        self.body = sent?.body ?? []
        (breakpoint, isHeld) = (exchange.breakpoint, exchange.heldBy != nil)
        isWithoutReply = sent?.status == nil && exchange.outcome != nil
        tabs = [
            status.wrapped(in: area) + (status.text.contains(exchange.reason) ? [] : sentence) + flaw + body
                + Self.headers(sent?.headers ?? [:]),
            request.pieces(width: layout.width) + Self.headers(exchange.request.headerFields)
                + Self.body(exchange.requestBody ?? [], exchange.request.headerFields, layout),
            sentence + [TextLine("")] + Self.facts(exchange, row, positions).flatMap { $0.wrapped(in: area) },
        ].map { $0.flatMap { $0.pieces(width: layout.width) } }
    }

    private static func status(of exchange: Exchange, _ row: ExchangeRow) -> String {
        switch exchange.outcome?.end {
        case nil: return exchange.refusal?.message ?? "Not here yet."
        case .status(let code):
            var words = "\(code)"
            if case .stub(let reply, _) = exchange.action, !reply.status.reasonPhrase.isEmpty {
                words += " " + reply.status.reasonPhrase
            }
            return exchange.heldBy == nil ? "\(words) after \(row.duration)" : words
        case .failure(let text):
            let code = exchange.outcome?.sent.status.map { "\($0) after \(row.duration): " }
            return code.map { $0 + text } ?? "\(text) (\(row.duration))"
        case .cancelled: return "Stopped after \(row.duration)."
        }
    }

    private static func headers(_ fields: HTTPFields) -> [TextLine] {
        fields.isEmpty
            ? [] : [TextLine(""), TextLine("HEADERS", .heading)] + fields.map { TextLine("\($0.name): \($0.value)") }
    }

    /// The body after an empty line and its heading; none for an empty one.
    private static func body(_ bytes: [UInt8], _ headers: HTTPFields, _ layout: BodyLines.Layout) -> [TextLine] {
        guard !bytes.isEmpty else { return [] }
        let facts = [headers[.contentType], ContentKind.size(bytes.count)].compactMap(\.self)
        return [TextLine(""), TextLine("BODY  \(facts.joined(separator: " · "))", .heading)]
            + BodyLines.lines(bytes, layout).dropFirst()
    }

    /// The messages of a WebSocket after an empty line and their heading; none for other exchanges.
    private static func messages(_ messages: SocketMessages?) -> [TextLine] {
        guard let messages else { return [] }
        let left = messages.count - messages.newest.count
        let number = left > 0 ? "\(messages.count), the newest \(messages.newest.count)" : "\(messages.count)"
        return [TextLine(""), TextLine("MESSAGES  \(number)", .heading)] + messages.newest.flatMap(lines)
    }

    private static func lines(_ message: SocketMessage) -> [TextLine] {
        let mark = message.sender == .client ? "→" : "←"
        let time = "\(mark) \(ExchangeRow.milliseconds(message.time))  "
        let text = String(decoding: message.bytes, as: UTF8.self)
        switch message.kind {
        case .close(let code):
            let code = code.map { " \($0)" } ?? ""
            return [TextLine("\(time)closed\(code)\(text.isEmpty ? "" : ": \(text)")", .dim)]
        case .binary: return [TextLine("\(time)\(ContentKind.size(message.size)) binary", .dim)]
        case .text:
            let rest = message.isCut ? ["  … of \(ContentKind.size(message.size))"] : []
            let parts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            return (["\(time)\(parts[0])"] + parts.dropFirst().map { "  \($0)" } + rest).map { TextLine($0) }
        }
    }

    /// The stub, the place of the call, and the contract verdict.
    private static func facts(_ exchange: Exchange, _ row: ExchangeRow, _ positions: [String: String]) -> [TextLine] {
        var lines: [TextLine] = []
        if let stub = exchange.stub {
            let origin = if case .made(let maker) = stub.origin { maker } else { "written in \(stub.origin)" }
            lines.append(TextLine("Stub: \(stub.name), \(origin)"))
            if let file = stub.bodyFile { lines.append(TextLine("Body from: \(file)")) }
            if let position = stub.position { lines.append(TextLine("Reply \(position + 1) of its sequence")) }
        }
        if exchange.heldBy == nil, let breakpoint = exchange.call.heldBy {
            let edited = [
                exchange.call.isRequestEdited ? "request edited" : nil,
                exchange.call.isReplyEdited ? "reply edited" : nil,
            ].compactMap(\.self)
            lines.append(
                TextLine((["Held at the breakpoint \(breakpoint)"] + edited).joined(separator: ", "), .warning))
        }
        let place = [
            "Operation: \(exchange.label)", exchange.screen.map { "Screen: \($0)" },
            row.session.isEmpty ? nil : "Session: \(row.session)",
            exchange.attempt > 1 ? "Attempt: \(exchange.attempt)" : nil,
        ]
        lines += place.compactMap { $0.map { TextLine($0, .dim) } }
        return lines + contract(exchange.verdict, positions: positions)
    }

    /// The contract verdict as lines; none if the reply was not checked.
    ///
    /// - Parameter positions: The known positions of pointers in the document.
    static func contract(_ verdict: Verdict?, positions: [String: String] = [:]) -> [TextLine] {
        switch verdict {
        case nil: []
        case .kept: [TextLine("Schema: matches", .dim)]
        case .unchecked(let reason): [TextLine("Schema: not checked, \(reason)", .dim)]
        case .broken(let flaws):
            [TextLine("Schema: ! mismatch", .warning)]
                + flaws.flatMap { flaw in
                    let pointer = flaw.pointer.tokens.isEmpty ? "" : "\(flaw.pointer): "
                    let line = positions[flaw.place].map { "\($0)  " } ?? ""
                    let place = flaw.place.isEmpty ? [] : [TextLine("  \(line)\(flaw.place)", .dim)]
                    return [TextLine("! \(pointer)\(flaw.message)")] + place
                }
        }
    }
}

extension ExchangeDetail.Tab {
    static let height = 2

    /// Draws the names of the tabs, with this one selected.
    func draw(on canvas: inout Canvas, in area: Rect) {
        var x = area.x
        canvas.hline(at: Point(x: area.x, y: area.y + 1), length: area.width, style: .border)
        for tab in Self.allCases {
            let style: Style = tab == self ? .strong : .dim
            let width = canvas.write(tab.title, at: Point(x: x, y: area.y), width: area.maxX - x, style: style)
            // Of three tabs, each other one is next to this one.
            if tab != self {
                canvas.aim(.key(next(1) == tab ? .right : .left), Rect(x: x, y: area.y, width: width, height: 2))
            }
            if tab == self {
                let mark = String(repeating: "━", count: width)
                canvas.write(mark, at: Point(x: x, y: area.y + 1), style: .borderFocused)
            }
            x += width + 4
        }
    }

    /// The area below the names.
    func rest(of area: Rect) -> Rect {
        Rect(x: area.x, y: area.y + Self.height, width: area.width, height: max(0, area.height - Self.height))
    }
}

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
