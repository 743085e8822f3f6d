/// A trie of templates by segment. One table has all nodes, keyed by the hash of their path: literal segments as they
/// are, segments with a parameter as one mark.
struct SegmentTrie: Sendable {
    private struct Node: Sendable {
        /// The number of stubs here and below.
        var count = 0
        /// The number of those below a segment with a parameter.
        var parameters = 0
        var stubs = MethodBuckets()
    }

    private var nodes = Table<ByteHash, Node>()

    private static let root = ByteHash(EmptyCollection())

    var isEmpty: Bool { nodes.isEmpty }

    mutating func insert(_ entry: StubEntry, at template: URLTemplate) {
        change(template, by: 1) { $0.insert(entry) }
    }

    mutating func remove(_ entry: StubEntry, at template: URLTemplate) {
        change(template, by: -1) { $0.remove(entry) }
    }

    func pass(to search: inout StubSearch) {
        guard let root = nodes[Self.root] else { return }
        descend(from: root, Self.root, at: 0, &search)
    }

    /// Follows the path of `template`, updates the counts and changes the stubs at its end.
    private mutating func change(_ template: URLTemplate, by difference: Int, _ body: (inout MethodBuckets) -> Void) {
        var way = Self.root
        for segment in template.segments {
            count(way, difference, below: segment)
            way = segment.isLiteral ? way.literal(segment.literals.joined()) : way.parameter
        }
        count(way, difference, below: nil, body)
    }

    private mutating func count(
        _ way: ByteHash, _ difference: Int, below segment: URLTemplate.Segment?,
        _ body: (inout MethodBuckets) -> Void = { _ in }
    ) {
        nodes.update(way) { node in
            var changed = node.take() ?? Node()
            changed.count += difference
            if segment?.isLiteral == false { changed.parameters += difference }
            body(&changed.stubs)
            node = changed.count > 0 ? changed : nil
        }
    }

    /// Passes the stubs below `node` that match the path from `start` to the search.
    private func descend(from node: Node, _ way: ByteHash, at start: Int, _ search: inout StubSearch) {
        let facts = search.facts
        guard start <= facts.pathEnd else {
            node.stubs.pass(to: &search)
            return
        }
        var end = start
        while end < facts.pathEnd, facts.target[end] != UInt8(ascii: "/") { end += 1 }
        let literal = way.literal(facts.target[start..<end])
        if let child = nodes[literal] { descend(from: child, literal, at: end + 1, &search) }
        // A parameter matches at least one character.
        if end > start, node.parameters > 0, let child = nodes[way.parameter] {
            descend(from: child, way.parameter, at: end + 1, &search)
        }
    }
}

extension ByteHash {
    /// The path extended by a literal segment.
    fileprivate func literal(_ segment: some Sequence<UInt8>) -> ByteHash {
        var hash = self
        hash.combine(UInt8(ascii: "/"))
        hash.combine(segment)
        return hash
    }

    /// The path extended by a segment with a parameter.
    fileprivate var parameter: ByteHash {
        var hash = self
        hash.combine(0)
        return hash
    }
}
