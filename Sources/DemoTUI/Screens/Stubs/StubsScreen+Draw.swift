import AppCore
import Terminal

extension StubsScreen {
    func heading(in world: World) -> Heading {
        var heading = Heading(title: pane == .stubs ? "Stubs" : "Scenarios")
        guard pane == .stubs else {
            heading.count = "\(TextLayout.grouped(list.scenarios.count))  \(key: .nextPane): stubs"
            return heading
        }
        let all = TextLayout.grouped(list.stubs.count)
        let count = stubCount == list.stubs.count ? all : "\(TextLayout.grouped(stubCount)) of \(all)"
        let off = offCount == 0 ? "" : ", \(TextLayout.grouped(offCount)) off"
        heading.count = count + off + (list.scenarios.isEmpty ? "" : "  \(key: .nextPane): scenarios")
        let scope = showsScreenOnly ? screen.map { "for \(world.catalog[$0]?.title ?? $0)" } : nil
        heading.filter = Heading.list([scope ?? "", search.isEmpty ? "" : "\"\(search)\""])
        return heading
    }

    /// The lines of details about the selected stub; none if rows are few.
    private static let detailHeight = 5
    private static func showsDetail(_ height: Int) -> Bool { height >= 12 }

    /// The number of visible stubs, without the heading and the details.
    func tableHeight(_ height: Int) -> Int {
        max(1, height - 1 - (Self.showsDetail(height) ? Self.detailHeight : 0))
    }

    func extent(in area: Size, world: World) -> Extent? {
        switch pane {
        case .stubs: selection.extent("stub", of: stubCount, height: tableHeight(area.rows))
        case .scenarios:
            scenarioSelection.extent("scenario", of: list.scenarios.count, height: max(1, area.rows - 1))
        }
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        switch pane {
        case .stubs where stubCount == 0: drawEmpty(on: &canvas, in: area, world: world)
        case .stubs: drawStubs(on: &canvas, in: area, isFocused: isFocused)
        case .scenarios: drawScenarios(on: &canvas, in: area, isFocused: isFocused)
        }
    }

    private func drawEmpty(on canvas: inout Canvas, in area: Rect, world: World) {
        let lines: [String]
        if list.stubs.isEmpty {
            lines = [
                "There are no stubs.",
                "To add one, open a screen in demo mode and press \(key: .editStub) there: it starts a stub for the request that none answers.",
                "Or start with --stubs and a folder of stub files.",
            ]
        } else if !search.isEmpty {
            lines = ["No stub contains \"\(search)\".", "\(key: .back) shows all."]
        } else {
            let title = screen.map { world.catalog[$0]?.title ?? $0 } ?? "this screen"
            lines = [
                "No stub answers \(title).",
                "\(key: .back) shows all; \(key: .editStub) on the screen starts a new one.",
            ]
        }
        let words = lines.enumerated().map { (text: $1, style: $0 == 0 ? Style.plain : .accent) }
        canvas.write(words, in: area, below: area.height > 8 ? 1 : 0)
    }

    private func drawStubs(on canvas: inout Canvas, in area: Rect, isFocused: Bool) {
        let columns = StubColumns(
            width: area.width - 2, hasSequences: hasSequences, tellsPlace: Self.showsDetail(area.height))
        let x = area.x + 1
        func write(_ row: [(text: String, style: Style)], y: Int) {
            // The ends of their names distinguish stubs of one kind.
            let fitting = zip(row, columns.widths).map { (TextLayout.shortened($0.text, width: $1), $0.style) }
            canvas.write(row: fitting, widths: columns.widths, at: Point(x: x, y: y), trailing: 3)
        }
        write(["", "Stub", "Request", "Hits", "Next", "From"].map { ($0, .heading) }, y: area.y)
        let table = Rect(x: area.x, y: area.y + 1, width: area.width, height: tableHeight(area.height))
        for (line, row) in selection.rows(of: stubCount, in: table) {
            guard let stub = stub(atLine: line) else { continue }
            let style: Style = stub.isEnabled ? .dim : .disabled
            write(
                [
                    stub.isEnabled ? ("on", .success) : ("off", .warning),
                    (columns.fitted(stub), stub.isEnabled ? .plain : .disabled),
                    (stub.isNamed ? stub.request : "", style), (TextLayout.grouped(stub.hits), style),
                    (stub.position, style), (stub.place, style),
                ], y: row.y)
            canvas.line(line, row, isSelected: line == selection.index, isFocused: isFocused)
        }
        guard Self.showsDetail(area.height), let stub = selectedStub else { return }
        let y = area.maxY - Self.detailHeight
        canvas.hline(at: Point(x: area.x, y: y), length: area.width, style: .border)
        for (offset, line) in details(of: stub).prefix(Self.detailHeight - 1).enumerated() {
            canvas.write(line, at: Point(x: x, y: y + 1 + offset), width: area.width - 2, style: .dim)
        }
    }

    private func details(of stub: StubRow) -> [String] {
        let scope = [
            stub.screens.isEmpty ? nil : "Only for \(stub.screens)",
            stub.scenario.isEmpty ? nil : "Scenario \(stub.scenario)",
        ].compactMap { $0 }
        return [stub.demands, stub.origin, scope.joined(separator: ". "), remembered]
    }

    private var remembered: String {
        guard !list.remembered.isEmpty else { return "" }
        let named = list.remembered.prefix(3)
        let others = list.remembered.count - named.count
        let rest = others > 0 ? "; and \(TextLayout.grouped(others)) more" : ""
        return "Remembered (\(key: .resetAll) forgets): \(named.joined(separator: "; "))\(rest)."
    }

    private func drawScenarios(on canvas: inout Canvas, in area: Rect, isFocused: Bool) {
        guard !list.scenarios.isEmpty else {
            let text =
                "No stub names a scenario. In a stub file: scenarioName, requiredScenarioState, newScenarioState."
            return canvas.write([(text, .dim)], in: area, below: 0)
        }
        let width = max(6, area.width - 2)
        let name = min(width / 3, max(8, list.scenarios.map { TextWidth.width(of: $0.id) }.max() ?? 8))
        let state = min(width / 3, max(5, list.scenarios.map { TextWidth.width(of: $0.state) }.max() ?? 5))
        let widths = [name, state, max(0, area.width - name - state - 6)]
        func write(_ row: [(text: String, style: Style)], y: Int) {
            canvas.write(row: row, widths: widths, at: Point(x: area.x + 1, y: y))
        }
        write(["Scenario", "State", "All states"].map { ($0, .heading) }, y: area.y)
        for (line, row) in scenarioSelection.rows(of: list.scenarios.count, in: area.belowHeading) {
            let scenario = list.scenarios[line]
            let states = scenario.states.joined(separator: ", ")
            write([(scenario.id, .plain), (scenario.state, .strong), (states, .dim)], y: row.y)
            canvas.line(line, row, isSelected: line == scenarioSelection.index, isFocused: isFocused)
        }
    }
}

private struct StubColumns {
    private let title, request: Int
    /// The state, the title, the request, the hits, the next reply and the place.
    let widths: [Int]

    /// - Parameters:
    ///   - width: the cells for all columns and the gaps between them.
    ///   - hasSequences: true if a stub has several replies, so that there is a next one to show.
    ///   - tellsPlace: true if the selected stub's location is shown elsewhere, which leaves more room for titles.
    init(width: Int, hasSequences: Bool, tellsPlace: Bool) {
        let (state, hits, position) = (3, 5, hasSequences ? 5 : 0)
        let place = width >= (tellsPlace ? 70 : 50) ? min(24, width / 4) : 0
        // There are two cells between all columns.
        let rest = width - [state, hits, position, place].filter { $0 > 0 }.reduce(0) { $0 + $1 + 2 }
        request = width >= 90 ? (rest - 2) / 2 : 0
        title = max(6, request > 0 ? rest - request - 2 : rest)
        widths = [state, title, request, hits, position, place]
    }

    /// A stub's title for its column, with the request if the name alone is ambiguous and the request has no column.
    /// Long texts are shortened in their middle, so that method and end of the path stay.
    func fitted(_ stub: StubRow) -> String {
        // With less room neither could be read.
        guard title >= 30, request == 0, !stub.isTelling else { return stub.title }
        let words = stub.request
        let name = TextLayout.shortened(
            stub.title, width: max(title / 2, title - 2 - TextWidth.width(of: words, limit: title)))
        return name + "  " + TextLayout.shortened(words, width: title - 2 - TextWidth.width(of: name))
    }
}
