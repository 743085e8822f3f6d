import Terminal

/// How wide the columns of the list of stubs are. What matters least is left out first.
struct StubColumns: Hashable {
    /// The columns, in order.
    enum Column: Int, CaseIterable, Hashable { case state, title, request, hits, position, place }

    /// The headings, in order.
    static let titles = ["", "Stub", "Request", "Hits", "Next", "From"]

    private let widths: [Column: Int]

    /// - Parameters:
    ///   - width: the cells for all columns and the gaps between them.
    ///   - hasSequences: whether a stub answers in turn, so that there is a next reply to tell.
    ///   - tellsPlace: whether where the selected stub was written is said elsewhere, so that the titles get the room.
    init(width: Int, hasSequences: Bool, tellsPlace: Bool) {
        var widths: [Column: Int] = [.state: 3, .hits: 5]
        if hasSequences { widths[.position] = 5 }
        if width >= (tellsPlace ? 70 : 50) { widths[.place] = min(24, width / 4) }
        // Beside the title there are two cells between all columns.
        func rest() -> Int { width - widths.values.reduce(0) { $0 + $1 + 2 } }
        if width >= 90 { widths[.request] = (rest() - 2) / 2 }
        widths[.title] = max(6, rest())
        self.widths = widths
    }

    /// What a stub is called in the column of titles: with its request where the name alone does not tell and the request
    /// has no column. What is too long is taken out of the middle of each, so that method and end of the path stay.
    func fitted(_ stub: StubRow) -> String {
        // With less room neither of the two could be read.
        guard let width = widths[.title], width >= 30, widths[.request] == nil, !stub.isTelling else {
            return stub.title
        }
        let request = stub.request
        let name = TextLayout.shortened(
            stub.title, width: max(width / 2, width - 2 - TextWidth.width(of: request, limit: width)))
        return name + "  " + TextLayout.shortened(request, width: width - 2 - TextWidth.width(of: name))
    }

    /// Writes one line.
    func draw(_ texts: [String], on canvas: inout Canvas, at point: Point, styles: (Column) -> Style) {
        var x = point.x
        for (column, text) in zip(Column.allCases, texts) {
            guard let width = widths[column] else { continue }
            canvas.write(
                text, at: Point(x: x, y: point.y), width: width, style: styles(column),
                align: column == .hits ? .trailing : .leading)
            x += width + 2
        }
    }
}
