import JSONText

/// The success body of a list, emptied: its one array becomes empty, the cursor null and the total 0.
enum EmptyList {
    private static let cursors: Set<String> = [
        "next", "nextcursor", "cursor", "nextpage", "nextpagetoken", "nexttoken", "nextlink", "endcursor",
    ]
    private static let flags: Set<String> = ["hasmore", "hasnext", "hasnextpage"]

    /// `body` emptied; as it is where it is not JSON or holds no array or several.
    static func emptied(_ body: [UInt8]) -> [UInt8] {
        do {
            return emptied(try JSONValue(parsing: body)).bytes()
        } catch {
            return body
        }
    }

    /// `value` emptied; as it is where it holds no array or several.
    static func emptied(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array: return []
        case .object(let object):
            let arrays = object.members.filter { $0.value.arrayValue != nil }
            // `{"data": {"items": [...]}}`: the list may stand one object deeper.
            let inner = object.members.filter {
                $0.value.objectValue?.members.contains { $0.value.arrayValue != nil } == true
            }
            let list = arrays.count == 1 ? arrays.first : arrays.isEmpty && inner.count == 1 ? inner.first : nil
            guard let list else { return value }
            return .object(
                JSONObject(
                    object.members.map { member in
                        JSONObject.Member(
                            key: member.key, value: member.key == list.key ? emptied(member.value) : end(member))
                    }))
        default: return value
        }
    }

    /// Whether a number of that name grows with the rows: `total_entries`, `recordsTotal`, `resultCount`, `numFound`.
    private static func isCount(_ name: String) -> Bool {
        if name.hasSuffix("account") || name.hasSuffix("discount") { return false }
        return name.hasPrefix("total") || name.hasSuffix("total") || name.hasSuffix("count")
            || ["size", "numfound"].contains(name)
    }

    private static func end(_ member: JSONObject.Member) -> JSONValue {
        let name = member.key.lowercased().filter { $0 != "_" && $0 != "-" }
        if cursors.contains(name) { return .null }
        if isCount(name), member.value.numberValue != nil { return 0 }
        if flags.contains(name), member.value.boolValue != nil { return false }
        // `pagination: {nextCursor: ..., total: ...}` stands beside the list.
        guard case .object(let object) = member.value else { return member.value }
        return .object(JSONObject(object.members.map { JSONObject.Member(key: $0.key, value: end($0)) }))
    }
}
