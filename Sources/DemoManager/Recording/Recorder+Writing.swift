import Foundation
import JSONText

extension Recorder {
    /// What waits to be written, and what is known of the take.
    struct State: Sendable {
        /// What the writing thread does next.
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
        /// Whether there is a writing thread.
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
