import APIDocument

/// Which members beside a list say how many rows there are in all.
enum ListCount {
    private static let totals: Set<String> = [
        "total", "totalcount", "totalitems", "totalresults", "totalelements", "totalrecords", "totalhits",
        "odatacount", "hydratotalitems",
    ]

    /// Whether a header field says how many rows there are in all.
    ///
    /// - Parameter name: the field's name as one word in lower case.
    static func isTotalHeader(_ name: String) -> Bool {
        name == "xtotal" || name == "totalcount" || name == "xtotalcount" || name == "xpaginationtotalcount"
    }

    /// Whether a member says how many rows there are in all: `total`; `articlesCount` beside `articles`; `count` where nothing
    /// else says it.
    ///
    /// - Parameters:
    ///   - name: the member's name as one word in lower case.
    ///   - list: the name of the list's member, in the same form.
    ///   - siblings: the names of the members beside it.
    static func isTotal(_ name: String, of list: String?, beside siblings: some Collection<String>) -> Bool {
        if totals.contains(name) { return true }
        if let list, !list.isEmpty, name == list + "count" || name == HumanName.singular(list) + "count" { return true }
        return name == "count" && siblings.allSatisfy { !totals.contains($0) }
    }
}
