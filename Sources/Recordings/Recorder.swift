import DemoManager
import Foundation
import HTTPTypes
import WireFormats

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
package final class Recorder: Sendable {
    /// How much a recorder takes.
    package struct Limits: Sendable, Hashable {
        /// Bytes of one body; a reply with a longer one is not recorded.
        package var body: Int
        /// Bytes of bodies that wait to be written; what comes while they are more is not recorded.
        package var waiting: Int
        /// Stubs of one take.
        package var stubs: Int

        /// Limits; 32 MB a body, 128 MB waiting and 10,000 stubs unless told otherwise.
        package init(body: Int = 32 << 20, waiting: Int = 128 << 20, stubs: Int = 10_000) {
            self.body = body
            self.waiting = waiting
            self.stubs = stubs
        }
    }

    /// How a recording goes.
    package struct Status: Sendable, Hashable {
        /// Replies recorded since the recorder was made.
        package internal(set) var recorded = 0
        /// Replies of calls that could not be recorded.
        package internal(set) var skipped = 0
        /// Why the last of them could not, in one sentence.
        package internal(set) var lastSkip: String?
        /// Why the recording stopped, in one sentence; nil while it goes on.
        package internal(set) var failure: String?
    }

    /// The folder; `loadStubs(folder:)` reads it.
    package let folder: String
    /// How much it takes.
    package let limits: Limits
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
    package convenience init(
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
    package var status: Status { state.withLock { $0.status } }

    /// True if replies are taken: nothing has gone wrong since the take began.
    package var isTaking: Bool { state.withLock { $0.status.failure == nil } }

    /// True if half of what may wait does: who can wait calls `flush()` then.
    package var isFilling: Bool { state.withLock { $0.waiting > limits.waiting / 2 || $0.queue.count > 1_000 } }

    /// Begins a new take: from now on the first reply to each request replaces what was recorded for it. After a failure the
    /// recorder takes replies again.
    package func beginTake() {
        state.withLock { state in
            state.status.failure = nil
            if state.isWriting { state.queue.append(.newTake) } else { state.take = Take() }
        }
    }

    /// Records a reply that came whole. Returns at once.
    package func record(_ exchange: ServedExchange) {
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
    package func begin(_ request: HTTPRequest, body: [UInt8]? = nil) -> ReplyRecording {
        ReplyRecording(recorder: self, request: request, requestBody: body)
    }

    /// Returns when everything handed over so far is written, or will not be.
    package func flush() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.isWriting { state.waiters.append(continuation) }
                return !state.isWriting
            }
            if isIdle { continuation.resume() }
        }
    }

    /// The stub files of this take, by their names in the folder's `mappings`; complete once ``flush()`` has returned.
    package var stubFiles: [String] {
        state.withLock { $0.take.stems }.map { $0 + ".json" }
    }

    /// Names in this take whose values may be secrets or data, one for each file; complete once ``flush()`` has returned.
    /// Values with the shape of a secret were replaced, all others kept: a person has to decide.
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

    /// The folder name for the recordings of one API.
    ///
    /// - Parameters:
    ///   - title: the API's title; any text.
    ///   - identity: tells it from another API of that title, by the path of its document for instance.
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
        /// Bytes of bodies that have begun to come.
        var coming = 0
        /// True if there is a writing thread.
        var isWriting = false
        /// The take; with the writing thread while there is one.
        var take = Take()
        var waiters: [CheckedContinuation<Void, Never>] = []

        /// Puts an exchange into the queue. Says whether a thread is to be started; nil where there is no room.
        mutating func enqueue(_ exchange: ServedExchange, _ limits: Limits) -> Bool? {
            guard status.failure == nil else { return false }
            guard waiting + coming + exchange.bodyBytes <= limits.waiting else { return nil }
            waiting += exchange.bodyBytes
            queue.append(.exchange(exchange))
            defer { isWriting = true }
            return !isWriting
        }
    }

    /// Why a body that is too long is not recorded.
    var longBody: String { "its body is longer than \(limits.body >> 20) MB" }
    /// Why a reply is not recorded that there is no memory for.
    static let flood = "more replies come than can be written"

    /// Counts bytes of a body that is coming; false where no more may be kept.
    func hold(_ count: Int) -> Bool {
        state.withLock { state in
            guard state.waiting + state.coming + count <= limits.waiting else { return false }
            state.coming += count
            return true
        }
    }

    /// Bytes that were counted are with the queue now, or given up.
    func letGo(_ count: Int) {
        if count > 0 { state.withLock { $0.coming -= count } }
    }

    /// A thread for as long as there is something to write: the threads of tasks are few and must not wait for a disk.
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

    /// All that waits; nil where nothing does, and then the thread is to end.
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

    /// Adds all of it to the take, then writes each stub that changed once, however many replies it got.
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

    /// Adds one exchange and writes its body. The name of its stub; nil if it makes none.
    private func add(_ exchange: ServedExchange, to take: inout Take) throws(FileFailure) -> String? {
        let change: Take.Change
        do throws(Unrecordable) {
            change = try take.add(exchange, limit: limits.stubs, redactor: redactor)
        } catch {
            skip("\(exchange.title) was not recorded: \(error.reason).")
            return nil
        }
        if change.isNew {
            switch try files.earlier(change.stem) {
            case .recording(let bodyFiles): take.replace(bodyFiles, of: change.stem)
            case .own: take.leave(change.stem)
            }
        }
        guard !take.isLeft(change.stem) else {
            skip("\(exchange.title) was not recorded: its stub file is your own since it no longer says recorded.")
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
                skip("\(stem) was not recorded: \(error.reason).")
                continue
            }
            guard let text else { continue }
            try files.writeMapping(stem, text)
            // Only now: until here the stub of an earlier take answered with them.
            try files.removeBodies(take.orphans(of: stem), of: stem)
        }
    }

    /// The disk refused: nothing more is taken, so that one message stands for all that would follow.
    private func stop(_ failure: FileFailure) {
        state.withLock { state in (state.queue, state.waiting) = ([], 0) }
        change { $0.failure = "Recording failed: \(failure.message)." }
    }
}
