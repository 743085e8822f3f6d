import DemoManager
import Synchronization

/// One line for every request, without secrets. Lines are kept until somebody flushes them: at most once per turn of a
/// connection's loop, so that many requests at once do not cost a system call each.
public final class RequestLog: Sendable {
    private let write: (@Sendable ([String]) -> Void)?
    private let pending = Mutex<[String]>([])

    /// A log.
    ///
    /// - Parameter write: takes one or more lines, and makes them fit to be shown: they hold text from outside. Nil makes none.
    public init(_ write: (@Sendable ([String]) -> Void)?) { self.write = write }

    /// Notes a request. Where nobody reads the log, `why` is not asked.
    func note(
        _ method: String, _ path: String, status: String, outcome: String, duration: Duration,
        redactor: Redactor, why: @autoclosure () -> String
    ) {
        guard write != nil else { return }
        let why = why()
        let reason = why.isEmpty ? "" : "  " + redactor.text(why)
        line("\(method) \(redactor.url(path)) \(status) \(outcome) \(duration.milliseconds)\(reason)")
    }

    /// Notes something else worth to be known.
    func line(_ text: String) {
        guard write != nil else { return }
        pending.withLock { $0.append(text) }
    }

    /// Hands on what was noted.
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
