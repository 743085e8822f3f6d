import TestSupport
import Testing

@testable import Terminal

/// terminfo is for one thread at a time.
@MainActor @Suite("Bytes for the terminal") struct PainterTests {
    @Test(
        "A terminal shows each picture, whatever was there before",
        arguments: [ColorDepth.none, .basic, .indexed, .direct], ["dark", "gruvbox"])
    func pictures(_ depth: ColorDepth, _ name: String) throws {
        let theme = try #require(Theme.all.first { $0.name == name })
        var random = Dice()
        let size = Size(columns: 24, rows: 6)
        var painter = Self.painter(depth, theme)
        var screen = Screen(size)
        var shown: Canvas?
        for round in 0..<300 {
            var canvas = round % 50 == 0 ? Canvas(size: size) : shown ?? Canvas(size: size)
            for _ in 0..<random.roll(6) { random.change(&canvas) }
            if round % 40 == 0 { shown = nil }
            screen.take(painter.paint(canvas, over: shown, in: size))
            shown = canvas
            #expect(screen.differences(from: canvas, theme, depth).isEmpty, "round \(round)")
        }
    }

    @Test("Rows with wide glyphs keep nothing old where a terminal counts other columns") func disputed() {
        let size = Size(columns: 12, rows: 1)
        var painter = Self.painter(.none)
        var screen = Screen(size, countsWide: false)
        var old: Canvas?
        for text in ["xxxxxxxxxxxx", "漢字 ab", "a漢b", ""] {
            var canvas = Canvas(size: size)
            canvas.write(text, at: Point(x: 0, y: 0))
            screen.take(painter.paint(canvas, over: old, in: size))
            old = canvas
            #expect(screen.text(0) == text.replacing("漢", with: "漢 ").replacing("字", with: "字 "))
        }
    }

    @Test(
        "Looks change in few bytes",
        arguments: [
            (Style.plain, Ground.base, Style.dim, Ground.base, "\u{1B}[38;5;103m"),
            (.dim, .base, .string, .base, "\u{1B}[38;5;149m"), (.string, .base, .plain, .base, "\u{1B}[m"),
            (.dim, .base, .error, .selected, "\u{1B}[1;38;5;210;48;5;17m"),
            (.dim, .selected, .dim, .base, "\u{1B}[49m"), (.error, .base, .dim, .base, "\u{1B}[0;38;5;103m"),
        ])
    func looks(_ old: Style, _ oldGround: Ground, _ new: Style, _ newGround: Ground, _ bytes: String) {
        let looks = [(old, oldGround), (new, newGround)].map { Theme.dark.look(of: $0, on: $1, .indexed) }
        #expect(String(decoding: Self.xterm.change(from: looks[0], to: looks[1]), as: UTF8.self) == bytes)
    }

    @Test("Nothing is sent for the same picture, and a moved selection sends no blanks at the end of a row")
    func least() {
        let size = Size(columns: 40, rows: 2)
        var painter = Self.painter(.indexed)
        var canvas = Canvas(size: size)
        canvas.write("a long text in this row", at: Point(x: 0, y: 0))
        _ = painter.paint(canvas, over: nil, in: size)
        #expect(painter.paint(canvas, over: canvas, in: size).isEmpty)
        var next = Canvas(size: size)
        next.write("a", at: Point(x: 0, y: 0))
        #expect(painter.paint(next, over: canvas, in: size) == Array("\u{1B}[1;3H\u{1B}[K".utf8))
    }

    @Test("Many blanks are erased, and a look that stays is not sent again") func blanks() {
        let size = Size(columns: 40, rows: 2)
        var painter = Self.painter(.indexed)
        var (canvas, next) = (Canvas(size: size), Canvas(size: size))
        canvas.write("a long text in this row", at: Point(x: 0, y: 0))
        for canvas in [canvas, next] { _ = painter.paint(canvas, over: nil, in: size) }
        canvas.write("|", at: Point(x: 39, y: 0))
        next.write("|", at: Point(x: 39, y: 0))
        #expect(painter.paint(next, over: canvas, in: size) == Array("\u{1B}[1;1H\u{1B}[23X".utf8))
        for text in ["x", "y"] {
            canvas = next
            next.write(text, at: Point(x: 0, y: 1), style: .dim)
            let look = text == "x" ? "\u{1B}[38;5;103m" : ""
            #expect(painter.paint(next, over: canvas, in: size) == Array("\u{1B}[2;1H\(look)\(text)".utf8))
        }
    }

    @Test(
        "The cursor moves in few bytes",
        arguments: [
            (Point(x: 12, y: 0), "\u{1B}[8C"), (Point(x: 4, y: 1), "\n"), (Point(x: 3, y: 2), "\n\n\u{8}"),
            (Point(x: 0, y: 1), "\n\u{1B}[4D"), (Point(x: 30, y: 1), "\n\u{1B}[26C"),
            (Point(x: 30, y: 4), "\u{1B}[5;31H"),
        ])
    func movements(_ place: Point, _ bytes: String) {
        let size = Size(columns: 40, rows: 6)
        var painter = Self.painter(.none)
        var canvas = Canvas(size: size)
        _ = painter.paint(canvas, over: nil, in: size)
        let old = canvas
        for place in [Point(x: 3, y: 0), place] { canvas.write("x", at: place) }
        #expect(painter.paint(canvas, over: old, in: size) == Array("\u{1B}[1;4Hx\(bytes)x".utf8))
    }

    @Test("A terminal that offers it gets a large picture between marks", arguments: [(20, false), (200, true)])
    func synchronized(columns: Int, isMarked: Bool) {
        var painter = Self.painter(.none)
        var decoder = KeyDecoder()
        #expect(decoder.decode("\u{1B}[?2026;0$y".utf8).isEmpty && !decoder.synchronizes)
        #expect(decoder.decode("\u{1B}[?2026;2$y".utf8).isEmpty)
        painter.synchronizes = decoder.synchronizes
        var canvas = Canvas(size: Size(columns: columns, rows: 4))
        for y in 0..<4 { canvas.write(String(repeating: "x", count: columns), at: Point(x: 0, y: y)) }
        let bytes = String(decoding: painter.paint(canvas, over: nil, in: canvas.size), as: UTF8.self)
        #expect(bytes.hasPrefix("\u{1B}[?2026h") == isMarked && bytes.hasSuffix("\u{1B}[?2026l") == isMarked)
    }

    @Test("Outside of UTF-8 everything is ASCII, and the last cell of a terminal that would scroll stays empty")
    func poor() {
        var type = Self.xterm
        type.scrollsAtEnd = true
        var painter = Painter(type, depth: .none, sendsUnicode: false)
        painter.prepare(.dark)
        var canvas = Canvas(size: Size(columns: 3, rows: 1))
        canvas.write("│éx", at: Point(x: 0, y: 0))
        let bytes = painter.paint(canvas, over: nil, in: canvas.size)
        #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("|?\u{1B}[?25l"))
    }

    nonisolated static let xterm = TerminalType(
        clear: Array("\u{1B}[H\u{1B}[2J".utf8), eraseToEnd: Array("\u{1B}[K".utf8), erase: Array("\u{1B}[%p1%dX".utf8),
        showCursor: Array("\u{1B}[?25h".utf8), hideCursor: Array("\u{1B}[?25l".utf8), reset: Array("\u{1B}[m".utf8),
        bold: Array("\u{1B}[1m".utf8), dim: Array("\u{1B}[2m".utf8), reverse: Array("\u{1B}[7m".utf8),
        underline: Array("\u{1B}[4m".utf8), down: [0x0A], back: [0x08], move: Array("\u{1B}[%i%p1%d;%p2%dH".utf8),
        right: Array("\u{1B}[%p1%dC".utf8), left: Array("\u{1B}[%p1%dD".utf8),
        textColor: Array("\u{1B}[38;5;%p1%dm".utf8),
        groundColor: Array("\u{1B}[48;5;%p1%dm".utf8), colors: 256, endsColorsApart: true)

    static func painter(_ depth: ColorDepth, _ theme: Theme = .dark) -> Painter {
        var painter = Painter(depth == .direct ? xterm.direct : xterm, depth: depth, sendsUnicode: true)
        painter.prepare(theme)
        return painter
    }
}

/// Repeatable changes of a canvas.
private struct Dice {
    private var random = SeededRandom(seed: 7)

    mutating func roll(_ count: Int) -> Int { .random(in: 0..<count, using: &random) }

    mutating func change(_ canvas: inout Canvas) {
        let texts = ["plain text", "a", "12.50", "漢字", "e\u{301}t", "●─┃", "  ", "x  y", ""]
        let style = Style.allCases[roll(Style.allCases.count)]
        let ground = Ground.allCases[roll(Ground.allCases.count)]
        let area = Rect(x: roll(24), y: roll(6), width: 1 + roll(24), height: 1)
        switch roll(4) {
        case 0: canvas.fill(area, style: style, on: ground)
        case 1: canvas.tint(area, ground)
        default: canvas.write(texts[roll(texts.count)], at: area.origin, style: style)
        }
    }
}

/// The part of a terminal that `Painter` uses.
private struct Screen {
    private struct Cell { var text = " ", look = Theme.Look() }

    private let size: Size
    private let countsWide: Bool
    private var cells: [[Cell]]
    private var (x, y) = (0, 0)
    private var look = Theme.Look()

    init(_ size: Size, countsWide: Bool = true) {
        (self.size, self.countsWide) = (size, countsWide)
        cells = Array(repeating: Array(repeating: Cell(), count: size.columns), count: size.rows)
    }

    func text(_ y: Int) -> String {
        var text = cells[y].map(\.text).joined()
        while text.last == " " { text.removeLast() }
        return text
    }

    mutating func take(_ bytes: [UInt8]) {
        var text = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)[...]
        while let scalar = text.popFirst() {
            guard scalar == "\u{1B}" else {
                put(scalar)
                continue
            }
            let end = text.firstIndex { $0 != "[" && $0.properties.isAlphabetic } ?? text.startIndex
            let parameters = String(String.UnicodeScalarView(text[text.startIndex + 1..<end]))
            obey(text[end], parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) })
            text = text[(end + 1)...]
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\n": return y += 1
        case "\u{8}": return x -= 1
        default: break
        }
        let kind = ScalarClass(scalar)
        if kind == .mark {
            cells[y][x - 1].text.unicodeScalars.append(scalar)
            return
        }
        let width = kind == .wide && countsWide ? 2 : 1
        guard x + width <= size.columns else { return }
        cells[y][x] = Cell(text: String(scalar), look: look)
        if width == 2 { cells[y][x + 1] = Cell(text: "", look: look) }
        x += width
    }

    private mutating func obey(_ final: Unicode.Scalar, _ parameters: [Int?]) {
        let first = parameters.first.flatMap { $0 }
        switch final {
        case "H": (y, x) = ((first ?? 1) - 1, (parameters.last.flatMap { $0 } ?? 1) - 1)
        case "C": x += first ?? 1
        case "D": x -= first ?? 1
        case "X": for column in x..<x + (first ?? 1) { cells[y][column] = Cell(look: look) }
        case "K": for column in x..<size.columns { cells[y][column] = Cell(look: look) }
        case "J": self = Screen(size, countsWide: countsWide)
        case "m": wear(parameters.map { $0 ?? 0 }[...])
        default: break
        }
    }

    private mutating func wear(_ parameters: ArraySlice<Int>) {
        var rest = parameters
        func color() -> Int? {
            switch rest.popFirst() {
            case 5: rest.popFirst()
            case 2: (rest.popFirst() ?? 0) << 16 | (rest.popFirst() ?? 0) << 8 | (rest.popFirst() ?? 0)
            default: nil
            }
        }
        while let parameter = rest.popFirst() {
            switch parameter {
            case 0: look = Theme.Look()
            case 1: look.isBold = true
            case 2: look.isDim = true
            case 4: look.isUnderlined = true
            case 7: look.isReverse = true
            case 38: look.text = color()
            case 48: look.ground = color()
            case 39: look.text = nil
            case 49: look.ground = nil
            default: Issue.record("SGR \(parameter)")
            }
        }
    }

    /// The cells that do not look as the canvas demands.
    func differences(from canvas: Canvas, _ theme: Theme, _ depth: ColorDepth) -> [Point] {
        canvas.bounds.rows.flatMap { y in canvas.bounds.columns.map { Point(x: $0, y: y) } }.filter { point in
            let wanted = canvas.cells[point.y * size.columns + point.x]
            let cell = cells[point.y][point.x]
            var look = theme.look(of: wanted.style, on: wanted.ground, depth)
            var own = cell.look
            if wanted.glyph == .space, !look.isReverse, !look.isUnderlined {
                (look, own) = (Theme.Look(ground: look.ground), Theme.Look(ground: own.ground))
            }
            let text = String(String.UnicodeScalarView(wanted.glyph.scalars))
            return cell.text != text || wanted.width > 0 && own != look
        }
    }
}
