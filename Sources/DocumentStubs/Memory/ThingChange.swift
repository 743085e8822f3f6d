import WireFormats

/// What a write says about a thing's members. A value; the one place where a write and a thing become one.
struct ThingChange: Sendable {
    /// Members that are set; objects within the thing are merged with those here.
    var members = JSONObject()
    /// Those of them that stand for themselves: nothing of what the thing had there stays.
    var whole: Set<String> = []
    /// What the thing no longer has.
    var removed: Set<JSONPointer> = []

    /// A change that sets members; each as a whole, or merged with what is there.
    init(setting members: JSONObject = JSONObject(), isWhole: Bool = false, removing removed: Set<JSONPointer> = []) {
        self.members = members
        self.removed = removed
        whole = isWhole ? Set(members.keys) : []
    }

    /// What leads from one object to another, member by member.
    init(from old: JSONObject, to new: JSONObject) {
        let changed = new.members.filter { old[$0.key] != $0.value }
        let gone = old.keys.filter { new[$0] == nil }.map { JSONPointer(tokens: [$0]) }
        self.init(setting: JSONObject(changed), isWhole: true, removing: Set(gone))
    }

    /// Whether it says nothing.
    var isEmpty: Bool { members.isEmpty && removed.isEmpty }

    /// Members of the thing itself that are taken away.
    var absent: Set<String> { Set(removed.filter { $0.tokens.count == 1 }.map { $0.tokens[0] }) }

    /// The thing as the change leaves it.
    func applied(to thing: JSONValue) -> JSONValue {
        let own = thing.replacing(members.members(of: whole))
        return removed.reduce(own.merged(with: members.without(whole))) { $0.setting(nil, at: $1) }
    }

    /// This change, and a later one after it.
    func followed(by later: ThingChange) -> ThingChange {
        var both = self
        both.members = later.applied(to: .object(members)).objectValue ?? later.members
        both.whole.formUnion(later.whole)
        let said = JSONValue.object(later.members)
        both.removed = removed.filter { said[$0] == nil }.union(later.removed)
        return both
    }
}

extension JSONValue {
    /// The members of an object set, each as a whole: of an object that stood there nothing stays.
    func replacing(_ members: JSONObject) -> JSONValue {
        guard case .object(let object) = self else { return .object(members) }
        return .object(object.merging(members) { _, new in new })
    }

    /// The members of an object set; objects within are merged, everything else is replaced.
    func merged(with members: JSONObject) -> JSONValue {
        guard case .object(let object) = self else { return .object(members) }
        return .object(
            object.merging(members) { old, new in
                guard old.objectValue != nil, case .object(let inner) = new else { return new }
                return old.merged(with: inner)
            })
    }
}
