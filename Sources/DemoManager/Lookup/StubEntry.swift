import HTTPTypes

/// A stub in the store, compiled for matching and answering.
final class StubEntry: Sendable {
    let id: StubID
    let stub: Stub
    /// The pattern for lookup and matching: the stub's own, with the path that calls use.
    let request: RequestPattern
    let rank: Rank
    let constraints: [Constraint]
    /// The replies of the sequence, complete except for random delays.
    let replies: [StubReply]
    /// The complete replies with their stub, so that nothing is built while the lock is held. Nil for replies that
    /// leave demo, are checked, made or randomly delayed.
    private let ready: [Ready?]
    private let kind: StubRef.Kind
    private let title: String

    /// A reply, as the decision and as the journal have it.
    struct Ready: Sendable {
        let action: Decision.Action
        let recorded: Decision.Action

        init(_ reply: StubReply, _ ref: StubRef) {
            action = .stub(reply, ref)
            recorded = action.withoutBody
        }
    }

    /// - Parameter paths: how paths of stubs are resolved.
    init(id: StubID, stub: Stub, rank: Rank, kind: StubRef.Kind? = nil, paths: StubPaths = StubPaths()) {
        self.id = id
        self.stub = stub
        request = paths.pattern(of: stub)
        self.rank = rank
        self.kind = kind ?? .stub(stub.source)
        title = stub.title
        constraints = request.constraints
        let replies = stub.sequence.map { $0.reply.resolved() }
        self.replies = replies
        let kind = self.kind
        ready = stub.sequence.indices.map { place in
            guard stub.sequence[place].isReady else { return nil }
            return Ready(replies[place], StubRef(kind, id, stub, at: place))
        }
        isRemembered =
            kind.isRemembered && stub.isRemembered && (stub.sequence.count == 1 || stub.source == .recording)
            && stub.scenario == nil
    }

    /// An entry ranked by the stub's source and priority.
    convenience init(id: StubID, stub: Stub, age: UInt64, paths: StubPaths) {
        let rank = Rank(source: stub.source.rank, priority: stub.priority, age: age)
        self.init(id: id, stub: stub, rank: rank, paths: paths)
    }

    /// True if the request's body is needed to match it, to check it or to make the reply.
    var needsBody: Bool {
        constraints.contains(where: \.needsBody)
            || stub.sequence.contains { !$0.checks.isEmpty || $0.reply.maker?.needsBody == true }
    }

    /// True if its replies include remembered writes. Stubs in code, seeds, scenarios and handwritten sequences do not.
    let isRemembered: Bool

    /// The reply at an index of the sequence, if it is complete.
    func readyReply(at place: Int) -> Ready? { ready[place] }

    /// The index of the first successful reply. The conditions `success`, `empty` and `malformed` are derived from it.
    var firstSuccess: Int? {
        replies.indices.first { place in
            (replies[place].status.kind == .successful || replies[place].webSocket != nil)
                && replies[place].fault == nil && !stub.sequence[place].reply.leaves
        }
    }

    /// True if the request meets all constraints; with `ignoringBody`, all except those of the body.
    func matches(_ facts: RequestFacts, ignoringBody: Bool = false) -> Bool {
        let warnings = facts.warnings.count
        return constraints.withUnsafeBufferPointer { constraints in
            for place in constraints.indices where !ignoringBody || !constraints[place].needsBody {
                // An expression that was stopped has no result, so that not even a `not` around it may match.
                let isMatch = constraints[place].matches(facts)
                guard facts.warnings.count == warnings else {
                    facts.notes.warnings[warnings] += " (stub \(title), \(stub.origin))"
                    return false
                }
                guard isMatch else { return false }
            }
            return true
        }
    }

    /// The reply at an index of the sequence, made for an attempt; without the maker's part if the maker fails, or the
    /// attempt does without it.
    func reply(at place: Int, for attempt: Attempt) -> StubReply {
        guard attempt.generatesReply else { return reply(at: place) }
        let facts = attempt.facts
        var reply = replies[place]
        do {
            try stub.sequence[place].reply.maker?.make(ReceivedRequest(facts.request, body: facts.body?.bytes), &reply)
            try reply.finish()
        } catch {
            return replies[place]
        }
        return reply
    }

    /// The reply at an index of the sequence, with its random delay drawn.
    func reply(at place: Int) -> StubReply {
        var reply = replies[place]
        let delay = stub.sequence[place].reply.delay
        if delay.random != nil {
            var generator = SystemRandomNumberGenerator()
            reply.delay = delay.drawn(using: &generator)
        }
        return reply
    }

    /// The reference of a reply at an index of the sequence.
    func ref(at place: Int?, for condition: Condition? = nil) -> StubRef {
        StubRef(condition.map { .condition($0) } ?? kind, id, stub, at: place)
    }

    /// An entry with the same id and age and another stub.
    func replaced(by stub: Stub, paths: StubPaths) -> StubEntry {
        StubEntry(id: id, stub: stub, age: rank.age, paths: paths)
    }
}

extension StubRef {
    fileprivate init(_ kind: Kind, _ id: StubID, _ stub: Stub, at place: Int?) {
        self.init(
            kind: kind, id: id, name: stub.title, origin: stub.origin,
            bodyFile: place.flatMap { stub.sequence[$0].reply.bodyFile },
            position: stub.sequence.count > 1 ? place : nil)
    }
}

extension StubRef.Kind {
    fileprivate var isRemembered: Bool {
        if case .stub(let source) = self { source != .code && source != .admin } else { false }
    }
}

extension SequenceEntry {
    /// True if its reply is given unchanged.
    fileprivate var isReady: Bool { checks.isEmpty && reply.maker == nil && reply.delay.random == nil && !reply.leaves }
}

/// The rank of a stub in the order of trying: by source, then priority, then newest first.
struct Rank: Sendable, Equatable, Comparable {
    let source: UInt8
    let priority: Int
    /// Higher is newer.
    let age: UInt64

    /// Compares ranks: the stub that is tried first is less.
    static func < (lhs: Rank, rhs: Rank) -> Bool {
        if lhs.source != rhs.source { return lhs.source < rhs.source }
        if lhs.priority != rhs.priority { return lhs.priority < rhs.priority }
        return lhs.age > rhs.age
    }
}

/// Finds the stubs that may match a request, at a cost independent of their number. Exact paths are found by hash,
/// templates by a trie, substrings by six of their bytes; all others are in a list.
///
/// It returns candidates only, which are then matched in full.
struct StubIndex: Sendable {
    private(set) var entries = Table<StubID, StubEntry>()
    private var exact = Table<ByteHash, MethodBuckets>()
    private var templates = SegmentTrie()
    private var substrings = SubstringIndex()
    private var others = MethodBuckets()

    mutating func insert(_ entry: StubEntry) {
        entries[entry.id] = entry
        switch Place(entry.request.url) {
        case .exact(let hash): exact.change(hash) { $0.insert(entry) }
        case .template(let template): templates.insert(entry, at: template)
        case .substring(let text): substrings.insert(entry, containing: text)
        case .other: others.insert(entry)
        }
    }

    mutating func remove(_ id: StubID) {
        guard let entry = entries[id] else { return }
        entries[id] = nil
        switch Place(entry.request.url) {
        case .exact(let hash): exact.change(hash) { $0.remove(entry) }
        case .template(let template): templates.remove(entry, at: template)
        case .substring(let text): substrings.remove(entry, containing: text)
        case .other: others.remove(entry)
        }
    }

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
