import CNcurses

extension NcursesTerminal {
    package func draw(_ canvas: Canvas) {
        guard cn_is_up() != 0 else { return }
        let rows = min(canvas.size.rows, size.rows)
        if let shown, shown.size == canvas.size {
            for y in 0..<rows {
                guard let change = canvas.change(ofRow: y, since: shown) else { continue }
                send(canvas, row: y, columns: change.columns)
                // If the terminal counts other columns, no cell of the row may keep its old content.
                if change.isDisputed { cn_redraw_row(Int32(y)) }
            }
        } else {
            cn_erase()
            cn_repaint()
            for y in 0..<rows { send(canvas, row: y, columns: 0..<canvas.size.columns) }
        }
        shown = canvas
        let cursor = canvas.cursor.flatMap { Rect(size).contains($0) ? $0 : nil }
        cn_flush(Int32(cursor?.y ?? 0), Int32(cursor?.x ?? -1))
    }

    package func forget() { shown = nil }

    /// Passes cells of a row to ncurses.
    private func send(_ canvas: Canvas, row y: Int, columns: Range<Int>) {
        let columns = columns.clamped(to: 0..<min(canvas.size.columns, size.columns))
        guard !columns.isEmpty else { return }
        cn_run_begin(Int32(y), Int32(columns.lowerBound))
        let start = y * canvas.size.columns
        canvas.cells.withUnsafeBufferPointer { cells in
            for x in columns {
                let cell = cells[start + x]
                guard !cell.isContinuation else { continue }
                // A wide glyph may not fit any more in a terminal that shrank.
                if cell.width == 2, x + 1 >= size.columns {
                    add(Glyph.space, width: 1, look(of: .plain, on: cell.ground))
                } else {
                    let isInText =
                        x > 0 && x + 1 < canvas.size.columns && cell.isLike(cells[start + x - 1])
                        && cell.isLike(cells[start + x + 1])
                    add(cell.glyph, width: cell.width, look(of: cell, isInText: isInText))
                }
            }
        }
        cn_run_end()
    }

    private typealias Look = (attributes: attr_t, pair: Int32)

    private func look(of style: Style, on ground: Ground) -> Look {
        looks[Int(ground.rawValue) * Style.allCases.count + Int(style.rawValue)]
    }

    /// A blank shows only its ground, and lines under it. One look for all of them saves bytes, except for the blank
    /// between two words, which would end their look.
    private func look(of cell: Canvas.Cell, isInText: Bool) -> Look {
        let isPlain = cell.glyph == .space && !isInText && cell.style != .field && cell.style != .fieldActive
        return look(of: isPlain ? .plain : cell.style, on: cell.ground)
    }

    private func add(_ glyph: Glyph, width: UInt8, _ look: Look) {
        if let scalar = glyph.scalar {
            if scalar.value < 0x7F || isAgreed(scalar, width: width) {
                cn_run_add(scalar.value, look.attributes, look.pair)
            } else {
                addFallback(scalar, width: width, look)
            }
            return
        }
        let scalars = glyph.scalars
        guard let base = scalars.first else { return }
        guard base.value < 0x7F || isAgreed(base, width: width) else { return addFallback(base, width: width, look) }
        let shown = [base.value] + scalars.dropFirst().filter { isAgreed($0, width: 0) }.map(\.value)
        cn_run_add_marked(shown, Int32(shown.count - 1), look.attributes, look.pair)
    }

    /// True if the scalar can be sent, and ncurses counts the columns that the canvas counted.
    private func isAgreed(_ scalar: Unicode.Scalar, width: UInt8) -> Bool {
        sendsUnicode && cn_width(scalar.value) == Int32(width)
    }

    private func addFallback(_ scalar: Unicode.Scalar, width: UInt8, _ look: Look) {
        let plain = PlainFallback.scalar(for: scalar)
        for _ in 0..<width { cn_run_add(plain.value, look.attributes, look.pair) }
    }
}

/// Replacements for scalars that a terminal cannot show: outside of UTF-8 locales everything but ASCII.
enum PlainFallback {
    /// A printable ASCII scalar of one column.
    static func scalar(for scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "─", "━", "═", "–", "—", "‐", "‑", "−", "┄", "┈", "╌": "-"
        case "│", "║", "┆", "┊", "╎": "|"
        case "┌", "┐", "└", "┘", "├", "┤", "┬", "┴", "┼", "╭", "╮", "╰", "╯", "╔", "╗", "╚", "╝": "+"
        case "…": "~"
        case "•", "·", "●", "◆", "■", "▪", "∙": "*"
        case "○", "◇", "□": "o"
        case "→", "▸", "▶", "›", "»": ">"
        case "←", "◂", "◀", "‹", "«": "<"
        case "↑", "▲", "▴": "^"
        case "↓", "▼", "▾": "v"
        case "✓", "✔": "+"
        case "✗", "✘", "×": "x"
        case "‘", "’": "'"
        case "“", "”", "„": "\""
        case "┃", "█", "▓", "▒", "░", "▐", "▉", "▊", "▋": "#"
        case "▌": ">"
        case "▍", "▎", "▏": " "
        case "◐": "%"
        case "\u{A0}", "\u{2007}", "\u{202F}", "\u{3000}": " "
        default: "?"
        }
    }
}
