import AppCore
import Terminal
import WireFormats

/// The selected row beside its list, or the JSON beside an item: fields, JSON, the keys for it, and the reply's source.
/// It uses only loaded data and makes no request.
struct Detail {
    var title = ""
    var tree = ValueTree()
    /// The JSON, laid out.
    var json: [TextLine] = []
    var keys: [(key: String, help: String)] = []
    /// False after a failed reload: the last request did not bring the data.
    var isAnswered = true
    var origin: [[(text: String, style: Style)]] = []
    /// The reason for that reply, if there is room after the fields.
    var reason: [[(text: String, style: Style)]] = []
    /// An exchange instead of a row, with one of its tabs visible.
    var exchange: (detail: ExchangeDetail, tab: ExchangeDetail.Tab)?

    /// Paints the pane, its content from line `top` on.
    func draw(on canvas: inout Canvas, in pane: Pane, from top: Int = 0, isFocused: Bool = false) {
        // Only a pane that may be scrolled needs the height of all lines.
        let height = top > 0 || isFocused ? height(width: pane.content.width) : 0
        let isLonger = height > pane.content.height
        let extent =
            isFocused && isLonger ? Extent(first: top, shown: pane.content.height, count: height, text: "") : nil
        pane.draw(
            [(title, isFocused ? .title : .dim)], tag: exchange.map { ($0.detail.tag.text, $0.detail.tag.style) },
            extent, on: &canvas, isFocused: isFocused)
        guard top > 0 || isFocused && isLonger else { return drawContent(on: &canvas, in: pane.content) }
        // A scrolled pane is painted in full, and the visible part is copied.
        var page = Canvas(size: Size(columns: pane.content.width, rows: max(height, pane.content.height)))
        drawContent(on: &page, in: page.bounds)
        canvas.copy(page, from: top, to: pane.content)
    }

    /// The maximum number of lines of a scrolled detail.
    static let most = 500
    /// From this width on the JSON is beside the fields.
    private static let widthForTwo = 72, gap = 2

    /// The width of the fields beside the JSON, or above it.
    static func widthOfFields(in width: Int) -> Int { width < widthForTwo ? width : (width - gap) / 2 }

    /// The minimum rows of JSON, with its title, beside which the keys are shown.
    private static let leastJSON = 7
    /// The minimum rows of JSON that are useful.
    private static let fewestJSON = 3
    /// The minimum rows of fields above the keys.
    private static let leastFields = 8

    /// The number of lines that show everything.
    func height(width: Int) -> Int {
        if let (detail, tab) = exchange { return ExchangeDetail.Tab.height + detail[tab].count }
        let layout = TreeLayout(tree: tree, width: Self.widthOfFields(in: width - 2) + 1, isBrief: true)
        let fields = tree.lines.indices.reduce(0) { $0 + layout.height(ofLine: $1) }
        let head = tree.lines.isEmpty ? 0 : 2
        let lines = json.reduce(0) { $0 + $1.pieces(width: width - 2).count }
        return fields + head + lines + keys.count + origin.count + reason.count + 8
    }

    private func drawContent(on canvas: inout Canvas, in content: Rect) {
        let area = content.inset(dx: 1, dy: 0)
        if let (detail, tab) = exchange {
            tab.draw(on: &canvas, in: area)
            let lines = tab.rest(of: area)
            for (offset, line) in detail[tab].prefix(lines.height).enumerated() {
                canvas.write(line.parts, at: Point(x: lines.x, y: lines.y + offset), width: lines.width)
            }
            return
        }
        var left = area
        let isWide = area.width >= Self.widthForTwo && !tree.lines.isEmpty
        if isWide { left.width = Self.widthOfFields(in: area.width) }
        let layout = TreeLayout(tree: tree, width: left.width + 1, isBrief: true)
        let lines = tree.lines.map(layout.laidOut)
        let fields = lines.reduce(0) { $0 + $1.rows.count }
        // From the bottom: the source of the reply stays; then the fields, the beginning of the JSON, and the keys.
        let shown = min(json.count, Self.leastJSON)
        let spare = area.height - fields - origin.count - keys.count - 6
        // The reason is left out if only then the keys, and the JSON below the fields, fit.
        let withKeys = spare + 2
        let hasReason =
            area.height >= fields + origin.count + reason.count + 2
            && (isWide
                || (withKeys < 0 || withKeys >= reason.count) && (spare < shown || spare >= shown + reason.count))
        let title = isAnswered ? "ANSWERED BY" : "LAST REQUEST"
        canvas.write(title, origin + (hasReason ? reason : []), atEndOf: &left, leaving: 4)
        var right = left
        if isWide {
            right.x = left.maxX + Self.gap
            right.width = area.maxX - right.x
            right.height = area.height
        }
        // Beside the fields, or alone, the JSON has the room that the keys leave; below them it gives way first, then the
        // last fields do.
        let least = isWide || lines.isEmpty ? min(json.count, Self.leastJSON) : min(fields, Self.leastFields)
        canvas.write(
            "CAN DO", keys.map { [($0.key.padding(to: 7), .key), ($0.help, .plain)] }, atEndOf: &right, leaving: least)
        if !isWide { left = right }
        var y = left.y
        var drawn = 0
        for (line, laidOut) in zip(tree.lines, lines) {
            // The last row shows how many fields are missing.
            let height = left.maxY - y - (drawn + 1 < lines.count ? 1 : 0)
            guard height >= min(laidOut.rows.count, 2) else { break }
            y += layout.draw(line, as: laidOut, on: &canvas, at: Point(x: area.x - 1, y: y), height: height)
            drawn += 1
        }
        if drawn < lines.count, y < left.maxY {
            canvas.write("… \(lines.count - drawn) more", at: Point(x: left.x, y: y), width: left.width, style: .dim)
            y += 1
        }
        if isWide { y = right.y } else if !lines.isEmpty { y += 1 }
        let room = right.maxY - y - (lines.isEmpty ? 0 : 1)
        guard room >= min(json.count, Self.fewestJSON), !json.isEmpty else { return }
        if !lines.isEmpty {
            canvas.write("JSON", at: Point(x: right.x, y: y), width: right.width, style: .heading)
            y += 1
        }
        // Long lines are shown whole if there is still room for all.
        let rest = right.maxY - y
        let wrapped = json.count <= rest ? json.flatMap { $0.pieces(width: right.width) } : json
        let json = wrapped.count <= rest ? wrapped : self.json
        let isCut = json.count > rest
        for line in json.prefix(isCut ? rest - 1 : json.count) {
            canvas.write(line.parts, at: Point(x: right.x, y: y), width: right.width)
            y += 1
        }
        if isCut { canvas.write("…", at: Point(x: right.x, y: y), style: .dim) }
    }
}

extension Canvas {
    /// Writes a section into the last rows of an area, and takes them off it with an empty one above. Nothing is written
    /// if fewer than `least` rows would be left.
    fileprivate mutating func write(
        _ title: String, _ rows: [[(text: String, style: Style)]], atEndOf area: inout Rect, leaving least: Int
    ) {
        let rest = area.height - rows.count - 2
        guard !rows.isEmpty, rest >= least else { return }
        write(title, at: Point(x: area.x, y: area.y + rest + 1), width: area.width, style: .heading)
        for (offset, row) in rows.enumerated() {
            write(row, at: Point(x: area.x, y: area.y + rest + 2 + offset), width: area.width)
        }
        area.height = rest
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - TextWidth.width(of: self)))
    }
}

extension Panel {
    /// The keys for the selection whose actions are possible. From the sidebar nothing is opened.
    fileprivate func keys(in world: World) -> [(key: String, help: String)] {
        selectedActions
            .filter { availability(of: $0.action, in: world).isEnabled && !(world.isInSidebar && $0.action == .open) }
            .map { ("\(key: $0.action)", $0.title) }
            + (availability(of: .add, in: world).isEnabled ? [("\(key: .add)", "add one")] : [])
    }
}

extension World {
    /// The call of a reply, and if the reply is as documented.
    fileprivate func origin(of exchange: ExchangeNumber?, _ load: LoadState, width: Int)
        -> [[(text: String, style: Style)]]
    {
        guard let call = recent.first(where: { $0.id == exchange }) else {
            return load.provenance.map { [[(Heading.Tag($0).text, Heading.Tag($0).style)]] } ?? []
        }
        let verdict: [(text: String, style: Style)] =
            call.isMarked
            ? [("  ! schema mismatch", .warning)] : call.isKept ? [("  ✓ matches the schema", .success)] : []
        let origin = [call.origin, ("  \(call.method) ", Method.style(of: call.method)), (call.path, .plain)]
        let outcome: [(text: String, style: Style)] = [
            ("  \(call.outcome)", call.outcomeStyle), ("  \(call.duration)", .dim),
        ]
        let isWide = (outcome + verdict).reduce(0) { $0 + TextWidth.width(of: $1.text) } <= width - 4
        return isWide || verdict.isEmpty ? [origin, outcome + verdict] : [origin, outcome, verdict]
    }

    /// The reason for the reply of a call.
    fileprivate func reason(of exchange: ExchangeNumber?, width: Int) -> [[(text: String, style: Style)]] {
        guard let call = recent.first(where: { $0.id == exchange }) else { return [] }
        return TextLayout.wrapped(call.reason, width: width - 4).map { [("  \($0)", .dim)] }
    }
}

extension ListPanel {
    /// A message has the whole area.
    var hasDetail: Bool { !list.isEmpty || list.load.isLoading || list.load.isIdle }

    func detail(in world: World, size: Size) -> Detail? {
        guard let row = selectedRow else { return nil }
        let exchange = list.exchange(of: selectedIndex)
        var tree = rowTree
        tree.show(row)
        tree.now = world.now
        let width = Detail.widthOfFields(in: size.columns)
        return Detail(
            title: screen.oneTitle, tree: tree, json: tree.json(of: row, lines: size.rows), keys: keys(in: world),
            isAnswered: list.load.failure == nil, origin: world.origin(of: exchange, list.load, width: width),
            reason: world.reason(of: exchange, width: width))
    }
}

extension CollectionScreen {
    func selectedName(in world: World) -> String? { selectedRow.map { screen.name(of: $0) ?? screen.title } }

    var selectedActions: [(action: Action, title: String)] {
        guard selectedRow != nil else { return [] }
        return [
            (.open, "open it"), (.edit, "edit it"), (.delete, "delete it"), (.parts, "related"),
            (.copy, "copy value, URL, curl"), (.showExchange, "request and response"),
        ]
    }
}

extension ConversationScreen {
    func selectedName(in world: World) -> String? { selectedRow.map { screen.name(of: $0) ?? screen.oneTitle } }

    var selectedActions: [(action: Action, title: String)] {
        guard !isComposing, selectedRow != nil else { return [] }
        return [
            (.open, "open it"), (.edit, "edit it"), (.delete, "delete it"), (.copy, "copy text, URL, curl"),
            (.showExchange, "request and response"),
        ]
    }
}

extension ItemScreen {
    /// Bytes and text are not JSON: they have the whole area.
    var hasDetail: Bool {
        item.map { $0.content == nil } ?? (load.isLoading || load.isIdle && !waitsForEnter && screen.load != nil)
    }

    func selectedName(in world: World) -> String? { item == nil ? nil : crumb(in: world) }

    var selectedActions: [(action: Action, title: String)] {
        guard item != nil else { return [] }
        return [
            (.edit, "edit it"), (.delete, "delete it"), (.parts, "related"),
            (.copy, "copy value, URL, curl"), (.saveFile, "save the body"), (.showExchange, "request and response"),
        ]
    }

    func detail(in world: World, size: Size) -> Detail? {
        guard let item, item.content == nil else { return nil }
        return Detail(
            title: "JSON", json: tree.json(of: item.document, lines: size.rows), keys: keys(in: world),
            isAnswered: load.failure == nil, origin: world.origin(of: exchange, load, width: size.columns),
            reason: world.reason(of: exchange, width: size.columns))
    }
}
