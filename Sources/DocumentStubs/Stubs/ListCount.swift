import APIDocument
import APIModel

/// Which members beside a list say how many rows and pages there are in all.
enum ListCount {
    private static let totals = Set(PagingNames.totals)

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

    /// Members that say how many pages there are, or which is the last.
    private static let pageCounts: Set<String> = ["totalpages", "pages", "pagecount", "lastpage"]
    /// Members that say how many rows a page has.
    private static let pageSizes: Set<String> = ["perpage", "pagesize", "limit", "itemsperpage"]

    /// Whether a member says how many pages there are; the name as above.
    static func isPages(_ name: String) -> Bool { pageCounts.contains(name) }

    /// Whether a member says how many rows a page has; the name as above.
    static func isPageSize(_ name: String) -> Bool { pageSizes.contains(name) }

    /// Whether a header field says how many pages there are; the name as above.
    static func isPagesHeader(_ name: String) -> Bool { name == "xtotalpages" || name == "totalpages" }

    /// How many pages so many rows fill.
    static func pages(of total: Int, size: Int) -> Int { total / size + (total % size == 0 ? 0 : 1) }
}
