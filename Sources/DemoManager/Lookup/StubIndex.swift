/// Finds the stubs that may match a request, at a cost independent of their number. Exact paths are found by hash,
/// templates by a trie, substrings by one automaton; all others are in a list.
///
/// It returns candidates only, which are then matched in full.
struct StubIndex: Sendable {
    private(set) var entries = Table<StubID, StubEntry>()
    private var exact = Table<ByteHash, MethodBuckets>()
    private var templates = SegmentTrie()
    private(set) var substrings = SubstringIndex()
    private var others = MethodBuckets()

    mutating func insert(_ entry: StubEntry) {
        entries[entry.id] = entry
        switch Place(entry.request.url) {
        case .exact(let hash): exact.update(hash) { $0.insert(entry) }
        case .template(let template): templates.insert(entry, at: template)
        case .substring(let text): substrings.insert(entry, containing: text)
        case .other: others.insert(entry)
        }
    }

    mutating func remove(_ id: StubID) {
        guard let entry = entries[id] else { return }
        entries[id] = nil
        switch Place(entry.request.url) {
        case .exact(let hash): exact.update(hash) { $0.remove(entry) }
        case .template(let template): templates.remove(entry, at: template)
        case .substring(let text): substrings.remove(entry, containing: text)
        case .other: others.remove(entry)
        }
    }

    mutating func use(_ automaton: SubstringIndex.Compiled) {
        substrings.use(automaton)
    }

    /// The stub that a search finds.
    func first(_ search: StubSearch) -> StubEntry? {
        var search = search
        if let buckets = exact[ByteHash(search.facts.path)] { buckets.pass(to: &search) }
        if !templates.isEmpty { templates.pass(to: &search) }
        if !substrings.isEmpty { substrings.pass(to: &search) }
        if !others.isEmpty { others.pass(to: &search) }
        return search.found
    }

    /// The part of the index for a pattern.
    private enum Place {
        case exact(ByteHash)
        case template(URLTemplate)
        case substring(String)
        case other

        init(_ url: URLPattern) {
            switch url {
            case .path(let path): self = .exact(ByteHash(path.utf8))
            case .url(let url): self = .exact(ByteHash(url.utf8.prefix { $0 != UInt8(ascii: "?") }))
            case .template(let template): self = .template(template)
            case .containing(let parts):
                // The longest is the most selective; its candidates are matched against the others.
                let longest = parts.max { $0.utf8.count < $1.utf8.count } ?? ""
                self = longest.isEmpty ? .other : .substring(longest)
            case .any, .urlMatching, .pathMatching: self = .other
            }
        }
    }
}
