import APIModel
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

    /// The width of the dot before a value with a tone, and of the blank after it.
    static let markWidth = 2
    /// The width of a colour after its number, and of the blank before it.
    static let swatch = 3

    /// The columns, the most important first.
    private(set) var columns: [Column] = []
    /// The widest text of each column so far. Columns grow as rows arrive; scrolling alone never moves them.
    private(set) var widths: [Int] = []
    /// For each column of names or keys, the cells that distinguish neighbouring rows.
    private(set) var telling: [Int] = []
    /// For each column of keys, the characters that all its texts begin with, up to a separator.
    var shared: [Int] {
        beginnings.map { text in
            let end = text?.lastIndex { !$0.isLetter && !$0.isNumber }
            return end.map { text?[..<$0].count ?? 0 } ?? 0
        }
    }
    /// For each column of keys, the beginning that all its texts share.
    private var beginnings: [Substring?] = []
    /// The sums of columns by their indices, once all rows are there.
    private(set) var sums: [Int: String] = [:]
    private var rows: [[Cell]] = []
    private var first = 0
    private var now: Timestamp?

    init(_ columns: [Column] = [], from now: Timestamp? = nil) {
        (self.columns, self.now) = (columns, now)
        widths = columns.map { _ in Column.leastWidth }
        telling = columns.map { _ in 0 }
        beginnings = columns.map { _ in nil }
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

    /// Adds the columns up; without rows some are missing.
    mutating func addUp(_ rows: [JSONValue]?) {
        sums = [:]
        guard let rows else { return }
        for (index, column) in columns.enumerated() {
            guard let sum = column.sum(of: rows) else { continue }
            sums[index] = sum
            widths[index] = max(widths[index], TextWidth.width(of: sum, limit: Self.widest))
        }
    }

    func cells(of row: JSONValue) -> [Cell] {
        columns.map { column in
            let text = column.text(of: row, from: now)
            let line = text.utf8.contains(10) ? text.split(whereSeparator: \.isNewline).joined(separator: " ") : text
            return Cell(text: line, tone: column.tone(of: row))
        }
    }

    /// Widens the columns for the texts of a row.
    mutating func widen(for cells: [Cell]) {
        for (column, cell) in cells.enumerated() {
            let mark = columns[column].hasTones ? Self.markWidth : columns[column].isColor ? Self.swatch : 0
            widths[column] = max(widths[column], mark + TextWidth.width(of: cell.text, limit: Self.widest))
        }
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
            widen(for: cells)
            for column in tellers {
                if columns[column].isKey {
                    let text = cells[column].text
                    let shared = zip(beginnings[column] ?? text[...], text).prefix { $0 == $1 }.count
                    beginnings[column] = text.prefix(shared)
                }
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
        /// True if a dot before the text repeats the value's tone.
        let hasTones: Bool
        /// True if a value is a colour, which is shown after it.
        let isColor: Bool
        /// True for keys, which are cut in the middle, because both ends distinguish rows.
        let isKey: Bool
        /// The characters at the start that are cut, because they are the same in every row.
        let dropped: Int

        func fitted(_ text: String) -> String {
            if dropped > 0 { return "…" + text.dropFirst(dropped) }
            if isKey { return TextLayout.shortened(text, width: width) }
            // Dates and timestamps are ASCII throughout.
            guard keepsWords, text.utf8.count > width else { return text }
            let visible = text.prefix(width + 1)
            return visible.lastIndex(of: " ").map { String(visible[..<$0]) } ?? text
        }
    }

    let slots: [Slot]
    /// The headings of the slots, as they fit.
    let titles: [String]

    static let gap = 2

    /// - Parameters:
    ///   - columns: in the order of display.
    ///   - wanted: the preferred width of each column: its widest text so far.
    ///   - telling: the cells of each that distinguish the rows (``TableCells/telling``); empty for none.
    ///   - shared: the characters that its texts begin with (``TableCells/shared``); empty for none.
    init(_ columns: [Column], wanted: [Int], telling: [Int] = [], shared: [Int] = [], width: Int) {
        // The end of a key distinguishes rows if all begin alike.
        let tails = columns.indices.map { index in
            shared.indices.contains(index) && shared[index] > 2
                ? max(Column.leastWidth, wanted[index] - shared[index] + 1) : nil
        }
        let telling = columns.indices.map {
            tails[$0] ?? (telling.indices.contains($0) ? min(telling[$0], Self.mostTelling) : 0)
        }
        let teller = Self.teller(columns)
        // One column is always shown.
        let titles = columns.map(\.title)
        let least = columns.indices.map { index in
            let needed = tails[index] ?? Self.least(columns[index], among: titles, wanted: wanted[index])
            return min(index == teller ? max(needed, telling[index]) : needed, max(1, width))
        }
        var chosen = Set<Int>()
        var used = 0
        for index in columns.indices.sorted(by: { columns[$0].priority < columns[$1].priority }) {
            // More columns are worth less than a row's name, or its first column, that can be read.
            let isFirst = chosen.isEmpty && !columns[index].isKey || index == teller && columns[index].isName
            let readable = isFirst ? min(wanted[index], columns[index].idealWidth, width / 2) : 0
            let room = width - used - (chosen.isEmpty ? 0 : Self.gap)
            let needed = readable <= room ? max(least[index], readable) : least[index]
            if needed > room, !chosen.isEmpty { break }
            chosen.insert(index)
            used = width - room + needed
        }
        let shown = columns.indices.filter(chosen.contains)
        let widths = Self.widths(
            shown.map { columns[$0] }, least: shown.map { least[$0] }, wanted: shown.map { wanted[$0] },
            telling: shown.map { telling[$0] }, tails: shown.map { tails[$0] },
            room: width - Self.gap * max(0, shown.count - 1))
        self.titles = Self.titles(shown.map { columns[$0].title }, widths, of: titles)
        var x = 0
        slots = zip(shown, widths).map { index, columnWidth in
            defer { x += columnWidth + Self.gap }
            return Slot(
                index: index, x: x, width: columnWidth,
                align: columns[index].isNumber ? .trailing : .leading,
                keepsWords: columns[index].field.isTime, hasTones: columns[index].hasTones,
                isColor: columns[index].isColor, isKey: columns[index].isKey,
                dropped: tails[index] != nil && columnWidth < wanted[index] ? shared[index] : 0)
        }
    }

    /// The titles in their widths, no two the same. One that does not fit is cut to words that no other column has: its own,
    /// the first, the last or those in between. Else it is cut to its owner's name, or at its end.
    private static func titles(_ titles: [String], _ widths: [Int], of all: [String]) -> [String] {
        func fits(_ text: String, _ width: Int) -> Bool { TextWidth.width(of: text, limit: width) <= width }
        var used = Set(zip(titles, widths).filter { fits($0, $1) }.map { $0.0 })
        return zip(titles, widths).map { title, width in
            if fits(title, width) { return title }
            let own = title.split(separator: ": ").last.map(String.init) ?? title
            let owner = own == title ? nil : String(title.dropLast(own.count + 2))
            let first = words(of: own, atEnd: false, width: width).flatMap { first in
                all.count { $0.hasPrefix(first + " ") } > 1 ? nil : first
            }
            let last = words(of: own, atEnd: true, width: width).flatMap { last in
                all.count { $0.lowercased().hasSuffix(" " + last.lowercased()) } > 1 ? nil : last
            }
            let end = "…" + title.suffix(max(0, width - 1))
            // "Category: Name" is the category, not a name.
            let isGeneral = NameClass.title.has(own.lowercased())
            let whole = isGeneral ? [owner, own] : [own]
            let alone = words(ofAlone: own, among: all)
            let short = (whole + [first, last, alone, owner, TextLayout.shortened(title, width: width), end])
                .compactMap(\.self)
                .filter { fits($0, width) }
            let found = short.first { !used.contains($0) } ?? end
            used.insert(found)
            return found
        }
    }

    /// The first or the last words of a title, as many as fit: they tell apart titles that end or begin alike. Nil if they
    /// have too few letters to say enough.
    private static func words(of title: String, atEnd: Bool, width: Int) -> String? {
        var words = title.split(separator: " ")[...]
        var text: String
        repeat {
            words = atEnd ? words.dropFirst() : words.dropLast()
            text = words.joined(separator: " ")
        } while TextWidth.width(of: text, limit: width) > width
            || (atEnd ? words.first : words.last).map { NameClass.joining.hasKey($0.lowercased()) } ?? false
        return text.count < 4 ? nil : text.capitalisedFirst
    }

    /// The words of a title that no other title has, such as "Member" of "Approximate member count" beside a presence
    /// count; nil if it has none.
    private static func words(ofAlone title: String, among all: [String]) -> String? {
        let others = Set(all.lazy.filter { $0 != title }.flatMap { $0.lowercased().split(separator: " ") })
        let own = title.split(separator: " ").filter {
            $0.count > 2 && !NameClass.joining.hasKey($0.lowercased()) && !others.contains(Substring($0.lowercased()))
        }
        return own.isEmpty ? nil : own.joined(separator: " ").capitalisedFirst
    }

    /// The maximum number of cells that a column takes from others to distinguish rows.
    private static let mostTelling = 40

    /// The column that distinguishes the rows: the most important name, else the most important key.
    private static func teller(_ columns: [Column]) -> Int? {
        let order = columns.indices.sorted { columns[$0].priority < columns[$1].priority }
        return order.first { columns[$0].isName } ?? order.first { columns[$0].isWords }
            ?? order.first { columns[$0].isKey }
    }

    /// The least useful width of a column. A cut number is another number, so it is complete within reason; other
    /// columns need no more than their texts.
    private static func least(_ column: Column, among titles: [String], wanted: Int) -> Int {
        let mark = column.hasTones ? TableCells.markWidth : 0
        let needed =
            column.isNumber
            ? max(column.minimumWidth, min(wanted, 24)) : min(column.minimumWidth + mark, wanted)
        return max(Column.leastWidth, needed, leastTitle(column.title, among: titles))
    }

    /// The width of the shorter one of a title's first and last words, which is not cut within reason. If other titles
    /// have both, it is the width of its own words. A member of an object has those after the object's name, or all of
    /// them if another column has the same; a name in an object has the object's.
    private static func leastTitle(_ title: String, among all: [String]) -> Int {
        if let own = title.split(separator: ": ").last.map(String.init), own != title {
            let owner = String(title.dropLast(own.count + 2))
            let isShared = all.contains { $0 != title && ($0 == own || $0.hasSuffix(": " + own)) }
            let shown = NameClass.title.has(own) ? owner : isShared ? title : own
            let width = TextWidth.width(of: shown, limit: mostTitle)
            if shown != owner || width <= mostOwner { return min(width, mostTitle) }
        }
        let parts = title.split(separator: " ")
        guard let first = parts.first, let last = parts.last, parts.count > 1 else {
            return min(TextWidth.width(of: title, limit: mostTitle), mostTitle)
        }
        let isShared =
            all.count { $0.hasPrefix(first + " ") } > 1 && all.count { $0.hasSuffix(" " + last) } > 1
        let shown =
            isShared ? words(ofAlone: title, among: all).map { [$0] } ?? [] : [String(first), String(last)]
        return shown.map { TextWidth.width(of: $0, limit: mostTitle) }.min() ?? 0
    }

    private static let mostTitle = 12
    /// The longest name of an object that is not cut.
    private static let mostOwner = 8
    /// The cells of a heading that come before the end of a long value.
    private static let mostHeading = 16

    /// The widths of "1 Feb 2024 10:00" and "1 Feb 2024", which a timestamp is cut to.
    private static let widthsOfTimes = [17, 11]

    /// Gives every column its least width, then distributes the rest in rounds. Names come first, then all columns.
    /// Names and keys then get the cells that distinguish rows, then the widest texts, and last the titles. Cells that a
    /// timestamp cut at a word leaves empty go to the others.
    private static func widths(
        _ columns: [Column], least: [Int], wanted: [Int], telling: [Int], tails: [Int?], room: Int
    ) -> [Int] {
        var widths = least
        let suiting = columns.indices.map {
            tails[$0] ?? min(wanted[$0], columns[$0].idealWidth)
        }
        let isLead = columns.map { $0.isName || $0.isWords }
        let named = columns.indices.map { isLead[$0] ? suiting[$0] : least[$0] }
        let distinct = zip(suiting, telling).map(max)
        let names = columns.indices.map { isLead[$0] ? wanted[$0] : distinct[$0] }
        let withoutKeys = columns.indices.map { columns[$0].isKey ? distinct[$0] : wanted[$0] }
        let titles = columns.map { TextWidth.width(of: $0.title, limit: room) }
        // A heading that explains a number has precedence over the end of an address.
        let headed = zip(names, titles).map { max($0, min($1, mostHeading)) }
        let aims = [named, suiting, distinct, names, headed, withoutKeys, wanted]
        for aim in aims { widths = grow(widths, to: aim, room: room) }
        var bounds = wanted
        for index in columns.indices where columns[index].field.isTime && widths[index] < wanted[index] {
            let least = columns[index].minimumWidth
            guard let cut = widthsOfTimes.first(where: { $0 <= widths[index] && $0 >= least }) else { continue }
            (widths[index], bounds[index]) = (cut, cut)
        }
        for aim in aims { widths = grow(widths, to: zip(aim, bounds).map(min), room: room) }
        return grow(widths, to: titles, room: room)
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
