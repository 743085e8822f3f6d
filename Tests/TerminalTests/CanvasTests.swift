import Testing

@testable import Terminal

@Suite("Canvas") struct CanvasTests {
    private func canvas(_ columns: Int, _ rows: Int = 1) -> Canvas { Canvas(size: Size(columns: columns, rows: rows)) }

    @Test("text that does not fit ends in an ellipsis, text that fits does not") func clipping() {
        var canvas = canvas(10, 3)
        #expect(canvas.write("1234567890", at: .zero) == 10)
        #expect(canvas.write("12345678901", at: Point(x: 0, y: 1)) == 10)
        #expect(canvas.write("abcdef", at: Point(x: 2, y: 2), width: 4) == 4)
        #expect(canvas.text() == "1234567890\n123456789…\n  abc…")
    }

    @Test(
        "Latin letters, frames and marks over them take their columns",
        arguments: [
            ("Smörgås─●", 9, "Smörgås─●"), ("Smörgås─●", 4, "Smö…"), ("naïve", 5, "naïve"),
            ("o\u{308}l", 2, "o\u{308}l"), ("öl\u{308}e", 2, "ö…"), ("a\u{AD}b", 10, "a<U+00AD>b"), ("ö", 3, "ö"),
        ])
    func latin(text: String, width: Int, shown: String) {
        for align in [Canvas.Alignment.leading, .trailing] {
            var canvas = Canvas(size: Size(columns: 12, rows: 1))
            let used = canvas.write(text, at: Point(x: 1, y: 0), width: width, align: align)
            #expect(canvas.row(0).drop { $0 == " " } == shown)
            #expect(used == TextWidth.width(of: shown))
        }
    }

    @Test("clipping never splits a wide character") func wideClipping() {
        var canvas = canvas(6, 2)
        #expect(canvas.write("漢字漢字", at: .zero) == 5)
        #expect(canvas.row(0) == "漢字…")
        canvas.write("漢字", at: Point(x: -1, y: 1))
        #expect(canvas.row(1) == " 字")
    }

    @Test("overwriting half of a wide character leaves no half behind", arguments: [(0, "x 字"), (1, " x字"), (2, "漢x")])
    func halves(x: Int, expected: String) {
        var canvas = canvas(4)
        canvas.write("漢字", at: .zero)
        canvas.write("x", at: Point(x: x, y: 0))
        #expect(canvas.row(0) == expected)
        #expect(canvas.cells.reduce(0) { $0 + Int($1.width) } == 4)
    }

    @Test(
        "alignment moves the text within its place",
        arguments: [(Canvas.Alignment.leading, "|ab"), (.trailing, "|    ab")])
    func alignment(align: Canvas.Alignment, expected: String) {
        var canvas = canvas(8)
        canvas.write("|", at: .zero)
        canvas.write("ab", at: Point(x: 1, y: 0), width: 6, align: align)
        #expect(canvas.row(0) == expected)
    }

    @Test("painting outside is cut off, wherever it is") func outside() {
        var canvas = canvas(3, 2)
        for y in [Int.min, -1, 2, Int.max] { canvas.write("x", at: Point(x: 0, y: y)) }
        for x in [Int.min, -9_999, 3, Int.max] { canvas.write("x漢", at: Point(x: x, y: 0)) }
        canvas.write("x", at: .zero, width: -1)
        canvas.fill(Rect(x: -5, y: -5, width: 2, height: 100))
        canvas.box(Rect(x: 2, y: 1, width: 9, height: 9))
        canvas.hline(at: Point(x: -2, y: 0), length: 3)
        canvas.restyle(Rect(x: -1, y: 1, width: 99, height: 99), style: .error)
        #expect(canvas.text() == "─\n  ╭")
    }

    @Test("sizes of nothing and of one cell are fine", arguments: [(0, 0), (1, 1), (0, 5), (80, 1)])
    func small(columns: Int, rows: Int) {
        var canvas = canvas(columns, rows)
        canvas.box(canvas.bounds)
        canvas.write("漢", at: .zero)
        #expect(canvas.cells.count == columns * rows)
    }

    @Test("a box leaves its inside alone") func box() {
        var canvas = canvas(10, 3)
        canvas.write("inside", at: Point(x: 1, y: 1))
        canvas.box(canvas.bounds)
        #expect(canvas.text() == "╭────────╮\n│inside  │\n╰────────╯")
    }

    @Test(
        "every occurrence of a text is a match, in any case",
        arguments: [
            ("ab", "AB xab漢", [0, 1, 4, 5]), ("漢", "a漢字", [1, 2]), ("aa", "aaa", [0, 1]), ("", "ab", []),
            ("b", "a", []),
        ])
    func highlight(text: String, line: String, expected: [Int]) {
        var canvas = canvas(10, 2)
        canvas.write(line, at: .zero)
        canvas.highlight(text, in: Rect(x: 0, y: 0, width: 99, height: 99))
        #expect(canvas.cells.indices.filter { canvas.cells[$0].style == .match } == expected)
    }

    @Test("equal pictures are equal, a style makes a difference") func equality() {
        var first = canvas(4)
        var second = canvas(4)
        first.write("e\u{301}", at: .zero)
        second.write("e\u{301}", at: .zero)
        #expect(first == second)
        second.restyle(second.bounds, style: .error)
        #expect(first != second)
    }

    @Test("a change is the run from the first to the last cell that differs, and never begins inside a wide glyph")
    func changes() {
        var old = canvas(8, 2)
        old.write("ab漢cd", at: .zero)
        #expect(old.change(ofRow: 0, since: old) == nil)
        var new = old
        new.write("B", at: Point(x: 1, y: 0))
        new.write("C", at: Point(x: 4, y: 0))
        #expect(new.change(ofRow: 0, since: old) == Canvas.RowChange(columns: 1..<5, isDisputed: true))
        #expect(new.change(ofRow: 1, since: old) == nil)
        var styled = old
        styled.restyle(Rect(x: 3, y: 0, width: 1, height: 1), style: .error)
        #expect(styled.change(ofRow: 0, since: old)?.columns == 2..<4)
        #expect(new.change(ofRow: 0, since: canvas(7, 2)) == nil)
    }
}

@Suite("Areas") struct RectTests {
    @Test("an area is never negative") func negative() {
        let area = Rect(x: 0, y: 0, width: 1, height: 1).inset(dx: 2, dy: 2)
        #expect(area.isEmpty)
        #expect(area.intersection(Rect(x: 9, y: 9, width: 1, height: 1)).isEmpty)
        #expect(
            Rect(x: 0, y: 0, width: 3, height: 1).centered(Size(columns: 9, rows: 9)).size == Size(columns: 3, rows: 1))
    }
}
