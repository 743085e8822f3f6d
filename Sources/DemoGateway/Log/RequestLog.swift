import DemoManager
import Dispatch
import WireFormats

/// One line for every request, without secrets. Lines are buffered until a flush: at most one per turn of an event
/// loop, so that many requests do not cost a system call each.
///
/// A thread of its own writes: a reader that stalls holds up no request. Lines that it is too slow for are counted.
package final class RequestLog: Sendable {
    private struct State {
        var lines: [String] = []
        var dropped = 0
        var isWriting = false
    }

    /// Lines that may wait for the reader.
    private let limit: Int
    private let write: (@Sendable ([String]) -> Void)?
    private let state = Lock(State())
    private let queue = DispatchQueue(label: "request-log")

    /// - Parameters:
    ///   - limit: the lines that may wait for `write`.
    ///   - write: receives one or more lines, with unsafe text from outside, on another thread; nil disables the log.
    package init(limit: Int = 10_000, _ write: (@Sendable ([String]) -> Void)?) {
        (self.limit, self.write) = (limit, write)
    }

    /// Notes a request. Without a log, `why` is not evaluated.
    func note(
        _ method: String, _ path: String, status: String, outcome: String, duration: Duration,
        redactor: Redactor, why: @autoclosure () -> String
    ) {
        guard write != nil else { return }
        let why = why()
        let reason = why.isEmpty ? "" : "  " + redactor.text(why)
        line("\(method) \(redactor.url(path)) \(status) \(outcome) \(duration.milliseconds)\(reason)")
    }

    func line(_ text: String) {
        guard write != nil else { return }
        state.withLock { state in
            if state.lines.count < limit { state.lines.append(text) } else { state.dropped += 1 }
        }
    }

    func flush() {
        guard let write else { return }
        let begins = state.withLock { state in
            guard !state.isWriting, !state.lines.isEmpty else { return false }
            state.isWriting = true
            return true
        }
        guard begins else { return }
        queue.async { [self] in
            while let lines = next() { write(lines) }
        }
    }

    /// The lines that wait; nil ends the writing.
    private func next() -> [String]? {
        state.withLock { state in
            guard !state.lines.isEmpty else {
                state.isWriting = false
                return nil
            }
            var lines = state.lines
            if state.dropped > 0 {
                lines.append("- - log  missing, because they were read too slowly: \(state.dropped) lines")
            }
            (state.lines, state.dropped) = ([], 0)
            return lines
        }
    }

    /// Waits until all lines are written.
    func finish() async {
        flush()
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }
}

extension Duration {
    /// `0.4 ms`, `12 ms`.
    var milliseconds: String {
        let (seconds, attoseconds) = components
        let tenths = seconds * 10_000 + attoseconds / 100_000_000_000_000
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10) ms" : "\(tenths / 10) ms"
    }
}
