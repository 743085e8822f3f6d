import DemoManager
import HTTPTypes
import Recordings
import Synchronization
import WireFormats

/// The recording of a gateway: whether what servers answer is taken down now, and how that goes.
///
/// A stub's answer never is. With the policy `capture` what demo mode lets through is taken in any case. A reply that does not
/// come to its end is no reply: one that never ends, such as server-sent events, is not recorded.
public final class GatewayRecording: Sendable {
    /// Where it stands.
    public enum Phase: Sendable, Hashable {
        /// It was not begun yet.
        case idle
        /// What passes is recorded.
        case recording
        /// It was ended.
        case stopped
    }

    /// What somebody is to know; one sentence each, each told once.
    public enum News: Sendable, Hashable {
        /// A reply was not recorded.
        case skipped(String)
        /// The disk refused: nothing more is taken until the recording is begun again.
        case failed(String)
        /// Replies were written that no stub is made of yet.
        case written
    }

    private struct State {
        var phase = Phase.idle
        /// Replies handed over, and how many of them the stubs know.
        var taken = 0
        var known = 0
    }

    private let state = Mutex(State())
    private let recorder: Recorder
    private let told = ToldNews()

    /// Opens the folder; nothing is recorded until it is begun.
    ///
    /// - Parameters:
    ///   - folder: where to record; made where it is not there.
    ///   - limits: how much is taken.
    ///   - redactor: tells secrets from data.
    ///   - tell: takes what somebody is to know; called on the recorder's thread.
    /// - Throws: a problem for a folder that cannot be recorded into.
    package init(
        into folder: String, limits: Recorder.Limits = Recorder.Limits(), redactor: Redactor = Redactor(),
        tell: @escaping @Sendable (News) -> Void
    ) throws(Problem) {
        recorder = try Recorder(folder: folder, limits: limits, redactor: redactor) { [told] status in
            for news in told.new(in: status) { tell(news) }
        }
    }

    /// Where is recorded.
    public var folder: String { recorder.folder }
    /// Where it stands.
    public var phase: Phase { state.withLock { $0.phase } }
    /// How it goes.
    package var status: Recorder.Status { recorder.status }
    /// The stub files that were made since it was begun; complete once ``flush()`` has returned.
    public var stubFiles: [String] { recorder.stubFiles }
    /// Names whose values may be secrets or data, each with its file; complete once ``flush()`` has returned.
    public var doubts: [Problem] { recorder.doubts }
    /// Whether the disk refused at any time.
    public var hasFailed: Bool { told.hasFailed }
    /// Whether replies were taken that the stubs do not know.
    public var hasNews: Bool { state.withLock { $0.taken > $0.known } }

    /// Begins, also again after the disk refused: what was recorded before for the same requests is replaced.
    public func start() {
        recorder.beginTake()
        state.withLock { $0.phase = .recording }
    }

    /// Ends it. Replies on their way are still recorded.
    package func stop() { state.withLock { $0.phase = .stopped } }

    /// Records replies that came whole and are over: they replace what was recorded before for the same requests.
    package func record(_ exchanges: [ServedExchange]) async {
        recorder.beginTake()
        for exchange in exchanges {
            state.withLock { $0.taken += 1 }
            recorder.record(exchange)
            if recorder.isFilling { await recorder.flush() }
        }
    }

    /// Writes what is still to be written.
    ///
    /// - Returns: whether there are replies that the stubs do not know; they count as known from now on.
    @discardableResult
    public func flush() async -> Bool {
        let taken = state.withLock { $0.taken }
        await recorder.flush()
        return state.withLock { state in
            defer { state.known = max(state.known, taken) }
            return state.known < taken
        }
    }

    /// Begins to record the reply to a request that is passed; nil where it is not to be recorded.
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

/// Finds what is new in a recorder's status, so that each is told once.
private final class ToldNews: Sendable {
    private struct Told {
        var recorded = 0
        var skipped = 0
        var skip: String?
        var failure: String?
        var hasFailed = false
    }

    private let told = Mutex(Told())

    var hasFailed: Bool { told.withLock { $0.hasFailed } }

    func new(in status: Recorder.Status) -> [GatewayRecording.News] {
        told.withLock { told in
            var news: [GatewayRecording.News] = []
            // Two threads may come in the wrong order: numbers that are not higher are old.
            if status.skipped > told.skipped, let skip = status.lastSkip, skip != told.skip {
                news.append(.skipped(skip))
                told.skip = skip
            }
            if status.recorded > told.recorded { news.append(.written) }
            if let failure = status.failure, failure != told.failure {
                news.append(.failed(failure))
                told.hasFailed = true
            }
            told.skipped = max(told.skipped, status.skipped)
            told.recorded = max(told.recorded, status.recorded)
            told.failure = status.failure
            return news
        }
    }
}
