import Terminal

/// Lines to read: scrolled, searched, long ones shown from a column on.
struct LineViewer: Hashable, Sendable {
    /// A selection beyond the end moves to the last line.
    var lines: [TextLine] = [] { didSet { selection.select(selection.index, of: lines.count) } }
    private(set) var selection = Selection()
    private(set) var column = 0
    private(set) var search = ""

    /// Copies the selected line.
    var copy: [Effect] { selectedText.map { [.copy(.value($0))] } ?? [] }
    var selectedText: String? {
        lines.indices.contains(selection.index) ? lines[selection.index].whole ?? lines[selection.index].text : nil
    }

    func availability(of action: Action) -> Availability? {
        switch action {
        case .up, .down, .pageUp, .pageDown, .first, .last, .left, .right, .filter: .enabled
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
        case .left: column = max(0, column - 16)
        case .right: column += 16
        case .filter: return [.present(LinePopup.search(in: panel, text: search))]
        case .nextMatch: return move(toMatch: 1)
        case .previousMatch: return move(toMatch: -1)
        default: return nil
        }
        return []
    }

    mutating func find(_ text: String) -> [Effect] {
        search = text
        return move(toMatch: 0)
    }

    private mutating func move(toMatch step: Int) -> [Effect] {
        let start = selection.index
        let line = Search.next(search, in: lines.map(\.text), from: start, step: step)
        if let line { selection.select(line, of: lines.count) }
        return Search.note(search, line, from: start, step: step)
    }

    func extent(in area: Size) -> Extent? {
        lines.count > area.rows ? selection.extent("line", of: lines.count, height: area.rows) : nil
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool) {
        let top = selection.firstVisible(count: lines.count, height: area.height)
        for (offset, line) in lines.dropFirst(top).prefix(area.height).enumerated() {
            let y = area.y + offset
            canvas.write(line.parts(from: column), at: Point(x: area.x + 1, y: y), width: area.width - 2)
            canvas.line(
                top + offset, area.row(y), isSelected: top + offset == selection.index, isFocused: isFocused)
        }
        canvas.highlight(search, in: area)
    }
}

enum Search {
    /// The nearest line that contains `text`, ignoring case and wrapping around.
    /// - Parameter step: 1 searches below `line`, -1 above, 0 `line` first and then below.
    static func next(_ text: String, in lines: [String], from line: Int, step: Int) -> Int? {
        next(text, count: lines.count, from: line, step: step) { lines[$0] }
    }

    static func note(_ text: String, _ found: Int?, from line: Int, step: Int, in place: String = "here") -> [Effect] {
        guard !text.isEmpty, found == nil || found == line && step != 0 else { return [] }
        return [.note(.info("\"\(text)\" \(found == nil ? "does not occur" : "occurs nowhere else") \(place)."))]
    }

    /// The nearest line that contains `text`; texts are made one by one until one matches.
    static func next(_ text: String, count: Int, from line: Int, step: Int, textOf: (Int) -> String) -> Int? {
        guard !text.isEmpty, count > 0 else { return nil }
        let wanted = text.lowercased()
        let direction = step < 0 ? -1 : 1
        let start = step == 0 ? line : line + direction
        for distance in 0..<count {
            let index = ((start + distance * direction) % count + count) % count
            if textOf(index).lowercased().contains(wanted) { return index }
        }
        return nil
    }
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

    /// The parts to paint, without the first characters.
    func parts(from column: Int = 0) -> [(text: String, style: Style)] {
        guard isJSON else { return [(column == 0 ? text : String(text.dropFirst(column)), style)] }
        var hidden = column
        return JSONLine.parts(of: text).map { part in
            defer { hidden = max(0, hidden - part.text.count) }
            return (hidden == 0 ? part.text : String(part.text.dropFirst(hidden)), part.style)
        }
    }

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

    init() {}

    /// The line that `other` selects, with `top` as the first visible one.
    init(_ other: Selection, top: Int) {
        index = other.index
        self.top = top
    }

    mutating func select(_ line: Int, of count: Int) {
        index = max(0, min(line, count - 1))
    }

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

    /// Stays on the same row and at the same height after lines above it came or went.
    mutating func shift(by lines: Int, of count: Int) {
        top = max(0, top + lines)
        select(index + lines, of: count)
    }

    mutating func scroll(count: Int, height: Int) {
        top = firstVisible(count: count, height: height)
    }

    /// The first visible line for a window of `height` lines: the last one, moved as little as possible.
    func firstVisible(count: Int, height: Int) -> Int {
        let height = max(1, height)
        let lowest = max(0, index - height + 1)
        return max(lowest, min(top, index, max(0, count - height)))
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
        guard !insert(text) else { return [] }
        let limit = TextLayout.grouped(Self.limit)
        return [.note(.error("A field takes \(limit) characters; the rest of what was pasted was left out."))]
    }
}
