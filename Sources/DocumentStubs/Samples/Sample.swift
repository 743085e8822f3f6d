import APIDocument
import APIModel
import WireFormats

/// A value generated from a schema.
package struct Sample: Sendable, Hashable {
    package let value: JSONValue
    /// The violations of its schema; empty unless the schema cannot be met, or no value was found.
    package var violations: [SchemaViolation] = []
}

/// The reason that no value can be generated from a schema.
package struct SampleError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        /// A member that must be there leads back to the same schema, with no end.
        case endlessRecursion
        /// The schema is `false`: nothing fits.
        case nothingFits
        /// The value would have more parts, or be nested deeper, than a sample may.
        case tooLarge
    }

    package let kind: Kind
    /// The place in the value.
    package let pointer: JSONPointer

    /// The pointer and the reason, in a line.
    package var description: String {
        let reason =
            switch kind {
            case .endlessRecursion: "the schema requires itself without an end; make a member on the way optional"
            case .nothingFits: "the schema allows no value"
            case .tooLarge: "a sample would be too large"
            }
        return pointer.tokens.isEmpty ? reason : "\(pointer): \(reason)"
    }
}

/// Which rows the list in a sample holds.
package struct SampleListing: Sendable, Hashable {
    /// The place of the list in the body; the root if the body itself is the list.
    package var pointer: JSONPointer
    /// The rows it holds, counted from 0.
    package var rows: Range<Int>
    /// How many rows there are in all: what counts and "has more" members beside the list say.
    package var total: Int
    /// How many rows a page has; as many as this one where nil.
    var size: Int?
    /// The row the page was asked to begin with, also where there are none any more; that of its first row where nil.
    var start: Int?
    /// The number of the first page.
    var firstPage = 1
    /// True if it is a page of several: members beside it then speak of the page, whatever the document's examples say.
    var isPage = true
    /// The rows themselves, where they are known; nil makes them.
    var made: [JSONValue]?

    /// A list of these rows.
    package init(at pointer: JSONPointer = .root, rows: Range<Int>, total: Int? = nil) {
        self.pointer = pointer
        self.rows = rows
        self.total = total ?? rows.upperBound
    }

    /// True if no page follows.
    var isLast: Bool { rows.upperBound >= total }

    /// The numbers of the page.
    var facts: (size: Int, start: Int, number: Int, count: Int) {
        let size = max(1, size ?? rows.count)
        let start = start ?? rows.lowerBound
        return (size, start, start / size + firstPage, ListCount.pages(of: total, size: size))
    }
}

/// The values of members beside a list that speak of the page.
extension SampleListing {
    /// The value of a number; nil if it is about something else.
    ///
    /// - Parameters:
    ///   - name: its name as one word in lower case.
    ///   - siblings: the names of the members beside it, in the same form.
    func number(_ name: String, beside siblings: some Collection<String>) -> Int? {
        let list = pointer.tokens.last.map(HumanName.key)
        if ListCount.isTotal(name, of: list, beside: siblings) { return total }
        if PagingNames.pageCounts.hasKey(name) { return facts.count }
        if PagingNames.pageSizes.hasKey(name) { return facts.size }
        switch name {
        case _ where PagingNames.rowCounts.hasKey(name): return rows.count
        case _ where PagingNames.pageNumbers.hasKey(name): return facts.number
        case _ where PagingNames.starts.hasKey(name): return facts.start
        case "number" where siblings.contains { $0 == "totalpages" || $0 == "totalelements" }:
            return facts.start / facts.size
        default: return nil
        }
    }

    /// The value of a Boolean; the names as above.
    func answer(_ name: String, beside siblings: some Collection<String>) -> Bool? {
        switch name {
        case _ where PagingNames.mores.hasKey(name): return !isLast
        case _ where PagingNames.befores.hasKey(name): return rows.lowerBound > 0
        case "last" where siblings.contains { $0 == "first" || $0 == "totalpages" }: return isLast
        case "first" where siblings.contains { $0 == "last" || $0 == "totalpages" }: return rows.lowerBound == 0
        case "empty": return rows.isEmpty
        default: return nil
        }
    }
}
