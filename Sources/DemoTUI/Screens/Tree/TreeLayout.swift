import AppCore
import JSONText
import Terminal

/// Where a tree's lines stand in an area: names at the left, values in one column, long ones in a few rows.
struct TreeLayout {
    let tree: ValueTree
    let width: Int

    /// The most rows of one value; Enter shows all of it.
    static let mostRows = 6

    /// Cells before the names of the first level.
    private var sign: Int { tree.hasContainers ? 2 : 0 }
    /// Where values stand: the names have what the longest needs, up to half the width.
    private var valueColumn: Int { 1 + sign + min(max(0, width / 2 - 3 - sign), tree.nameWidth) + 2 }

    /// The rows of a line's value, at least one, cut to fit.
    func rows(of line: TreeLine) -> [String] {
        let room = max(8, width - x(ofValue: line) - 1)
        if line.isContainer { return [tree.text(of: line)] }
        let text = tree.text(of: line)
        if text.utf8.count <= room, TextWidth.asciiWidth(text) != nil { return [text] }
        // No more is looked at than can be shown.
        let start = text.prefix(room * Self.mostRows + 1)
        var rows = TextLayout.wrapped(String(start), width: room)
        if rows.count > Self.mostRows || start.endIndex < text.endIndex {
            rows = Array(rows.prefix(Self.mostRows))
            rows[rows.count - 1] += "…"
            let last = rows[rows.count - 1]
            if TextWidth.width(of: last) > room {
                rows[rows.count - 1] = TextWidth.prefix(of: last, columns: room - 1) + "…"
            }
        }
        return rows
    }

    /// The rows a line takes; one for what stands behind the tree.
    func height(ofLine index: Int) -> Int { tree.lines.indices.contains(index) ? rows(of: tree.lines[index]).count : 1 }

    /// The cells a line is set in by. Beyond a quarter of the width the level is told by a number.
    func indent(of line: TreeLine) -> Int { min(2 * line.depth, width / 4 / 2 * 2) }

    /// The line's name, with its level where it cannot be set in any further.
    func name(of line: TreeLine) -> String {
        let name = tree.name(of: line)
        return 2 * line.depth > indent(of: line) ? "(\(line.depth)) \(name)" : name
    }

    /// Where the name stands.
    func x(ofName line: TreeLine) -> Int { 1 + sign + indent(of: line) }

    /// Where the value stands.
    func x(ofValue line: TreeLine) -> Int {
        let wanted = x(ofName: line) + TextWidth.width(of: name(of: line), limit: width) + 2
        return line.depth == 0 ? valueColumn : min(max(valueColumn, wanted), max(valueColumn, width * 2 / 3))
    }

    /// Paints one line from a row on.
    /// - Returns: the rows it took.
    func draw(_ line: TreeLine, on canvas: inout Canvas, at point: Point, height: Int) -> Int {
        let start = x(ofValue: line)
        if line.isContainer {
            canvas.write(
                line.isOpen ? "▾" : "▸", at: Point(x: point.x + x(ofName: line) - 2, y: point.y), width: 1,
                style: .accent)
        }
        // Long names often begin alike.
        let room = max(1, start - x(ofName: line) - 1)
        canvas.write(
            TextLayout.shortened(name(of: line), width: room),
            at: Point(x: point.x + x(ofName: line), y: point.y), width: room, style: .dim)
        let rows = rows(of: line).prefix(max(1, height))
        for (offset, row) in rows.enumerated() {
            canvas.write(
                row, at: Point(x: point.x + start, y: point.y + offset), width: max(0, width - start - 1),
                style: style(of: line))
        }
        return rows.count
    }

    private func style(of line: TreeLine) -> Style {
        if line.name == .missing || line.value.isNull || line.isContainer { return .dim }
        if case .string(let text) = line.value, text.isEmpty { return .dim }
        switch tree.field(of: line).kind {
        case .url, .email: return .accent
        default: return .plain
        }
    }
}
