import Foundation
import HTTPTypes
import WireFormats

/// Breakpoints hold calls before they are decided. A held call is a value and a closure; no thread waits.
extension DemoManager {
    /// The patterns of the breakpoints, in the order they were set: operation ids, or methods and paths.
    package var breakpoints: [String] { lock.withLock { $0.holds.breakpoints.map(\.text) } }

    /// The held calls, oldest first.
    package var heldCalls: [HeldCall] {
        lock.withLock { $0.holds.calls.values.map(\.call) }.inOrder { $0.id > $1.id }
    }

    /// The time after which a held call continues unchanged; 60 s by default.
    package var holdTimeout: Duration {
        get { lock.withLock { $0.holds.timeout } }
        set { lock.withLock { $0.holds.timeout = newValue } }
    }

    /// The number of calls that continued because the time was over.
    package var overdueCalls: Int { lock.withLock { $0.holds.overdue } }

    /// A held call; nil once it has continued.
    package func heldCall(_ id: ExchangeID) -> HeldCall? { lock.withLock { $0.holds.calls[id]?.call } }

    /// Sets or removes a breakpoint. Calls held by a removed one continue.
    package func setBreakpoint(_ text: String, isOn: Bool) {
        let released = change(.holds, matters: false) { state in
            let index = state.holds.breakpoints.firstIndex { $0.text == text }
            guard (index != nil) != isOn else { return ([Holds.Hold](), false) }
            guard let index else {
                state.holds.breakpoints.append(.init(text: text, pattern: OperationPattern(text)))
                return ([], true)
            }
            state.holds.breakpoints.remove(at: index)
            let released = state.holds.calls.filter { $0.value.call.breakpoint == text }
            for id in released.keys { state.holds.calls[id] = nil }
            return (Array(released.values), true)
        }
        for hold in released { hold.end(.proceed()) }
    }

    /// Removes all breakpoints; all held calls continue.
    package func removeBreakpoints() {
        for breakpoint in breakpoints { setBreakpoint(breakpoint, isOn: false) }
    }

    /// The breakpoint that holds a call; nil for none.
    package func breakpoint(for request: HTTPRequest, call: Call) -> String? {
        // Usually there are no breakpoints.
        let found = lock.withLock { $0.holds.breakpoints.isEmpty ? nil : ($0.holds.breakpoints, $0.catalog) }
        guard let (breakpoints, catalog) = found else { return nil }
        let facts = RequestFacts(request, body: nil, asked: call.asked)
        let operation = catalog.operation(of: call, facts)
        let id = call.operation ?? operation?.id
        let paths = [operation?.pathTemplate, facts.pathText].compactMap(\.self)
        return breakpoints.first { breakpoint in
            paths.contains { breakpoint.pattern.covers(id, request.method, $0, base: catalog.commonSegments) }
        }?.text
    }

    /// An id for a call to hold.
    package func makeHoldID() -> ExchangeID {
        lock.withLock { state in
            state.holds.lastID = ExchangeID(number: state.holds.lastID.number - 1)
            return state.holds.lastID
        }
    }

    /// Holds a call until the user decides, the time is over, or its breakpoint is removed.
    ///
    /// - Parameters:
    ///   - id: the id from `makeHoldID()`.
    ///   - reply: the reply to hold; nil to hold the request.
    ///   - hasBody: false if the request's body is streamed.
    ///   - resume: called once, on any thread, unless this returns false.
    /// - Returns: false if the call continues immediately.
    package func hold(
        _ id: ExchangeID, _ request: HTTPRequest, body: [UInt8]?, call: Call, reply: StubReply? = nil,
        hasBody: Bool = true, at breakpoint: String, resume: @escaping @Sendable (HoldEnd) -> Void
    ) -> Bool {
        change(.holds, matters: false) { state in
            guard state.holds.calls.count < Holds.limit,
                state.holds.breakpoints.contains(where: { $0.text == breakpoint })
            else { return (false, false) }
            var exchange = Exchange(
                id: id, call: call, attempt: 1, date: Date(), kept: KeptRequest(request), requestBody: body,
                action: .passThrough(.live), redactor: state.catalog.redactor)
            exchange.heldBy = breakpoint
            exchange.outcome = reply.map {
                .reply(status: $0.status.code, headers: $0.headers, body: $0.body, duration: .zero)
            }
            let held = HeldCall(exchange, at: breakpoint, reply: reply, hasBody: hasBody)
            state.holds.calls[id] = Holds.Hold(
                call: held, resume: resume, timer: timer(for: id, after: state.holds.timeout))
            return (true, true)
        }
    }

    /// Lets a held call continue.
    ///
    /// - Parameter isOverdue: true if its time was over.
    /// - Returns: false if it has already continued.
    @discardableResult
    package func end(_ id: ExchangeID, with end: HoldEnd, isOverdue: Bool = false) -> Bool {
        let hold = change(.holds, matters: false) { state in
            let hold = state.holds.calls.removeValue(forKey: id)
            if hold != nil, isOverdue { state.holds.overdue += 1 }
            return (hold, hold != nil)
        }
        hold?.end(end)
        return hold != nil
    }

    /// Stops the timer of a held call while it is edited, or starts it again.
    package func setTimed(_ isTimed: Bool, _ id: ExchangeID) {
        lock.withLock { state in
            state.holds.calls[id]?.timer?.cancel()
            state.holds.calls[id]?.timer = isTimed ? timer(for: id, after: state.holds.timeout) : nil
        }
    }

    private func timer(for id: ExchangeID, after timeout: Duration) -> Task<Void, Never> {
        Task { [weak self] in
            do { try await Task.sleep(for: timeout) } catch { return }
            self?.end(id, with: .proceed(), isOverdue: true)
        }
    }

    /// Holds a call of a task, without blocking a thread. A cancelled task gets `cancelled`.
    package func hold(
        _ request: HTTPRequest, body: [UInt8]?, call: Call, reply: StubReply? = nil, at breakpoint: String
    ) async -> HoldEnd {
        let id = makeHoldID()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isHeld = hold(id, request, body: body, call: call, reply: reply, at: breakpoint) {
                    continuation.resume(returning: $0)
                }
                if !isHeld { continuation.resume(returning: .proceed()) }
                // The task may have been cancelled before the call was held.
                if Task.isCancelled { end(id, with: .cancelled) }
            }
        } onCancel: {
            end(id, with: .cancelled)
        }
    }

    /// Records that a user answered or dropped a held call.
    ///
    /// - Returns: the answer as a decision; report its end with `finish(_:with:)`.
    package func answer(
        _ request: HTTPRequest, body: [UInt8]?, call: Call, attempt: Int = 1, with reply: StubReply
    ) -> Decision {
        let reference = StubRef(
            kind: .heldCall, id: nil, name: "your answer", origin: .made(by: "at a breakpoint"), bodyFile: nil,
            position: nil)
        let action = Decision.Action.stub(reply, reference)
        let id = record(action, request: request, body: body, call: call, attempt: attempt)
        return Decision(exchange: id, action: action)
    }

    package func noteEditedReply(_ exchange: ExchangeID) {
        update(exchange, notifies: false) { $0.call.isReplyEdited = true }
    }
}

extension Holds.Hold {
    fileprivate func end(_ end: HoldEnd) {
        timer?.cancel()
        resume(end)
    }
}

extension Exchange {
    /// The pattern of a breakpoint for calls like this one; nil for a callback, which the gateway sends.
    package var breakpoint: String? { call.callback == nil ? kind : nil }

    /// The operation, or the method and path with `*` in place of numbers, UUIDs and secrets.
    package var kind: String {
        if let operation = call.operation { return operation }
        let path = sentPath.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
            .map { segment in
                let text = String(segment)
                let isValue = UUID(uuidString: text) != nil || Int(text) != nil || redactor.text(text) != text
                return isValue ? "*" : segment
            }
        return "\(request.method.rawValue) \(path.joined(separator: "/"))"
    }
}

/// A call that is held at a breakpoint until the user decides.
package final class HeldCall: Sendable, Identifiable {
    /// The call as the journal shows it: without a decision, or with the held reply as its outcome.
    package let exchange: Exchange
    package let breakpoint: String
    /// The held reply; nil while the request is held.
    package let reply: StubReply?
    /// False if the body is streamed and cannot be edited.
    package let hasBody: Bool

    package var id: ExchangeID { exchange.id }

    init(_ exchange: Exchange, at breakpoint: String, reply: StubReply?, hasBody: Bool) {
        (self.exchange, self.breakpoint, self.reply, self.hasBody) = (exchange, breakpoint, reply, hasBody)
    }
}

/// The way a held call continues.
package enum HoldEnd: Sendable {
    /// Continue unchanged, or with another request.
    ///
    /// - Parameters:
    ///   - holdsReply: true to hold its reply as well.
    case proceed(RequestEdit? = nil, holdsReply: Bool = false)
    /// Give this reply or failure without asking the server.
    indirect case answer(StubReply)
    /// The client disconnected.
    case cancelled

    /// No reply: the connection is closed.
    package static let dropped = HoldEnd.answer(StubReply(fault: .noNetwork))
}

/// The changes of the user to a held request. They also apply to its repetition with other credentials.
package struct RequestEdit: Sendable {
    private let old: HTTPRequest
    private let new: HTTPRequest
    /// The new body; nil keeps the old one.
    private let body: [UInt8]?

    /// - Parameter body: the new body; nil keeps the old one.
    package init(from old: HTTPRequest, to new: HTTPRequest, body: [UInt8]?) {
        (self.old, self.new, self.body) = (old, new, body)
    }

    /// The request with the changes. A new body replaces the old length and encoding.
    package func applied(to request: HTTPRequest, _ given: [UInt8]?) -> (HTTPRequest, [UInt8]?) {
        var request = request
        if new.method != old.method { request.method = new.method }
        if new.path != old.path { request.path = new.path }
        for name in Set(old.headerFields.map(\.name)).union(new.headerFields.map(\.name)) {
            let values = new.headerFields[values: name]
            if values != old.headerFields[values: name] { request.headerFields[values: name] = values }
        }
        guard let body else { return (request, given) }
        if new.headerFields[.contentEncoding] == old.headerFields[.contentEncoding] {
            request.headerFields[.contentEncoding] = nil
        }
        if request.headerFields[.contentLength] != nil { request.headerFields[.contentLength] = "\(body.count)" }
        return (request, body.isEmpty ? nil : body)
    }
}

/// The breakpoints of a manager, and the calls they hold.
struct Holds: Sendable {
    /// The maximum number of held calls, because each keeps a connection and a body. Further calls continue.
    static let limit = 256

    /// The breakpoints, in the order they were set.
    var breakpoints: [Breakpoint] = []
    /// The held calls by id. Ids count down from the maximum, so that they sort after the exchanges of a journal.
    var calls: [ExchangeID: Hold] = [:]
    var lastID = ExchangeID(number: .max)
    var timeout: Duration = .seconds(60)
    var overdue = 0

    struct Breakpoint: Sendable {
        let text: String
        let pattern: OperationPattern
    }

    struct Hold: Sendable {
        let call: HeldCall
        let resume: @Sendable (HoldEnd) -> Void
        /// Ends the hold; nil while the user edits.
        var timer: Task<Void, Never>?
    }
}
