import WireFormats

/// Empties the success body of a list: its only array becomes empty, cursors null and totals 0.
enum EmptyList {
    /// `body` emptied; nil if it is not JSON, or has no array or several.
    static func emptied(_ body: [UInt8]) -> [UInt8]? {
        (try? JSONValue(parsing: body)).flatMap(emptied)?.bytes()
    }

    private static func emptied(_ value: JSONValue) -> JSONValue? {
        switch value {
        case .array: return []
        case .object(let object):
            let arrays = object.members.filter { $0.value.arrayValue != nil }
            // `{"data": {"items": [...]}}`: the list may be one object deeper.
            let inner = object.members.filter {
                $0.value.objectValue?.members.contains { $0.value.arrayValue != nil } == true
            }
            let list = arrays.count == 1 ? arrays.first : arrays.isEmpty && inner.count == 1 ? inner.first : nil
            guard let list, let rows = emptied(list.value) else { return nil }
            return .object(object.mapping { $0.key == list.key ? rows : end($0) })
        default: return nil
        }
    }

    private static func end(_ member: JSONObject.Member) -> JSONValue {
        let name = member.key.lowercased().filter { $0 != "_" && $0 != "-" }
        if PageWords.cursors.contains(name) { return .null }
        if PageWords.isCount(name), member.value.numberValue != nil { return 0 }
        if PageWords.flags.contains(name), member.value.boolValue != nil { return false }
        // `pagination: {nextCursor: ..., total: ...}` stands beside the list.
        guard case .object(let object) = member.value else { return member.value }
        return .object(object.mapping(end))
    }
}

/// Names of paging, for requests and replies that no document describes. `PagingNames` of the document's model has more.
enum PageWords {
    /// Query parameters that ask for another page.
    static let parameters: Set<String> = [
        "cursor", "page", "offset", "after", "before", "start", "skip", "pagetoken", "page_token", "nexttoken",
        "next_token", "continuationtoken", "starting_after", "page[number]", "page[offset]", "page[cursor]",
        "page[after]",
    ]
    /// Members that refer to the next page.
    static let cursors: Set<String> = [
        "next", "nextcursor", "cursor", "nextpage", "nextpagetoken", "nexttoken", "nextlink", "endcursor",
    ]
    /// Members that are true while another page follows.
    static let flags: Set<String> = ["hasmore", "hasnext", "hasnextpage"]

    /// True if a number of that name grows with the rows: `total_entries`, `recordsTotal`, `resultCount`, `numFound`.
    static func isCount(_ name: String) -> Bool {
        if name.hasSuffix("account") || name.hasSuffix("discount") { return false }
        return name.hasPrefix("total") || name.hasSuffix("total") || name.hasSuffix("count")
            || ["size", "numfound"].contains(name)
    }
}
