import Terminal

/// Lines to read: scrolled and searched.
struct LineViewer: Hashable, Sendable {
    /// A selection beyond the end moves to the last line.
    var lines: [TextLine] = [] { didSet { selection.select(selection.index, of: lines.count) } }
    private(set) var selection = Selection()
    private(set) var search = ""

    /// Copies the selected line.
    var copy: [Effect] { selectedText.map { [.copy(.value($0))] } ?? [] }
    var selectedText: String? { selection.pick(from: lines).map { $0.whole ?? $0.text } }

    func availability(of action: Action) -> Availability? {
        switch action {
        case .up, .down, .pageUp, .pageDown, .first, .last, .filter: .enabled
        case .nextMatch, .previousMatch: search.isEmpty ? .disabled("Press \(key: .filter) to search first.") : .enabled
        default: nil
        }
    }

    /// Handles a moving or searching action.
    ///
    /// - Parameter panel: the panel that shows the lines; it gets ``PanelEvent/searched(_:)``.
    /// - Returns: nil for other actions.
    mutating func perform(_ action: Action, page: Int, in panel: PanelID) -> [Effect]? {
        if selection.follow(action, count: lines.count, page: page) { return [] }
        switch action {
        case .filter: return [.present(LinePopup.search(in: panel, text: search))]
        case .nextMatch: return move(toMatch: 1)
        case .previousMatch: return move(toMatch: -1)
        default: return nil
        }
    }

    mutating func find(_ text: String) -> [Effect] {
        search = text
        return move(toMatch: 0)
    }

    private mutating func move(toMatch step: Int) -> [Effect] {
        selection.find(search, step: step, in: lines.indices) { [lines] in lines[$0].text }
    }

    func extent(in area: Size) -> Extent? {
        lines.count > area.rows ? selection.extent("line", of: lines.count, height: area.rows) : nil
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool) {
        for (line, row) in selection.rows(of: lines.count, in: area) {
            canvas.write(lines[line].parts, at: Point(x: area.x + 1, y: row.y), width: area.width - 2)
            canvas.line(line, row, isSelected: line == selection.index, isFocused: isFocused)
        }
        canvas.highlight(search, in: area)
    }
}

extension Canvas {
    /// Writes words that an area has instead of lines: wrapped, in as many rows as there are.
    ///
    /// - Parameter below: the empty rows above the words.
    mutating func write(_ words: some Sequence<(text: String, style: Style)>, in area: Rect, below: Int = 1) {
        var y = area.y + below
        for (text, style) in words {
            for row in TextLayout.wrapped(text, width: max(8, area.width - 4)) where y < area.maxY {
                write(row, at: Point(x: area.x + 2, y: y), width: area.width - 2, style: style)
                y += 1
            }
        }
    }
}

extension Rect {
    /// The rows below the first one, which has headings.
    var belowHeading: Rect { Rect(x: x, y: y + 1, width: width, height: height - 1) }
}

struct TextLine: Hashable, Sendable {
    let text: String
    let style: Style
    /// True for a line of JSON, whose parts have styles of their own.
    var isJSON = false
    /// The line that this one is a piece of.
    private(set) var whole: String?

    init(_ text: String, _ style: Style = .plain, isJSON: Bool = false) {
        self.text = text
        self.style = style
        self.isJSON = isJSON
    }

    /// The parts to paint.
    var parts: [(text: String, style: Style)] { isJSON ? JSONLine.parts(of: text) : [(text, style)] }

    /// The line in pieces of a width, broken between words where one ends in their second half, else anywhere.
    func pieces(width: Int) -> [TextLine] {
        let width = max(20, width)
        guard text.utf8.count > width, TextWidth.width(of: text, limit: width) > width else { return [self] }
        var pieces: [TextLine] = []
        var piece = ""
        var used = 0
        func end() {
            let isFirst = pieces.isEmpty
            // The rest of a long line of JSON is a text.
            var line = TextLine(piece, isJSON && !isFirst ? .string : style, isJSON: isJSON && isFirst)
            line.whole = text
            pieces.append(line)
            (piece, used) = ("", 0)
        }
        for character in text {
            let columns = TextWidth.width(of: character)
            if used + columns > width, used > 0 {
                // The word in progress goes to the next line, unless it is long.
                let word = character == " " ? "" : String(piece.reversed().prefix { $0 != " " }.reversed())
                let isKept = TextWidth.width(of: word) < width / 2
                if isKept { piece.removeLast(word.count) }
                end()
                if isKept { (piece, used) = (word, TextWidth.width(of: word)) }
            }
            piece.append(character)
            used += columns
        }
        end()
        return pieces
    }

    /// The line in as many as the area's width needs, the later ones indented.
    func wrapped(in area: Size) -> [TextLine] {
        TextLayout.wrapped(text, width: max(20, area.columns - 5)).enumerated().map { index, text in
            TextLine(index == 0 ? text : "  " + text, style)
        }
    }
}

/// The selected line of a list and the top line. Lists draw only visible lines, so the cost does not grow with the
/// list.
struct Selection: Hashable, Sendable {
    private(set) var index = 0
    private(set) var top = 0

    mutating func select(_ line: Int, of count: Int) { index = max(0, min(line, count - 1)) }

    /// The selected one of the lines; nil if there are fewer.
    func pick<Line>(from lines: [Line]) -> Line? { lines.indices.contains(index) ? lines[index] : nil }

    /// Handles a moving action; `page` is the visible height.
    /// - Returns: false if the action does not move.
    mutating func follow(_ action: Action, count: Int, page: Int) -> Bool {
        switch action {
        case .up: select(index - 1, of: count)
        case .down: select(index + 1, of: count)
        case .pageUp: select(index - max(1, page - 1), of: count)
        case .pageDown: select(index + max(1, page - 1), of: count)
        // The selected line keeps its place in the window.
        case .scrollUp, .scrollDown: shift(by: action == .scrollUp ? -1 : 1, of: count)
        case .first: select(0, of: count)
        case .last: select(count - 1, of: count)
        default: return false
        }
        scroll(count: count, height: page)
        return true
    }

    /// Stays on the same row and at the same height after lines above it were added or removed.
    mutating func shift(by lines: Int, of count: Int) {
        top = max(0, top + lines)
        select(index + lines, of: count)
    }

    mutating func scroll(count: Int, height: Int) { scroll(to: firstVisible(count: count, height: height)) }

    mutating func scroll(to line: Int) { top = line }

    /// The first visible line for a window of `height` lines: the last one, moved as little as possible.
    func firstVisible(count: Int, height: Int) -> Int {
        let height = max(1, height)
        let lowest = max(0, index - height + 1)
        return max(lowest, min(top, index, max(0, count - height)))
    }

    /// The visible lines with their rows.
    func rows(of count: Int, in area: Rect) -> [(line: Int, row: Rect)] {
        let top = firstVisible(count: count, height: area.height)
        return (0..<max(0, min(area.height, count - top))).map { (top + $0, area.row(area.y + $0)) }
    }

    /// Selects the nearest line that contains `text`, ignoring case and wrapping around.
    ///
    /// - Parameters:
    ///   - step: 1 searches below the selected line, -1 above, 0 this line first and then below.
    ///   - lines: The lines to look at; their texts are created one by one until one matches.
    ///   - place: the words for these lines.
    /// - Returns: a note if no other line contains it.
    mutating func find(
        _ text: String, step: Int, in lines: Range<Int>, of place: String = "here", textOf: (Int) -> String
    ) -> [Effect] {
        guard !text.isEmpty else { return [] }
        let wanted = text.lowercased()
        let start = max(lines.lowerBound, min(step > 0 ? index + 1 : index, lines.upperBound))
        let (above, below) = (lines.lowerBound..<start, start..<lines.upperBound)
        let order = step < 0 ? above.reversed() + below.reversed() : Array(below) + above
        let found = order.first { textOf($0).lowercased().contains(wanted) }
        defer { index = found ?? index }
        guard found == nil || found == index && step != 0 else { return [] }
        return [.note(.info("\"\(text)\" \(found == nil ? "does not occur" : "occurs nowhere else") \(place)."))]
    }
}

extension Action {
    /// The focused input of a popup after this action, wrapping around. Other actions leave it.
    func focus(from input: Int, of count: Int) -> Int {
        guard count > 0 else { return input }
        switch self {
        case .nextPane, .down: return (input + 1) % count
        case .previousPane, .up: return (input + count - 1) % count
        default: return input
        }
    }
}

extension TextInput {
    mutating func paste(_ text: String) -> [Effect] {
        guard !insert(text) else {
            let isJoined = !isMultiline && text.contains(where: \.isNewline)
            return isJoined ? [.note(.info("This field has one line: line breaks became spaces."))] : []
        }
        let limit = TextLayout.grouped(Self.limit)
        return [.note(.error("A field takes \(limit) characters; the rest of what was pasted was left out."))]
    }
}
