import APIModel
import WireFormats

/// The object that a part of a sample describes.
///
/// A class, since places are copied at every step of a recursion and stacks are small.
final class SampleObject: Sendable {
    /// Its name in the document, such as "user".
    let name: NameWords
    /// Its position in the value, without the row.
    let seed: Seed
    /// Its position in its list; objects beside each other differ in it.
    let ordinal: Int
    /// Its index in a nested list; nil outside of one.
    let item: Int?
    /// The key of the name of its identifying member.
    let key: String
    /// The keys of its members' names.
    let members: Set<String>
    /// The given ids of other objects, by the keys of their names.
    let ids: [String: JSONValue]
    /// The time of its creation, if it follows from another object.
    let after: Timestamp?

    init(
        name: NameWords, seed: Seed, ordinal: Int, item: Int? = nil, key: String = "id", members: Set<String> = [],
        ids: [String: JSONValue] = [:], after: Timestamp? = nil
    ) {
        (self.name, self.seed, self.ordinal, self.item, self.key) = (name, seed, ordinal, item, key)
        (self.members, self.ids, self.after) = (members, ids, after)
    }

    /// The number of rows before it in its own list.
    var index: Int { item ?? ordinal }

    var timeline: Timeline {
        Timeline(seed, ordinal: ordinal, after: after, isBrief: NameClass.runs.hasKey(name.last))
    }

    var isFault: Bool { name.words.contains(where: NameClass.failure.hasKey) }
}

/// The place of a part within a value.
struct SamplePlace: Sendable {
    var path: [String]
    /// The name of the member, or of the list whose item it is.
    var name: NameWords
    var object: SampleObject
    var seed: Seed
    /// The row, or for nested lists the item; distinct for parts beside each other.
    var ordinal: Int
    /// The number of objects and arrays around it, within the row.
    var depth: Int
    /// The index in a nested list; nil outside of one.
    var item: Int?
    /// Given values of members; for an object, of the members in it.
    var pins: [String: JSONValue] = [:]
    /// The list that members here describe; nil if there is none.
    var listing: SampleListing? {
        get { beside?.listing }
        set { beside = newValue.map(Beside.init) }
    }
    private var beside: Beside?

    /// A list on the heap, to keep copies small.
    private final class Beside: Sendable {
        let listing: SampleListing
        init(_ listing: SampleListing) { self.listing = listing }
    }

    init(path: [String], name: NameWords, object: SampleObject, seed: Seed, ordinal: Int, depth: Int) {
        (self.path, self.name, self.object, self.seed) = (path, name, object, seed)
        (self.ordinal, self.depth) = (ordinal, depth)
    }

    /// The name for topics; the first two items of a list have their index in it: `coordinate 0`.
    var topicName: NameWords {
        guard let item, item < 2, let last = path.last, last == String(item) else { return name }
        return NameWords(words: name.words + [last])
    }

    var pointer: JSONPointer { JSONPointer(tokens: path) }

    /// The place of a member of this place's object.
    func member(_ key: String, of object: SampleObject) -> SamplePlace {
        var inner = SamplePlace(
            path: path + [key], name: NameWords(key), object: object, seed: seed.child(key), ordinal: ordinal,
            depth: depth + 1)
        (inner.pins, inner.beside) = (pins[key]?.objectValue?.byName ?? [:], beside)
        return inner
    }

    func given(in value: JSONValue) -> JSONValue {
        guard !pins.isEmpty else { return value }
        let given = pins.sorted { $0.key < $1.key }.map { JSONObject.Member(key: $0.key, value: $0.value) }
        return value.below(JSONObject(given))
    }

    /// The place of an item in this place's array of at most `most` items.
    func item(_ index: Int, of most: Int) -> SamplePlace {
        // Deep down, items need only differ within their list; the bound prevents overflows.
        let number = (ordinal &* max(1, most) &+ index) & (Int.max >> 8)
        var inner = SamplePlace(
            path: path + [String(index)], name: name.ofOne, object: object, seed: seed.child("items"),
            ordinal: number, depth: depth + 1)
        inner.item = index
        return inner
    }

    func inRow(_ row: Int) -> SamplePlace {
        var place = self
        place.ordinal = row
        place.object = SampleObject(
            name: object.name, seed: object.seed, ordinal: object.ordinal + row - ordinal, item: object.item,
            key: object.key,
            members: object.members, ids: object.ids)
        return place
    }

    /// A row after those of lists, whose names still have numbers.
    static let behindLists = 7_000
    /// A row after all others.
    static let farAway = 1_000_003
}

extension JSONObject {
    /// The members by name; the first of several with the same name.
    var byName: [String: JSONValue] { Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first } }
}
