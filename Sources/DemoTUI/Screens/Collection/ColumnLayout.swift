import AppCore
import Terminal
import WireFormats

/// The texts of a table, made once per row and read by painting and scrolling. Only rows near the visible ones have
/// texts.
struct TableCells: Hashable, Sendable {
    struct Cell: Hashable, Sendable {
        let text: String
        let tone: Tone
    }

    /// The width of the dot before a value with a tone, and of the blank behind it.
    static let markWidth = 2

    /// The columns, the most important first.
    private(set) var columns: [Column] = []
    /// The widest text of each column so far. Columns grow as rows arrive; scrolling alone never moves them.
    private(set) var widths: [Int] = []
    /// For each column of names or keys, the cells that distinguish neighbouring rows.
    private(set) var telling: [Int] = []
    private var rows: [[Cell]] = []
    private var first = 0

    init(_ columns: [Column] = []) {
        self.columns = columns
        widths = columns.map { max(Column.leastWidth, TextWidth.width(of: $0.title, limit: Self.widest)) }
        telling = columns.map { _ in 0 }
        tellers = columns.indices.filter { columns[$0].isName || columns[$0].isKey }
    }

    private var tellers: [Int] = []
    /// Wider than any screen: longer texts are not measured.
    private static let widest = 400

    subscript(index: Int) -> [Cell]? {
        rows.indices.contains(index - first) ? rows[index - first] : nil
    }

    /// Makes the texts of the rows near one; existing ones stay.
    mutating func show(_ window: RowWindow, near index: Int) {
        let made = first..<first + rows.count
        let near = wanted(of: window, near: index)
        // With room on both sides, or nothing more to show, moving makes nothing.
        let edge = RowLimits.texts / 4
        let inner = (index - edge..<index + edge).clamped(to: window.range)
        if inner.isEmpty || (made.lowerBound <= inner.lowerBound && inner.upperBound <= made.upperBound),
            window.range.count > RowLimits.texts || made == window.range
        {
            return
        }
        let kept = made.clamped(to: near)
        guard !kept.isEmpty else {
            rows = make(window, near)
            first = near.lowerBound
            return
        }
        rows =
            make(window, near.lowerBound..<kept.lowerBound)
            + rows[(kept.lowerBound - first)..<(kept.upperBound - first)]
            + make(window, kept.upperBound..<near.upperBound)
        first = near.lowerBound
    }

    mutating func remake(_ window: RowWindow, near index: Int) {
        rows = []
        show(window, near: index)
    }

    func cells(of row: JSONValue) -> [Cell] {
        columns.map { Cell(text: $0.text(of: row), tone: $0.tone(of: row)) }
    }

    private func wanted(of window: RowWindow, near index: Int) -> Range<Int> {
        let range = window.range
        let half = RowLimits.texts / 2
        guard range.count > RowLimits.texts else { return range }
        let center = min(max(index, range.lowerBound), range.upperBound - 1)
        return (center - half..<center + half).clamped(to: range)
    }

    private mutating func make(_ window: RowWindow, _ range: Range<Int>) -> [[Cell]] {
        var before: [Cell]?
        return range.compactMap { index in
            guard let row = window[index] else { return nil }
            let cells = cells(of: row)
            for (column, cell) in cells.enumerated() {
                let mark = columns[column].hasTones ? Self.markWidth : 0
                widths[column] = max(widths[column], mark + TextWidth.width(of: cell.text, limit: Self.widest))
            }
            for column in tellers {
                guard let other = before?[column] else { continue }
                telling[column] = max(telling[column], Self.telling(cells[column].text, from: other.text))
            }
            before = cells
            return cells
        }
    }

    /// The cells up to the first difference of two texts; 0 if they are equal.
    private static func telling(_ text: String, from other: String) -> Int {
        guard text != other else { return 0 }
        let shared = zip(text.unicodeScalars, other.unicodeScalars).prefix(widest).prefix { $0 == $1 }.count
        let beginning = String(text.unicodeScalars.prefix(shared + 2))
        // One cell more shows that the text continues.
        return min(TextWidth.width(of: beginning) + 1, TextWidth.width(of: text, limit: widest))
    }
}

/// The widths of columns. Columns that do not fit are left out, the least important first.
struct ColumnLayout: Hashable {
    /// A column's position. Small, because it is read for every painted cell.
    struct Slot: Hashable {
        let index: Int
        let x: Int
        let width: Int
        let align: Canvas.Alignment
        /// True if texts are cut at a word: "31 Jan 2026 08:30 UTC" becomes "31 Jan 2026".
        let keepsWords: Bool

        func fitted(_ text: String) -> String {
            // Dates and timestamps are ASCII throughout.
            guard keepsWords, text.utf8.count > width else { return text }
            let visible = text.prefix(width + 1)
            return visible.lastIndex(of: " ").map { String(visible[..<$0]) } ?? text
        }
    }

    let slots: [Slot]

    static let gap = 2

    /// - Parameters:
    ///   - columns: in the order of display.
    ///   - wanted: the preferred width of each column: its widest text so far.
    ///   - telling: the cells of each that distinguish the rows (``TableCells/telling``); empty for none.
    init(_ columns: [Column], wanted: [Int], telling: [Int] = [], width: Int) {
        let telling = columns.indices.map { telling.indices.contains($0) ? min(telling[$0], Self.mostTelling) : 0 }
        let teller = Self.teller(columns)
        // One column is always shown.
        let least = columns.indices.map { index in
            let needed = Self.least(columns[index], wanted: wanted[index])
            return min(index == teller ? max(needed, telling[index]) : needed, max(1, width))
        }
        var chosen = Set<Int>()
        var used = 0
        for index in columns.indices.sorted(by: { columns[$0].priority < columns[$1].priority }) {
            let needed = least[index] + (chosen.isEmpty ? 0 : Self.gap)
            if used + needed > width, !chosen.isEmpty { break }
            chosen.insert(index)
            used += needed
        }
        let shown = columns.indices.filter(chosen.contains)
        let widths = Self.widths(
            shown.map { columns[$0] }, least: shown.map { least[$0] }, wanted: shown.map { wanted[$0] },
            telling: shown.map { telling[$0] }, room: width - Self.gap * max(0, shown.count - 1))
        var x = 0
        slots = zip(shown, widths).map { index, columnWidth in
            defer { x += columnWidth + Self.gap }
            return Slot(
                index: index, x: x, width: columnWidth,
                align: columns[index].alignment == .trailing ? .trailing : .leading,
                keepsWords: columns[index].field.isTime)
        }
    }

    /// The most cells that a column takes from others to distinguish rows.
    private static let mostTelling = 40

    /// The column that distinguishes the rows: the most important name, else the most important key.
    private static func teller(_ columns: [Column]) -> Int? {
        let order = columns.indices.sorted { columns[$0].priority < columns[$1].priority }
        return order.first { columns[$0].isName } ?? order.first { columns[$0].isKey }
    }

    /// The least useful width of a column. A cut number is another number, so it is complete within reason; other
    /// columns need no more than their texts.
    private static func least(_ column: Column, wanted: Int) -> Int {
        let mark = column.hasTones ? TableCells.markWidth : 0
        let needed =
            column.alignment == .trailing
            ? max(column.minimumWidth, min(wanted, 24)) : min(column.minimumWidth + mark, wanted)
        return max(Column.leastWidth, needed)
    }

    /// Gives every column its least width, then distributes the rest in rounds. Names come first, then all columns.
    /// Names and keys then get the cells that distinguish rows, and last the widest texts.
    private static func widths(
        _ columns: [Column], least: [Int], wanted: [Int], telling: [Int], room: Int
    ) -> [Int] {
        var widths = least
        let suiting = zip(columns, wanted).map { min($1, max($0.idealWidth, min($0.title.count, 16))) }
        let named = columns.indices.map { columns[$0].isName ? suiting[$0] : least[$0] }
        let distinct = zip(suiting, telling).map(max)
        let names = columns.indices.map { columns[$0].isName ? wanted[$0] : distinct[$0] }
        let withoutKeys = columns.indices.map { columns[$0].isKey ? distinct[$0] : wanted[$0] }
        for aim in [named, suiting, distinct, names, withoutKeys, wanted] { widths = grow(widths, to: aim, room: room) }
        return widths
    }

    /// Distributes the remaining room, the smallest wish first.
    private static func grow(_ widths: [Int], to wanted: [Int], room: Int) -> [Int] {
        var widths = widths
        var rest = max(0, room - widths.reduce(0, +))
        let order = wanted.indices.sorted { wanted[$0] - widths[$0] < wanted[$1] - widths[$1] }
        for (position, index) in order.enumerated() {
            let more = min(max(0, wanted[index] - widths[index]), rest / (order.count - position))
            widths[index] += more
            rest -= more
        }
        return widths
    }
}
