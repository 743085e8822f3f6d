import DemoManager
import DemoManagerFiles
import Foundation
import HTTPTypes
import WireFormats

/// Records the replies of servers as stub files: WireMock's mappings with their bodies, without secrets.
///
/// `record(_:)` and `begin(_:body:)` only enqueue. A thread of its own writes the stubs, and ends when the queue is
/// empty. Errors never reach the caller: a full disk costs the recording, not the reply. They are reported in
/// `status`, and the recorder pauses until the next `beginTake()`.
///
/// The first reply to a request in a take replaces the recording of an earlier take; later ones continue as a
/// sequence. A file without `recorded` belongs to the user and stays. The caller decides what to record: replies of
/// servers, never of stubs.
///
/// ```swift
/// let recorder = try Recorder(folder: "recordings")
/// let reply = recorder.begin(request, body: requestBody)   // streaming: hand on each chunk, then tell the recorder
/// reply.receive(head)
/// reply.receive(chunk)
/// reply.end()
/// ```
package final class Recorder: Sendable {
    package struct Limits: Sendable, Hashable {
        /// Bytes of one body; a reply with a longer one is not recorded.
        package var body: Int
        /// Bytes of bodies in the queue; while it is full, replies are not recorded.
        package var waiting: Int
        /// Stubs of one take.
        package var stubs: Int
        /// Bytes of a stream of events, and the time that one is recorded.
        package var streamBytes = 1 << 20
        package var streamTime: Duration = .seconds(60)

        /// The defaults are 32 MB a body, 128 MB in the queue and 10,000 stubs.
        package init(body: Int = 32 << 20, waiting: Int = 128 << 20, stubs: Int = 10_000) {
            self.body = body
            self.waiting = waiting
            self.stubs = stubs
        }
    }

    /// The progress of a recording.
    package struct Status: Sendable, Hashable {
        /// Replies recorded since the recorder was made.
        package internal(set) var recorded = 0
        /// Replies that could not be recorded.
        package internal(set) var skipped = 0
        /// The reason of the last one, in one sentence.
        package internal(set) var lastSkip: String?
        /// The reason for a pause, in one sentence; nil while it records.
        package internal(set) var failure: String?
    }

    /// The folder; `loadStubs(folder:)` reads it.
    package let folder: String
    package let limits: Limits
    let redactor: @Sendable () -> Redactor
    let state = Lock(State())
    private let onChange: @Sendable (Status) -> Void

    /// Opens the folder, creating it with its parents, and removes leftovers of an interrupted recording.
    ///
    /// - Parameters:
    ///   - folder: opened once; nothing is written outside of it.
    ///   - limits: the limits of the recorder.
    ///   - redactor: removes secrets before anything is written; asked for each exchange, because a document changes.
    ///   - calls: the system's, or those of a test.
    ///   - onChange: called on the recorder's thread after a write, a skip or an error.
    /// - Throws: a problem if the folder cannot be created or opened; links are not followed.
    package init(
        folder: String, limits: Limits = Limits(),
        redactor: @autoclosure @escaping @Sendable () -> Redactor = Redactor(), calls: FileCalls = .system,
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

    package var status: Status { state.withLock { $0.status } }

    /// True if replies are recorded: there was no error since the take began.
    package var isTaking: Bool { state.withLock { $0.status.failure == nil } }

    /// True if the queue is half full: callers that can wait call `flush()`.
    package var isFilling: Bool { state.withLock { $0.waiting > limits.waiting / 2 || $0.queue.count > 1_000 } }

    /// Begins a new take: the first reply to each request replaces its earlier recording. Ends a pause.
    package func beginTake() {
        state.withLock { state in
            state.status.failure = nil
            if state.isWriting { state.queue.append(.newTake) } else { state.take = Take() }
        }
    }

    /// Records a complete reply. Returns at once.
    package func record(_ exchange: ServedExchange) {
        guard exchange.body.count <= limits.body else { return skip(exchange.title, longBody) }
        let isFirst = state.withLock { $0.enqueue(exchange, limits) }
        guard let isFirst else { return skip(exchange.title, Self.flood) }
        if isFirst { startWriting() }
    }

    /// Begins to record a streamed reply.
    package func begin(_ request: HTTPRequest, body: [UInt8]? = nil) -> ReplyRecording {
        ReplyRecording(recorder: self, request: request, requestBody: body)
    }

    /// Returns when the queue is written or dropped.
    package func flush() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.isWriting { state.waiters.append(continuation) }
                return !state.isWriting
            }
            if isIdle { continuation.resume() }
        }
    }

    /// The stub files of this take, by their names in the folder `mappings`; complete after ``flush()``.
    package var stubFiles: [String] {
        state.withLock { $0.take.stems }.map { $0 + ".json" }
    }

    /// Names in this take that may be of secrets or of data, one for each file; complete after ``flush()``. Values
    /// with the shape of a secret were replaced, others kept: a person must decide.
    package var doubts: [Problem] {
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
    func skip(_ title: String, _ reason: String) {
        change { status in
            status.skipped += 1
            status.lastSkip = "\(title) was not recorded: \(reason)."
        }
    }

    func change(_ body: (inout Status) -> Void) {
        onChange(
            state.withLock { state in
                body(&state.status)
                return state.status
            })
    }

    /// The folder name for the recordings of one API.
    ///
    /// - Parameters:
    ///   - title: the API's title.
    ///   - identity: distinguishes APIs of one title, for instance by the document's path.
    package static func folderName(title: String, identity: String?) -> String {
        let slug = RecordingName.slug(title)
        return identity.map { "\(slug)-\(ByteHash($0.utf8).text.prefix(8))" } ?? slug
    }
}

// MARK: Writing

extension Recorder {
    /// The queue of the writing thread, and the take.
    struct State: Sendable {
        /// One step of the writing thread.
        enum Work: Sendable {
            case exchange(ServedExchange)
            case newTake
        }

        var status = Status()
        var queue: [Work] = []
        /// Bytes of bodies in the queue.
        var waiting = 0
        /// Bytes of bodies that are being received.
        var coming = 0
        /// True if there is a writing thread.
        var isWriting = false
        /// Held by the writing thread while there is one.
        var take = Take()
        var waiters: [CheckedContinuation<Void, Never>] = []

        /// Enqueues an exchange. True if a thread must be started; nil if the queue is full.
        mutating func enqueue(_ exchange: ServedExchange, _ limits: Limits) -> Bool? {
            guard status.failure == nil else { return false }
            guard waiting + coming + exchange.bodyBytes <= limits.waiting else { return nil }
            waiting += exchange.bodyBytes
            queue.append(.exchange(exchange))
            defer { isWriting = true }
            return !isWriting
        }
    }

    /// The reason not to record a long body.
    var longBody: String { "its body is longer than \(limits.body >> 20) MB" }
    /// The reason not to record a reply that the queue has no room for.
    static let flood = "more replies come than can be written"

    /// Reserves bytes for a body that is being received; false if there is no room.
    func hold(_ count: Int) -> Bool {
        state.withLock { state in
            guard state.waiting + state.coming + count <= limits.waiting else { return false }
            state.coming += count
            return true
        }
    }

    /// Releases reserved bytes.
    func letGo(_ count: Int) {
        if count > 0 { state.withLock { $0.coming -= count } }
    }

    /// Starts a thread for as long as there is something to write: tasks share few threads, which must not wait for a
    /// disk.
    func startWriting() {
        Thread.detachNewThread { [self] in
            var take = state.withLock { state in
                defer { state.take = Take() }
                return state.take
            }
            while let work = next(&take) {
                carryOut(work, &take)
            }
        }
    }

    /// The whole queue; nil if it is empty and the thread must end.
    private func next(_ take: inout Take) -> [State.Work]? {
        let kept = take
        let (work, waiters) = state.withLock { state -> ([State.Work]?, [CheckedContinuation<Void, Never>]) in
            defer { (state.queue, state.waiting) = ([], 0) }
            if !state.queue.isEmpty { return (state.queue, []) }
            defer { (state.isWriting, state.take, state.waiters) = (false, kept, []) }
            return (nil, state.waiters)
        }
        for waiter in waiters { waiter.resume() }
        return work
    }

    /// Adds all exchanges to the take, then writes each changed stub once.
    private func carryOut(_ work: [State.Work], _ take: inout Take) {
        var changed: [String] = []
        do throws(FileFailure) {
            for item in work {
                switch item {
                case .newTake:
                    try write(changed, take)
                    (changed, take) = ([], Take())
                case .exchange(let exchange):
                    guard let stem = try add(exchange, to: &take) else { continue }
                    if !changed.contains(stem) { changed.append(stem) }
                }
            }
            try write(changed, take)
        } catch {
            stop(error)
        }
    }

    /// Adds an exchange and writes its body. Returns the stub's name; nil if it makes none.
    private func add(_ exchange: ServedExchange, to take: inout Take) throws(FileFailure) -> String? {
        let change: Take.Change
        do throws(Unrecordable) {
            change = try take.add(exchange, limit: limits.stubs, redactor: redactor())
        } catch {
            skip(exchange.title, error.reason)
            return nil
        }
        if change.isNew { take.replace(try files.bodyFiles(of: change.stem), of: change.stem) }
        guard !take.isLeft(change.stem) else {
            skip(exchange.title, "its stub file is yours since \"recorded\" was removed")
            return nil
        }
        if let (name, bytes) = change.body { try files.writeBody(name, bytes) }
        self.change { $0.recorded += 1 }
        return change.stem
    }

    private func write(_ stems: [String], _ take: Take) throws(FileFailure) {
        for stem in stems {
            let text: String?
            do throws(Unrecordable) {
                text = try take.text(of: stem)
            } catch {
                skip(stem, error.reason)
                continue
            }
            guard let text else { continue }
            try files.writeMapping(stem, text)
            // Only now, because the earlier stub used them until here.
            try files.removeBodies(take.orphans(of: stem), of: stem)
        }
    }

    /// Pauses after a disk error, so that one message replaces all that would follow.
    private func stop(_ failure: FileFailure) {
        state.withLock { state in (state.queue, state.waiting) = ([], 0) }
        change { $0.failure = "Recording failed: \(failure.message)." }
    }
}
