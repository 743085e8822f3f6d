import AppCore
import DemoManager
import HTTPTypes
import Recordings
import WireFormats

/// The recording of a run: its state, its folder, and the recordings that the stubs lack.
///
/// Replies of servers are recorded while it is on; with the policy `capture`, requests that demo mode let through are
/// recorded in any case. Stubbed replies never are.
final class AppRecording: Sendable {
    private struct State {
        var folder = ""
        var recorder: Recorder?
        var isOn = false
        var recordedBefore = 0
        /// Replies handed to the recorder, and the number of them that the stubs have.
        var taken = 0
        var loaded = 0
        /// The number of recorded replies that was reported.
        var told = 0
        /// The last message, so that each is reported once.
        var reported: String?
    }

    private let manager: DemoManager
    private let state = Lock(State())
    /// Messages for the user; nil for one more recorded reply.
    let messages: AsyncStream<String?>
    private let message: AsyncStream<String?>.Continuation

    init(manager: DemoManager) {
        self.manager = manager
        (messages, message) = AsyncStream.makeStream()
    }

    var folder: String { state.withLock { $0.folder } }
    /// False after a failure, too.
    var isOn: Bool { state.withLock { $0.isOn && $0.recorder?.isTaking == true } }
    var failure: String? { state.withLock { $0.recorder?.status.failure } }
    /// True while this program changes the folder, which is then not watched.
    var isWriting: Bool { state.withLock { $0.isOn } || manager.unmatched == .capture }
    var count: Int {
        state.withLock { state in
            guard let recorder = state.recorder else { return 0 }
            return recorder.status.recorded - state.recordedBefore
        }
    }
    /// The number of replies recorded in this run.
    var total: Int { state.withLock { $0.recorder?.status.recorded ?? 0 } }
    /// Names that may be of secrets or of data, each with its file.
    var doubts: [Problem] { state.withLock { $0.recorder }?.doubts ?? [] }
    var hasNews: Bool { state.withLock { $0.taken > $0.loaded } }

    /// Sets the folder. It is created by the first recording.
    func use(folder: String) { state.withLock { $0.folder = folder } }

    /// Starts: earlier recordings of the same requests are replaced.
    /// - Throws: a problem if the folder cannot be used.
    func start() throws(Problem) {
        let recorder = try recorder()
        recorder.beginTake()
        state.withLock { state in
            state.isOn = true
            state.reported = nil
            state.recordedBefore = recorder.status.recorded
        }
    }

    func stop() { state.withLock { $0.isOn = false } }

    func take(_ request: HTTPRequest, _ body: [UInt8]?, _ response: APIResponse, _ reason: PassThroughReason) {
        let captures = reason == .unmatched && manager.unmatched == .capture
        guard captures || isOn else { return }
        guard !response.isTruncated else {
            return tell(
                "\(request.method) \(manager.redactor.url(request.path ?? "/")) was not recorded: its body was cut.")
        }
        var head = response.head
        // The transport has removed the coding.
        head.headerFields[.contentEncoding] = nil
        do throws(Problem) {
            let recorder = try recorder()
            state.withLock { $0.taken += 1 }
            recorder.record(ServedExchange(request: request, requestBody: body, response: head, body: response.body))
        } catch {
            tell("\(error.file): \(error.message)")
        }
    }

    @concurrent func settle() async {
        let (recorder, taken) = state.withLock { ($0.recorder, $0.taken) }
        await recorder?.flush()
        let isNew = state.withLock { state in
            defer { state.loaded = max(state.loaded, taken) }
            return state.loaded < taken
        }
        if isNew { manager.reload() }
    }

    func finish() async {
        await state.withLock { $0.recorder }?.flush()
        message.finish()
    }

    private func recorder() throws(Problem) -> Recorder {
        if let recorder = state.withLock({ $0.recorder }) { return recorder }
        let manager = manager
        let made = try Recorder(folder: folder, redactor: manager.redactor) { [weak self] status in
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
        if let sentence = status.failure ?? status.lastSkip { tell(sentence) }
        let isMore = state.withLock { state in
            defer { state.told = status.recorded }
            return state.told != status.recorded
        }
        if isMore { message.yield(nil) }
        guard manager.unmatched == .capture, status.failure == nil else { return }
        Task { await settle() }
    }

    private func tell(_ sentence: String) {
        let isNew = state.withLock { state in
            defer { state.reported = sentence }
            return state.reported != sentence
        }
        if isNew { message.yield(sentence) }
    }
}

/// The recording of a gateway's passed replies, controlled by the key.
struct PassedRecording: Sendable {
    let folder: String
    let isOn: @Sendable () -> Bool
    let count: @Sendable () -> Int
    let doubts: @Sendable () -> [Problem]
    let hasNews: @Sendable () -> Bool
    let start: @Sendable () -> Void
    let stop: @Sendable () -> Void
    let settle: @Sendable () async -> Void
}

extension DemoControls {
    /// False for a gateway without a folder to record into.
    var canRecord: Bool { passed != nil || session.isAlone }

    var isRecording: Bool { passed?.isOn() ?? recording.isOn }

    /// The number of replies that were recorded in this run.
    var recorded: Int { passed?.count() ?? recording.total }

    var hasRecordingNews: Bool { recording.hasNews || passed?.hasNews() ?? false }

    func settleRecording() async {
        await recording.settle()
        await passed?.settle()
    }

    func toggle(_ passed: PassedRecording) -> DemoFact {
        if passed.isOn() {
            passed.stop()
            return .recorded(folder: passed.folder, replies: passed.count(), doubts: passed.doubts().count)
        }
        passed.start()
        return .recording(folder: passed.folder, needsLive: session.base.banner == .demo)
    }
}
