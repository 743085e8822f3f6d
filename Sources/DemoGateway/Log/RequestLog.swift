import DemoManager
import WireFormats

/// One line for every request, without secrets. Lines are buffered until a flush: at most one per turn of an event
/// loop, so that many requests do not cost a system call each.
package final class RequestLog: Sendable {
    private let write: (@Sendable ([String]) -> Void)?
    private let pending = Lock<[String]>([])

    /// - Parameter write: receives one or more lines, with unsafe text from outside; nil disables the log.
    package init(_ write: (@Sendable ([String]) -> Void)?) { self.write = write }

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
        pending.withLock { $0.append(text) }
    }

    func flush() {
        guard let write else { return }
        let lines = pending.withLock { pending in
            defer { pending = [] }
            return pending
        }
        if !lines.isEmpty { write(lines) }
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
