import APIModel
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

    /// The change of an item that keeps its id.
    func keeping(_ id: String, at key: JSONPointer) -> ItemChange {
        var change = self
        let sent = JSONValue.object(members)
        if sent[key] != nil { change.members = sent.identified(id, at: key).objectValue ?? members }
        change.removed.remove(key)
        return change
    }

    func applied(to itemValue: JSONValue) -> JSONValue {
        let own = itemValue.replacing(members.members(of: whole))
        return removed.reduce(own.merging(.object(members.without(whole)))) { $0.setting(nil, at: $1) }
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
}

/// A step of a JSON Patch that cannot be applied.
struct PatchFault: Error, Hashable, CustomStringConvertible {
    /// True if the item is in another state than the step demands; false for an invalid step.
    let isConflict: Bool
    let description: String
}

extension JSONValue {
    /// The value after a JSON Patch (RFC 6902).
    ///
    /// - Throws: the first step that cannot be applied; then none of them is.
    func patched(by steps: [JSONValue]) throws(PatchFault) -> JSONValue {
        var value = self
        for (index, step) in steps.enumerated() {
            let name = step["op"]?.stringValue ?? ""
            let place = "Step \(index + 1) of the patch, \(name) \(step["path"]?.stringValue ?? "")"
            guard let patch = PatchStep(step) else {
                throw PatchFault(isConflict: false, description: "\(place), is not a valid JSON Patch step (RFC 6902).")
            }
            guard let next = patch.applied(to: value) else {
                let fault = name == "test" ? "finds another value" : "has a path that does not exist"
                throw PatchFault(isConflict: true, description: "\(place), \(fault).")
            }
            value = next
        }
        return value
    }
}

private enum PatchStep {
    case test(JSONPointer, JSONValue)
    case add(JSONPointer, JSONValue)
    case replace(JSONPointer, JSONValue)
    case remove(JSONPointer)
    case copy(JSONPointer, from: JSONPointer)
    case move(JSONPointer, from: JSONPointer)

    /// Nil for an invalid step.
    init?(_ step: JSONValue) {
        func pointer(_ member: String) -> JSONPointer? {
            // A text that is no pointer names no place.
            step[member]?.stringValue.flatMap { try? JSONPointer($0) }
        }
        guard let place = pointer("path") else { return nil }
        switch (step["op"]?.stringValue, step["value"], pointer("from")) {
        case ("test", let value?, _): self = .test(place, value)
        case ("add", let value?, _): self = .add(place, value)
        case ("replace", let value?, _): self = .replace(place, value)
        case ("remove", _, _): self = .remove(place)
        case ("copy", _, let source?): self = .copy(place, from: source)
        case ("move", _, let source?): self = .move(place, from: source)
        default: return nil
        }
    }

    /// The value after the step; nil if a place is missing, or has another value than `test` demands.
    func applied(to value: JSONValue) -> JSONValue? {
        switch self {
        case .test(let place, let wanted): value[place]?.isEquivalent(to: wanted) == true ? value : nil
        case .add(let place, let new): value.adding(new, at: place)
        case .replace(let place, let new): value[place] == nil ? nil : value.setting(new, at: place)
        case .remove(let place): value[place] == nil || place == .root ? nil : value.setting(nil, at: place)
        case .copy(let place, let source): value[source].flatMap { value.adding($0, at: place) }
        case .move(let place, let source):
            source == .root ? nil : value[source].flatMap { value.setting(nil, at: source).adding($0, at: place) }
        }
    }
}

extension JSONValue {
    /// The value with another one at a place; in an array, the items from there on move up.
    fileprivate func adding(_ value: JSONValue, at place: JSONPointer) -> JSONValue? {
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
