import AppCore
import DemoManager
import Foundation
import HTTPTypes
import Recordings
import SourceTexts
import Terminal
import WireFormats

/// The journal for the screens: rows, exchanges in full, and texts to copy.
struct DemoJournal: Sendable {
    let manager: DemoManager
    let address: ServerAddress
    /// Checks replies against the document; nil checks none.
    var contract: ContractWatch?
    /// The clients' switches; nil without a gateway.
    var session: SessionAtHand?
    var clientURL: String?
    /// The path of the document's server, which rows omit.
    var pathPrefix = ""
    /// The rows of the journal, oldest first: with thousands of requests a second, only new ones are formatted.
    private let known = Lock<[ExchangeRow]>([])

    /// The rows, newest first, below the calls that are held.
    var rows: [ExchangeRow] {
        let held = manager.heldCalls.map { ExchangeRow($0.exchange, below: pathPrefix) }
        let exchanges = manager.journal.exchanges
        return known.withLock { known in
            var index = 0
            known = exchanges.map { exchange in
                while index < known.count, known[index].id < exchange.id { index += 1 }
                let isKnown = index < known.count && known[index].id == exchange.id && known[index].isLast(of: exchange)
                return isKnown ? known[index] : ExchangeRow(exchange, below: pathPrefix)
            }
            return held + known.reversed()
        }
    }

    var rate: RequestRate {
        let now = Date()
        return RequestRate(ages: manager.journal.exchanges.reversed().lazy.map { now.timeIntervalSince($0.date) })
    }

    /// Calls that demo mode passed on and the journal still has.
    static func passedWithoutStub(in manager: DemoManager) -> Int {
        manager.journal.exchanges.count { exchange in
            if case .passThrough(let reason) = exchange.action { reason.isLeavingDemo } else { false }
        }
    }

    func changed(recorded: Int) -> Event {
        .journalChanged(
            passedWithoutStub: Self.passedWithoutStub(in: manager), offContract: Self.offContract(in: manager),
            activity, recorded: recorded)
    }

    private var activity: Activity {
        let exchanges = manager.journal.exchanges
        return Activity(
            rows: exchanges.suffix(Activity.kept).reversed().map { exchange in
                var row = ExchangeRow(exchange, below: pathPrefix)
                row.reason = manager.redactor.text(exchange.sentence)
                return row
            },
            count: exchanges.count, failures: exchanges.count(where: \.isFailure))
    }

    /// Calls with data that breaks the contract and that the journal still has. Failures are not among them: their
    /// screens say more already.
    static func offContract(in manager: DemoManager) -> Set<UInt64> {
        Set(
            manager.journal.exchanges.lazy.filter { exchange in
                guard exchange.verdict?.flaws.isEmpty == false, case .status(200..<300)? = exchange.outcome?.end else {
                    return false
                }
                return true
            }.map(\.call.id))
    }

    /// Waits for the checks of a call; true if any of its data breaks the contract.
    func isOffContract(_ call: UInt64) async -> Bool {
        guard let contract else { return false }
        await contract.settled(call)
        return manager.journal.exchanges(call: call).contains { $0.verdict?.flaws.isEmpty == false }
    }

    /// An exchange without secrets; nil if the journal no longer has it.
    func exchange(_ number: ExchangeNumber) -> Exchange? {
        found(number)?.redacted(by: manager.redactor) { $0.decodedBody ?? $0.body }
    }

    private func found(_ number: ExchangeNumber) -> Exchange? {
        manager.exchange(number) ?? manager.heldCall(number)?.exchange
    }

    /// The origin of a call's reply: the last exchange it made.
    func provenance(of context: CallContext) -> Provenance {
        let last = manager.journal.exchanges(call: context.id).last
        // A demo call that was passed on stays live, whatever its later attempts were.
        let isFromServer = if case .passThrough? = last?.action { true } else { false }
        let passed = isFromServer && context.session == .demo
        // A live call may also get a failure for one call.
        let isStub = if case .stub? = last?.action { true } else { false }
        let condition: String? = if case .condition(let failure)? = last?.stub?.kind { failure.title } else { nil }
        return Provenance(
            mode: isStub || context.session == .demo && !passed ? .demo : .live, call: context.id, exchange: last?.id,
            isPassedThrough: passed, stub: last?.stub?.name,
            file: last?.stub.flatMap { $0.bodyFile ?? $0.origin.path }, condition: condition,
            isByChance: last?.chaos?.condition != nil)
    }

    func detail(of number: ExchangeNumber, _ layout: BodyLines.Layout) -> ExchangeDetail? {
        exchange(number).map { ExchangeDetail($0, url: url(of: $0), layout: layout) }
    }

    /// True if there is more to show than was recorded: no stub matched, or the reply breaks the contract. Also true
    /// for bodies that take long to lay out.
    func wantsMore(_ number: ExchangeNumber) -> Bool {
        manager.exchange(number).map {
            $0.wantsStub || !($0.verdict?.flaws.isEmpty ?? true)
                || ($0.outcome?.body.count ?? 0) + ($0.requestBody?.count ?? 0) > 100_000
        } ?? false
    }

    /// The exchange in full, with the closest stubs if none matched, and with its contract flaws. Compares the request
    /// with every stub and reads the document, so it runs off the main actor and on demand.
    @concurrent func fullDetail(of number: ExchangeNumber, _ layout: BodyLines.Layout) async -> ExchangeDetail? {
        guard let found = manager.exchange(number) else { return nil }
        let places = Set(found.verdict?.flaws.map(\.place) ?? [])
        let positions = places.isEmpty ? [:] : await contract?.positions(of: places, for: found.request) ?? [:]
        guard let shown = exchange(number) else { return nil }
        var detail = ExchangeDetail(shown, url: url(of: shown), positions: positions, layout: layout)
        guard found.wantsStub else { return detail }
        let engine = session?.manager(of: found.call.session) ?? manager
        let explanation = engine.explain(found)
        detail.add(NearMisses(explanation, width: layout.width, redactor: manager.redactor).lines)
        return detail
    }

    /// The URL of a request; the document's if it was never sent, or the gateway's for a client's request.
    private func url(of exchange: Exchange) -> String {
        if exchange.call.callback != nil { return exchange.url }
        if case .passThrough = exchange.action { return address.real(exchange.outgoingURL) }
        guard let clientURL, !exchange.call.isNumberedByApp else { return exchange.url }
        return clientURL + exchange.sentPath
    }

    func url(of number: ExchangeNumber) -> String? { exchange(number).map { url(of: $0) } }

    func body(of number: ExchangeNumber) -> [UInt8]? { exchange(number)?.outcome?.sent.body }

    /// The request as a `curl` command, with shell variables for secrets.
    func curl(of number: ExchangeNumber) -> String? {
        found(number).map { CurlCommand($0, url: url(of: $0), redactor: manager.redactor).text }
    }
}

extension Exchange {
    var url: String { request.absoluteURL }

    /// The absolute URL it was sent to; a stub may have forwarded it.
    fileprivate var outgoingURL: String {
        if case .passThrough(let reason) = action { reason.outgoing(request).absoluteURL } else { url }
    }
}

extension HTTPRequest {
    fileprivate var absoluteURL: String { "\(scheme ?? "http")://\(authority ?? "")\(path ?? "/")" }
}

extension ExchangeRow {
    init(_ exchange: Exchange, below prefix: String = "") {
        let outcome =
            switch exchange.outcome?.end {
            case nil: exchange.refusal == nil ? "" : "refused"
            case .status(let code): String(code)
            case .failure: exchange.outcome?.sent.status.map(String.init) ?? "failed"
            case .cancelled: "stopped"
            }
        /// The name of the failure that was chosen; nil for none.
        let failure: String? =
            switch exchange.stub?.kind {
            case .condition(let change)?: exchange.isFailure || change.isSimulated ? change.title : nil
            default: nil
            }
        let decision: (String, Style) =
            switch exchange.action {
            case _ where exchange.heldBy != nil: ("held", .warning)
            case _ where exchange.call.callback != nil: ("callback", .live)
            case .stub where exchange.stub?.kind == .heldCall: ("by hand", .warning)
            case .stub: failure == nil ? ("stub", .demo) : ("fail", .error)
            case .passThrough(.proxy): ("forwarded", .warning)
            case .passThrough(let reason): reason.isLeavingDemo ? ("live: no stub", .warning) : ("live", .live)
            case .refuse: ("refused", .error)
            }
        self.init(
            id: exchange.id, time: Self.clock(exchange.date), decision: decision.0, style: decision.1,
            method: exchange.sentMethod.rawValue,
            path: exchange.call.callback == nil
                ? ShownPath.text(exchange.redactedPath, below: prefix) : exchange.redactor.url(exchange.url),
            outcome: outcome, isFailure: exchange.isFailure, isMarked: exchange.isMismatch,
            duration: exchange.heldBy == nil ? exchange.outcome.map { Self.milliseconds($0.duration) } ?? "" : "",
            subject: exchange.label, screen: exchange.screen ?? "",
            session: exchange.call.isNumberedByApp ? "" : exchange.call.session ?? "",
            isOwn: exchange.call.isNumberedByApp, isDone: exchange.outcome != nil,
            stub: failure ?? exchange.stub?.name,
            took: exchange.outcome?.duration, isKept: exchange.verdict == .kept, breakpoint: exchange.breakpoint,
            isHeld: exchange.heldBy != nil, messages: exchange.messages?.count)
    }

    /// `14:03:07` in local time.
    static func clock(_ date: Date) -> String {
        var seconds = time_t(date.timeIntervalSince1970)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    /// `12 ms`, or `1.2 s` from a second on.
    static func milliseconds(_ duration: Duration) -> String {
        let milliseconds = duration.inMilliseconds
        if milliseconds >= 1000 { return "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s" }
        return milliseconds == 0 ? "<1 ms" : "\(milliseconds) ms"
    }
}

extension Condition {
    /// True if it changes the usual response, or gives none.
    fileprivate var isSimulated: Bool { [.slow, .empty, .malformed, .timeout, .noNetwork].contains(self) }
}

extension Exchange {
    fileprivate var isFailure: Bool {
        switch outcome?.end {
        case .status(let code): code >= 400
        case .failure: true
        case .cancelled: false
        case nil: refusal != nil
        }
    }

    var refusal: Refusal? { if case .refuse(let refusal) = action { refusal } else { nil } }

    /// True if the request or its reply is not as documented, and if the request was refused for that.
    var isMismatch: Bool {
        verdict?.flaws.isEmpty == false || refusal?.kind == .invalidRequest
    }

    /// The reason as a full sentence, with the key that changes what was decided.
    var sentence: String {
        let reason = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
        return reason.prefix(1).uppercased() + reason.dropFirst() + (remedy.map { "; \($0)." } ?? ".")
    }

    private var remedy: String? {
        if heldBy != nil { return "\(key: .breakpoint) decides how it goes on" }
        return switch action {
        case .stub(_, let stub):
            if chaos?.condition != nil {
                "\(key: .chooseChaos) changes it"
            } else if case .condition = stub.kind {
                "\(key: .chooseCondition) changes it"
            } else {
                nil
            }
        case .passThrough(.live) where screen != nil: "\(key: .toggleScreen) makes this screen demo"
        case .passThrough, .refuse: nil
        }
    }
}

extension ExchangeRow {
    fileprivate func isLast(of exchange: Exchange) -> Bool {
        isDone == (exchange.outcome != nil) && messages == exchange.messages?.count
            && isMarked == exchange.isMismatch && isKept == (exchange.verdict == .kept)
    }
}

/// Demo calls that were let through and start again in the live session. Their exchange is in the journal already, and
/// their destination is decided.
final class PassedCalls: Sendable {
    /// A call may sign in first, as an operation of its own: only the call that was passed on counts.
    private struct Key: Hashable {
        let call: UInt64
        let operation: String?
    }

    struct Passed: Sendable {
        let exchange: ExchangeID
        let reason: PassThroughReason
        var delay = Duration.zero
        /// The way it left a breakpoint; nil if none held it.
        var release: Release?
    }

    /// The maximum number of entries: a call that is cancelled before it starts again never takes its entry.
    static let limit = 256

    private let calls = Lock<[Key: Passed]>([:])

    func insert(_ context: CallContext, _ passed: Passed) {
        calls.withLock { calls in
            if calls.count >= Self.limit, let oldest = calls.keys.min(by: { $0.call < $1.call }) { calls[oldest] = nil }
            calls[Key(call: context.id, operation: context.operation)] = passed
        }
    }

    /// The entry of a call that started again; returned once.
    func take(_ context: CallContext) -> Passed? {
        calls.withLock { $0.removeValue(forKey: Key(call: context.id, operation: context.operation)) }
    }
}

/// Paths without the path of the document's server, which all of them have.
enum ShownPath {
    static func text(_ text: String, below prefix: String) -> String {
        guard !prefix.isEmpty else { return text }
        let start = text.firstIndex(of: " ").map(text.index(after:)) ?? text.startIndex
        let path = text[(text.hasPrefix("/") ? text.startIndex : start)...]
        guard path.hasPrefix(prefix) else { return text }
        let rest = path.dropFirst(prefix.count)
        guard rest.first == "/" else { return text }
        return String(text[..<path.startIndex] + rest)
    }
}
