import APIDocument
import WireFormats

/// The places of facts about a page in a list's reply. Read once per operation.
package struct PageFactPlaces: Sendable, Hashable {
    /// The total number of rows.
    package var total: JSONPointer?
    /// The number of all rows on some servers, of the page's rows on others.
    package var count: JSONPointer?
    /// True if another page follows.
    package var more: JSONPointer?
    /// True if this page is the last one.
    package var last: JSONPointer?
    package var number: JSONPointer?

    package init() {}

    /// The greatest depth of nested objects, as in `meta.pagination.total`.
    private static let depthLimit = 3

    /// Finds the places in a reply with its rows at `rows`. Outer members take precedence over those beside the rows.
    package init(in answer: Schema, rows: JSONPointer, of document: APIDocument) {
        var around = document.resolveChoices(answer)
        var place = JSONPointer.root
        for token in rows.tokens {
            read(around, at: place, depth: Self.depthLimit, document)
            guard let inner = around.properties.first(where: { $0.name == token }) else { break }
            around = document.resolveChoices(inner.schema)
            place = place.appending(token)
        }
    }

    private mutating func read(_ object: Schema, at place: JSONPointer, depth: Int, _ document: APIDocument) {
        let members = object.properties.prefix(200).map {
            (key: HumanName.key($0.name), name: $0.name, schema: document.resolveChoices($0.schema))
        }
        func first(_ names: NameClass, _ types: Set<Schema.DataType>) -> JSONPointer? {
            for name in names.names {
                for member in members where member.key == name {
                    let own = member.schema
                    if own.types.isEmpty && own.properties.isEmpty || !types.isDisjoint(with: own.types) {
                        return place.appending(member.name)
                    }
                    // Elasticsearch has an object here: {"value": 10000, "relation": "gte"}.
                    if types.contains(.integer), own.properties.contains(where: { $0.name == "value" }) {
                        return place.appending(member.name).appending("value")
                    }
                }
            }
            return nil
        }
        total = total ?? first(PagingNames.totals, [.integer, .number])
        count = count ?? first(PagingNames.counts, [.integer, .number])
        more = more ?? first(PagingNames.mores, [.boolean])
        last = last ?? first(PagingNames.lasts, [.boolean])
        number = number ?? first(PagingNames.numbers, [.integer, .number])
        guard depth > 1 else { return }
        for member in members where PagingNames.wrappers.hasKey(member.key) && !member.schema.properties.isEmpty {
            read(member.schema, at: place.appending(member.name), depth: depth - 1, document)
        }
    }
}
