import APIDocument
import WireFormats

/// Generates believable values from a document's schemas.
///
/// A value depends on the schema, the seed and the row alone: the same in every run and on every machine. It is valid
/// against its schema and format; rows of one seed differ in id, name and e-mail; what belongs together within a row agrees.
/// Dates lie within a year of 2026-01-15, except dates of birth. Mail and web addresses lie in the domains of RFC 2606.
///
/// The first of these decides: `const`, the schema's examples (one a row), its `default` (in the first row), `enum`, then
/// type, format and the member's name. Valid examples are shown as written. Further rows vary them, and stay distinct.
package struct SampleGenerator: Sendable {
    private let document: APIDocument
    private let relations: Relations

    /// A generator for the schemas of that document.
    package init(document: APIDocument) {
        self.document = document
        relations = document.memo.value { Relations(document) }
    }

    /// A value for a schema.
    ///
    /// - Parameters:
    ///   - schema: the schema, resolved or not.
    ///   - seed: the collection of the value, such as its path. Row 5 of a list and the item itself agree if both have the same
    ///     seed and row.
    ///   - entity: what the value describes, such as `user`; the schema's name where nil, else the last part of a seed
    ///     that is a path.
    ///   - row: which of the values of that seed, from 0. Ids that are whole numbers count from 1, so that id 42 is row 41.
    ///   - listing: the rows of the list in the value, where it is a page of one. A body that is itself an array holds three
    ///     without.
    ///   - direction: which way it travels: requests have no `readOnly` members, responses no `writeOnly` ones.
    ///   - pinning: members of the value's own that are given; of an object those within it that are.
    ///   - isNew: whether the item was made just now: nothing is newer.
    /// - Throws: where the schema requires itself without an end, allows nothing, or asks for too much.
    package func sample(
        for schema: Schema, seed: String, entity: String? = nil, row: Int = 0, listing: SampleListing? = nil,
        direction: SchemaDirection = .response, pinning: [String: JSONValue] = [:], isNew: Bool = false
    ) throws(SampleError) -> Sample {
        var run = SampleRun(
            document: document, direction: direction, listing: listing, seed: seed, relations: relations, isNew: isNew)
        return try run.sample(schema, entity: entity, row: row, pins: pinning)
    }

    /// The value of a sample; nil for a schema that nothing fits, which the check reports.
    func value(
        for schema: Schema, seed: String, entity: String? = nil, row: Int = 0, pinning: [String: JSONValue] = [:],
        isNew: Bool = false
    ) -> JSONValue? {
        do throws(SampleError) {
            return try sample(for: schema, seed: seed, entity: entity, row: row, pinning: pinning, isNew: isNew).value
        } catch {
            return nil
        }
    }

    /// A value for a schema as the member of an object, so that its name counts.
    func value(for schema: Schema, named name: String, seed: String) -> JSONValue? {
        let object = Schema(["type": "object", "required": [.string(name)], "properties": [name: schema.json]])
        return value(for: object, seed: seed)?[name]
    }

    /// The value the document's author wrote for a schema, where he did: its example, as a response shows it.
    func example(of schema: Schema) -> JSONValue? {
        let resolved = document.resolve(schema)
        guard !resolved.examples.isEmpty else { return nil }
        var run = run
        let value = run.written(resolved, run.root(NameWords(""), 0))
        return value == resolved.default && !resolved.examples.contains(value ?? .null) ? nil : value
    }

    /// True if the document has examples of such values, or of their members.
    func hasExamples(_ schema: Schema) -> Bool { run.hasExamples(schema) }

    private var run: SampleRun { SampleRun(document: document, seed: "", relations: relations) }

    /// Rows of a list: what `sample(for:seed:entity:row:)` makes of each.
    package func rows(
        _ range: Range<Int>, of item: Schema, seed: String, entity: String? = nil
    ) throws(SampleError) -> [Sample] {
        var run = SampleRun(document: document, seed: seed, relations: relations)
        var samples: [Sample] = []
        for row in range { samples.append(try run.sample(item, entity: entity, row: row, pins: [:])) }
        return samples
    }
}
