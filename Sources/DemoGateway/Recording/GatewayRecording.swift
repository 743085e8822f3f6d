import DemoManager
import HTTPTypes
import Recordings
import WireFormats

/// The recording of the replies that a gateway passes.
///
/// Stubbed replies are never recorded. With the policy `capture`, requests that demo mode let through are recorded in
/// any case. Incomplete replies are not recorded; of a stream of events its beginning is.
package final class GatewayRecording: Sendable {
    package enum Phase: Sendable, Hashable {
        case idle
        case recording
        case stopped
    }

    /// News for the user; one sentence each, reported once.
    package enum News: Sendable, Hashable {
        /// A reply was not recorded.
        case skipped(String)
        /// A disk error: nothing more is recorded until a new start.
        case failed(String)
        /// Replies were written that the stubs do not have yet.
        case written
    }

    private struct State {
        var phase = Phase.idle
        /// Replies handed over, and the number of them that the stubs have.
        var taken = 0
        var known = 0
    }

    private let state = Lock(State())
    private let recorder: Recorder
    private let reported = ReportedNews()

    /// Opens the folder; nothing is recorded until ``start()``.
    ///
    /// - Parameters:
    ///   - folder: created if it is missing.
    ///   - limits: bounds of the recording.
    ///   - redactor: removes secrets.
    ///   - tell: receives news on the recorder's thread.
    /// - Throws: a problem if the folder cannot be used.
    package init(
        into folder: String, limits: Recorder.Limits = Recorder.Limits(),
        redactor: @autoclosure @escaping @Sendable () -> Redactor = Redactor(),
        tell: @escaping @Sendable (News) -> Void
    ) throws(Problem) {
        recorder = try Recorder(folder: folder, limits: limits, redactor: redactor()) { [reported] status in
            for news in reported.new(in: status) { tell(news) }
        }
    }

    package var folder: String { recorder.folder }
    package var phase: Phase { state.withLock { $0.phase } }
    package var status: Recorder.Status { recorder.status }
    /// The stub files made since the start; complete after ``flush()``.
    package var stubFiles: [String] { recorder.stubFiles }
    /// Names that may be of secrets or of data, each with its file; complete after ``flush()``.
    package var doubts: [Problem] { recorder.doubts }
    /// True if the disk failed at any time.
    package var hasFailed: Bool { reported.hasFailed }
    /// True if the stubs lack recorded replies.
    package var hasNews: Bool { state.withLock { $0.taken > $0.known } }

    /// Starts, also again after a disk error. Earlier recordings of the same requests are replaced.
    package func start() {
        recorder.beginTake()
        state.withLock { $0.phase = .recording }
    }

    /// Stops; pending replies are still recorded.
    package func stop() { state.withLock { $0.phase = .stopped } }

    /// Records complete replies; they replace earlier recordings of the same requests.
    package func record(_ exchanges: [ServedExchange]) async {
        recorder.beginTake()
        for exchange in exchanges {
            state.withLock { $0.taken += 1 }
            recorder.record(exchange)
            if recorder.isFilling { await recorder.flush() }
        }
    }

    /// Writes pending replies.
    ///
    /// - Returns: true if the stubs lack some of them; from now on they count as known.
    @discardableResult
    package func flush() async -> Bool {
        let taken = state.withLock { $0.taken }
        await recorder.flush()
        return state.withLock { state in
            defer { state.known = max(state.known, taken) }
            return state.known < taken
        }
    }

    /// Begins to record the reply to a passed request; nil if it is not recorded.
    func begin(_ request: HTTPRequest, _ body: [UInt8]?, captures: Bool) -> ReplyRecording? {
        guard recorder.isTaking else { return nil }
        let isOn = state.withLock { state in
            guard captures || state.phase == .recording else { return false }
            state.taken += 1
            return true
        }
        return isOn ? recorder.begin(request, body: body) : nil
    }
}

/// Finds new facts in a recorder's status, so that each is reported once.
private final class ReportedNews: Sendable {
    private struct Reported {
        var recorded = 0
        var skipped = 0
        var skip: String?
        var failure: String?
        var hasFailed = false
    }

    private let reported = Lock(Reported())

    var hasFailed: Bool { reported.withLock { $0.hasFailed } }

    func new(in status: Recorder.Status) -> [GatewayRecording.News] {
        reported.withLock { reported in
            var news: [GatewayRecording.News] = []
            // Two threads may arrive out of order: numbers that are not higher are old.
            if status.skipped > reported.skipped, let skip = status.lastSkip, skip != reported.skip {
                news.append(.skipped(skip))
                reported.skip = skip
            }
            if status.recorded > reported.recorded { news.append(.written) }
            if let failure = status.failure, failure != reported.failure {
                news.append(.failed(failure))
                reported.hasFailed = true
            }
            reported.skipped = max(reported.skipped, status.skipped)
            reported.recorded = max(reported.recorded, status.recorded)
            reported.failure = status.failure
            return news
        }
    }
}
