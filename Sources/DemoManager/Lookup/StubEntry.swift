import HTTPTypes

/// A stub in the store, compiled for matching and answering.
final class StubEntry: Sendable {
    let id: StubID
    let stub: Stub
    let rank: Rank
    let constraints: [Constraint]
    /// The replies of the sequence, ready to be given but for random delays.
    let replies: [StubReply]
    private let kind: StubRef.Kind
    private let title: String

    init(id: StubID, stub: Stub, rank: Rank, kind: StubRef.Kind? = nil) {
        self.id = id
        self.stub = stub
        self.rank = rank
        self.kind = kind ?? .stub(stub.source)
        title = stub.title
        constraints = stub.request.constraints
        replies = stub.sequence.map { $0.reply.resolved() }
    }

    /// Whether the request's body decides whether it matches, or is checked afterwards.
    var needsBody: Bool {
        stub.request.needsBody || stub.sequence.contains { !$0.checks.isEmpty || $0.reply.maker?.needsBody == true }
    }

    /// Whether its replies show what was written before: those of stubs in code, seeds, sequences and scenarios are given as
    /// they are.
    var isRemembered: Bool {
        guard case .stub(let source) = kind, source != .code, source != .admin else { return false }
        return stub.sequence.count == 1 && stub.scenario == nil
    }

    /// The place of the first reply that is a success: what the conditions `success`, `empty` and `malformed` start from.
    var firstSuccess: Int? {
        replies.indices.first { place in
            replies[place].status.kind == .successful && replies[place].fault == nil
                && !stub.sequence[place].reply.leaves
        }
    }

    /// Whether the request fulfils everything; with `ignoringBody`, everything but the body's demands.
    func matches(_ facts: RequestFacts, ignoringBody: Bool = false) -> Bool {
        let warnings = facts.warnings.count
        for constraint in constraints where !(ignoringBody && constraint.needsBody) {
            // An expression that was stopped decided nothing: not even a `not` around it may match then.
            let isMatch = constraint.matches(facts)
            guard facts.warnings.count == warnings else {
                facts.notes.warnings[warnings] += " (stub \(title), \(stub.origin))"
                return false
            }
            guard isMatch else { return false }
        }
        return true
    }

    /// The reply at a place of the sequence as it is made for a request; where the maker fails, without what it makes.
    func reply(at place: Int, for facts: RequestFacts) -> StubReply {
        var reply = replies[place]
        do {
            try stub.sequence[place].reply.maker?.make(ReceivedRequest(facts.request, body: facts.body?.bytes), &reply)
        } catch {
            return replies[place]
        }
        return reply
    }

    /// The reply at a place of the sequence, its random delay drawn.
    func reply(at place: Int) -> StubReply {
        var reply = replies[place]
        let delay = stub.sequence[place].reply.delay
        if delay.random != nil {
            var generator = SystemRandomNumberGenerator()
            reply.delay = delay.drawn(using: &generator)
        }
        return reply
    }

    /// Who answers, when it answers from a place of the sequence.
    func ref(at place: Int?, for condition: Condition? = nil) -> StubRef {
        StubRef(
            kind: condition.map { .condition($0) } ?? kind, id: id, name: title, origin: stub.origin,
            bodyFile: place.flatMap { stub.sequence[$0].reply.bodyFile },
            position: stub.sequence.count > 1 ? place : nil)
    }

    /// The same id and age, with another stub.
    func replaced(by stub: Stub) -> StubEntry {
        StubEntry(id: id, stub: stub, rank: Rank(source: stub.source.rank, priority: stub.priority, age: rank.age))
    }
}

/// A stub's place in the order stubs are tried: source, then priority, then newest.
struct Rank: Sendable, Hashable, Comparable {
    let source: UInt8
    let priority: Int
    /// Higher is newer.
    let age: UInt64

    /// The first of two in the order is the lesser.
    static func < (lhs: Rank, rhs: Rank) -> Bool {
        if lhs.source != rhs.source { return lhs.source < rhs.source }
        if lhs.priority != rhs.priority { return lhs.priority < rhs.priority }
        return lhs.age > rhs.age
    }
}
