import WireFormats

extension Update.Change {
    /// What leads from one value to another: a change for each member that differs, of lists the whole list.
    public static func changes(from old: JSONValue?, to new: JSONValue?) -> [Update.Change] {
        var changes: [Update.Change] = []
        collect(old, new, at: .root, into: &changes)
        return changes
    }

    private static func collect(
        _ old: JSONValue?, _ new: JSONValue?, at pointer: JSONPointer, into changes: inout [Update.Change]
    ) {
        if old == new { return }
        guard case .object(let before)? = old, case .object(let after)? = new else {
            changes.append(Update.Change(pointer, new))
            return
        }
        var seen: Set<[UInt8]> = []
        for name in before.keys + after.keys where seen.insert(Array(name.utf8)).inserted {
            collect(before[name], after[name], at: pointer.appending(name), into: &changes)
        }
    }
}
