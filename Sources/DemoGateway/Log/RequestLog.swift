import DemoManager
import Dispatch
import WireFormats

/// A log with one line per request, without secrets. Lines are buffered and flushed at most once per turn of an event
/// loop, so that many requests do not each cost a system call.
///
/// A separate thread writes, so that a slow reader delays no request. Lines that do not fit the buffer are counted.
package final class RequestLog: Sendable {
    private struct State {
        var lines: [String] = []
        var dropped = 0
        var isWriting = false
    }

    /// The maximum number of lines that wait for the reader.
    private let limit: Int
    private let write: (@Sendable ([String]) -> Void)?
    private let state = Lock(State())
    private let queue = DispatchQueue(label: "request-log")

    /// - Parameters:
    ///   - limit: the maximum number of lines that wait for `write`.
    ///   - write: called on another thread with one or more lines, with possibly unsafe text; nil disables the log.
    package init(limit: Int = 10_000, _ write: (@Sendable ([String]) -> Void)?) {
        (self.limit, self.write) = (limit, write)
    }

    /// Logs a request. Without a log, `why` is not evaluated.
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

    /// The waiting lines; nil ends the writing.
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
