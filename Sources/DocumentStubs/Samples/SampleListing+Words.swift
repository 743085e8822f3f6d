import APIDocument
import APIModel
import WireFormats

/// What stands beside a list, by its name: what it says about the page.
extension SampleListing {
    /// What a number says; nil where it is about something else.
    ///
    /// - Parameters:
    ///   - name: its name as one word in lower case.
    ///   - siblings: the names of the members beside it, in the same form.
    func number(_ name: String, beside siblings: some Collection<String>) -> Int? {
        let list = pointer.tokens.last.map(HumanName.key)
        if ListCount.isTotal(name, of: list, beside: siblings) { return total }
        if ListCount.isPages(name) { return page.count }
        if ListCount.isPageSize(name) { return page.size }
        switch name {
        case "count", "size", "numberofelements": return rows.count
        case "page", "currentpage", "pagenumber": return page.number
        case "offset", "skip", "start": return page.start
        case "number" where siblings.contains { $0 == "totalpages" || $0 == "totalelements" }:
            return page.start / page.size
        default: return nil
        }
    }

    /// What a Boolean says; the names as above.
    func answer(_ name: String, beside siblings: some Collection<String>) -> Bool? {
        let isLast = rows.upperBound >= total
        switch name {
        case let name where PagingNames.mores.contains(name): return !isLast
        case "hasprevious", "hasprev", "haspreviouspage", "hasprevpage": return rows.lowerBound > 0
        case "last" where siblings.contains { $0 == "first" || $0 == "totalpages" }: return isLast
        case "first" where siblings.contains { $0 == "last" || $0 == "totalpages" }: return rows.lowerBound == 0
        case "empty": return rows.isEmpty
        default: return nil
        }
    }
}
