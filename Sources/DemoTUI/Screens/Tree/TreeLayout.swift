import AppCore
import Terminal
import WireFormats

/// The layout of a tree's lines: names at the left, values in one column, long ones in a few rows.
struct TreeLayout {
    let tree: ValueTree
    let width: Int
    /// The rows of the area; tiles need room.
    var height = 0
    /// True beside a list: a long word, such as a UUID, is cut instead of spread over rows, and no dot repeats a tone that
    /// the list shows.
    var isBrief = false
    /// True for a line whose value opens another screen.
    var isLink: (Int) -> Bool = { _ in false }

    /// The maximum number of rows of one value; Enter shows all of it.
    static let mostRows = 6

    private var sign: Int { tree.hasContainers ? 2 : 0 }
    /// The column of values: names have the width of the longest, up to two fifths of the area.
    private var valueColumn: Int { 1 + sign + min(max(0, width * 2 / 5 - sign), tree.nameWidth) + 2 }

    /// A line as it is painted: its name, and the rows of its value from a column on.
    struct Line {
        let name: String
        let start: Int
        let rows: [String]
    }

    func laidOut(_ line: TreeLine) -> Line {
        let name = name(of: line)
        let text = (mark(of: line) == nil ? "" : "● ") + tree.text(of: line)
        let start = x(ofValue: line, called: name, text)
        return Line(name: name, start: start, rows: rows(of: line, text, from: start))
    }

    /// The tone of the dot before a value; nil for a value without one.
    private func mark(of line: TreeLine) -> Style? {
        guard !isBrief else { return nil }
        let field = tree.field(of: line)
        return field.hasTones && line.name != .missing && !line.isContainer ? field.tone(of: line.value).style : nil
    }

    private func rows(of line: TreeLine, _ text: String, from start: Int) -> [String] {
        let room = max(8, width - start - 1)
        if line.isContainer { return [text] }
        if text.utf8.count <= room, TextWidth.asciiWidth(text) != nil { return [text] }
        // Only the visible part is looked at.
        let start = text.prefix(room * Self.mostRows + 1)
        if isBrief, !start.contains(where: \.isWhitespace) {
            return [TextLayout.shortened(String(start), width: room)]
        }
        return TextLayout.beginning(of: text, lines: Self.mostRows, width: room)
    }

    /// The lines that are painted side by side with a line: tiles as far as they fit, else the line alone.
    func row(of index: Int) -> Range<Int> {
        guard hasTiles, tree.lines.indices.contains(index), tree.lines[index].isTile else { return index..<index + 1 }
        let (group, columns) = tiles(around: index)
        let first = group.lowerBound + (index - group.lowerBound) / columns * columns
        return first..<min(first + columns, group.upperBound)
    }

    /// The tiles that follow each other, and how many of them are in a row: as many as fit, spread evenly over the rows.
    private func tiles(around index: Int) -> (group: Range<Int>, columns: Int) {
        let depth = tree.lines[index].depth
        func isTile(_ other: Int) -> Bool {
            tree.lines.indices.contains(other) && tree.lines[other].isTile && tree.lines[other].depth == depth
        }
        var first = index
        while isTile(first - 1) { first -= 1 }
        var end = index + 1
        while isTile(end) { end += 1 }
        let least = (first..<end).map { leastWidth(ofTile: tree.lines[$0]) }.max() ?? Self.tile.columns
        let most = max(1, width(ofTiles: index) / (least + 1))
        let rows = (end - first + most - 1) / most
        return (first..<end, (end - first + rows - 1) / rows)
    }

    /// The cells in which a tile's name and value are whole, within reason.
    private func leastWidth(ofTile line: TreeLine) -> Int {
        let text = max(TextWidth.width(of: tree.name(of: line)), TextWidth.width(of: tree.text(of: line)))
        return min(max(text + 4, 14), Self.tile.columns)
    }

    /// The cells of tiles and the gaps after them.
    private func width(ofTiles index: Int) -> Int { width - x(ofName: tree.lines[index]) - 1 }

    private var hasTiles: Bool { width >= 50 && height >= 16 }
    private static let tile = Size(columns: 22, rows: 4)

    /// The rows of a line; one after the end of the tree.
    func height(ofLine index: Int) -> Int {
        guard tree.lines.indices.contains(index) else { return 1 }
        return hasTiles && tree.lines[index].isTile ? Self.tile.rows : laidOut(tree.lines[index]).rows.count
    }

    /// The indentation in cells. Beyond a quarter of the width a number shows the level.
    func indent(of line: TreeLine) -> Int { min(2 * line.depth, width / 4 / 2 * 2) }

    func name(of line: TreeLine) -> String {
        let name = tree.name(of: line)
        return 2 * line.depth > indent(of: line) ? "(\(line.depth)) \(name)" : name
    }

    func x(ofName line: TreeLine) -> Int { 1 + sign + indent(of: line) }

    /// The column of a value: that of all values. It moves to the right where the name is then whole.
    private func x(ofValue line: TreeLine, called name: String, _ text: String) -> Int {
        guard line.bar == nil else { return valueColumn }
        let wanted = x(ofName: line) + TextWidth.width(of: name, limit: width) + 2
        let usual = line.depth > 0 ? min(max(valueColumn, wanted), max(valueColumn, width * 2 / 3)) : valueColumn
        guard !line.isContainer, wanted - 1 > usual else { return usual }
        return wanted + TextWidth.width(of: text, limit: width) < width ? wanted : usual
    }

    /// Paints the lines side by side with a line, from a row on.
    /// - Returns: the areas they took.
    func draw(_ row: Range<Int>, on canvas: inout Canvas, at point: Point, height: Int) -> [Rect] {
        guard hasTiles, tree.lines[row.lowerBound].isTile else {
            return row.map { index in
                let line = tree.lines[index]
                let used = draw(
                    line, as: laidOut(line), isLink: isLink(index), on: &canvas, at: point, height: height)
                return Rect(x: point.x, y: point.y, width: width, height: used)
            }
        }
        let left = point.x + x(ofName: tree.lines[row.lowerBound])
        let step = min(Self.tile.columns + 1, width(ofTiles: row.lowerBound) / tiles(around: row.lowerBound).columns)
        return row.map { index in
            let x = left + (index - row.lowerBound) * step
            let area = Rect(x: x, y: point.y, width: step - 1, height: min(height, Self.tile.rows))
            if area.height == Self.tile.rows { drawTile(tree.lines[index], on: &canvas, in: area) }
            // The mark of the selection is before the frame.
            return Rect(x: area.x - 1, y: area.y, width: area.width + 1, height: area.height)
        }
    }

    private func drawTile(_ line: TreeLine, on canvas: inout Canvas, in area: Rect) {
        canvas.box(area)
        let inside = area.inset(dx: 2, dy: 1)
        canvas.write(
            TextLayout.shortened(tree.name(of: line), width: inside.width), at: inside.origin, width: inside.width,
            style: .heading)
        let text = tree.text(of: line)
        let end = text.lastIndex(of: " ") ?? text.endIndex
        canvas.write(
            [(String(text[..<end]), .strong), (String(text[end...]), .dim)],
            at: Point(x: inside.x, y: inside.y + 1), width: inside.width)
    }

    /// Paints a line in at most `height` rows.
    /// - Returns: the rows it took.
    func draw(
        _ line: TreeLine, as laidOut: Line, isLink: Bool = false, on canvas: inout Canvas, at point: Point, height: Int
    ) -> Int {
        let start = laidOut.start
        if line.isContainer {
            canvas.write(
                line.isOpen ? "▾" : "▸", at: Point(x: point.x + x(ofName: line) - 2, y: point.y), width: 1,
                style: .accent)
        }
        let room = max(1, start - x(ofName: line) - 1)
        canvas.write(
            TextLayout.shortened(laidOut.name, width: room), at: Point(x: point.x + x(ofName: line), y: point.y),
            width: room, style: .dim)
        if let bar = line.bar, !line.isOpen {
            draw(bar, on: &canvas, at: Point(x: point.x + start, y: point.y), width: width - start - 1)
            return 1
        }
        let rows = laidOut.rows.prefix(max(1, height))
        let style = isLink ? .link : style(of: line)
        for (offset, row) in rows.enumerated() {
            let place = Point(x: point.x + start, y: point.y + offset)
            let used = canvas.write(row, at: place, width: max(0, width - start - 1), style: style)
            if offset == 0, let mark = mark(of: line) { canvas.write("●", at: place, width: 1, style: mark) }
            mark(line, on: &canvas, in: Rect(x: place.x, y: place.y, width: used, height: 1), style)
        }
        return rows.count
    }

    /// Makes a web address a link, and shows a colour after its number.
    private func mark(_ line: TreeLine, on canvas: inout Canvas, in area: Rect, _ style: Style) {
        let text = line.value.stringValue ?? (tree.field(of: line).isColor ? tree.text(of: line) : "")
        if style == .link, let link = Hyperlink(text) { canvas.mark(area, .link(link)) }
        if let color = RGB(hex: text) {
            canvas.mark(Rect(x: area.maxX + 1, y: area.y, width: 4, height: 1), .color(color))
        }
    }

    /// The maximum number of cells of a bar.
    private static let longestBar = 40
    /// The cells of each number after a bar, if there is room.
    private static let numberWidth = 12
    /// Parts of a cell, in eighths.
    private static let parts = Array(" ▏▎▍▌▋▊▉█")

    /// Paints a bar with its numbers after it, in columns of one width.
    private func draw(_ bar: Chart.Bar, on canvas: inout Canvas, at point: Point, width: Int) {
        let cells = min(Self.numberWidth, width / max(1, bar.texts.count))
        let longest = min(Self.longestBar, width - cells * bar.texts.count)
        if longest >= 8 {
            let eighths = Int((bar.length * Double(longest * 8)).rounded())
            let end = eighths % 8 > 0 ? String(Self.parts[eighths % 8]) : ""
            canvas.write(String(repeating: "█", count: eighths / 8) + end, at: point, width: longest, style: .accent)
        }
        for (place, text) in bar.texts.enumerated() {
            canvas.write(
                text, at: Point(x: point.x + (longest >= 8 ? longest : 0) + place * cells, y: point.y),
                width: cells - 1, align: .trailing)
        }
    }

    private func style(of line: TreeLine) -> Style {
        if line.name == .missing || line.value.isNull || line.isContainer { return .dim }
        if case .string(let text) = line.value, text.isEmpty { return .dim }
        switch tree.field(of: line).kind {
        case .url, .email: return .link
        default: return .plain
        }
    }
}

/// The document's description of a value, by pointer: the titles, formats and order of its members.
struct TreeSchema: Sendable {
    /// The fields in the document's order; those of nested objects have longer pointers.
    let fields: [Field]
    /// The pointer to the object with all members, for envelopes.
    let base: JSONPointer
    private var index: [JSONPointer: Int] = [:]
    private var members: [JSONPointer: [String]] = [:]
    /// Pointers that exist in every variant of the value.
    private var expected: Set<JSONPointer> = []
    let hasTiles: Bool

    init(_ fields: [Field], hasTiles: Bool) {
        (self.fields, self.hasTiles) = (fields, hasTiles)
        for (place, field) in fields.enumerated() where index[field.pointer] == nil {
            index[field.pointer] = place
            var parent = JSONPointer.root
            for token in field.pointer.tokens {
                if members[parent]?.contains(token) != true { members[parent, default: []].append(token) }
                parent = parent.appending(token)
                if !field.isOfSomeForms { expected.insert(parent) }
            }
        }
        // An object that is not in its fields' titles is only a wrapper.
        let first = fields.first?.pointer.tokens ?? []
        let isWrapped =
            first.count > 1 && fields.allSatisfy { $0.pointer.tokens.first == first[0] }
            && fields.contains { !$0.title.contains(": ") && $0.pointer.tokens.count == 2 }
        base = isWrapped ? JSONPointer(tokens: [first[0]]) : .root
    }

    func field(at pointer: JSONPointer) -> Int? { index[pointer] }

    func field(of line: TreeLine) -> Field {
        if let index = line.field { return fields[index] }
        let key = if case .member(let key) = line.name { key } else { "value" }
        return Field(JSONObject.Member(key: key, value: line.value))
    }

    /// The lines of a value's members: the declared ones in order, then the others. One line names the missing
    /// declared members, except those of other variants.
    func lines(in line: TreeLine) -> [TreeLine] {
        let (depth, around) = (line.depth + 1, line.nameAroundMembers)
        switch line.value {
        case .array(let items):
            let named = line.field.flatMap { fields[$0].choiceNames.isEmpty ? nil : $0 }
            let bars = (line.depth < 0 ? Chart(items) : line.chart)?.bars ?? []
            return items.enumerated().map { index, item in
                var line = TreeLine(name: .entry(index), depth: depth, value: item, field: named)
                line.around = around
                if !bars.isEmpty { line.bar = bars[index] }
                return line
            }
        case .object(let object):
            var inner = tiled(lines(in: object, at: line.pointer, depth: depth))
            for index in inner.indices { inner[index].around = around }
            return inner
        default: return []
        }
    }

    /// Marks the numbers of an object of numbers that follow each other.
    private func tiled(_ lines: [TreeLine]) -> [TreeLine] {
        guard hasTiles, lines.count <= 40 else { return lines }
        let numbers = Field.quantities(among: lines.map { (field(of: $0), $0.value) })
        var lines = lines
        for index in numbers where numbers.contains(index - 1) || numbers.contains(index + 1) {
            lines[index].isTile = true
        }
        return lines
    }

    private func lines(in object: JSONObject, at pointer: JSONPointer?, depth: Int) -> [TreeLine] {
        var lines: [TreeLine] = []
        var missing: [JSONValue] = []
        let declared = pointer.flatMap { members[$0] } ?? []
        let places = declared.isEmpty ? [] : object.members.enumerated().map { ($1.key, $0) }
        let last = Dictionary(places) { $1 }
        var isShown = Set<Int>()
        for key in declared {
            let place = pointer?.appending(key)
            let field = place.flatMap { index[$0] }
            if let found = last[key] {
                isShown.insert(found)
                lines.append(line(object.members[found], field, place, depth, in: object))
            } else if place.map(expected.contains) ?? true, field.map({ fields[$0].kind != .secret }) ?? true {
                missing.append(.string(field.map { title(of: $0, depth: depth) } ?? Self.title(of: key)))
            }
        }
        for (place, member) in object.members.enumerated() where !isShown.contains(place) {
            let child = last[member.key].flatMap { _ in pointer?.appending(member.key) }
            lines.append(line(member, child.flatMap { index[$0] }, child, depth, in: object))
        }
        if !missing.isEmpty {
            lines.append(TreeLine(name: .missing, depth: depth, value: .array(missing)))
        }
        return lines
    }

    private func line(
        _ member: JSONObject.Member, _ field: Int?, _ pointer: JSONPointer?, _ depth: Int, in object: JSONObject
    ) -> TreeLine {
        var line = TreeLine(
            name: .member(member.key), depth: depth, value: member.value, field: field,
            pointer: pointer.flatMap { members[$0] == nil ? nil : $0 })
        if case .number = member.value { line.members = object }
        if case .array(let items) = member.value {
            line.chart = Chart(items, named: member.key, choices: field.map { fields[$0].entryChoices } ?? [:])
        }
        if line.isContainer {
            // Hidden values cannot be opened.
            line.isContainer = (field.map { fields[$0].kind } ?? Field(member).kind) != .secret
        }
        return line
    }

    func title(of field: Int, depth: Int) -> String {
        let title = fields[field].title
        return depth == 0 ? title : title.split(separator: ": ").last.map(String.init) ?? title
    }

    static func title(of key: String) -> String { Field(JSONObject.Member(key: key, value: .null)).title }
}
