import WireFormats

/// The change that a write makes to an item. Only this type applies writes to items.
struct ItemChange: Sendable {
    /// Members that are set; objects in the item are merged with those here.
    var members = JSONObject()
    /// Members that replace the item's own instead of merging.
    var whole: Set<String> = []
    var removed: Set<JSONPointer> = []

    /// A change that sets members; each one replaces the item's, or is merged with it.
    init(setting members: JSONObject = JSONObject(), isWhole: Bool = false, removing removed: Set<JSONPointer> = []) {
        self.members = members
        self.removed = removed
        whole = isWhole ? Set(members.keys) : []
    }

    init(from old: JSONObject, to new: JSONObject) {
        let changed = new.members.filter { old[$0.key] != $0.value }
        let gone = old.keys.filter { new[$0] == nil }.map { JSONPointer(tokens: [$0]) }
        self.init(setting: JSONObject(changed), isWhole: true, removing: Set(gone))
    }

    var isEmpty: Bool { members.isEmpty && removed.isEmpty }

    var absent: Set<String> { Set(removed.filter { $0.tokens.count == 1 }.map { $0.tokens[0] }) }

    func applied(to itemValue: JSONValue) -> JSONValue {
        let own = itemValue.replacing(members.members(of: whole))
        return removed.reduce(own.merged(with: members.without(whole))) { $0.setting(nil, at: $1) }
    }

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

    /// The object with these members; nested objects are merged.
    func merged(with members: JSONObject) -> JSONValue {
        guard case .object(let object) = self else { return .object(members) }
        return .object(
            object.merging(members) { old, new in
                guard old.objectValue != nil, case .object(let inner) = new else { return new }
                return old.merged(with: inner)
            })
    }
}

extension JSONValue {
    /// The value after a JSON Patch (RFC 6902); nil for invalid steps and missing paths. `test` steps always succeed.
    func patched(by steps: [JSONValue]) -> JSONValue? {
        guard !steps.isEmpty else { return nil }
        do {
            return try steps.reduce(Optional(self)) { value, step in try value.flatMap { try $0.patched(by: step) } }
        } catch {
            // An invalid JSON pointer changes nothing, like a missing path.
            return nil
        }
    }

    private func patched(by step: JSONValue) throws(JSONError) -> JSONValue? {
        guard let operation = step["op"]?.stringValue, let path = step["path"]?.stringValue else { return nil }
        let place = try JSONPointer(path)
        guard operation != "test" else { return self }
        let source = try step["from"]?.stringValue.map { text throws(JSONError) in try JSONPointer(text) }
        switch operation {
        case "add": return step["value"].flatMap { adding($0, at: place) }
        case "replace": return self[place] == nil ? nil : step["value"].map { setting($0, at: place) }
        case "remove": return self[place] == nil || place == .root ? nil : setting(nil, at: place)
        case "copy": return source.flatMap { self[$0] }.flatMap { adding($0, at: place) }
        case "move":
            guard let source, source != .root, let value = self[source] else { return nil }
            return setting(nil, at: source).adding(value, at: place)
        default: return nil
        }
    }

    /// The value with another one at a place; in an array, the items from there on move up.
    private func adding(_ value: JSONValue, at place: JSONPointer) -> JSONValue? {
        guard let parent = place.parent, let last = place.tokens.last else { return value }
        switch self[parent] {
        case .object?: return setting(value, at: place)
        case .array(var items)?:
            guard let index = last == "-" ? items.count : Int(last), (0...items.count).contains(index) else {
                return nil
            }
            items.insert(value, at: index)
            return setting(.array(items), at: parent)
        default: return nil
        }
    }
}
