import DemoManager
import DemoManagerFiles
import HTTPTypes
import WireFormats

/// The recording of one run: begun, stopped, and read back as stubs.
///
/// Replies of servers are recorded while it is on; with the policy `capture`, replies to requests that demo mode let
/// through are recorded in any case. Stubbed and incomplete replies never are; of a stream of events its beginning is.
package final class Recording: Sendable {
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
        var folder: String
        /// Opened by the first recording, which creates the folder.
        var recorder: Recorder?
        var isStarted = false
        var hasBegun = false
        var hasFailed = false
        /// The replies recorded before the last start.
        var earlier = 0
        /// Replies handed over, and the number of them that the stubs have.
        var taken = 0
        var loaded = 0
        /// The status that was reported.
        var told = Recorder.Status()
    }

    package let manager: DemoManager
    package let news: AsyncStream<News>
    private let tell: AsyncStream<News>.Continuation
    private let limits: Recorder.Limits
    private let state: Lock<State>

    /// - Parameters:
    ///   - manager: gets the stubs; has the policy, and removes secrets.
    ///   - folder: created by the first recording.
    package init(of manager: DemoManager, into folder: String = "", limits: Recorder.Limits = Recorder.Limits()) {
        (self.manager, self.limits) = (manager, limits)
        state = Lock(State(folder: folder))
        (news, tell) = AsyncStream.makeStream()
    }

    package var folder: String { state.withLock { $0.folder } }
    /// True between start and stop, also while a disk error pauses it.
    package var isStarted: Bool { state.withLock { $0.isStarted } }
    /// True while replies are recorded.
    package var isOn: Bool { isStarted && opened?.isTaking == true }
    /// True if it was ever started.
    package var hasBegun: Bool { state.withLock { $0.hasBegun } }
    /// True while this program changes the folder.
    package var isWriting: Bool { isStarted || manager.unmatched == .capture }
    package var status: Recorder.Status { opened?.status ?? Recorder.Status() }
    /// The number of replies since the last start.
    package var count: Int { status.recorded - state.withLock { $0.earlier } }
    /// The stub files made since the start; complete after ``flush()``.
    package var stubFiles: [String] { opened?.stubFiles ?? [] }
    /// Names that may be of secrets or of data, each with its file; complete after ``flush()``.
    package var doubts: [Problem] { opened?.doubts ?? [] }
    /// True if the disk failed at any time.
    package var hasFailed: Bool { state.withLock { $0.hasFailed } }
    /// True if the stubs lack recorded replies.
    package var hasNews: Bool { state.withLock { $0.taken > $0.loaded } }

    private var opened: Recorder? { state.withLock { $0.recorder } }

    /// Sets the folder of a recording that has not begun.
    package func use(folder: String) { state.withLock { $0.folder = folder } }

    /// Starts, also again after a disk error. Earlier recordings of the same requests are replaced.
    ///
    /// - Throws: a problem if the folder cannot be used.
    package func start() throws(Problem) {
        let recorder = try recorder()
        recorder.beginTake()
        state.withLock { state in
            (state.isStarted, state.hasBegun) = (true, true)
            (state.earlier, state.told.lastSkip) = (recorder.status.recorded, nil)
        }
    }

    /// Stops; pending replies are still recorded.
    package func stop() { state.withLock { $0.isStarted = false } }

    /// Records a complete reply, if it is on or captures the reply.
    package func take(_ exchange: ServedExchange, captures: Bool) {
        taking(captures: captures)?.record(exchange)
    }

    /// Begins to record the reply to a passed request; nil if it is not recorded.
    package func begin(_ request: HTTPRequest, _ body: [UInt8]?, captures: Bool) -> ReplyRecording? {
        taking(captures: captures)?.begin(request, body: body)
    }

    /// Records complete replies; they replace earlier recordings of the same requests.
    package func record(_ exchanges: [ServedExchange]) async {
        opened?.beginTake()
        for exchange in exchanges {
            guard let recorder = taking(captures: true) else { return }
            recorder.record(exchange)
            if recorder.isFilling { await recorder.flush() }
        }
    }

    /// Reports a reply that is not recorded.
    package func skip(_ sentence: String) {
        let isNew = state.withLock { state in
            defer { state.told.lastSkip = sentence }
            return state.told.lastSkip != sentence
        }
        if isNew { tell.yield(.skipped(sentence)) }
    }

    /// Writes pending replies.
    ///
    /// - Returns: true if the stubs lack some of them; from now on they count as known.
    @discardableResult
    package func flush() async -> Bool {
        let (recorder, taken) = state.withLock { ($0.recorder, $0.taken) }
        await recorder?.flush()
        return state.withLock { state in
            defer { state.loaded = max(state.loaded, taken) }
            return state.loaded < taken
        }
    }

    /// Writes pending replies and makes stubs of them.
    @concurrent package func settle() async {
        if await flush() { manager.reload() }
    }

    /// Writes pending replies, and ends the news.
    package func finish() async {
        await flush()
        tell.finish()
    }

    /// The recorder for one more reply; nil if none is recorded.
    private func taking(captures: Bool) -> Recorder? {
        guard captures || isStarted else { return nil }
        do throws(Problem) {
            let recorder = try recorder()
            guard recorder.isTaking else { return nil }
            state.withLock { $0.taken += 1 }
            return recorder
        } catch {
            skip("\(error.file): \(error.message)")
            return nil
        }
    }

    private func recorder() throws(Problem) -> Recorder {
        if let opened { return opened }
        let made = try Recorder(folder: folder, limits: limits, redactor: self.manager.redactor) { [weak self] status in
            self?.follow(status)
        }
        return state.withLock { state in
            // Of two created at once only one is used.
            let recorder = state.recorder ?? made
            state.recorder = recorder
            return recorder
        }
    }

    private func follow(_ status: Recorder.Status) {
        let isMore = state.withLock { state in
            // Two threads may arrive out of order: numbers that are not higher are old.
            let isMore = status.recorded > state.told.recorded
            if status.skipped > state.told.skipped, let skip = status.lastSkip, skip != state.told.lastSkip {
                tell.yield(.skipped(skip))
                state.told.lastSkip = skip
            }
            if let failure = status.failure, failure != state.told.failure {
                tell.yield(.failed(failure))
                state.hasFailed = true
            }
            state.told.skipped = max(state.told.skipped, status.skipped)
            state.told.recorded = max(state.told.recorded, status.recorded)
            state.told.failure = status.failure
            return isMore
        }
        guard isMore else { return }
        tell.yield(.written)
        guard manager.unmatched == .capture, status.failure == nil else { return }
        Task { await settle() }
    }
}
