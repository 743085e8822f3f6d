extension Pagination {
    /// The parameter that leads on behind a page, where the last row's id does: the one that fits the order of the page's rows. Nil
    /// where something else leads on, or nothing: what came since a row of a list that runs down was in the list before it.
    package func parameter(behind last: String, from first: String) -> String? {
        guard case .lastRow(let after, let before, _, _, _) = self else { return nil }
        guard last.isBelow(first) else { return after ?? before }
        return before ?? (after.map { PagingNames.newer.contains(HumanName.key($0)) } ?? false ? nil : after)
    }
}

extension String {
    /// True if both are whole numbers and this one is smaller; numbers of any length.
    fileprivate func isBelow(_ other: String) -> Bool {
        let isNumber = [self, other].allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
        return isNumber && (utf8.count, self) < (other.utf8.count, other)
    }
}
