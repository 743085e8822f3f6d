/// Templates by their segments: a literal segment is found by its hash, one with a parameter is one branch.
struct SegmentTrie: Sendable {
    private struct Node: Sendable {
        var literals: [ByteHash: Int] = [:]
        var parameter: Int?
        var stubs = MethodBuckets()
    }

    private var nodes = [Node()]
    private var count = 0

    mutating func insert(_ entry: StubEntry, at template: URLTemplate) {
        count += 1
        let node = node(at: template)
        nodes[node].stubs.insert(entry)
    }

    mutating func remove(_ entry: StubEntry, at template: URLTemplate) {
        let node = node(at: template)
        nodes[node].stubs.remove(entry)
        count -= 1
        // Branches are not pruned one by one; with the last stub they all go.
        if count == 0 { self = SegmentTrie() }
    }

    func forEachList(_ facts: RequestFacts, _ visit: ([StubEntry]) -> Void) {
        guard count > 0 else { return }
        descend(from: 0, at: 0, facts, visit)
    }

    private mutating func node(at template: URLTemplate) -> Int {
        var current = 0
        for segment in template.segments {
            let hash = segment.isLiteral ? ByteHash(segment.literals.joined()) : nil
            let known = hash.map { nodes[current].literals[$0] } ?? nodes[current].parameter
            if let known {
                current = known
                continue
            }
            nodes.append(Node())
            let created = nodes.count - 1
            if let hash { nodes[current].literals[hash] = created } else { nodes[current].parameter = created }
            current = created
        }
        return current
    }

    /// Visits the stubs below `node` for the segments of the path from `start`.
    private func descend(from node: Int, at start: Int, _ facts: RequestFacts, _ visit: ([StubEntry]) -> Void) {
        guard start <= facts.pathEnd else {
            nodes[node].stubs.forEachList(facts, visit)
            return
        }
        var end = start
        var hash = ByteHash(EmptyCollection())
        while end < facts.pathEnd, facts.target[end] != UInt8(ascii: "/") {
            hash.combine(facts.target[end])
            end += 1
        }
        if let child = nodes[node].literals[hash] { descend(from: child, at: end + 1, facts, visit) }
        // A parameter takes at least one character.
        if end > start, let child = nodes[node].parameter { descend(from: child, at: end + 1, facts, visit) }
    }
}
