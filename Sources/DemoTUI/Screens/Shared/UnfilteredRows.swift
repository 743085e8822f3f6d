import AppCore

/// The rows and the selection of a list from before its filters were set: Esc goes back to them.
struct UnfilteredRows: Sendable {
    private(set) var list: RowList
    let selection: Selection

    init(_ list: RowList, _ selection: Selection) {
        self.list = list
        self.selection = selection
        if list.load.isLoading { self.list.abandon() }
    }

    /// Has the rows loaded again when they are shown.
    mutating func outdate() { list.load.invalidate() }

    /// Takes over what was saved or deleted meanwhile: nil marks a new row.
    mutating func take(_ outcome: UpdateOutcome, _ mark: RowMark?, atEnd: Bool) {
        let own = list.mark(of: mark)
        if mark == nil || own != nil { list.takeSaved(outcome, own, atEnd: atEnd) }
    }
}

extension RowList {
    /// Forgets the rows of other filters, or goes back to those that are kept from before there were any.
    /// - Returns: the selection to go back to; nil if the rows have to be loaded.
    mutating func filter(
        from before: [String: String], to values: [String: String], at selection: Selection,
        keeping unfiltered: inout UnfilteredRows?
    ) -> Selection? {
        if values.isEmpty, let kept = unfiltered {
            unfiltered = nil
            restore(kept.list)
            return kept.selection
        }
        if before.isEmpty, !values.isEmpty { unfiltered = UnfilteredRows(self, selection) }
        invalidate()
        return nil
    }
}
