import HTTPTypes
import WireFormats

/// Explains how a request would be answered, and why; a dry run that changes nothing.
///
/// `nearMisses` compares the request with every stub each time it is read.
public struct Explanation: Sendable {
    /// The request, with its secrets.
    package let request: HTTPRequest
    /// The decision in words.
    public let summary: String
    /// The policy's consequence for a request that no stub answers; nil if one does.
    package let consequence: String?
    /// The stub that would answer, if any.
    package let answer: StubID?

    /// The stub that would answer if demo were on, if any.
    let match: StubID?
    let body: [UInt8]?
    let call: Call
    let snapshot: Snapshot

    /// The verdicts of all stubs, in the order they are tried. Computed at each access, at a cost that grows with the
    /// number of stubs.
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

    /// The stubs that nearly match, nearest first; at most three. Stubs that match but are disabled, or are for another
    /// screen or scenario state, come before those that differ. Stubs for a condition come last.
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
    /// The text of the explanation.
    public var description: String { text() }

    /// The explanation as text, without secrets: the request, its answer, and the near misses if no stub answers.
    ///
    /// - Parameter width: the maximum width of a line, in cells.
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
