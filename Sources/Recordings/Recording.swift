import DemoManager
import DemoManagerFiles
import HTTPTypes
import WireFormats

/// Records the replies of servers as stub files, without secrets: WireMock's mappings with their bodies. They can be
/// loaded as stubs.
///
/// Replies are recorded while it is started; under the policy `capture`, replies to unmatched demo requests are always
/// recorded. Stubbed and incomplete replies are not recorded, except for the beginning of an event stream. The first
/// reply to a request in a take replaces its recording of an earlier take; later ones continue as a sequence. A file
/// without `recorded` belongs to the user and is kept.
///
/// `take(_:captures:)` and `begin(_:_:captures:)` only enqueue. A separate thread writes the stubs, and ends when the
/// queue is empty. Errors never affect the reply: they are reported in `status` and `news`, and the recording pauses
/// until the next `start()`.
///
/// ```swift
/// let recording = Recording(of: manager, into: "recordings")
/// try recording.start()
/// let reply = recording.begin(request, requestBody, captures: false)   // streaming: hand on each chunk, then tell it
/// reply?.receive(head)
/// reply?.receive(chunk)
/// reply?.end()
/// ```
package final class Recording: Sendable {
    package struct Limits: Sendable, Hashable {
        /// The maximum size of a body in bytes; a reply with a longer one is not recorded.
        package var body: Int
        /// The maximum size of the bodies in the queue in bytes; replies that do not fit are not recorded.
        package var waiting: Int
        /// The maximum number of stubs in a take.
        package var stubs: Int
        /// The maximum size and duration of a recorded event stream.
        package var streamBytes = 1 << 20
        package var streamTime: Duration = .seconds(60)

        /// Creates limits; by default 32 MB per body, 128 MB in the queue and 10,000 stubs.
        package init(body: Int = 32 << 20, waiting: Int = 128 << 20, stubs: Int = 10_000) {
            self.body = body
            self.waiting = waiting
            self.stubs = stubs
        }
    }

    /// The progress of a recording.
    package struct Status: Sendable, Hashable {
        /// The number of replies recorded since the recording was created.
        package internal(set) var recorded = 0
        /// The number of replies that could not be recorded.
        package internal(set) var skipped = 0
        /// The reason for the last of them since the start, in one sentence.
        package internal(set) var lastSkip: String?
        /// The reason for a pause, in one sentence; nil while it records.
        package internal(set) var failure: String?
    }

    /// Messages for the user; one sentence each, reported once.
    package enum News: Sendable, Hashable {
        /// A reply was not recorded.
        case skipped(String)
        /// A disk error; nothing is recorded until the next start.
        case failed(String)
        /// Replies were written that are not loaded as stubs yet.
        case written
    }

    package let manager: DemoManager
    package let news: AsyncStream<News>
    let tell: AsyncStream<News>.Continuation
    let limits: Limits
    let state: Lock<State>
    private let calls: FileCalls
    private let tellsEach: Bool

    /// - Parameters:
    ///   - manager: gets the stubs, has the policy, and removes secrets.
    ///   - folder: the folder, created by the first recording. Nothing is written elsewhere.
    ///   - calls: the system's calls, or those of a test.
    ///   - tellsEach: true to report a sentence again if it equals the last one.
    package init(
        of manager: DemoManager, into folder: String = "", limits: Limits = Limits(), calls: FileCalls = .system,
        tellsEach: Bool = false
    ) {
        (self.manager, self.limits, self.calls, self.tellsEach) = (manager, limits, calls, tellsEach)
        state = Lock(State(folder: folder))
        (news, tell) = AsyncStream.makeStream()
    }

    /// The folder; `loadStubs(folder:)` reads it.
    package var folder: String { state.withLock { $0.folder } }
    /// True between start and stop, even during a pause.
    package var isStarted: Bool { state.withLock { $0.isStarted } }
    /// True while replies are recorded.
    package var isOn: Bool { state.withLock { $0.isStarted && $0.status.failure == nil } }
    /// True if it was ever started.
    package var hasBegun: Bool { state.withLock { $0.hasBegun } }
    /// True if this program may be changing the folder.
    package var isWriting: Bool { isStarted || manager.unmatched == .capture }
    package var status: Status { state.withLock { $0.status } }
    /// The number of replies since the last start.
    package var count: Int { state.withLock { $0.status.recorded - $0.earlier } }
    /// True if there was a disk error at any time.
    package var hasFailed: Bool { state.withLock { $0.hasFailed } }
    /// True if recorded replies are not loaded as stubs yet.
    package var hasNews: Bool { state.withLock { $0.taken > $0.loaded } }

    /// The paths of the stub files of this take; complete after ``flush()``.
    package var stubPaths: [String] {
        let (folder, stems) = state.withLock { ($0.folder, $0.take.stems) }
        return stems.map { "\(folder)/mappings/\($0).json" }
    }

    /// Names in this take whose values may be secrets or data, one problem per name and file; complete after
    /// ``flush()``. Values with the shape of a secret were replaced, others kept. The user must decide.
    package var doubts: [Problem] {
        let (folder, doubts) = state.withLock { ($0.folder, $0.take.doubts) }
        return doubts.sorted { $0.key < $1.key }.flatMap { file, doubts in
            doubts.sorted { ($0.key.name, $0.value) < ($1.key.name, $1.value) }.map { doubt, count in
                Problem(
                    "\(Cells.printable("\"\(doubt.name)\"")) may be a secret: \(count) \(count == 1 ? "value" : "values") "
                        + (doubt.isReplaced ? "replaced" : "kept"), file: file, path: "\(folder)/\(file)",
                    severity: .warning)
            }
        }
    }

    /// Sets the folder of a recording that was never started.
    package func use(folder: String) { state.withLock { $0.folder = folder } }

    /// Starts, or restarts after a disk error. Earlier recordings of the same requests are replaced.
    ///
    /// - Throws: a problem if the folder cannot be used; symbolic links are not followed.
    package func start() throws(Problem) {
        try open()
        beginTake()
        state.withLock { state in
            (state.isStarted, state.hasBegun) = (true, true)
            (state.earlier, state.status.lastSkip) = (state.status.recorded, nil)
        }
    }

    /// Stops; pending replies are still recorded.
    package func stop() { state.withLock { $0.isStarted = false } }

    /// Records a complete reply, if the recording is started or the reply is captured. Does not wait.
    package func take(_ exchange: ServedExchange, captures: Bool) {
        if takes(captures: captures) { enqueue(exchange) }
    }

    /// Begins to record the reply to a passed request; nil if it is not to be recorded.
    package func begin(_ request: HTTPRequest, _ body: [UInt8]?, captures: Bool) -> ReplyRecording? {
        takes(captures: captures) ? ReplyRecording(self, request, body) : nil
    }

    /// Records complete replies; they replace earlier recordings of the same requests.
    package func record(_ exchanges: [ServedExchange]) async {
        beginTake()
        for exchange in exchanges {
            guard takes(captures: true) else { return }
            enqueue(exchange)
            // These replies can wait for the disk.
            if isFilling { await flush() }
        }
    }

    /// Reports a reply that is not recorded.
    package func skip(_ sentence: String) {
        let isNew = state.withLock { state in
            defer { state.status.lastSkip = sentence }
            state.status.skipped += 1
            return state.status.lastSkip != sentence
        }
        if isNew || tellsEach { tell.yield(.skipped(sentence)) }
    }

    /// Writes pending replies and loads them as stubs.
    @concurrent package func settle() async {
        let taken = state.withLock { $0.taken }
        await flush()
        guard state.withLock({ $0.loaded < taken }) else { return }
        manager.reload()
        // Only now: whoever settles meanwhile must not return before the stubs are loaded.
        state.withLock { $0.loaded = max($0.loaded, taken) }
    }

    /// Writes pending replies, and ends the messages.
    package func finish() async {
        await flush()
        tell.finish()
    }

    /// True if a further reply is recorded, which is counted then.
    private func takes(captures: Bool) -> Bool {
        guard captures || isStarted else { return false }
        do throws(Problem) {
            try open()
        } catch {
            skip("\(error.file): \(error.message)")
            return false
        }
        return state.withLock { state in
            guard state.status.failure == nil else { return false }
            state.taken += 1
            return true
        }
    }

    /// Opens the folder if it is not open.
    private func open() throws(Problem) {
        let (files, folder) = state.withLock { ($0.files, $0.folder) }
        guard files == nil else { return }
        let opened: RecordingFolder
        do throws(FileFailure) {
            opened = try RecordingFolder(folder, calls: calls)
        } catch {
            throw Problem("nothing can be recorded there: \(error.message)", file: folder)
        }
        // If it was opened twice concurrently, one is used.
        state.withLock { $0.files = $0.files ?? opened }
    }

    /// The folder name for the recordings of one API.
    ///
    /// - Parameters:
    ///   - title: the API's title.
    ///   - identity: distinguishes APIs with the same title, by the document's path for instance.
    package static func folderName(title: String, identity: String?) -> String {
        let slug = RecordingName.slug(title)
        return identity.map { "\(slug)-\(ByteHash($0.utf8).text.prefix(8))" } ?? slug
    }
}
