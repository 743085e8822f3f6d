import APIModel
import AppCore
import Terminal

extension CollectionScreen {
    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        guard rowCount > 0 else {
            drawEmpty(on: &canvas, in: area, world: world)
            return
        }
        let table = Rect(x: area.x, y: area.y + 1, width: area.width, height: tableHeight(area.height))
        let layout = ColumnLayout(
            cells.columns, wanted: cells.widths, telling: cells.telling, shared: cells.shared,
            width: max(1, area.width - 2))
        for (slot, title) in zip(layout.slots, layout.titles) {
            canvas.write(
                title, at: Point(x: area.x + 1 + slot.x, y: area.y), width: slot.width,
                style: .heading, align: slot.align)
        }
        for (line, area) in selection.rows(of: rowCount, in: table) {
            if let row = rowIndex(ofLine: line).flatMap(texts(ofRow:)) {
                for slot in layout.slots {
                    draw(row[slot.index], in: slot, at: Point(x: area.x + 1 + slot.x, y: area.y), on: &canvas)
                }
            } else {
                canvas.write("…", at: Point(x: area.x + 1, y: area.y), width: area.width - 2, style: .placeholder)
            }
            list.mark(line, area, isSelected: line == selection.index, isFocused: isFocused, on: &canvas)
        }
        canvas.highlight(searchText, in: table)
        if hasSums { drawSums(layout, on: &canvas, at: Point(x: area.x + 1, y: table.y + min(table.height, rowCount))) }
        drawProgress(on: &canvas, in: area, world: world)
    }

    private func drawSums(_ layout: ColumnLayout, on canvas: inout Canvas, at point: Point) {
        guard layout.slots.contains(where: { cells.sums[$0.index] != nil }) else {
            let sums = cells.sums.sorted { $0.key < $1.key }.map { "\(cells.columns[$0.key].title) \($0.value)" }
            let width = layout.slots.last.map { $0.x + $0.width } ?? 0
            canvas.write("Sum: " + sums.joined(separator: ", "), at: point, width: width, style: .heading)
            return
        }
        for slot in layout.slots {
            // The sums have no name of their own where the first column has one.
            let text = cells.sums[slot.index] ?? (slot.x == 0 ? "Sum" : "")
            canvas.write(
                text, at: Point(x: point.x + slot.x, y: point.y), width: slot.width, style: .heading, align: slot.align)
        }
    }

    func extent(in area: Size, world: World) -> Extent? {
        let height = tableHeight(area.rows)
        guard narrowed == nil else { return selection.extent("row", of: rowCount, height: height) }
        var extent = selection.extent("row", of: rowCount, height: height, total: list.countText)
        extent?.count = list.total ?? rowCount
        return extent
    }

    /// Draws a value after a dot that repeats its tone.
    private func draw(_ cell: TableCells.Cell, in slot: ColumnLayout.Slot, at point: Point, on canvas: inout Canvas) {
        guard slot.hasTones else {
            let used = canvas.write(slot.fitted(cell.text), at: point, width: slot.width, align: slot.align)
            if slot.isColor, let color = RGB(hex: cell.text), used + TableCells.swatch <= slot.width {
                let area = Rect(x: point.x + used + 1, y: point.y, width: TableCells.swatch - 1, height: 1)
                canvas.mark(area, .color(color))
            }
            return
        }
        if let style = cell.tone.style { canvas.write("●", at: point, width: 1, style: style) }
        let mark = TableCells.markWidth
        canvas.write(cell.text, at: Point(x: point.x + mark, y: point.y), width: slot.width - mark)
    }

    private func drawEmpty(on canvas: inout Canvas, in area: Rect, world: World) {
        if let failure = list.load.failure {
            let message = FailureMessage(failure, of: screen, list.load, isFiltered: !filters.isEmpty, in: world)
            message.draw(on: &canvas, in: area)
        } else if list.load.isLoading {
            canvas.write([(list.load.spinner(in: world) ?? "", .dim)], in: area)
        } else if !list.load.isIdle {
            let takesMore = screen.create != nil && filters.isEmpty && search.isEmpty
            var words: [(text: String, style: Style)] = [(emptyText, .dim)]
            if takesMore { words.append(("Press \(key: .add) to add one.", .accent)) }
            canvas.write(words, in: area)
        }
    }

    private var emptyText: String {
        if filters.isEmpty, search.isEmpty {
            return screen.searchFields.isEmpty
                ? "Nothing here yet." : "Nothing matches. \(key: .filter) searches again."
        }
        let ways = "\(key: .back) clears it, \(key: .filter) changes it."
        guard !search.isEmpty, !list.isComplete else { return "Nothing matches the filter. \(ways)" }
        return "None of the \(TextLayout.grouped(list.rows.count)) loaded rows has it. "
            + (askable != nil ? "\(keyWhileTyping: .open) asks the server." : ways)
    }

    /// The last line while the next page loads, after it failed, or if the document defines no way to request it.
    private func drawProgress(on canvas: inout Canvas, in area: Rect, world: World) {
        let point = Point(x: area.x + 1, y: area.y + area.height - 1)
        if let spinner = list.load.spinner(in: world) {
            canvas.write(spinner, at: point, width: area.width - 2, style: .dim)
        } else if let notice = list.notice(of: screen, in: world) {
            canvas.write(notice.text, at: point, width: area.width - 2, style: notice.style)
        }
    }
}

extension Tone {
    /// The style of a mark of the tone; nil for none.
    var style: Style? {
        switch self {
        case .plain: nil
        case .well: .success
        case .waiting: .warning
        case .bad: .error
        case .quiet: .dim
        case .category(let index): .hue(index)
        }
    }
}
