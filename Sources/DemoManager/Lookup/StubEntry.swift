import HTTPTypes

/// A stub in the store, compiled for matching and answering.
final class StubEntry: Sendable {
    let id: StubID
    let stub: Stub
    /// The pattern it is found and matched by: the stub's own, with the path that calls have.
    let request: RequestPattern
    let rank: Rank
    let constraints: [Constraint]
    /// The replies of the sequence, ready to be given but for random delays.
    let replies: [StubReply]
    /// The replies that are complete, with their stub: nothing is put together for them while the lock is held. Nil for
    /// those that leave, are checked, made or drawn.
    private let ready: [Ready?]
    private let kind: StubRef.Kind
    private let title: String

    /// An answer, as a decision has it and as the journal keeps it.
    struct Ready: Sendable {
        let action: Decision.Action
        let recorded: Decision.Action

        init(_ reply: StubReply, _ ref: StubRef) {
            action = .stub(reply, ref)
            recorded = action.withoutBody
        }
    }

    /// - Parameter paths: how the paths of stubs are read.
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

    /// A stub as its source and priority rank it.
    convenience init(id: StubID, stub: Stub, age: UInt64, paths: StubPaths) {
        let rank = Rank(source: stub.source.rank, priority: stub.priority, age: age)
        self.init(id: id, stub: stub, rank: rank, paths: paths)
    }

    /// True if the request's body decides whether it matches, or is checked afterwards.
    var needsBody: Bool {
        constraints.contains(where: \.needsBody)
            || stub.sequence.contains { !$0.checks.isEmpty || $0.reply.maker?.needsBody == true }
    }

    /// True if its replies show what was written before: those of stubs in code, seeds, scenarios and sequences
    /// somebody wrote are given as they are.
    let isRemembered: Bool

    /// The reply at a place of the sequence, if nothing is left to be done for it.
    func readyReply(at place: Int) -> Ready? { ready[place] }

    /// The place of the first reply that is a success: what the conditions `success`, `empty` and `malformed` start from.
    var firstSuccess: Int? {
        replies.indices.first { place in
            (replies[place].status.kind == .successful || replies[place].webSocket != nil)
                && replies[place].fault == nil && !stub.sequence[place].reply.leaves
        }
    }

    /// True if the request fulfils everything; with `ignoringBody`, everything but the body's demands.
    func matches(_ facts: RequestFacts, ignoringBody: Bool = false) -> Bool {
        let warnings = facts.warnings.count
        return constraints.withUnsafeBufferPointer { constraints in
            for place in constraints.indices where !ignoringBody || !constraints[place].needsBody {
                // An expression that was stopped decided nothing: not even a `not` around it may match then.
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

    /// The reply at a place of the sequence as it is made for a request; where the maker fails, without what it makes.
    func reply(at place: Int, for facts: RequestFacts) -> StubReply {
        var reply = replies[place]
        do {
            try stub.sequence[place].reply.maker?.make(ReceivedRequest(facts.request, body: facts.body?.bytes), &reply)
            try reply.finish()
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

    /// The reference of an answer from a place of the sequence.
    func ref(at place: Int?, for condition: Condition? = nil) -> StubRef {
        StubRef(condition.map { .condition($0) } ?? kind, id, stub, at: place)
    }

    /// The same id and age, with another stub.
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
    /// True if its reply is given as it is.
    fileprivate var isReady: Bool { checks.isEmpty && reply.maker == nil && reply.delay.random == nil && !reply.leaves }
}

/// A stub's place in the order stubs are tried: source, then priority, then newest.
struct Rank: Sendable, Equatable, Comparable {
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
