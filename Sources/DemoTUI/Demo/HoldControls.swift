import DemoManager

/// The breakpoints and the calls that wait at them.
struct HoldStatus: Hashable, Sendable {
    struct Row: Hashable, Sendable, Identifiable {
        let id: ExchangeNumber
        /// `GET /books`.
        let title: String
        let breakpoint: String
        let operation: String?
        /// True while the reply waits.
        let isReply: Bool

        var words: String { isReply ? "the reply to \(title)" : title }
    }

    var breakpoints: [String] = []
    /// Oldest first.
    var calls: [Row] = []
    /// Calls that continued because the user did not decide in time.
    var overdue = 0
    var timeout = Duration.zero

    subscript(id: ExchangeNumber?) -> Row? { calls.first { $0.id == id } }

    /// The effect of the key on a row: a decision on a held call, or a breakpoint for calls like it.
    func effects(on id: ExchangeNumber, _ breakpoint: String?) -> [Effect] {
        if let held = self[id] { return [.present(PickPopup.decision(on: held))] }
        return breakpoint.map { [.hold(.toggle($0))] } ?? []
    }

    /// The reason a row can have no breakpoint.
    static let noBreakpoint = "Breakpoints hold calls of clients; the gateway sends this callback itself."

    /// The header's text.
    var chip: String? {
        if !calls.isEmpty { return "‖ HELD \(calls.count)" }
        return breakpoints.isEmpty ? nil : "‖ BREAK \(breakpoints.count)"
    }

    /// The news since an earlier status; nil for nothing of interest.
    func news(since old: HoldStatus) -> Note? {
        let seconds = timeout.inMilliseconds / 1000
        if overdue > old.overdue {
            let gone = old.calls.first { self[$0.id] == nil }?.words ?? "a held call"
            return .error("\(gone.capitalisedFirst) went on as it was: nobody decided within \(seconds) s.")
        }
        guard let new = calls.last(where: { old[$0.id] == nil }) else { return nil }
        return .info("Held: \(new.words). \(key: .showHeldCalls) decides; it goes on after \(seconds) s.")
    }
}

/// A decision about a breakpoint or a held call.
enum HoldCommand: Sendable {
    case toggle(String)
    case release(ExchangeNumber, holdsReply: Bool = false)
    case edit(ExchangeNumber)
    case answer(ExchangeNumber)
    case drop(ExchangeNumber)
    case listFailures(ExchangeNumber)
    /// By the name of a condition.
    case fail(ExchangeNumber, String)
}

extension DemoControls {
    var holds: HoldStatus {
        let base = session.base
        let calls = base.heldCalls.map { held in
            let exchange = held.exchange
            let path = ShownPath.text(exchange.redactedPath, below: pathPrefix)
            return HoldStatus.Row(
                id: held.id, title: "\(exchange.sentMethod.rawValue) \(path)", breakpoint: held.breakpoint,
                operation: exchange.call.operation, isReply: held.reply != nil)
        }
        return HoldStatus(
            breakpoints: base.breakpoints, calls: calls, overdue: base.overdueCalls, timeout: base.holdTimeout)
    }

    /// The failures that can answer a held call.
    func failures(of operation: String) -> [DemoStatus.Condition] {
        conditions(of: operation).filter { failure($0.id, of: operation, isGenerated: false) != nil }
    }

    func failure(_ name: String, of operation: String, isGenerated: Bool = true) -> StubReply? {
        let answer = manager.answer(to: Condition(name: name), ofOperation: operation, isGenerated: isGenerated)
        guard let reply = answer?.reply else { return nil }
        return reply.fault != nil || reply.status.code >= 400 ? reply : nil
    }
}

extension PickPopup {
    /// Everything that is held, and every breakpoint.
    static func holds(_ holds: HoldStatus) -> PickPopup {
        PickPopup(
            "Held calls and breakpoints",
            holds.calls.map { call in
                let line = ListLine(text: call.words, detail: "waits at \(call.breakpoint)", mark: "‖")
                return (line, [.present(PickPopup.decision(on: call))])
            }
                + holds.breakpoints.map { breakpoint in
                    let line = ListLine(text: breakpoint, detail: "a breakpoint; \(key: .open) removes it", mark: "•")
                    return (line, [.hold(.toggle(breakpoint))])
                })
    }

    /// The decision on a held call.
    static func decision(on call: HoldStatus.Row) -> PickPopup {
        func choice(
            _ key: Character, _ text: String, _ detail: String, _ command: HoldCommand, unless reason: String? = nil
        ) -> (line: ListLine, effects: [Effect]) {
            (ListLine(text: text, detail: detail, key: key, reason: reason), [.hold(command)])
        }
        let id = call.id
        let noOperation = call.operation == nil ? "The document has no operation for this call." : nil
        let request = [
            choice("r", "release it", "it goes on as it is", .release(id)),
            choice("e", "edit it", "method, path, headers and body in $EDITOR; then it goes on", .edit(id)),
            choice(
                "h", "hold its reply", "it goes on as it is, and its reply waits here", .release(id, holdsReply: true)),
            choice("a", "answer it", "write the reply in $EDITOR; no server is asked", .answer(id)),
            choice("f", "make it fail", "choose how", .listFailures(id), unless: noOperation),
        ]
        let reply = [
            choice("r", "return it", "as it is", .release(id)),
            choice("e", "edit it", "status, headers and body in $EDITOR; then it returns", .edit(id)),
        ]
        let rest = [
            choice("d", "drop it", "the connection ends without a reply", .drop(id)),
            choice("x", "remove the breakpoint", "its calls go on as they are", .toggle(call.breakpoint)),
        ]
        return PickPopup("Held: \(call.words)", (call.isReply ? reply : request) + rest)
    }

    static func failures(_ conditions: [DemoStatus.Condition], of call: HoldStatus.Row) -> PickPopup {
        PickPopup(
            "Answer \(call.title) with",
            conditions.map { condition in
                (ListLine(text: condition.title, detail: condition.summary), [.hold(.fail(call.id, condition.id))])
            })
    }
}
