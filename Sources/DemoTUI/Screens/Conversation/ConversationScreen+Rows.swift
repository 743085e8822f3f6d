import AppCore
import JSONText

extension ConversationScreen {
    /// True if the first row is the newest message, judged by the times of the first two that differ.
    var isNewestFirst: Bool {
        guard let time = layout.time else { return false }
        let times = list.rows.lazy.compactMap { $0[time.pointer]?.stringValue }
        guard let first = times.first, let other = times.first(where: { $0 != first }) else { return false }
        return first > other
    }

    /// The row of a line: the newest message stands at the bottom, next to where one writes.
    func rowIndex(ofLine line: Int) -> Int { isNewestFirst ? list.reversed(line) : line }

    var selectedRow: Int { rowIndex(ofLine: selection.index) }

    mutating func takeSaved(_ outcome: UpdateOutcome, _ mark: RowMark?) {
        guard let value = outcome.value else {
            if let index = list.index(of: mark) { list.remove(index) }
            return
        }
        if let index = list.index(of: mark) {
            list.replace(index, with: list.rows[index].merging(value))
        } else if mark == nil {
            list.add(value, atEnd: !isNewestFirst)
        }
    }

    /// A first page selects the newest message; older ones that come on top keep the selected one where it is.
    mutating func takeRows(_ request: RequestID, _ reply: LoadReply) {
        let before = list.rows.count
        let isFirst = list.take(request, reply)
        let line =
            if isFirst { isNewestFirst ? list.rows.count - 1 : 0 } else {
                selection.index + (isNewestFirst ? list.rows.count - before : 0)
            }
        selection.select(line, of: list.rows.count)
    }

    func openRow() -> [Effect] {
        guard list.rows.indices.contains(selectedRow) else { return [] }
        let row = list.rows[selectedRow]
        let inside = place.opening(row: row, from: screen.load)
        let mark = ListRow(panel: id, mark: list.mark(selectedRow))
        if let item = screen.rowScreen { return [.openScreen(item, inside, rowOf: mark)] }
        return [.push(ItemScreen(screen: screen.rowItem, place: inside, rowOf: mark))]
    }

    mutating func deleteRow(_ mark: RowMark?) -> [Effect] {
        let (effects, hasBegun) = list.delete(mark, by: &sending, id, screen: screen, place: place)
        if hasBegun { deletedRow = mark }
        return effects
    }

    mutating func goBack() -> [Effect] {
        if sending.isLoading {
            sending.stop(showing: nil)
            complaint = "Stopped; the server may have taken it all the same."
            return [.cancel(id, .send)]
        }
        if isComposing {
            isComposing = false
            return []
        }
        if list.load.isLoading {
            list.stop()
            return [.cancel(id, .load)]
        }
        filters = [:]
        list.invalidate()
        return list.reload(id, screen: screen, place: place, filters: filters)
    }

    func filter() -> [Effect] {
        guard !screen.filters.isEmpty else { return [.present(SearchPopup(panel: id, text: search))] }
        return [
            .present(
                FieldsPopup(
                    title: "Filter \(screen.title)", fields: screen.filters, values: filters, purpose: .filters,
                    panel: id))
        ]
    }

    mutating func move(toMatch step: Int) -> [Effect] {
        let lines = list.rows.indices.map { layout.words(list.rows[rowIndex(ofLine: $0)]) }
        guard let line = Search.next(search, in: lines, from: selection.index, step: step) else {
            return search.isEmpty ? [] : [.note(.info("\"\(search)\" does not occur in the loaded messages."))]
        }
        selection.select(line, of: list.rows.count)
        return []
    }
}
