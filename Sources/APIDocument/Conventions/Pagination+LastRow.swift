extension Pagination {
    /// The parameter that leads on behind a page, where the last row's id does: the one that fits the order of the page's rows. Nil
    /// where something else leads on.
    package func parameter(behind last: String, from first: String) -> String? {
        guard case .lastRow(let after, let before, _, _, _) = self else { return nil }
        return last.isBelow(first) ? before ?? after : after ?? before
    }
}

extension String {
    /// True if both are whole numbers and this one is smaller; numbers of any length.
    fileprivate func isBelow(_ other: String) -> Bool {
        let isNumber = [self, other].allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
        return isNumber && (utf8.count, self) < (other.utf8.count, other)
    }
}
