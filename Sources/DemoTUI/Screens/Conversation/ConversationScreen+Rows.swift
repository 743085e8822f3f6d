import AppCore
import JSONText
import Terminal

extension ConversationScreen {
    /// What every load of messages begins with.
    var query: RowQuery { RowQuery(panel: id, screen: screen, place: place, filters: filters) }

    /// Whether the first row is the newest message, judged by the times of the first two that differ.
    private var beginsWithNewest: Bool {
        guard let time = layout.time else { return false }
        let times = list.rows.lazy.compactMap { $0[time.pointer]?.stringValue }
        guard let first = times.first, let other = times.first(where: { $0 != first }) else { return false }
        return first > other
    }

    /// The row of a line: the newest message stands at the bottom, next to where one writes.
    func rowIndex(ofLine line: Int) -> Int { isNewestFirst ? list.reversed(line) : line }

    var selectedRow: Int { rowIndex(ofLine: selection.index) }

    /// Loads what is missing near the selected message and in sight above it.
    ///
    /// - Parameter looksAhead: false loads only what is in sight.
    mutating func fill(in world: World, looksAhead: Bool = true) -> [Effect] {
        let top = rowIndex(ofLine: max(0, selection.index - mostInSight(in: world)))
        let sight = min(top, selectedRow)..<max(top, selectedRow) + 1
        return list.fill(near: selectedRow, sight: sight, looksAhead: looksAhead, query)
    }

    /// The most messages that can be seen at once: each takes two rows at least.
    private func mostInSight(in world: World) -> Int { max(1, world.area.rows / 2) }

    /// A first page selects the newest message; older ones that come on top keep the selected one where it is.
    mutating func takeRows(_ request: RequestID, _ reply: LoadReply, in world: World) -> [Effect] {
        let row = selectedRow
        switch list.take(request, reply, around: row) {
        case .nothing: return []
        case .replaced:
            isNewestFirst = beginsWithNewest
            selection.select(isNewestFirst ? list.count - 1 : 0, of: list.count)
            // Messages that leave room are followed by the next page, asked for once.
            return fill(in: world, looksAhead: list.count < mostInSight(in: world))
        case .filled(let index, let movedUp):
            let now = rowIndex(ofLine: row - (row >= index ? movedUp : 0))
            selection.shift(by: now - selection.index, of: list.count)
        case .shortened:
            if list.isEmpty { return list.reload(query) }
            selection.select(rowIndex(ofLine: list.count - 1), of: list.count)
        }
        return fill(in: world, looksAhead: false)
    }

    mutating func deleteRow(
        _ mark: RowMark?, answering values: [String: String] = [:], in world: World
    ) -> [Effect] {
        let (effects, hasBegun) = list.delete(mark, answering: values, by: &sending, query, in: world)
        if hasBegun { deletedRow = mark }
        return effects
    }

    mutating func goBack(in world: World) -> [Effect] {
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
        return filter([:], in: world)
    }

    mutating func move(toMatch step: Int) -> [Effect] {
        let range = list.window.range
        let rows = isNewestFirst ? list.rows.reversed() : list.rows
        let first = isNewestFirst ? list.count - range.upperBound : range.lowerBound
        let start = selection.index - first
        let line = Search.next(search, in: rows.map(layout.words), from: start, step: step)
        if let line { selection.select(first + line, of: list.count) }
        return Search.note(search, line, from: start, step: step, in: "in the loaded messages")
    }
}
