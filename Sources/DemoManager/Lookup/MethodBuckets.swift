import HTTPTypes

/// Buckets by method. A handful at most, so a list is quicker than a table.
struct MethodBuckets: Sendable {
    /// Nil stands for patterns that are not for exactly one method.
    private var buckets: [(method: HTTPRequest.Method?, bucket: Bucket)] = []

    var isEmpty: Bool { buckets.isEmpty }

    mutating func insert(_ entry: StubEntry) {
        let method = entry.request.method.single
        if let index = buckets.firstIndex(where: { $0.method == method }) {
            buckets[index].bucket.insert(entry)
        } else {
            var bucket = Bucket()
            bucket.insert(entry)
            buckets.append((method, bucket))
        }
    }

    mutating func remove(_ entry: StubEntry) {
        let method = entry.request.method.single
        guard let index = buckets.firstIndex(where: { $0.method == method }) else { return }
        buckets[index].bucket.remove(entry)
        if buckets[index].bucket.isEmpty { buckets.remove(at: index) }
    }

    func forEachList(_ facts: RequestFacts, _ visit: ([StubEntry]) -> Void) {
        let method = facts.method
        // In place: a bucket taken out is counted as held once more, and threads would wait for each other's counting.
        buckets.withUnsafeBufferPointer { buckets in
            for place in buckets.indices where buckets[place].method == nil || buckets[place].method == method {
                buckets[place].bucket.forEachList(facts, visit)
            }
        }
    }
}

extension MethodBuckets? {
    /// Inserts, where need be into the first buckets of this place.
    mutating func insert(_ entry: StubEntry) {
        var buckets = take() ?? MethodBuckets()
        buckets.insert(entry)
        self = buckets
    }

    /// Removes; what is empty then is nil.
    mutating func remove(_ entry: StubEntry) {
        guard var buckets = take() else { return }
        buckets.remove(entry)
        self = buckets.isEmpty ? nil : buckets
    }
}

extension MethodPattern {
    fileprivate var single: HTTPRequest.Method? {
        if case .one(let method) = self { method } else { nil }
    }
}
