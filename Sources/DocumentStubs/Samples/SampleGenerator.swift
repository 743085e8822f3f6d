import APIDocument
import APIModel
import WireFormats

/// Generates realistic values from a document's schemas.
///
/// A value depends only on the schema, the seed and the row, and is equal in every run and on every machine. It is
/// valid against its schema and format; rows of one seed differ in id, name and e-mail; members of a row agree. Dates
/// are within a year of 2026-01-15, except dates of birth. E-mail addresses and URLs use the domains of RFC 2606.
///
/// The first of these counts: `const`, the schema's examples (one per row), its `default` (first row), `enum`, then
/// type, format and name. Valid examples are used unchanged. Later rows vary them, and stay distinct.
package struct SampleGenerator: Sendable {
    private let document: APIDocument
    private let relations: Relations

    package init(document: APIDocument) {
        self.document = document
        relations = document.relations
    }

    /// A value for a schema.
    ///
    /// - Parameters:
    ///   - schema: the schema, resolved or not.
    ///   - seed: the collection of the value, such as its path. Row 5 of a list and the item itself agree if both have
    ///     the same
    ///     seed and row.
    ///   - entity: the kind of object, such as `user`; nil for the schema's name, else the last part of a path as seed.
    ///   - row: the index of the value among those of the seed. Integer ids count from 1, so that id 42 is row 41.
    ///   - listing: the rows of the list in the value, if it is a page. A body that is an array has three rows by
    ///     default.
    ///   - direction: requests have no `readOnly` members, responses no `writeOnly` ones.
    ///   - pinning: given values of members; for an object, of the members in it.
    ///   - isNew: true if the item was just created, so that no other is newer.
    /// - Throws: if the schema requires itself without an end, allows no value, or needs too large a value.
    package func sample(
        for schema: Schema, seed: String, entity: String? = nil, row: Int = 0, listing: SampleListing? = nil,
        direction: SchemaDirection = .response, pinning: [String: JSONValue] = [:], isNew: Bool = false
    ) throws(SampleError) -> Sample {
        var run = SampleRun(
            document: document, direction: direction, listing: listing, seed: seed, relations: relations, isNew: isNew)
        return try run.sample(schema, entity: entity, row: row, pins: pinning)
    }

    /// The value of a sample; nil if none can be generated, which `check` reports.
    func value(
        for schema: Schema, seed: String, entity: String? = nil, row: Int = 0, pinning: [String: JSONValue] = [:],
        isNew: Bool = false
    ) -> JSONValue? {
        try? sample(for: schema, seed: seed, entity: entity, row: row, pinning: pinning, isNew: isNew).value
    }

    /// A value for a schema as the member of an object, so that its name counts.
    func value(for schema: Schema, named name: String, seed: String) -> JSONValue? {
        let object = Schema(["type": "object", "required": [.string(name)], "properties": [name: schema.json]])
        return value(for: object, seed: seed)?[name]
    }

    /// The example in a schema, as a response shows it; nil without one.
    func example(of schema: Schema) -> JSONValue? {
        let resolved = document.resolve(schema)
        guard !resolved.examples.isEmpty else { return nil }
        var run = run
        let value = run.written(resolved, run.root(NameWords(""), 0))
        return value == resolved.default && !resolved.examples.contains(value ?? .null) ? nil : value
    }

    /// True if the document has examples of the schema or of its members.
    func hasExamples(_ schema: Schema) -> Bool { run.hasExamples(schema) }

    private var run: SampleRun { SampleRun(document: document, seed: "", relations: relations) }

    /// Rows of a list, each as `sample(for:seed:entity:row:)` generates it.
    package func rows(
        _ range: Range<Int>, of item: Schema, seed: String, entity: String? = nil
    ) throws(SampleError) -> [Sample] {
        var run = SampleRun(document: document, seed: seed, relations: relations)
        var samples: [Sample] = []
        for row in range { samples.append(try run.sample(item, entity: entity, row: row, pins: [:])) }
        return samples
    }
}

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
    package let pointer: JSONPointer

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
    package var rows: Range<Int>
    package var total: Int
    /// The page size; nil for the number of rows.
    var size: Int?
    /// The requested first row, even after the last one; nil for the first of `rows`.
    var start: Int?
    var firstPage = 1
    /// True for a page of several; members that describe it then override the document's examples.
    var isPage = true
    /// The rows themselves if they are known; nil to generate them.
    var made: [JSONValue]?

    package init(at pointer: JSONPointer = .root, rows: Range<Int>, total: Int? = nil) {
        self.pointer = pointer
        self.rows = rows
        self.total = total ?? rows.upperBound
    }

    var isLast: Bool { rows.upperBound >= total }

    var facts: (size: Int, start: Int, number: Int, count: Int) {
        let size = max(1, size ?? rows.count)
        let start = start ?? rows.lowerBound
        return (size, start, start / size + firstPage, ListCount.pages(of: total, size: size))
    }
}

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
        // The numbers of the first and the last row of the page.
        case "from" where siblings.contains("to") && siblings.contains(where: PagingNames.pageSizes.hasKey):
            return rows.isEmpty ? 0 : facts.start + 1
        case "to" where siblings.contains("from") && siblings.contains(where: PagingNames.pageSizes.hasKey):
            return rows.isEmpty ? 0 : rows.upperBound
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
