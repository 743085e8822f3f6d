import HTTPTypes
import WireFormats

/// Why a request would be answered as it would: a dry run that changes nothing.
///
/// `stubs` and `nearMisses` compare the request with every stub when they are read, and only then.
public struct Explanation: Sendable {
    /// The request it is about, secrets and all.
    package let request: HTTPRequest
    /// The decision, in words.
    public let summary: String
    /// The policy's consequence for a request that no stub answers; nil if one does.
    package let consequence: String?
    /// The stub that would answer, if one would.
    package let answer: StubID?

    /// The stub that would answer if demo were on.
    let match: StubID?
    let body: [UInt8]?
    let call: Call
    let snapshot: Snapshot

    /// The verdicts of all stubs, in the order they are tried. Computed each time it is read, at a cost that
    /// grows with the number of stubs.
    package var stubs: [StubVerdict] {
        let attempt = Attempt(request, body: body, call: call)
        let entries = snapshot.seeds?.stubs ?? snapshot.index.entries.values.inOrder { $0.rank < $1.rank }
        return entries.map { entry in
            let isAsked = entry.id != match && snapshot.seeds == nil
            return StubVerdict(
                id: entry.id, title: entry.stub.title, origin: entry.stub.origin,
                parts: entry.constraints.map { $0.part(attempt.facts) },
                obstacle: isAsked ? snapshot.obstacle(entry, attempt) : nil)
        }
    }

    /// The stubs that came closest without answering, nearest first; at most three. One that matches but is switched off,
    /// for another screen or another state of its scenario is nearer than any that differs; those kept for a condition
    /// come last.
    public var nearMisses: [StubVerdict] {
        let missed = stubs.enumerated().filter { $0.element.id != match && $0.element.isMiss }
        let sorted = missed.inOrder { first, second in
            let (one, other) = (first.element, second.element)
            if one.isForCondition != other.isForCondition { return other.isForCondition }
            return (one.distance, first.offset) < (other.distance, second.offset)
        }
        return sorted.prefix(3).map(\.element)
    }
}

extension Explanation: CustomStringConvertible {
    /// `text()`.
    public var description: String { text() }

    /// The explanation for a person, without secrets: the request, what would happen, and the near misses where no stub
    /// answers.
    ///
    /// - Parameter width: how many cells a line may take.
    package func text(width: Int = 80) -> String {
        let redactor = snapshot.catalog.redactor
        let url = redactor.url(String(decoding: RequestFacts(request, body: nil).absoluteURL, as: UTF8.self))
        var parts = ["\(request.method.rawValue) \(url)\n\(redactor.text(summary))"]
        if let consequence {
            parts[0] += "; \(consequence)"
            let misses = nearMisses
            parts += misses.map { $0.table(width: width, redactor: redactor) }
            if misses.isEmpty { parts[0] += snapshot.isEmpty ? "\nThere are no stubs." : "\nNo stub came close." }
        }
        return parts.map(Cells.printable).joined(separator: "\n\n")
    }
}

extension Snapshot {
    fileprivate var isEmpty: Bool { seeds?.stubs.isEmpty ?? index.entries.isEmpty }
}
