import APIDocument
import APIModel
import WireFormats

/// A value generated from a schema.
package struct Sample: Sendable, Hashable {
    package let value: JSONValue
    /// The violations of its schema; empty unless no valid value was found.
    package var violations: [SchemaViolation] = []
}

/// The reason that no value can be generated from a schema.
package struct SampleError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        /// A required member refers to the same schema without an end.
        case endlessRecursion
        /// The schema is `false`: no value is valid.
        case nothingFits
        /// The value would have too many parts or be nested too deeply.
        case tooLarge
    }

    package let kind: Kind
    /// The place in the value.
    package let pointer: JSONPointer

    /// The pointer and the reason in one line.
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

/// The rows of the list in a sample.
package struct SampleListing: Sendable, Hashable {
    /// The place of the list in the body; the root if the body itself is the list.
    package var pointer: JSONPointer
    /// The indices of the rows.
    package var rows: Range<Int>
    /// The number of all rows, for counts and "has more" members beside the list.
    package var total: Int
    /// The page size; nil for the number of rows.
    var size: Int?
    /// The requested first row, even after the last one; nil for the first of `rows`.
    var start: Int?
    /// The number of the first page.
    var firstPage = 1
    /// True for a page of several; members that describe it then override the document's examples.
    var isPage = true
    /// The rows themselves if they are known; nil to generate them.
    var made: [JSONValue]?

    /// A list of these rows.
    package init(at pointer: JSONPointer = .root, rows: Range<Int>, total: Int? = nil) {
        self.pointer = pointer
        self.rows = rows
        self.total = total ?? rows.upperBound
    }

    /// True if no page follows.
    var isLast: Bool { rows.upperBound >= total }

    /// The page size, first row, page number and page count.
    var facts: (size: Int, start: Int, number: Int, count: Int) {
        let size = max(1, size ?? rows.count)
        let start = start ?? rows.lowerBound
        return (size, start, start / size + firstPage, ListCount.pages(of: total, size: size))
    }
}

/// The values of members that describe the page.
extension SampleListing {
    /// The value of a number; nil if it does not describe the page.
    ///
    /// - Parameters:
    ///   - name: its key (``HumanName/key(_:)``).
    ///   - siblings: the keys of the members beside it.
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

    /// The value of a Boolean, with the same arguments.
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
