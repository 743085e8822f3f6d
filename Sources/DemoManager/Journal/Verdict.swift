import JSONText

/// What a check found of a reply: whether it is what was agreed on, in an API's document for instance.
public enum Verdict: Sendable, Hashable {
    /// It is.
    case kept
    /// It is not; at least one flaw.
    case broken([Flaw])
    /// Nobody can say, for this reason: one sentence.
    case unchecked(String)

    /// One thing that is not as agreed.
    public struct Flaw: Sendable, Hashable {
        /// Where in the body; the root for what concerns the whole reply.
        public let pointer: JSONPointer
        /// What is wrong.
        public let message: String
        /// Where the agreement says so, as a reference.
        public let place: String

        /// A flaw.
        public init(pointer: JSONPointer, message: String, place: String) {
            self.pointer = pointer
            self.message = message
            self.place = place
        }
    }

    /// What is wrong; empty where nothing is, or nobody can say.
    public var flaws: [Flaw] { if case .broken(let flaws) = self { flaws } else { [] } }
}

extension DemoManager {
    /// Notes what a check found of an exchange's reply, if the journal still keeps it. Observers hear of flaws alone.
    public func judge(_ exchange: ExchangeID, _ verdict: Verdict) {
        let observers = lock.withLock { state -> [Change.Continuation] in
            let isKept = state.journal.update(exchange) { $0.verdict = verdict }
            return isKept && !verdict.flaws.isEmpty ? state.listeners : []
        }
        Change.journal.tell(observers)
    }
}
