import HTTPTypes
import WireFormats

/// A request pattern with the replies to give.
public struct Stub: Sendable {
    /// The name, for people. A stub named like a condition answers that condition, even if it is disabled.
    public var name: String?
    /// The `id` (or `uuid`) of its mapping, if any.
    package var uuid: String?
    package var source: StubSource
    /// The priority: 1 is tried first; 5 by default.
    public var priority: Int
    /// True if it answers requests; a disabled stub answers only the condition it is named after.
    public var isEnabled: Bool
    /// The screens it answers; nil for all, and for calls without a screen.
    public var screens: [String]?
    /// The operation it answers, for operations that share a path. It answers no call of another operation.
    package var operation: String?
    package var request: RequestPattern
    /// The replies in order; at least one.
    package var sequence: [SequenceEntry]
    /// The behaviour after the last reply.
    public var sequenceEnd: SequenceEnd
    /// The scenario it takes part in, if any.
    public var scenario: ScenarioRule?
    /// True if its replies include remembered writes, and the writes it answers are remembered. Stubs in code,
    /// scenarios and handwritten sequences never take part.
    package var isRemembered = true
    /// False to exempt it from chaos.
    package var takesChaos = true
    /// The place in a file or in code.
    package var origin: StubOrigin
    /// WireMock's `metadata` without our own keys in `demo-tui`, unchanged; an object.
    package var metadata: JSONValue?
    /// Members of its mapping without a meaning here (`persistent`, `insertionIndex`), kept to be written back.
    package var kept: [String: JSONValue] = [:]

    /// Creates a stub with replies that are given in order.
    public init(
        name: String? = nil, priority: Int = 5, isEnabled: Bool = true, screens: [String]? = nil,
        request: RequestPattern, replies: [Reply], sequenceEnd: SequenceEnd = .repeatLast,
        scenario: ScenarioRule? = nil, fileID: String = #fileID, line: Int = #line
    ) {
        self.init(
            name: name, priority: priority, isEnabled: isEnabled, screens: screens, request: request,
            sequence: replies.map { SequenceEntry($0) }, sequenceEnd: sequenceEnd, scenario: scenario,
            origin: .code(fileID: fileID, line: line))
    }

    package init(
        name: String? = nil, uuid: String? = nil, source: StubSource = .code, priority: Int = Stub.defaultPriority,
        isEnabled: Bool = true, screens: [String]? = nil, request: RequestPattern, sequence: [SequenceEntry],
        sequenceEnd: SequenceEnd = .repeatLast, scenario: ScenarioRule? = nil, origin: StubOrigin,
        metadata: JSONValue? = nil
    ) {
        (self.name, self.uuid, self.source, self.origin, self.metadata) = (name, uuid, source, origin, metadata)
        (self.priority, self.isEnabled, self.screens, self.request) = (priority, isEnabled, screens, request)
        (self.sequence, self.sequenceEnd, self.scenario) = (sequence, sequenceEnd, scenario)
    }

    /// The default priority, as in WireMock.
    package static let defaultPriority = 5

    /// The name, else the pattern.
    package var title: String { name ?? request.description }
}

/// A step of a sequence: a reply, given `count` times.
package struct SequenceEntry: Sendable {
    package var reply: Reply
    /// The number of times it is given before the next; at least 1.
    package var count: Int
    /// The checks of `thenVerifyRequest`.
    var checks: [RequestCheck] = []
    /// The places of the checks: `AppTests/MeTests.swift:12`.
    package var checkPlaces: [String] { checks.map(\.place) }

    /// A reply given `count` times.
    package init(_ reply: Reply, count: Int = 1) {
        self.reply = reply
        self.count = max(1, count)
    }
}

/// The behaviour of a stub after the last reply of its sequence.
public enum SequenceEnd: String, Sendable, Hashable, CaseIterable {
    /// The last reply repeats.
    case repeatLast
    /// The sequence begins again.
    case cycle
    /// The unmatched policy applies, as if there were no stub.
    case passThrough
    /// The request is refused.
    case fail
}

extension Stub {
    /// The index of the entry that answers after `served` replies; nil if the sequence is used up.
    func place(after served: Int) -> Int? {
        guard sequence.count > 1 || sequenceEnd != .repeatLast else { return sequence.isEmpty ? nil : 0 }
        var remaining = served
        if sequenceEnd == .cycle {
            let length = sequence.reduce(0) { $0 + $1.count }
            remaining = length > 0 ? served % length : 0
        }
        for (index, entry) in sequence.enumerated() {
            if remaining < entry.count { return index }
            remaining -= entry.count
        }
        return sequenceEnd == .repeatLast && !sequence.isEmpty ? sequence.count - 1 : nil
    }
}

extension Stub {
    /// The reason why it is invalid; nil if it is valid.
    package var problem: Problem? {
        if sequence.isEmpty { return problem("the stub has no reply; give it one") }
        if let message = sequence.lazy.compactMap(\.reply.problem).first ?? request.problem { return problem(message) }
        return nil
    }

    /// True if a reply by a server is refused. Under the policy `error`, only stubs in code may pass a request through.
    func forbids(_ reply: Reply, by policy: UnmatchedPolicy) -> Bool {
        reply.leaves && policy == .error && !(source == .code && reply.passesThrough)
    }

    package func problem(_ message: String) -> Problem { origin.problem(message) }
}

extension Reply {
    /// The reason why no reply can have the status; nil if one can.
    static func problem(ofStatus status: Int) -> String? {
        (200...999).contains(status) ? nil : "status \(status) cannot be answered; use 200 to 999"
    }

    /// The reason why it is invalid; nil if it is valid.
    fileprivate var problem: String? {
        if let problem = Self.problem(ofStatus: status) { return problem }
        // Headers cannot contain a line break: HTTPFields replaces it with blanks.
        if let statusMessage, !HTTPField.isValidValue(statusMessage) {
            return "statusMessage must not contain line breaks or control characters"
        }
        if let problem = delay.problem ?? pacing?.problem { return problem }
        guard let proxyBase else { return nil }
        let isPlain = headers.isEmpty && body.isEmpty && statusMessage == nil && pacing == nil && fault == nil
        guard isPlain, error == nil, maker == nil, !passesThrough else {
            return "a reply that forwards to \(proxyBase) has nothing of its own but a delay"
        }
        return nil
    }
}

extension Delay {
    /// The reason why it is invalid; its limits are those of stub files.
    var problem: String? {
        guard fixed >= .zero else { return "a delay must not be negative" }
        guard fixed <= Self.longest else { return "a delay must not be longer than a day" }
        switch random {
        case nil: return nil
        case .uniform(let range):
            let isPossible = range.lowerBound >= .zero && range.upperBound <= Self.longest
            return isPossible ? nil : "a random delay must be between 0 and a day"
        case .lognormal(let median, let sigma, let maximum):
            guard median >= .zero, median <= Self.longest, maximum.map({ $0 >= .zero }) ?? true else {
                return "the median of a random delay must be between 0 and a day"
            }
            return sigma.isFinite && sigma >= 0 ? nil : "sigma must be a number, 0 or more"
        }
    }

    private static let longest = Duration.milliseconds(DelayReader.longest)
}

extension Pacing {
    /// The reason why it is invalid; nil if it is valid.
    fileprivate var problem: String? {
        if case .even(let chunks, _) = self, chunks < 1 { return "a body is sent in at least one chunk" }
        return Delay(fixed: duration).problem
    }
}

/// A stub's part in a scenario: the state it needs and the state it leads to. WireMock's meaning.
public struct ScenarioRule: Sendable, Hashable {
    /// The scenario's name, shared by its stubs.
    package var name: String
    /// The state in which it answers; nil for any.
    package var requiredState: String?
    /// The state after it answered; nil leaves the state unchanged.
    package var newState: String?
    /// The clients that share the state.
    package var scope = ScenarioScope.everyone

    /// Creates a part in the scenario `name`. All scenarios begin in the state `Started`.
    public init(name: String, requiredState: String? = nil, newState: String? = nil) {
        (self.name, self.requiredState, self.newState) = (name, requiredState, newState)
    }

    /// Creates a part in a scenario of some clients.
    package init(name: String, requiredState: String? = nil, newState: String? = nil, scope: ScenarioScope) {
        self.init(name: name, requiredState: requiredState, newState: newState)
        self.scope = scope
    }

    /// The state every scenario begins in.
    package static let initialState = "Started"

    /// The key of the state that applies to a request of `call`.
    func key(_ request: HTTPRequest, _ call: Call) -> ScenarioKey {
        switch scope {
        case .everyone: ScenarioKey(name: name, owner: nil)
        case .screen: ScenarioKey(name: name, owner: "screen \(call.screen ?? "none")")
        case .header(let header):
            ScenarioKey(name: name, owner: "\(header.rawName) \(request.headerFields[header] ?? "none")")
        }
    }
}

/// The clients that share a scenario's state.
package enum ScenarioScope: Sendable, Hashable {
    /// All requests.
    case everyone
    /// The requests of one screen.
    case screen
    /// The requests with the same value of this header.
    case header(HTTPField.Name)
}

/// The key of a scenario's state.
struct ScenarioKey: Sendable, Hashable, CustomStringConvertible {
    let name: String
    /// The screen or header value that owns the state; nil for all clients.
    let owner: String?

    /// `cart`, `cart (screen profile)`.
    var description: String { owner.map { "\(name) (\($0))" } ?? name }
}
