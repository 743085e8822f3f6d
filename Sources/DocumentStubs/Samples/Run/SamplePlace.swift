import WireFormats

/// Where in a value a part stands, and what it is a part of.
struct SamplePlace: Sendable {
    /// The way from the value's root.
    var path: [String]
    /// The name of the member, or of the list whose item it is.
    var name: NameWords
    /// What the part belongs to.
    var thing: Thing
    /// The place for choices: the same in every row.
    var seed: Seed
    /// The row, and of lists within rows the item: distinct for parts beside each other.
    var ordinal: Int
    /// How many objects and arrays are around it, below the row.
    var depth: Int
    /// The item of a list within the row; nil outside of one.
    var item: Int?
    /// Members that are given; of an object those within it that are.
    var pins: [String: JSONValue] = [:]
    /// The names of all members of the object it stands in, each as one word.
    var siblings: Set<String> = []

    var pointer: JSONPointer { JSONPointer(tokens: path) }

    /// The place of a member of this place's object, which describes `thing`.
    func member(_ key: String, of thing: Thing, beside siblings: Set<String> = []) -> SamplePlace {
        SamplePlace(
            path: path + [key], name: NameWords(key), thing: thing, seed: seed.child(key), ordinal: ordinal,
            depth: depth + 1, pins: pins[key]?.objectValue?.byName ?? [:], siblings: siblings)
    }

    /// The value with the members that are given.
    func given(in value: JSONValue) -> JSONValue {
        guard !pins.isEmpty else { return value }
        let given = pins.sorted { $0.key < $1.key }.map { JSONObject.Member(key: $0.key, value: $0.value) }
        return value.below(JSONObject(given))
    }

    /// The place of an item of this place's array, of which there are at most `most`.
    func item(_ index: Int, of most: Int) -> SamplePlace {
        // Far down only distinctness within the list matters; sums of ordinals must not overflow.
        let number = (ordinal &* max(1, most) &+ index) & (Int.max >> 8)
        return SamplePlace(
            path: path + [String(index)], name: name.ofOne, thing: thing, seed: seed.child("items"),
            ordinal: number, depth: depth + 1, item: index)
    }

    /// The same place in a row that no list reaches.
    var farAway: SamplePlace { inRow(ordinal + SamplePlace.farAway) }

    /// The same place in another row.
    func inRow(_ row: Int) -> SamplePlace {
        var place = self
        place.ordinal = row
        place.thing = Thing(
            name: thing.name, kind: thing.kind, seed: thing.seed, ordinal: thing.ordinal + row - ordinal,
            ownID: thing.ownID)
        return place
    }

    /// Behind all rows.
    static let farAway = 1_000_003

    /// How texts about this place are made.
    var text: TextMaker {
        TextMaker(thing: thing, name: name, seed: seed, ordinal: ordinal, item: item, siblings: siblings)
    }
}

extension JSONObject {
    /// The members by their names; of those of one name the first.
    var byName: [String: JSONValue] { Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first } }
}
