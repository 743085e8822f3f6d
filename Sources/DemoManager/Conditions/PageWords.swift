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
