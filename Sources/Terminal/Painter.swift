/// Turns the difference of two pictures into bytes for a single write. ncurses would write at each movement of the cursor,
/// and compare the pictures once more.
struct Painter {
    private let type: TerminalType
    private let depth: ColorDepth
    /// False in a locale that is not UTF-8: everything is sent as ASCII.
    private let sendsUnicode: Bool
    /// The distinct looks; the number of each style's on each ground, by `Canvas.Cell.place`; the number of the look that
    /// blanks have instead.
    private var looks: [Theme.Look] = []
    private var numbers: [Int] = []
    private var blanks: [Int] = []
    /// The bytes from one look to another, generated on demand.
    private var changes: [[UInt8]?] = []

    private var bytes: [UInt8] = []
    /// Nil if the terminal's cursor may be anywhere.
    private var place: Point?
    /// The look that the terminal has now, also between pictures: the next one often begins with it.
    private var look = 0
    private var showsCursor: Bool?
    private var columns = 0

    /// True if the terminal shows bytes between two marks at once.
    var synchronizes = false
    /// True if the terminal shows links, or surely ignores them.
    var sendsLinks = false
    private var marks: [Mark] = []
    /// True if the marks are not those of the picture on the terminal.
    private var hasOtherMarks = false
    /// The address behind the cells that are sent now.
    private var target: String?
    /// Fewer bytes reach the terminal in one piece.
    private static let onePiece = 512

    /// Gaps of at most these cells are sent again: a movement takes as many bytes.
    private static let shortGap = 4
    /// Steps down and back of at most these take fewer bytes than a movement.
    private static let (shortFall, shortBack) = (4, 3)
    /// Blanks beyond these are erased: the sequence takes as many bytes, and a movement behind them.
    private static let shortBlank = (atEnd: 5, before: 10)

    init(_ type: TerminalType, depth: ColorDepth, sendsUnicode: Bool) {
        (self.type, self.depth, self.sendsUnicode) = (type, depth, sendsUnicode)
    }

    mutating func prepare(_ theme: Theme) {
        (looks, look) = ([Theme.Look()], 0)
        numbers = Array(repeating: 0, count: Ground.allCases.count * Canvas.Cell.styles)
        func number(of look: Theme.Look) -> Int {
            if let known = looks.firstIndex(of: look) { return known }
            looks.append(look)
            return looks.count - 1
        }
        for ground in Ground.allCases {
            for style in Style.allCases {
                numbers[Canvas.Cell(glyph: .space, style: style, ground: ground).place] = number(
                    of: possible(theme.look(of: style, on: ground, depth)))
            }
        }
        blanks = looks.indices.map { index in looks.firstIndex { $0.blank == looks[index].blank } ?? index }
        changes = Array(repeating: nil, count: looks.count * looks.count)
    }

    /// A look without the attributes that the type cannot show beside colours.
    private func possible(_ look: Theme.Look) -> Theme.Look {
        guard look.text != nil || look.ground != nil else { return look }
        var look = look
        if type.withoutColors & 2 != 0 { look.isUnderlined = false }
        if type.withoutColors & 4 != 0 { look.isReverse = false }
        if type.withoutColors & 16 != 0 { look.isDim = false }
        if type.withoutColors & 32 != 0 { look.isBold = false }
        return look
    }

    // MARK: Pictures

    /// The bytes that show a picture.
    ///
    /// - Parameters:
    ///   - old: The picture on the terminal; nil if there may be anything.
    ///   - size: The terminal's size; cells outside are left out.
    mutating func paint(_ canvas: Canvas, over old: Canvas?, in size: Size) -> [UInt8] {
        bytes = []
        place = nil
        (marks, hasOtherMarks) = (canvas.marks, canvas.marks != old?.marks)
        let isKnown = old?.size == canvas.size
        if !isKnown {
            (look, showsCursor) = (0, nil)
            bytes += type.reset + type.clear
        }
        // A cleared row shows blanks on the terminal's own ground, which the theme's need not be.
        let blank = Canvas.Cell.blank(.plain)
        let empty = Canvas(
            size: Size(columns: canvas.size.columns, rows: 1), of: number(of: blank) == 0 ? blank : .unknown)
        for y in 0..<min(canvas.size.rows, size.rows) {
            let scrolls = y == size.rows - 1 && type.scrollsAtEnd
            columns = min(canvas.size.columns, scrolls ? size.columns - 1 : size.columns)
            if let old, isKnown {
                guard let change = canvas.change(ofRow: y, since: old) else { continue }
                if change.isDisputed {
                    // If the terminal counts other columns, no cell of the row may keep its content.
                    eraseRow(y)
                    paint(canvas, y, 0..<columns, over: empty, 0)
                } else {
                    paint(canvas, y, change.columns.clamped(to: 0..<columns), over: old, y)
                }
            } else {
                paint(canvas, y, 0..<columns, over: empty, 0)
            }
        }
        link(nil)
        show(canvas.cursor.flatMap { Rect(size).contains($0) ? $0 : nil })
        guard synchronizes, bytes.count > Self.onePiece else { return bytes }
        return Array("\u{1B}[?2026h".utf8) + bytes + Array("\u{1B}[?2026l".utf8)
    }

    private mutating func show(_ cursor: Point?) {
        if let cursor { go(to: cursor) }
        guard (cursor != nil) != showsCursor else { return }
        showsCursor = cursor != nil
        bytes += cursor == nil ? type.hideCursor : type.showCursor
    }

    private mutating func eraseRow(_ y: Int) {
        go(to: Point(x: 0, y: y))
        wear(0)
        bytes += type.eraseToEnd.isEmpty ? Array(repeating: 0x20, count: columns - 1) : type.eraseToEnd
        place = nil
    }

    private mutating func paint(_ canvas: Canvas, _ y: Int, _ range: Range<Int>, over old: Canvas, _ oldRow: Int) {
        let width = canvas.size.columns
        canvas.cells.withUnsafeBufferPointer { all in
            old.cells.withUnsafeBufferPointer { before in
                let cells = UnsafeBufferPointer(rebasing: all[y * width..<(y + 1) * width])
                let before = UnsafeBufferPointer(rebasing: before[oldRow * width..<(oldRow + 1) * width])
                paint(cells, over: before, range, y)
            }
        }
    }

    private typealias Cells = UnsafeBufferPointer<Canvas.Cell>

    private mutating func paint(_ cells: Cells, over old: Cells, _ range: Range<Int>, _ y: Int) {
        // Behind the last glyph one sequence is enough.
        var tail = cells.count
        while tail > 0, isEmpty(cells[tail - 1]) { tail -= 1 }
        let erases = !type.eraseToEnd.isEmpty && range.upperBound - tail > Self.shortGap
        var erased = 0
        for x in range {
            let cell = cells[x]
            if x < erased || cell == old[x] && cell.mark == 0 { continue }
            guard !cell.isContinuation, !isShown(cell, as: old[x]) else { continue }
            reach(x, y, over: cells)
            if erases, x >= tail {
                link(nil)
                wear(0)
                bytes += type.eraseToEnd
                return
            }
            if cell.glyph == .space { erased = erase(cells, over: old, x..<range.upperBound) }
            if x >= erased { put(cell) }
        }
    }

    /// Empties the blanks at the start of a part of a row, if they are many.
    /// - Returns: the column behind them.
    private mutating func erase(_ cells: Cells, over old: Cells, _ range: Range<Int>) -> Int {
        var end = range.lowerBound
        guard !type.erase.isEmpty else { return end }
        while end < range.upperBound, isEmpty(cells[end]) { end += 1 }
        let limit = end < range.upperBound ? Self.shortBlank.before : Self.shortBlank.atEnd
        while end > range.lowerBound, cells[end - 1] == old[end - 1] { end -= 1 }
        guard end - range.lowerBound > limit else { return range.lowerBound }
        link(nil)
        wear(0)
        type.fill(type.erase, end - range.lowerBound, into: &bytes)
        return end
    }

    private func isEmpty(_ cell: Canvas.Cell) -> Bool {
        cell.glyph == .space && cell.mark == 0 && number(of: cell) == 0
    }

    private func isShown(_ cell: Canvas.Cell, as old: Canvas.Cell) -> Bool {
        cell.glyph == old.glyph && cell.mark == old.mark && !(hasOtherMarks && cell.mark != 0)
            && number(of: cell) == number(of: old)
    }

    private func number(of cell: Canvas.Cell) -> Int {
        let number = numbers[cell.place]
        return cell.glyph == .space ? blanks[number] : number
    }

    /// Moves to a cell of a row, over cells that stay.
    private mutating func reach(_ x: Int, _ y: Int, over cells: Cells) {
        if let place, place.y == y, place.x < x, x - place.x <= Self.shortGap,
            cells[place.x..<x].allSatisfy({ $0.glyph.ascii != nil && isWorn(by: $0) })
        {
            for cell in cells[place.x..<x] { put(cell) }
        } else {
            go(to: Point(x: x, y: y))
        }
    }

    /// Moves in the fewest bytes: to the place itself, or by rows down and by columns.
    private mutating func go(to point: Point) {
        guard place != point else { return }
        let start = bytes.count
        type.fill(type.move, point.y, point.x, into: &bytes)
        let middle = bytes.count
        if let place, step(point.y - place.y, point.x - place.x) {
            let isShorter = bytes.count - middle < middle - start
            bytes.removeSubrange(isShorter ? start..<middle : middle..<bytes.count)
        }
        place = point
    }

    /// Moves from the place where the cursor is.
    /// - Returns: false if that is not worth it, or the type cannot.
    private mutating func step(_ rows: Int, _ columns: Int) -> Bool {
        guard 0...Self.shortFall ~= rows, rows == 0 || !type.down.isEmpty else { return false }
        let (sequence, single) = columns < 0 ? (type.left, type.back) : (type.right, [])
        guard columns == 0 || !sequence.isEmpty else { return false }
        for _ in 0..<rows { bytes += type.down }
        if -Self.shortBack..<0 ~= columns, !single.isEmpty {
            for _ in columns..<0 { bytes += single }
        } else if columns != 0 {
            type.fill(sequence, abs(columns), into: &bytes)
        }
        return true
    }

    // MARK: Cells

    private func isWorn(by cell: Canvas.Cell) -> Bool {
        number(of: cell) == (cell.glyph == .space ? blanks[look] : look)
    }

    private mutating func put(_ cell: Canvas.Cell) {
        let x = place?.x ?? 0
        if cell.mark == 0, target == nil, x + 1 < columns, let byte = cell.glyph.ascii {
            if !isWorn(by: cell) { wear(number(of: cell)) }
            bytes.append(byte)
            place?.x = x + 1
            return
        }
        let mark = cell.mark == 0 ? nil : marks[Int(cell.mark) - 1]
        if mark != nil || target != nil { link(mark?.target) }
        if let color = mark?.color, let ground = ground(color) {
            wear(0)
            bytes += ground
            send(cell, at: x)
            bytes += type.reset
        } else {
            if !isWorn(by: cell) { wear(number(of: cell)) }
            send(cell, at: x)
        }
        let next = x + Int(cell.width)
        // Terminals disagree about the cursor behind the last column, and about the width of some glyphs.
        place = next >= columns || cell.isDisputed ? nil : place.map { Point(x: next, y: $0.y) }
    }

    private mutating func send(_ cell: Canvas.Cell, at x: Int) {
        if x + Int(cell.width) > columns {
            bytes.append(0x20)
        } else if let byte = cell.glyph.ascii {
            bytes.append(byte)
        } else if sendsUnicode {
            for scalar in cell.glyph.scalars { bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter }
        } else {
            let plain = cell.glyph.scalars.first.map(PlainFallback.scalar(for:)) ?? " "
            for _ in 0..<cell.width { bytes.append(UInt8(truncatingIfNeeded: plain.value)) }
        }
    }

    // MARK: Marks

    private mutating func link(_ target: String?) {
        guard sendsLinks, target != self.target else { return }
        self.target = target
        bytes += Array("\u{1B}]8;;\(target ?? "")\u{1B}\\".utf8)
    }

    /// The bytes for a ground beside the palette; nil without such colours.
    private func ground(_ color: RGB) -> [UInt8]? {
        guard depth == .direct || depth == .indexed else { return nil }
        return type.filled(type.groundColor, depth == .direct ? color.value : color.indexed)
    }

    // MARK: Looks

    private mutating func wear(_ number: Int) {
        guard number != look else { return }
        let index = look * looks.count + number
        let change = changes[index] ?? type.change(from: looks[look], to: looks[number])
        changes[index] = change
        bytes += change
        look = number
    }
}

extension Canvas.Cell {
    /// More than there are styles.
    fileprivate static let styles = 64

    /// The place of the look among those of all styles and grounds.
    fileprivate var place: Int { Int(ground.rawValue) * Self.styles + Int(style.rawValue) }
}

extension Theme.Look {
    /// The part of a look that a blank shows.
    fileprivate var blank: Theme.Look { isReverse || isUnderlined ? self : Theme.Look(ground: ground) }
}

extension TerminalType {
    /// The shortest bytes from one look to another.
    func change(from old: Theme.Look, to new: Theme.Look) -> [UInt8] {
        let attributes: [(flag: KeyPath<Theme.Look, Bool>, sequence: [UInt8])] = [
            (\.isBold, bold), (\.isDim, dim), (\.isReverse, reverse), (\.isUnderlined, underline),
        ]
        let worn = attributes.filter { new[keyPath: $0.flag] }
        func color(_ number: Int?, _ sequence: [UInt8], end: String) -> [UInt8] {
            number.map { filled(sequence, $0) } ?? Array(end.utf8)
        }
        let whole = Self.joined(
            [reset] + worn.map(\.sequence) + [
                color(new.text, textColor, end: ""), color(new.ground, groundColor, end: ""),
            ])
        let losesColor = old.text != nil && new.text == nil || old.ground != nil && new.ground == nil
        let losesAttribute = attributes.contains { old[keyPath: $0.flag] && !new[keyPath: $0.flag] }
        guard !losesAttribute, endsColorsApart || !losesColor else { return whole }
        let added = worn.filter { !old[keyPath: $0.flag] }.map(\.sequence)
        let part = Self.joined(
            added + [
                old.text == new.text ? [] : color(new.text, textColor, end: "\u{1B}[39m"),
                old.ground == new.ground ? [] : color(new.ground, groundColor, end: "\u{1B}[49m"),
            ])
        return part.count < whole.count ? part : whole
    }

    /// Sequences of ECMA-48 for colours and attributes as one, others as they are.
    private static func joined(_ sequences: [[UInt8]]) -> [UInt8] {
        func parameters(_ sequence: [UInt8]) -> ArraySlice<UInt8>? {
            guard sequence.starts(with: [0x1B, 0x5B]), sequence.last == UInt8(ascii: "m") else { return nil }
            let inside = sequence.dropFirst(2).dropLast()
            return inside.allSatisfy { (0x30...0x3B).contains($0) } ? inside : nil
        }
        return sequences.reduce(into: []) { all, next in
            guard let own = parameters(all), let more = parameters(next) else { return all += next }
            all = [0x1B, 0x5B] + (own.isEmpty ? [0x30] : own) + [0x3B] + more + [0x6D]
        }
    }
}
