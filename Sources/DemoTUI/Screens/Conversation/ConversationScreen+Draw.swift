import APIModel
import AppCore
import Terminal
import WireFormats

extension ConversationScreen {
    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        let complaints = complaints(width: area.width)
        let composer = composerHeight(complaints, width: area.width)
        let messages = messageArea(in: area, world: world)
        if area.height - composer > messages.height, let notice = list.notice(of: screen, in: world) {
            // The line about missing messages is on the side where they belong.
            let y = isNewestFirst ? area.y : messages.maxY
            canvas.write(notice.text, at: Point(x: area.x + 1, y: y), width: area.width - 2, style: notice.style)
        }
        if list.isEmpty {
            drawEmpty(on: &canvas, in: messages, world: world)
        } else {
            drawMessages(on: &canvas, in: messages, isFocused: isFocused && !isComposing)
        }
        if composer > 0, area.height > composer {
            let y = area.y + area.height - composer
            drawComposer(
                complaints, on: &canvas, in: Rect(x: area.x, y: y, width: area.width, height: composer),
                isFocused: isFocused, world: world)
        }
    }

    func extent(in area: Size, world: World) -> Extent? {
        // The heights of messages differ, so only the words are exact.
        guard !list.isEmpty else { return nil }
        var shown = selection
        // Older messages that are not loaded come before the first line.
        if isNewestFirst, let total = list.total, total > list.count {
            shown.select(selection.index + (total - list.count), of: total)
        }
        return shown.extent("message", of: list.count, height: list.count, total: list.countText)
    }

    private func drawEmpty(on canvas: inout Canvas, in area: Rect, world: World) {
        if let failure = list.load.failure {
            FailureMessage(failure, of: screen, list.load, in: world).draw(on: &canvas, in: area)
        } else if !list.load.isIdle {
            let empty =
                filters.isEmpty
                ? "No messages yet. Press \(key: .add) to write one."
                : "Nothing matches the filter. \(key: .back) clears it."
            canvas.write([(list.load.isLoading ? list.load.spinner(in: world) ?? "" : empty, .dim)], in: area)
        }
    }

    private func complaints(width: Int) -> [String] {
        complaint.map { TextLayout.wrapped($0, width: max(8, width - 2)) } ?? []
    }

    /// The maximum number of rows of a message being written.
    private static let draftRows = 4

    private func composerHeight(_ complaints: [String], width: Int) -> Int {
        guard screen.create != nil else { return 0 }
        // Everything beyond is out of sight.
        let seen = Array(draft.characters.prefix(Self.draftRows * max(1, width)))
        let rows = TextLayout.rows(of: seen, cursor: nil, wraps: true, width: max(1, width - 2)).count
        return 1 + min(rows, Self.draftRows) + min(complaints.count, 4)
    }

    private func messageArea(in area: Rect, world: World) -> Rect {
        let height = max(0, area.height - composerHeight(complaints(width: area.width), width: area.width))
        let notice = height > 1 && list.notice(of: screen, in: world) != nil ? 1 : 0
        return Rect(x: area.x, y: area.y + (isNewestFirst ? notice : 0), width: area.width, height: height - notice)
    }

    /// The first visible message.
    func top(in world: World) -> Int {
        list.isEmpty ? 0 : firstVisible(from: selection.top, in: messageArea(in: Rect(world.area), world: world))
    }

    /// Scrolls as little as possible, so that the selected message is visible.
    mutating func scroll(from top: Int, in world: World) {
        selection.scroll(to: firstVisible(from: top, in: messageArea(in: Rect(world.area), world: world)))
    }

    private func drawMessages(on canvas: inout Canvas, in area: Rect, isFocused: Bool) {
        var y = area.y
        for index in firstVisible(from: selection.top, in: area)..<list.count where y < area.y + area.height {
            let lines = lines(of: index, width: area.width)
            for (offset, line) in lines.prefix(area.y + area.height - y).enumerated() {
                canvas.write(
                    line, at: Point(x: area.x + (offset == 0 ? 1 : 3), y: y), width: area.width - 4,
                    style: offset == 0 ? .heading : .plain)
                list.mark(index, area.row(y), isSelected: index == selection.index, isFocused: isFocused, on: &canvas)
                y += 1
            }
        }
    }

    /// The first painted message: `top`, if the selected message is in sight then and no room is left below the last one.
    private func firstVisible(from top: Int, in area: Rect) -> Int {
        max(first(above: selection.index, in: area), min(top, selection.index, first(above: list.count - 1, in: area)))
    }

    /// The first message of those that fit together with this one, which is the last.
    private func first(above message: Int, in area: Rect) -> Int {
        var index = max(0, min(message, list.count - 1))
        var used = lines(of: index, width: area.width).count
        while index > 0 {
            used += lines(of: index - 1, width: area.width).count
            if used > area.height { break }
            index -= 1
        }
        return index
    }

    private func lines(of index: Int, width: Int) -> [String] {
        guard let row = list[rowIndex(ofLine: index)] else { return ["…"] }
        return [layout.head(row)] + TextLayout.wrapped(layout.words(row), width: max(8, width - 5)).prefix(8)
    }

    private func drawComposer(
        _ complaints: [String], on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World
    ) {
        canvas.hline(at: Point(x: area.x, y: area.y), length: area.width, style: .border)
        var y = area.y + 1
        for line in complaints.prefix(max(0, min(4, area.height - 2))) {
            canvas.write(line, at: Point(x: area.x + 1, y: y), width: area.width - 2, style: .error)
            y += 1
        }
        let box = Rect(x: area.x + 1, y: y, width: max(0, area.width - 2), height: max(1, area.maxY - y))
        if sending.isLoading {
            canvas.write(sending.spinner(in: world) ?? "Sending", at: box.origin, width: box.width, style: .dim)
            return
        }
        let hasFocus = isFocused && isComposing
        canvas.field(draft, in: box, isActive: hasFocus, placeholder: hasFocus ? "" : "\(key: .add)  write a message")
    }
}

/// The fields of a row with a message's text, author and time: by name and format, for any API.
struct MessageLayout: Hashable, Sendable {
    let text: Field?
    let author: Field?
    let time: Field?
    /// The timestamp that times are counted from; nil shows them as they are.
    var now: Timestamp?

    init(_ columns: [Column]) {
        let fields = columns.map(\.field)
        func first(_ names: NameClass) -> Field? { fields.first { names.has($0.name) } }
        let author = first(.author) ?? fields.first { HumanName.key($0.name) == "name" }
        self.author = author
        time = fields.first { $0.kind == .dateTime } ?? fields.first { $0.kind == .date }
        text = first(.content) ?? fields.first { $0 != author && ($0.kind == .multiline || $0.kind == .text) }
    }

    /// The head of a message: author and time, as far as the row has them. A sent message that was not read back has
    /// neither.
    func head(_ row: JSONValue) -> String {
        let parts = [author, time].compactMap { field in
            field.flatMap { field in row[field.pointer].map { field.display($0, from: now) } }
        }
        return parts.isEmpty ? "You, just now" : parts.joined(separator: "  ")
    }

    func words(_ row: JSONValue) -> String {
        guard let text else { return row.plainText }
        return row[text.pointer]?.plainText ?? ""
    }
}
