import APIDocument
import WireFormats

/// Texts that the rows of one list are told apart by, from the first row on: each row's is one that no row before has.
struct Identities: Sendable {
    /// Which texts: of that place, of that form.
    struct Kind: Hashable, Sendable {
        let seed: Seed
        let schema: Schema
    }

    /// The texts, by row.
    private(set) var texts: [String] = []
    private var taken: Set<String> = []
    /// Whether there are no others: from then on texts repeat.
    private var isExhausted = false

    /// How many other texts are tried for a row.
    private static let tries = 64

    /// Adds the next row's text: the first of those offered that is free and not zero; where none is, the first.
    mutating func add(_ offer: (Int) -> String) {
        let first = offer(0)
        var text = first
        var turn = 0
        while !isExhausted, taken.contains(text) || text.allSatisfy({ $0 == "0" }) {
            turn += 1
            isExhausted = turn == Identities.tries
            text = isExhausted ? first : offer(turn)
        }
        taken.insert(text)
        texts.append(text)
    }

    /// Keeps texts from rows, since others have them.
    mutating func keep(_ others: some Sequence<String>) { taken.formUnion(others) }
}

extension SampleRun {
    /// Whether rows are known by this text, and its form may leave too few of them to be distinct by themselves.
    func tellsApart(_ schema: Schema, _ place: SamplePlace) -> Bool {
        guard place.depth == 1, place.item == nil, (0..<SampleRun.distinctRows).contains(place.ordinal),
            schema.pattern != nil || schema.format.map({ !SampleRun.distinctFormats.contains($0) }) == true,
            isIdentity(place)
        else { return false }
        switch TextTopic(place.name) {
        case .id, .code: return place.text.isOwnID
        default: return schema.pattern != nil
        }
    }

    /// The text of this row. It depends on the rows before, which are worked out once in each run.
    mutating func identity(_ schema: Schema, _ place: SamplePlace) -> String {
        let kind = Identities.Kind(seed: place.seed, schema: schema)
        var known = identities[kind] ?? Identities()
        // Rows that show the document's examples have those to themselves.
        if known.texts.isEmpty { known.keep((schema.examples + [schema.default]).compactMap { $0?.stringValue }) }
        while known.texts.count <= place.ordinal {
            let row = known.texts.count
            let own = row == place.ordinal ? place : place.inRow(row)
            // A prime, so that no row's other texts are all those of the rows beside it.
            known.add { turn in made(schema, turn == 0 ? own : place.inRow(row + turn * 97)) }
        }
        identities[kind] = known
        return known.texts[place.ordinal]
    }

    /// Of how many rows all are told apart: more than any list shows.
    private static let distinctRows = 256

    /// Formats whose texts are distinct in every row by themselves.
    private static let distinctFormats: Set<String> = [
        "uuid", "guid", "uuid4", "uuidv4", "email", "idn-email", "int32", "int64", "integer", "uint64", "snowflake",
        "objectid", "object-id", "ulid", "byte", "base64", "base64url",
    ]
}
