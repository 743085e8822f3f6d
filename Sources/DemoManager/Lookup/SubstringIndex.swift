/// Stubs by a substring of the absolute URL. Each is filed under one window of its text, so that a request visits only
/// the stubs with a window in common.
struct SubstringIndex: Sendable {
    private var lists = Table<UInt64, MethodBuckets>()
    /// A bit for each window in use, so that most windows of a URL need no search. It stays set when a stub is removed.
    private var used: [UInt64] = []
    /// Stubs whose text is shorter than a window.
    private var short = MethodBuckets()

    var isEmpty: Bool { short.isEmpty && lists.isEmpty }

    mutating func insert(_ entry: StubEntry, containing text: String) {
        // The window with the fewest stubs, so that 10,000 stubs that differ in a number are spread over its digits.
        guard let window = Self.windows(of: Array(text.utf8)).min(by: { count($0) < count($1) }) else {
            short.insert(entry)
            return
        }
        lists.change(window) { $0.insert(entry) }
        if used.isEmpty { used = Array(repeating: 0, count: 1_024) }
        let (word, bit) = Self.place(of: window)
        used[word] |= bit
    }

    mutating func remove(_ entry: StubEntry, containing text: String) {
        if short.remove(entry) { return }
        for window in Self.windows(of: Array(text.utf8)) {
            if lists.change(window, { $0.remove(entry) }) { return }
        }
    }

    func pass(to search: inout StubSearch) {
        short.pass(to: &search)
        guard !lists.isEmpty else { return }
        for window in Self.windows(of: search.facts.absoluteURL) {
            let (word, bit) = Self.place(of: window)
            if used[word] & bit != 0, let buckets = lists[window] { buckets.pass(to: &search) }
        }
    }

    private func count(_ window: UInt64) -> Int { lists[window]?.count ?? 0 }

    /// All runs of six bytes; none in a shorter text. With four, 100,000 numbers share too few windows.
    private static func windows(of bytes: [UInt8]) -> some Sequence<UInt64> {
        bytes.indices.dropLast(5).lazy.map { place in
            bytes[place..<(place + 6)].reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    /// The bit of a window in `used`.
    private static func place(of window: UInt64) -> (word: Int, bit: UInt64) {
        let hash = (window &* 0x9E37_79B9_7F4A_7C15) >> 48
        return (Int(hash >> 6), 1 << (hash & 63))
    }
}
