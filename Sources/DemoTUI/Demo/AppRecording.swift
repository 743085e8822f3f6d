import AppCore
import DemoManager
import HTTPTypes
import Recordings
import Synchronization
import WireFormats

/// The recording of a run: whether it is on, where it goes, and what of it the stubs know.
///
/// What servers answer is taken while it is on; with the policy `capture` what demo mode lets through is taken in any case.
/// A stub's answer never is.
final class AppRecording: Sendable {
    private struct State {
        var folder = ""
        var recorder: Recorder?
        var isOn = false
        /// Replies of earlier takes.
        var recordedBefore = 0
        /// Replies handed to the recorder, and how many of them the stubs know.
        var taken = 0
        var loaded = 0
        /// The last message that was told, so that each is told once.
        var told: String?
    }

    private let manager: DemoManager
    private let state = Mutex(State())
    let messages: AsyncStream<String>
    private let message: AsyncStream<String>.Continuation

    init(manager: DemoManager) {
        self.manager = manager
        (messages, message) = AsyncStream.makeStream()
    }

    var folder: String { state.withLock { $0.folder } }
    /// False after a failure, too.
    var isOn: Bool { state.withLock { $0.isOn && $0.recorder?.isTaking == true } }
    var failure: String? { state.withLock { $0.recorder?.status.failure } }
    /// True while the folder changes by this program; it is not watched then.
    var isWriting: Bool { state.withLock { $0.isOn } || manager.unmatched == .capture }
    var count: Int {
        state.withLock { state in
            guard let recorder = state.recorder else { return 0 }
            return recorder.status.recorded - state.recordedBefore
        }
    }
    /// Names whose values may be secrets or data, each with its file.
    var doubts: [Problem] { state.withLock { $0.recorder }?.doubts ?? [] }
    /// True if the stubs lack recordings.
    var hasNews: Bool { state.withLock { $0.taken > $0.loaded } }

    /// Names the folder. Until it is recorded into, nothing is made there.
    func use(folder: String) { state.withLock { $0.folder = folder } }

    /// Begins to record: what was recorded before for the same requests is replaced.
    /// - Throws: a problem for a folder that cannot be recorded into.
    func start() throws(Problem) {
        let recorder = try recorder()
        recorder.beginTake()
        state.withLock { state in
            state.isOn = true
            state.told = nil
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
        // The transport has taken it off.
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
        let made = try Recorder(folder: folder, redactor: manager.redactor) { [weak self] status in self?.follow(status)
        }
        return state.withLock { state in
            // Of two that were made at once one is used.
            let recorder = state.recorder ?? made
            state.recorder = recorder
            return recorder
        }
    }

    private func follow(_ status: Recorder.Status) {
        if let sentence = status.failure ?? status.lastSkip { tell(sentence) }
        guard manager.unmatched == .capture, status.failure == nil else { return }
        Task { await settle() }
    }

    private func tell(_ sentence: String) {
        let isNew = state.withLock { state in
            defer { state.told = sentence }
            return state.told != sentence
        }
        if isNew { message.yield(sentence) }
    }
}

/// The recording of what a gateway passes for its clients, as the key has it.
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
