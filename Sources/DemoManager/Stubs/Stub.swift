import JSONText

/// A request matcher and what to answer.
public struct Stub: Sendable {
    /// Its name for people; a stub named like a condition answers that condition, even when it is disabled.
    public var name: String?
    /// The `id` (or `uuid`) of its mapping, if it has one.
    public var uuid: String?
    /// Who it came from.
    public var source: StubSource
    /// 1 is tried first; 5 unless told otherwise.
    public var priority: Int
    /// Whether it takes part.
    public var isEnabled: Bool
    /// The screens it is for; nil is all, and calls of no screen.
    public var screens: [String]?
    /// The operation it is for, where its path does not tell: it answers no call that performs another one.
    package var operation: String?
    /// What it matches.
    public var request: RequestPattern
    /// Its replies, in order; at least one.
    public var sequence: [SequenceEntry]
    /// What happens after the last reply.
    public var sequenceEnd: SequenceEnd
    /// Its part in a scenario.
    public var scenario: ScenarioRule?
    /// Whether, where an API's data is remembered, its replies show what was written, and a write that it answers is. Stubs in
    /// code, scenarios and sequences that somebody wrote are given as they are in any case.
    public var isRemembered = true
    /// Where it was written.
    public var origin: StubOrigin
    /// WireMock's `metadata` but for our own keys in `demo-tui`, kept as it was; an object.
    public var metadata: JSONValue?
    /// Members of its mapping that mean nothing here (`persistent`, `insertionIndex`), kept to be written back.
    public var kept: [String: JSONValue] = [:]

    /// A stub with one reply or a sequence of them.
    public init(
        name: String? = nil, uuid: String? = nil, source: StubSource = .code, priority: Int = Stub.defaultPriority,
        isEnabled: Bool = true, screens: [String]? = nil, request: RequestPattern, sequence: [SequenceEntry],
        sequenceEnd: SequenceEnd = .repeatLast, scenario: ScenarioRule? = nil, origin: StubOrigin,
        metadata: JSONValue? = nil
    ) {
        self.name = name
        self.uuid = uuid
        self.source = source
        self.priority = priority
        self.isEnabled = isEnabled
        self.screens = screens
        self.request = request
        self.sequence = sequence
        self.sequenceEnd = sequenceEnd
        self.scenario = scenario
        self.origin = origin
        self.metadata = metadata
    }

    /// The priority of a stub that names none, as WireMock has it.
    public static let defaultPriority = 5

    /// Its name, else what it matches.
    public var title: String { name ?? request.description }
}

/// One step of a sequence: a reply, given `count` times.
public struct SequenceEntry: Sendable {
    /// The reply.
    public var reply: Reply
    /// How often it is given before the next; at least 1.
    public var count: Int
    /// What `thenVerifyRequest` checks of the requests it answers.
    var checks: [RequestCheck] = []

    /// A reply given `count` times.
    public init(_ reply: Reply, count: Int = 1) {
        self.reply = reply
        self.count = max(1, count)
    }
}

/// What a sequence does after its last reply.
public enum SequenceEnd: String, Sendable, Hashable, CaseIterable {
    /// The last reply stays.
    case repeatLast
    /// It begins again.
    case cycle
    /// The unmatched policy decides, as if there were no stub.
    case passThrough
    /// The request is refused.
    case fail
}

/// Where a sequence stands after some replies.
enum SequenceStep: Hashable {
    /// This entry answers.
    case reply(Int)
    /// It is used up.
    case usedUp
}

extension Stub {
    /// Which entry answers after `served` answers.
    func step(after served: Int) -> SequenceStep {
        guard sequence.count > 1 || sequenceEnd != .repeatLast else { return sequence.isEmpty ? .usedUp : .reply(0) }
        var remaining = served
        if sequenceEnd == .cycle {
            let length = sequence.reduce(0) { $0 + $1.count }
            remaining = length > 0 ? served % length : 0
        }
        for (index, entry) in sequence.enumerated() {
            if remaining < entry.count { return .reply(index) }
            remaining -= entry.count
        }
        return sequenceEnd == .repeatLast && !sequence.isEmpty ? .reply(sequence.count - 1) : .usedUp
    }
}
