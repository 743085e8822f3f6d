/// A stub of a manager with what happened to it: what a list of stubs shows.
public struct StubState: Sendable, Identifiable {
    /// Its name in the manager.
    public let id: StubID
    /// The stub.
    public let stub: Stub
    /// Whether it takes part now.
    public let isEnabled: Bool
    /// How often it answered.
    public let hits: Int
    /// How many replies of its sequence were given since the last reset.
    public let served: Int

    /// The reply of the sequence that comes next, from 0; nil where the stub has one reply or is used up.
    public var position: Int? {
        guard stub.sequence.count > 1, case .reply(let index) = stub.step(after: served) else { return nil }
        return index
    }
}
