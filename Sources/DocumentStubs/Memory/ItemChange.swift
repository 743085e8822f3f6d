import WireFormats

/// The change that a write makes to an item. A value; no other place joins a write and an item.
struct ItemChange: Sendable {
    /// Members that are set; objects in the item are merged with those here.
    var members = JSONObject()
    /// Members that replace the item's own instead of merging.
    var whole: Set<String> = []
    /// Members that are cleared.
    var removed: Set<JSONPointer> = []

    /// A change that sets members; each as a whole, or merged with what is there.
    init(setting members: JSONObject = JSONObject(), isWhole: Bool = false, removing removed: Set<JSONPointer> = []) {
        self.members = members
        self.removed = removed
        whole = isWhole ? Set(members.keys) : []
    }

    /// The change from one object to another, member by member.
    init(from old: JSONObject, to new: JSONObject) {
        let changed = new.members.filter { old[$0.key] != $0.value }
        let gone = old.keys.filter { new[$0] == nil }.map { JSONPointer(tokens: [$0]) }
        self.init(setting: JSONObject(changed), isWhole: true, removing: Set(gone))
    }

    /// True if it changes nothing.
    var isEmpty: Bool { members.isEmpty && removed.isEmpty }

    /// Members of the item itself that are cleared.
    var absent: Set<String> { Set(removed.filter { $0.tokens.count == 1 }.map { $0.tokens[0] }) }

    /// The item after the change.
    func applied(to thing: JSONValue) -> JSONValue {
        let own = thing.replacing(members.members(of: whole))
        return removed.reduce(own.merged(with: members.without(whole))) { $0.setting(nil, at: $1) }
    }

    /// This change, and a later one after it.
    func followed(by later: ItemChange) -> ItemChange {
        var both = self
        both.members = later.applied(to: .object(members)).objectValue ?? later.members
        both.whole.formUnion(later.whole)
        let said = JSONValue.object(later.members)
        both.removed = removed.filter { said[$0] == nil }.union(later.removed)
        return both
    }
}

extension JSONValue {
    /// The object with these members, each replaced as a whole.
    func replacing(_ members: JSONObject) -> JSONValue {
        guard case .object(let object) = self else { return .object(members) }
        return .object(object.merging(members) { _, new in new })
    }

    /// The object with these members; objects in it are merged.
    func merged(with members: JSONObject) -> JSONValue {
        guard case .object(let object) = self else { return .object(members) }
        return .object(
            object.merging(members) { old, new in
                guard old.objectValue != nil, case .object(let inner) = new else { return new }
                return old.merged(with: inner)
            })
    }
}
