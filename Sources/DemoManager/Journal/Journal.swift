/// The recorded exchanges with their decisions, oldest first, limited in number. A value: reading it blocks no request.
public struct Journal: Sendable {
    /// How much a journal keeps.
    package struct Limits: Sendable, Equatable {
        /// The maximum number of exchanges; 0 records nothing.
        package var entries: Int
        /// The maximum total size of bodies in bytes; the oldest exchanges lose theirs first.
        package var bodyBytes: Int

        /// Creates limits; by default 2,000 exchanges and 16 MiB.
        package init(entries: Int = 2_000, bodyBytes: Int = 16 << 20) {
            self.entries = entries
            self.bodyBytes = bodyBytes
        }
    }

    package let limits: Limits
    /// The exchanges in chunks, oldest first. An append after the journal was copied copies one chunk, not all.
    private var chunks: [[Exchange]] = []
    private static let chunkLength = 64
    private var nextNumber: UInt64 = 1
    /// The number of the oldest exchange that may still have bodies.
    private var oldestWithBodies: UInt64 = 1
    private var bodyBytes = 0
    /// The number of exchanges in the chunks.
    private var kept = 0
    /// True to remember exchanges that are removed before they end.
    var remembersRunning = false
    private var running: [UInt64: Exchange] = [:]
    /// True if a refusal made room for newer exchanges.
    private(set) var hasForgottenRefusals = false

    init(limits: Limits) {
        self.limits = limits
    }

    /// The exchanges that are kept, oldest first.
    public var exchanges: ArraySlice<Exchange> { Array(chunks.joined()).suffix(limits.entries) }
    /// The number of exchanges ever recorded.
    package var count: UInt64 { nextNumber - 1 }
    /// The number of exchanges no longer kept.
    package var forgotten: UInt64 { count - UInt64(min(kept, limits.entries)) }

    /// The exchanges except callbacks, oldest first.
    package var received: [Exchange] { exchanges.filter { $0.call.callback == nil } }

    /// The exchanges of one call, oldest first.
    package func exchanges(call: UInt64) -> [Exchange] { exchanges.filter { $0.call.id == call } }
    /// One exchange, if it is still kept.
    package subscript(id: ExchangeID) -> Exchange? {
        place(of: id.number).map { chunks[$0][$1] }
    }

    mutating func nextID() -> ExchangeID {
        defer { nextNumber += 1 }
        return ExchangeID(number: nextNumber)
    }

    mutating func append(_ exchange: Exchange) {
        guard limits.entries > 0 else { return }
        if let first = chunks.first, kept - first.count >= limits.entries {
            bodyBytes -= first.reduce(0) { $0 + $1.bodyBytes }
            remember(first)
            hasForgottenRefusals =
                hasForgottenRefusals || first.contains { if case .refuse = $0.action { true } else { false } }
            kept -= first.count
            chunks.removeFirst()
        }
        if chunks.last.map({ $0.count == Self.chunkLength }) ?? true {
            var chunk: [Exchange] = []
            chunk.reserveCapacity(Self.chunkLength)
            chunks.append(chunk)
        }
        chunks[chunks.count - 1].append(exchange)
        kept += 1
        bodyBytes += exchange.bodyBytes
        dropBodies()
    }

    /// Changes an exchange; returns false if it is no longer kept.
    @discardableResult
    mutating func update(_ id: ExchangeID, _ change: (inout Exchange) -> Void) -> Bool {
        guard let (chunk, index) = place(of: id.number) else { return false }
        bodyBytes -= chunks[chunk][index].bodyBytes
        change(&chunks[chunk][index])
        let bytes = chunks[chunk][index].bodyBytes
        bodyBytes += bytes
        if bytes > 0 { oldestWithBodies = min(oldestWithBodies, id.number) }
        dropBodies()
        return true
    }

    mutating func removeAll() {
        for chunk in chunks { remember(chunk) }
        (chunks, kept, bodyBytes, hasForgottenRefusals) = ([], 0, 0, false)
    }

    private mutating func remember(_ exchanges: [Exchange]) {
        guard remembersRunning else { return }
        for exchange in exchanges where exchange.outcome == nil && running.count < limits.entries {
            running[exchange.id.number] = exchange
        }
    }

    /// An exchange that was removed before it ended; returned once.
    mutating func takeRunning(_ id: ExchangeID) -> Exchange? {
        running.isEmpty ? nil : running.removeValue(forKey: id.number)
    }

    private func place(of number: UInt64) -> (chunk: Int, index: Int)? {
        // The last chunk that begins at or before the number; usually one of the newest.
        guard let chunk = chunks.lastIndex(where: { $0[0].id.number <= number }) else { return nil }
        // Numbers are consecutive, unless no exchanges were kept for a while.
        let guess = number - chunks[chunk][0].id.number
        if guess < UInt64(chunks[chunk].count), chunks[chunk][Int(guess)].id.number == number {
            return (chunk, Int(guess))
        }
        return chunks[chunk].firstIndex { $0.id.number == number }.map { (chunk, $0) }
    }

    private mutating func dropBodies() {
        guard bodyBytes > limits.bodyBytes, let last = chunks.last?.last?.id.number else { return }
        var number = oldestWithBodies
        while bodyBytes > limits.bodyBytes, number <= last {
            if let (chunk, index) = place(of: number), chunks[chunk][index].bodyBytes > 0 {
                bodyBytes -= chunks[chunk][index].bodyBytes
                chunks[chunk][index].dropBodies()
            }
            number += 1
        }
        oldestWithBodies = number
    }
}

extension Exchange {
    fileprivate mutating func dropBodies() {
        isWithoutRequestBody = isWithoutRequestBody || requestBody != nil
        requestBody = nil
        outcome?.body = []
        outcome?.notice?.body = []
        messages?.dropAll()
        isWithoutBodies = true
    }
}

extension DemoManager {
    /// The current journal. A value: keep it only while it is shown.
    public var journal: Journal { lock.withLock { $0.journal } }

    /// One exchange, if it is still kept.
    package func exchange(_ id: ExchangeID) -> Exchange? { lock.withLock { $0.journal[id] } }

    /// Changes an exchange, if the journal still keeps it.
    ///
    /// - Parameter notifies: false for a change that observers need not see.
    func update(_ exchange: ExchangeID, notifies: Bool = true, _ change: (inout Exchange) -> Void) {
        let observers = lock.withLock { state in
            state.journal.update(exchange, change) && notifies ? state.listeners : []
        }
        Change.journal.tell(observers)
    }

    /// Forgets all exchanges.
    public func clearJournal() {
        let observers = lock.withLock { state in
            state.journal.removeAll()
            return state.listeners
        }
        Change.journal.tell(observers)
    }
}

/// The parts of a manager that changed since an observer was last notified.
public struct Change: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A switch, or the description of screens and operations.
    public static let switches = Change(rawValue: 1)
    /// A condition was chosen or cleared.
    public static let conditions = Change(rawValue: 2)
    /// Stubs were added, removed, switched or reset. Their answers are reported by `journal`.
    public static let stubs = Change(rawValue: 4)
    /// An exchange began or ended, which also changes hits and positions of stubs.
    public static let journal = Change(rawValue: 8)
    /// A scenario changed its state or was reset.
    public static let scenarios = Change(rawValue: 16)
    /// Problems appeared or disappeared.
    public static let problems = Change(rawValue: 32)
    /// A breakpoint was set or removed; a call is held or continues.
    package static let holds = Change(rawValue: 64)
    /// A session was set or reset.
    package static let sessions = Change(rawValue: 128)

    typealias Continuation = AsyncStream<Change>.Continuation

    /// Notifies the observers. Changes that an observer has not read yet are merged, so that it is woken once.
    func tell(_ observers: [Continuation]) {
        for observer in observers {
            // Another thread may yield its change in between; a change that was dropped is merged again.
            var merged = self
            while case .dropped(let earlier) = observer.yield(merged), !merged.isSuperset(of: earlier) {
                merged.formUnion(earlier)
            }
        }
    }
}

extension DemoManager {
    /// A stream of changes, active while it is iterated. Unread changes are merged, so that a slow observer is woken
    /// once for many. Nothing is sent if nothing changed.
    public func changes() -> AsyncStream<Change> {
        let (stream, continuation) = AsyncStream.makeStream(of: Change.self, bufferingPolicy: .bufferingNewest(1))
        let number = lock.withLock { state in
            let number = state.nextNumber()
            state.observers[number] = continuation
            return number
        }
        continuation.onTermination = { [weak self] _ in
            self?.lock.withLock { state in _ = state.observers.removeValue(forKey: number) }
        }
        return stream
    }
}
