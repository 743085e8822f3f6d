import APIModel
import AppCore
import Terminal
import WireFormats

extension CollectionScreen {
    // MARK: Moving

    mutating func followSelection(_ action: Action, in world: World) -> [Effect] {
        guard action == .last, narrowed == nil, list.hasMore else { return fill(in: world) }
        let isReached = list.reachEnd()
        selection.select(list.count - 1, of: list.count)
        // A list that fits on the screen seems to end there; the next page shows whether it does.
        let isShort = list.count <= tableHeight(world.area.rows)
        let note = Effect.note(.info("Pages load one after the other; hold \(key: .last) to load all."))
        return (isReached || isShort || list.load.isLoading ? [] : [note]) + fill(in: world)
    }

    /// Records how far an action goes beyond the loaded rows, if more of them follow.
    mutating func anticipate(_ action: Action, page: Int) {
        let step: Int
        switch action {
        case .down, .scrollDown: step = 1
        case .pageDown: step = max(1, page - 1)
        default:
            awaited = 0
            return
        }
        let isFirstLoad = list.isEmpty && list.load.isLoading
        guard narrowed == nil, isFirstLoad || list.hasMore && (list.load.isLoading || list.load.isLoaded) else {
            return awaited = 0
        }
        let last = isFirstLoad ? 0 : rowCount - 1
        awaited = min(RowLimits.kept, awaited + max(0, selection.index + step - last))
    }

    /// Records the selected row, to which the selection returns after a reload. The other mode has other rows.
    mutating func awaitSelection(in world: World) {
        let isSameMode = list.load.provenance?.mode == world.demo.mode(of: screen.id)
        awaited = isSameMode ? min(selectedIndex ?? 0, RowLimits.resumed) : 0
    }

    /// Moves on by the awaited lines that a page has brought.
    private mutating func moveOn() {
        guard awaited > 0 else { return }
        let before = selection.index
        selection.select(before + awaited, of: list.count)
        awaited = list.hasMore ? awaited - (selection.index - before) : 0
    }

    /// Loads missing rows near the selection.
    mutating func fill(in world: World, looksAhead: Bool = true) -> [Effect] {
        let index = selectedIndex ?? 0
        cells.show(list.window, near: index)
        guard narrowed == nil else {
            // More rows would push out the ones found.
            let hasRoom = list.rows.count < RowLimits.kept
            return hasRoom && looksAhead ? list.fill(near: index, sight: 0..<0, query) : []
        }
        let height = tableHeight(world.area.rows)
        let top = selection.firstVisible(count: rowCount, height: height)
        return list.fill(near: index, sight: top..<top + height, looksAhead: looksAhead, query)
    }

    // MARK: Rows

    /// Shows the result of a load, and continues loading if visible rows are missing.
    ///
    /// - Parameter row: the id of the selected row, which stays selected if it is among the first rows again.
    mutating func take(_ change: RowList.Change, selecting row: JSONValue?, in world: World) -> [Effect] {
        switch change {
        case .nothing:
            if list.isEmpty { showAnew(in: world) }
            return []
        case .replaced:
            narrowed = nil
            hasTakers = !world.takers(ofRowsOf: screen.id).isEmpty
            if let index = row.flatMap(list.index(ofID:)) {
                selection.select(index, of: list.count)
                awaited = 0
            } else {
                selection = Selection()
                moveOn()
            }
            showAnew(in: world)
            // A list that leaves room is often complete; the next page, asked for once, shows it.
            return fill(in: world, looksAhead: awaited > 0 || list.count < tableHeight(world.area.rows))
        case .filled(let index, let movedUp):
            if movedUp != 0 {
                if narrowed == nil, selection.index >= index { selection.shift(by: -movedUp, of: list.count) }
                remakeRows(in: world)
            } else {
                if narrowed == nil { moveOn() }
                cells.show(list.window, near: selectedIndex ?? 0)
                narrow()
            }
        case .shortened:
            if list.isEmpty {
                showAnew(in: world)
                return list.reload(query)
            }
            selection.select(list.count - 1, of: list.count)
            cells.show(list.window, near: selection.index)
        }
        return fill(in: world, looksAhead: awaited > 0)
    }

    mutating func showAnew(in world: World) {
        makeTable(in: world)
        remakeRows(in: world)
    }

    private mutating func makeTable(in world: World) {
        cells = TableCells(columns(in: world), from: world.now)
        rowTree = ValueTree(fields: screen.fields, hasTiles: false)
    }

    mutating func remakeRows(in world: World) {
        if cells.columns.isEmpty { makeTable(in: world) }
        cells.remake(list.window, near: selectedIndex ?? 0)
        narrow()
    }

    private mutating func addUp() { cells.addUp(list.isComplete && narrowed == nil ? list.rows : nil) }

    private func columns(in world: World) -> [Column] {
        let columns = screen.columns(for: list.rows, chosen: world.columns[screen.id])
        guard world.now != nil else { return columns }
        return columns.map { column in
            var column = column
            // "11 months ago" cut at a word would have another meaning.
            if column.field.isTime {
                // They were asked for: they stay before others.
                (column.minimumWidth, column.idealWidth, column.priority) = (13, 13, 0)
            }
            return column
        }
    }

    // MARK: Search

    /// Finds the loaded rows that contain the search; the selected row stays selected if it is among them.
    ///
    /// - Parameter candidates: the only rows that can contain it; nil for all.
    mutating func narrow(within candidates: [Int]? = nil) {
        let row = selectedIndex
        defer { addUp() }
        guard !search.isEmpty else {
            guard narrowed != nil else { return }
            narrowed = nil
            if let unnarrowed { selection = unnarrowed }
            selection.select(unnarrowed?.index ?? row ?? list.window.first, of: rowCount)
            return
        }
        if narrowed == nil { unnarrowed = selection }
        let wanted = search.lowercased()
        let found = (candidates ?? Array(list.window.range)).filter { index in
            guard let texts = texts(ofRow: index), Self.text(texts).contains(wanted) else { return false }
            if cells[index] == nil { cells.widen(for: texts) }
            return true
        }
        narrowed = found
        selection.select(row.flatMap(found.firstIndex) ?? 0, of: rowCount)
    }

    /// The text that is looked for: in the loaded rows, else by the API's own search.
    var searchText: String {
        search.isEmpty ? filters.first { NameClass.search.has($0.key) }?.value ?? "" : search
    }

    /// The text for `n` and `N`: the search, else the filters' texts.
    var matchText: String { searchText.isEmpty ? filters.values.sorted().first ?? "" : searchText }

    mutating func move(toMatch step: Int) -> [Effect] {
        let lines = narrowed?.indices ?? list.window.range
        let notes = selection.find(matchText, step: step, in: lines, of: "in the loaded rows") { [self] line in
            text(of: narrowed?[line] ?? line)
        }
        cells.show(list.window, near: selectedIndex ?? 0)
        return notes
    }

    private func text(of index: Int) -> String { texts(ofRow: index).map(Self.text) ?? "" }

    private static func text(_ cells: [TableCells.Cell]) -> String {
        cells.map(\.text).joined(separator: " ").lowercased()
    }

    /// The texts of a row, made here if it is far from the selected one; nil if it is not loaded.
    func texts(ofRow index: Int) -> [TableCells.Cell]? { cells[index] ?? list[index].map(cells.cells) }
}
