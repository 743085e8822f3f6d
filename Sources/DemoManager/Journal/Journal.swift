/// The bounded list of exchanges with their decisions, oldest first. A value: reading it never blocks a request.
public struct Journal: Sendable {
    /// How much a journal keeps.
    public struct Limits: Sendable, Hashable {
        /// Exchanges; 0 records nothing.
        public var entries: Int
        /// Bytes of bodies of all exchanges together; the oldest lose theirs first.
        public var bodyBytes: Int

        /// Limits; 2,000 exchanges and 16 MB unless told otherwise.
        public init(entries: Int = 2_000, bodyBytes: Int = 16 << 20) {
            self.entries = entries
            self.bodyBytes = bodyBytes
        }
    }

    /// How much it keeps.
    public let limits: Limits
    private var ring: [Exchange] = []
    private var nextNumber: UInt64 = 1
    /// Number of the oldest exchange that may still have bodies.
    private var oldestWithBodies: UInt64 = 1
    private var bodyBytes = 0

    init(limits: Limits) {
        self.limits = limits
    }

    /// The exchanges it keeps, newest last.
    public var exchanges: ArraySlice<Exchange> { ring.suffix(limits.entries) }
    /// Exchanges ever recorded.
    public var count: UInt64 { nextNumber - 1 }
    /// Exchanges no longer kept.
    public var forgotten: UInt64 { count - UInt64(exchanges.count) }

    /// The exchanges of one call, oldest first.
    public func exchanges(call: UInt64) -> [Exchange] { exchanges.filter { $0.call.id == call } }
    /// One exchange, if it is still kept.
    public subscript(id: ExchangeID) -> Exchange? {
        index(of: id.number).map { ring[$0] }
    }

    /// The id the next exchange gets.
    mutating func nextID() -> ExchangeID {
        defer { nextNumber += 1 }
        return ExchangeID(number: nextNumber)
    }

    mutating func append(_ exchange: Exchange) {
        guard limits.entries > 0 else { return }
        // Removing one from the front of a full array each time would move all of it: let it grow by a quarter first.
        if ring.count >= limits.entries + max(16, limits.entries / 4) {
            let surplus = ring.count - limits.entries + 1
            bodyBytes -= ring[..<surplus].reduce(0) { $0 + $1.bodyBytes }
            ring.removeFirst(surplus)
        }
        ring.append(exchange)
        bodyBytes += exchange.bodyBytes
        dropBodies()
    }

    /// Changes an exchange that is still kept; says whether it is.
    @discardableResult
    mutating func update(_ id: ExchangeID, _ change: (inout Exchange) -> Void) -> Bool {
        guard let index = index(of: id.number) else { return false }
        bodyBytes -= ring[index].bodyBytes
        change(&ring[index])
        bodyBytes += ring[index].bodyBytes
        if ring[index].bodyBytes > 0 { oldestWithBodies = min(oldestWithBodies, id.number) }
        dropBodies()
        return true
    }

    mutating func removeAll() {
        ring = []
        bodyBytes = 0
    }

    private func index(of number: UInt64) -> Int? {
        // Numbers follow each other, unless nothing was kept for a while.
        if let first = ring.first?.id.number, number >= first {
            let guess = number - first
            if guess < UInt64(ring.count), ring[Int(guess)].id.number == number { return Int(guess) }
        }
        var low = ring.startIndex
        var high = ring.endIndex
        while low < high {
            let middle = (low + high) / 2
            if ring[middle].id.number < number { low = middle + 1 } else { high = middle }
        }
        return low < ring.endIndex && ring[low].id.number == number ? low : nil
    }

    private mutating func dropBodies() {
        guard bodyBytes > limits.bodyBytes, let last = ring.last?.id.number else { return }
        var number = oldestWithBodies
        while bodyBytes > limits.bodyBytes, number <= last {
            if let index = index(of: number), ring[index].bodyBytes > 0 {
                bodyBytes -= ring[index].bodyBytes
                ring[index].requestBody = nil
                ring[index].outcome?.body = []
                ring[index].outcome?.notice?.body = []
                ring[index].isWithoutBodies = true
            }
            number += 1
        }
        oldestWithBodies = number
    }
}
