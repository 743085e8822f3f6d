import DemoManager
import DemoManagerFiles
import Foundation
import WireFormats

extension Recording {
    /// The writing thread's queue, and the take.
    struct State: Sendable {
        /// One step of the writing thread.
        enum Work: Sendable {
            case exchange(ServedExchange)
            case newTake
        }

        var folder: String
        /// Nil until the first recording opens the folder.
        var files: RecordingFolder?
        var isStarted = false
        var hasBegun = false
        var hasFailed = false
        var status = Status()
        /// The number of replies recorded before the last start.
        var earlier = 0
        /// The number of enqueued replies, and of those that the stubs contain.
        var taken = 0
        var loaded = 0
        var queue: [Work] = []
        /// The bytes of bodies in the queue.
        var waiting = 0
        /// The bytes of bodies that are being received.
        var coming = 0
        /// True if there is a writing thread.
        var isWriting = false
        /// Owned by the writing thread while there is one.
        var take = Take()
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// True if the queue is half full.
    var isFilling: Bool { state.withLock { $0.waiting > limits.waiting / 2 || $0.queue.count > 1_000 } }

    /// Begins a new take, in which the first reply to each request replaces its earlier recording. Ends a pause.
    func beginTake() {
        state.withLock { state in
            state.status.failure = nil
            if state.isWriting { state.queue.append(.newTake) } else { state.take = Take() }
        }
    }

    /// Enqueues a complete reply, without waiting.
    func enqueue(_ exchange: ServedExchange) {
        guard exchange.body.count <= limits.body else { return skip(exchange.title, longBody) }
        let (isFull, isFirst) = state.withLock { state -> (Bool, Bool) in
            guard state.status.failure == nil else { return (false, false) }
            guard state.waiting + state.coming + exchange.bodyBytes <= limits.waiting else { return (true, false) }
            state.waiting += exchange.bodyBytes
            state.queue.append(.exchange(exchange))
            defer { state.isWriting = true }
            return (false, !state.isWriting)
        }
        if isFull { skip(exchange.title, Self.flood) }
        if isFirst { startWriting() }
    }

    /// Reports a reply that is not recorded, for a reason that follows "was not recorded: ".
    func skip(_ title: String, _ reason: String) { skip("\(title) was not recorded: \(reason).") }

    /// The reason not to record a long body.
    var longBody: String { "its body is longer than \(limits.body >> 20) MB" }
    /// The reason not to record a reply that does not fit the queue.
    static let flood = "more replies come than can be written"

    /// Reserves bytes for a body that is being received; false if they do not fit.
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

    /// Waits until all pending replies are written or discarded.
    package func flush() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.isWriting { state.waiters.append(continuation) }
                return !state.isWriting
            }
            if isIdle { continuation.resume() }
        }
    }

    /// Starts a thread that runs until the queue is empty. Tasks share few threads, which must not wait for the disk.
    private func startWriting() {
        Thread.detachNewThread { [self] in
            var take = state.withLock { state in
                defer { state.take = Take() }
                return state.take
            }
            while let (work, files) = next(&take) { carryOut(work, &take, files) }
        }
    }

    /// The whole queue; nil if it is empty, and the thread must end.
    private func next(_ take: inout Take) -> ([State.Work], RecordingFolder)? {
        let kept = take
        let (work, waiters) = state.withLock {
            state -> (([State.Work], RecordingFolder)?, [CheckedContinuation<Void, Never>]) in
            defer { (state.queue, state.waiting) = ([], 0) }
            if let files = state.files, !state.queue.isEmpty { return ((state.queue, files), []) }
            defer { (state.isWriting, state.take, state.waiters) = (false, kept, []) }
            return (nil, state.waiters)
        }
        for waiter in waiters { waiter.resume() }
        return work
    }

    /// Adds all exchanges to the take, then writes each changed stub once.
    private func carryOut(_ work: [State.Work], _ take: inout Take, _ files: RecordingFolder) {
        var changed: [String] = []
        do throws(FileFailure) {
            for item in work {
                switch item {
                case .newTake:
                    try write(changed, take, files)
                    (changed, take) = ([], Take())
                case .exchange(let exchange):
                    guard let stem = try add(exchange, to: &take, files) else { continue }
                    if !changed.contains(stem) { changed.append(stem) }
                }
            }
            try write(changed, take, files)
        } catch {
            pause(error)
        }
    }

    /// Adds an exchange and writes its body. Returns the stub's base name; nil if it cannot become a stub.
    private func add(
        _ exchange: ServedExchange, to take: inout Take, _ files: RecordingFolder
    ) throws(FileFailure) -> String? {
        let change: Take.Change
        do throws(Unrecordable) {
            // Secrets depend on the document, which may change.
            change = try take.add(exchange, limit: limits.stubs, redactor: manager.redactor)
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
        state.withLock { $0.status.recorded += 1 }
        tell.yield(.written)
        if manager.unmatched == .capture { Task { await settle() } }
        return change.stem
    }

    private func write(_ stems: [String], _ take: Take, _ files: RecordingFolder) throws(FileFailure) {
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

    /// Pauses after a disk error, so that one message replaces all further ones.
    private func pause(_ failure: FileFailure) {
        let sentence = "Recording failed: \(failure.message)."
        state.withLock { state in
            (state.queue, state.waiting) = ([], 0)
            (state.status.failure, state.hasFailed) = (sentence, true)
        }
        tell.yield(.failed(sentence))
    }
}
