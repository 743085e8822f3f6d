import Foundation
import HTTPTypes
import JSONText

/// Takes down what servers answer, as stub files that answer the same: WireMock's mappings with their bodies, without secrets.
///
/// `record(_:)` and `begin(_:body:)` only hand over; a thread of its own makes the stubs and writes them, and ends when there is
/// nothing left. Nothing that goes wrong there reaches the caller: a full disk costs the recording, never the reply. It is told
/// in `status`, and the recorder takes nothing more until the next `beginTake()`.
///
/// The first reply to a request in a take replaces what an earlier take recorded for it, later ones continue as a sequence.
/// A file whose `recorded` was taken out is a person's own and stays. What to record is the caller's to decide: calls that a
/// server answered, never what a stub said.
///
/// ```swift
/// let recorder = try Recorder(folder: "recordings")
/// let reply = recorder.begin(request, body: requestBody)   // streaming: hand on each chunk, then tell the recorder
/// reply.receive(head)
/// reply.receive(chunk)
/// reply.end()
/// ```
public final class Recorder: Sendable {
    /// How much a recorder takes.
    public struct Limits: Sendable, Hashable {
        /// Bytes of one body; a reply with a longer one is not recorded.
        public var body: Int
        /// Bytes of bodies that wait to be written; what comes while they are more is not recorded.
        public var waiting: Int
        /// Stubs of one take.
        public var stubs: Int

        /// Limits; 32 MB a body, 128 MB waiting and 10,000 stubs unless told otherwise.
        public init(body: Int = 32 << 20, waiting: Int = 128 << 20, stubs: Int = 10_000) {
            self.body = body
            self.waiting = waiting
            self.stubs = stubs
        }
    }

    /// How a recording goes.
    public struct Status: Sendable, Hashable {
        /// Replies recorded since the recorder was made.
        public internal(set) var recorded = 0
        /// Replies of calls that could not be recorded.
        public internal(set) var skipped = 0
        /// Why the last of them could not, in one sentence.
        public internal(set) var lastSkip: String?
        /// Why the recording stopped, in one sentence; nil while it goes on.
        public internal(set) var failure: String?
    }

    /// The folder; `loadStubs(folder:)` reads it.
    public let folder: String
    /// How much it takes.
    public let limits: Limits
    let redactor: Redactor
    let state = Lock(State())
    private let onChange: @Sendable (Status) -> Void

    /// Opens the folder, made with its parents where it is not there; what an interrupted recording left there is removed.
    ///
    /// - Parameters:
    ///   - folder: where to record. It is opened once, and nothing is written outside of it.
    ///   - limits: how much it takes.
    ///   - redactor: replaces secrets before anything is written.
    ///   - onChange: called on the recorder's thread when something was written, skipped or went wrong.
    /// - Throws: a problem for a folder that cannot be made or opened; a link is not followed.
    public convenience init(
        folder: String, limits: Limits = Limits(), redactor: Redactor = Redactor(),
        onChange: @escaping @Sendable (Status) -> Void = { _ in }
    ) throws(Problem) {
        try self.init(folder: folder, limits: limits, redactor: redactor, calls: .system, onChange: onChange)
    }

    /// A recorder that writes by `calls`.
    init(
        folder: String, limits: Limits = Limits(), redactor: Redactor = Redactor(), calls: FileCalls,
        onChange: @escaping @Sendable (Status) -> Void = { _ in }
    ) throws(Problem) {
        (self.folder, self.limits, self.redactor, self.onChange) = (folder, limits, redactor, onChange)
        do throws(FileFailure) {
            files = try RecordingFolder(folder, calls: calls)
        } catch {
            throw Problem("nothing can be recorded there: \(error.message)", file: folder)
        }
    }

    let files: RecordingFolder

    /// How it goes.
    public var status: Status { state.withLock { $0.status } }

    /// Whether replies are taken: nothing has gone wrong since the take began.
    public var isTaking: Bool { state.withLock { $0.status.failure == nil } }

    /// Whether half of what may wait does: who can wait calls `flush()` then.
    public var isFilling: Bool { state.withLock { $0.waiting > limits.waiting / 2 || $0.queue.count > 1_000 } }

    /// Begins a new take: from now on the first reply to each request replaces what was recorded for it. After a failure the
    /// recorder takes replies again.
    public func beginTake() {
        state.withLock { state in
            state.status.failure = nil
            if state.isWriting { state.queue.append(.newTake) } else { state.take = Take() }
        }
    }

    /// Records a reply that came whole. Returns at once.
    public func record(_ exchange: ServedExchange) {
        guard exchange.body.count <= limits.body else {
            return skip("\(exchange.title) was not recorded: \(longBody).")
        }
        let isFirst = state.withLock { $0.enqueue(exchange, limits) }
        guard let isFirst else {
            return skip("\(exchange.title) was not recorded: \(Self.flood).")
        }
        if isFirst { startWriting() }
    }

    /// Begins to record a reply that comes in pieces.
    public func begin(_ request: HTTPRequest, body: [UInt8]? = nil) -> ReplyRecording {
        ReplyRecording(recorder: self, request: request, requestBody: body)
    }

    /// Returns when everything handed over so far is written, or will not be.
    public func flush() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.isWriting { state.waiters.append(continuation) }
                return !state.isWriting
            }
            if isIdle { continuation.resume() }
        }
    }

    /// The stub files of this take, by their names in the folder's `mappings`; complete once ``flush()`` has returned.
    public var stubFiles: [String] {
        state.withLock { $0.take.stems }.map { $0 + ".json" }
    }

    /// Names in this take whose values may be secrets or data, one for each file; complete once ``flush()`` has returned.
    /// What looks like a secret was replaced, everything else was kept: a person has to decide.
    public var doubts: [Problem] {
        state.withLock { $0.take.doubts }.sorted { $0.key < $1.key }.flatMap { file, doubts in
            doubts.sorted { ($0.key.name, $0.value) < ($1.key.name, $1.value) }.map { doubt, count in
                Problem(
                    "\(Cells.printable("\"\(doubt.name)\"")) may be a secret: \(count) \(count == 1 ? "value" : "values") "
                        + (doubt.isReplaced ? "replaced" : "kept"), file: file, path: "\(folder)/\(file)",
                    severity: .warning)
            }
        }
    }

    /// Notes a reply that is not recorded.
    func skip(_ reason: String) {
        change { status in
            status.skipped += 1
            status.lastSkip = reason
        }
    }

    func change(_ body: (inout Status) -> Void) {
        onChange(
            state.withLock { state in
                body(&state.status)
                return state.status
            })
    }
}
