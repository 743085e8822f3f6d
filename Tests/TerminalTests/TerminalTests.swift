import Testing

@testable import Terminal

@Suite("Copying by OSC 52") struct OSC52Tests {
    @Test("exactly the bytes go, ended by ST; inside tmux also wrapped with doubled escapes", arguments: [false, true])
    func bytes(insideTmux: Bool) {
        let plain = "\u{1B}]52;c;aGk=\u{1B}\\"
        let wrapped = "\u{1B}Ptmux;\u{1B}\u{1B}]52;c;aGk=\u{1B}\u{1B}\\\u{1B}\\"
        let expected = Array((insideTmux ? plain + wrapped : plain).utf8)
        #expect(OSC52.sequence([0x68, 0x69], insideTmux: insideTmux) == expected)
    }

    @Test("too much is refused, never cut") func cap() {
        #expect(OSC52.sequence([UInt8](repeating: 0, count: OSC52.limit), insideTmux: false) != nil)
        #expect(OSC52.sequence([UInt8](repeating: 0, count: OSC52.limit + 1), insideTmux: false) == nil)
    }
}

@Suite("Titles of windows") struct WindowTitleTests {
    @Test("a name from a document cannot end the sequence") func hostile() {
        let title = WindowTitle.set("a\u{7}\u{1B}\\\u{1B}]52;c;eA==\u{9C}" + String(repeating: "x", count: 200))
        #expect(title.hasPrefix("\u{1B}]2;a") && title.hasSuffix("x\u{1B}\\"))
        #expect(title.dropFirst(4).dropLast(2).utf8.allSatisfy { (0x20..<0x7F).contains($0) })
        #expect(title.count < 90)
    }
}

@Suite("Looks") struct ThemeTests {
    @Test("what is selected or failed is told from plain text without colours", arguments: Theme.all)
    func withoutColors(_ theme: Theme) {
        let plain = theme.look(of: .plain, on: .base, .none)
        for style in [Style.error, .live, .demo, .mixed, .fieldActive, .borderFocused, .match, .dim] {
            #expect(theme.look(of: style, on: .base, .none) != plain, "\(style)")
        }
        for ground in [Ground.selected, .selectedInactive, .shaded] {
            #expect(theme.look(of: .plain, on: ground, .none) != plain, "\(ground)")
        }
        for look in Style.allCases.map({ theme.look(of: $0, on: .base, .none) }) {
            #expect(look.text == nil && look.ground == nil)
        }
    }

    @Test("a selected row keeps its colours where there are enough", arguments: [ColorDepth.indexed, .direct])
    func selection(_ depth: ColorDepth) {
        for theme in Theme.all {
            let (plain, selected) = (
                theme.look(of: .error, on: .base, depth), theme.look(of: .error, on: .selected, depth)
            )
            #expect(selected.text == plain.text && selected.ground != plain.ground)
        }
    }

    @Test(
        "a colour has its nearest neighbours of the same hue among fewer",
        arguments: [
            (0xFF0000, 196, Int?.some(1)), (0x00FF00, 46, 2), (0x5F87FF, 69, 4), (0xE0AF68, 179, 3), (0xBB9AF7, 141, 5),
            (0x7DCFFF, 117, 6), (0x808080, 244, nil), (0x000000, 16, nil), (0xFFFFFF, 231, nil),
            (0x2B3A60, 17, 4), (0x2F6B1F, 22, 2),
        ])
    func fallbacks(_ color: Int, _ indexed: Int, _ basic: Int?) {
        let color = RGB(integerLiteral: color)
        #expect(color.indexed == indexed && color.basic == basic)
    }

    @Test("no more pairs are needed than a terminal of eight colours has") func pairs() {
        for theme in Theme.all {
            let looks = Ground.allCases.flatMap { ground in
                Style.allCases.map { theme.look(of: $0, on: ground, .basic) }
            }
            #expect(Set(looks.map { [$0.text, $0.ground] }).count < 64)
        }
    }

    @Test("everything has an ASCII stand-in of one column") func fallback() {
        for value in [0x2500, 0x2026, 0x6F22, 0x1F600, 0xE9] as [UInt32] {
            if let scalar = Unicode.Scalar(value) { #expect(PlainFallback.scalar(for: scalar).isASCII) }
        }
        #expect(PlainFallback.scalar(for: "│") == "|")
    }
}

@Suite("Decoding of keys") struct KeyDecoderTests {
    private func keys(_ text: String) -> [Key] {
        var decoder = KeyDecoder()
        return (decoder.decode(text.utf8) + decoder.flush()).compactMap { event in
            if case .key(let key) = event { key } else { nil }
        }
    }

    @Test(
        "keys in the encodings of several terminals",
        arguments: [
            ("\u{1B}[A", [Key.up]), ("\u{1B}OA", [.up]), ("\u{1B}[1;5C", [.right]), ("\u{1B}[Z", [.backTab]),
            ("\u{1B}OP", [.function(1)]), ("\u{1B}[11~", [.function(1)]), ("\u{1B}[[A", [.function(1)]),
            ("\u{1B}OS\u{1B}[15~\u{1B}[24~", [.function(4), .function(5), .function(12)]),
            ("\u{1B}[H\u{1B}OF\u{1B}[1~\u{1B}[8~", [.home, .end, .home, .end]),
            ("\u{1B}[3~\u{1B}[5~", [.delete, .pageUp]),
            ("\r\n\t\u{7F}\u{8}", [.enter, .enter, .tab, .backspace, .backspace]),
            ("\u{1A}\u{0}\u{1F}", [.control("z"), .control(" "), .control("_")]),
            ("\u{1B}x\u{1B}é", [.alt("x"), .alt("é")]), ("\u{1B}[122;5u", [.control("z")]),
            ("aé漢", [.character("a"), .character("é"), .character("漢")]),
            ("e\u{301}x", [.character("e\u{301}"), .character("x")]),
        ])
    func encodings(text: String, expected: [Key]) { #expect(keys(text) == expected) }

    @Test(
        "sequences nobody knows press no key",
        arguments: [
            "\u{1B}[?64;1;2c", "\u{1B}]11;rgb:0/0/0\u{7}", "\u{1B}]52;c;aGk=\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\",
            "\u{1B}[<0;3;4M",
            "\u{1B}[I", "\u{1B}[12;40R", "\u{1B}[99999999999999999999~", "\u{1B}[1;", "\u{1B}OZ" + "\u{1B}[201~",
        ].dropLast())
    func swallowed(text: String) { #expect(keys(text).isEmpty) }

    @Test(
        "reports of the mouse, however they are cut",
        arguments: [
            ("\u{1B}[<0;3;4M", Mouse(.press, at: Point(x: 2, y: 3))),
            ("\u{1B}[<0;3;4m", Mouse(.release, at: Point(x: 2, y: 3))),
            ("\u{1B}[<32;120;1M", Mouse(.drag, at: Point(x: 119, y: 0))),
            ("\u{1B}[<64;1;1M", Mouse(.wheelUp, at: .zero)), ("\u{1B}[<65;1;1M", Mouse(.wheelDown, at: .zero)),
        ])
    func mouse(text: String, expected: Mouse) {
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            var decoder = KeyDecoder()
            decoder.takesMouse = true
            #expect(decoder.decode(bytes[..<cut]) + decoder.decode(bytes[cut...]) == [.mouse(expected)])
        }
    }

    @Test(
        "other reports of the mouse mean nothing",
        arguments: [
            "\u{1B}[<2;3;4M", "\u{1B}[<4;3;4M", "\u{1B}[<0;0;4M", "\u{1B}[<0;3;-4M", "\u{1B}[<0;3M", "\u{1B}[<0;3;4;5M",
            "\u{1B}[<0;99999999999999999999;4M", "\u{1B}[<0;70000;4M", "\u{1B}[<;;M", "\u{1B}[<a;b;cM", "\u{1B}[M !q",
        ])
    func noMouse(text: String) {
        var decoder = KeyDecoder()
        decoder.takesMouse = true
        #expect(!decoder.decode(text.utf8).contains { if case .mouse = $0 { true } else { false } })
        decoder = KeyDecoder()
        decoder.takesMouse = true
        #expect(decoder.decode("\u{1B}[M !qx".utf8) == [.key(.character("x"))])
    }

    @Test("a lone Escape waits, and is Escape when nothing comes") func escape() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B]).isEmpty)
        #expect(decoder.isWaiting)
        #expect(decoder.flush() == [.key(.escape)])
        #expect(!decoder.isWaiting)
        #expect(keys("\u{1B}\u{1B}[A") == [.escape, .up])
        #expect(keys("\u{1B}[") == [.alt("[")])
    }

    @Test("the same bytes give the same events however they are cut") func cuts() {
        let bytes = Array("a\u{1B}[15~é\u{1B}[200~x\r\ny\u{1B}[31m漢\u{1B}[201~q\u{1B}OP".utf8)
        for cut in 0...bytes.count {
            var decoder = KeyDecoder()
            let events = decoder.decode(bytes[..<cut]) + decoder.decode(bytes[cut...])
            var pasted = ""
            var keys: [Key] = []
            for event in events {
                switch event {
                case .paste(let text): pasted += text
                case .key(let key): keys.append(key)
                default: Issue.record("unexpected \(event)")
                }
            }
            #expect(pasted == "x\ny\u{1B}[31m漢", "cut at \(cut)")
            #expect(keys == [.character("a"), .function(5), .character("é"), .character("q"), .function(1)])
            #expect(!decoder.isPasting)
        }
    }

    @Test("the answer about the background is read however it is cut, and presses no key") func background() {
        let bytes = Array("\u{1B}]11;rgb:fafa/f8f8/f000\u{1B}\\q".utf8)
        for cut in 0...bytes.count {
            var decoder = KeyDecoder()
            decoder.awaitsBackground = true
            var events = decoder.decode(bytes[..<cut])
            if decoder.isWaiting, cut > 2 { events += decoder.flush() }
            events += decoder.decode(bytes[cut...])
            #expect(events == [.key(.character("q"))], "cut at \(cut)")
            #expect(decoder.background?.isLight == true)
        }
    }

    @Test(
        "answers that are no colour are none",
        arguments: [
            "11;rgb:", "11;rgb:1/2", "11;rgb:1/2/3/4", "11;rgb:zz/1/1", "11;rgb:11111/1/1", "11;#112233",
            "10;rgb:1/2/3",
        ])
    func noBackground(_ text: String) { #expect(RGB(answer: Array("\u{1B}]\(text)\u{7}".utf8)[...]) == nil) }

    @Test("a paste whose end is lost can be ended") func lostPaste() {
        var decoder = KeyDecoder()
        #expect(decoder.decode("\u{1B}[200~abc".utf8) == [.paste("abc")])
        #expect(decoder.isPasting)
        #expect(decoder.flush().isEmpty)
        #expect(decoder.decode("q".utf8) == [.key(.character("q"))])
    }

    @Test("bytes that are no UTF-8 press nothing and harm nothing") func malformed() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0xFF, 0x61, 0xC3]) == [.key(.character("a"))])
        #expect(decoder.decode([0xA9]) == [.key(.character("é"))])
        #expect(decoder.decode([UInt8](repeating: 0x9B, count: 100)).isEmpty)
    }

    @Test("a string that never ends does not keep the keyboard") func endlessString() {
        var decoder = KeyDecoder()
        _ = decoder.decode("\u{1B}]".utf8)
        _ = decoder.decode([UInt8](repeating: 0x61, count: 5_000))
        #expect(decoder.decode("q".utf8) == [.key(.character("q"))])
    }

    @Test("the terminal's own bytes come first") func typeKeys() {
        var decoder = KeyDecoder()
        decoder.typeKeys = [Array("\u{1B}[A".utf8): .function(9)]
        #expect(decoder.decode("\u{1B}[A\u{1B}[B".utf8) == [.key(.function(9)), .key(.down)])
    }
}

@MainActor @Suite("Links and colours beside the palette") struct MarkTests {
    @Test(
        "only web addresses are links, as printable ASCII",
        arguments: [
            ("https://a.example/x?y=1#z", "https://a.example/x?y=1#z"), ("HTTP://a.example", "HTTP://a.example"),
            ("https://a.example/\u{1B}]8;;evil\u{7}", "https://a.example/%1B]8;;evil%07"),
            ("https://a.example/ä b\u{9C}", "https://a.example/%C3%A4%20b%C2%9C"),
            ("javascript:alert(1)", nil), ("file:///etc/passwd", nil), ("https://", nil), ("https:///x", nil),
            ("https://bank.example@evil.example/", nil), ("https://bank.example\\@evil.example/", nil),
            ("https://bank.example@\u{FE0F}evil.example/", nil),
            ("https://a.example/" + String(repeating: "ä", count: 400), nil),
            ("https://a.example/" + String(repeating: "a", count: 2_000), nil),
        ])
    func links(text: String, target: String?) { #expect(Hyperlink(text)?.target == target) }

    @Test("a link is its cells between two sequences, at their place and with their look") func link() throws {
        var canvas = Canvas(size: Size(columns: 20, rows: 3))
        canvas.write("see a.example", at: Point(x: 0, y: 1))
        canvas.mark(
            Rect(x: 4, y: 1, width: 9, height: 1), .link(try #require(Hyperlink("https://a.example/\u{1B}\\x"))))
        var painter = PainterTests.painter(.direct)
        painter.sendsLinks = true
        func sent(over old: Canvas?) -> String {
            String(decoding: painter.paint(canvas, over: old, in: canvas.size), as: UTF8.self)
        }
        let link = "\u{1B}]8;;https://a.example/%1B%5Cx\u{1B}\\a.example\u{1B}]8;;\u{1B}\\"
        #expect(sent(over: nil).contains(link))
        let old = canvas
        canvas.write("x", at: Point(x: 0, y: 1))
        #expect(!sent(over: old).contains("]8;;"))
        canvas.write("popup over the link", at: Point(x: 0, y: 1))
        #expect(!sent(over: old).contains("]8;;"))
    }

    @Test("another link behind the same text is a change") func change() throws {
        func canvas(_ target: String) throws -> Canvas {
            var canvas = Canvas(size: Size(columns: 5, rows: 1))
            canvas.write("here", at: Point(x: 0, y: 0))
            canvas.mark(Rect(x: 0, y: 0, width: 4, height: 1), .link(try #require(Hyperlink(target))))
            return canvas
        }
        let first = try canvas("https://a.example")
        #expect(first.change(ofRow: 0, since: first) == nil)
        #expect(try canvas("https://b.example").change(ofRow: 0, since: first)?.columns == 0..<4)
    }

    @Test("a swatch is the ground of its cells, as far as there are colours") func swatch() throws {
        #expect(RGB(hex: "#fa0") == 0xFFAA00 && RGB(hex: "#-aa2f7") == nil && RGB(hex: "fa0000") == nil)
        var canvas = Canvas(size: Size(columns: 4, rows: 1))
        canvas.mark(Rect(x: 0, y: 0, width: 2, height: 1), .color(0x7AA2F7))
        func sent(_ depth: ColorDepth) -> String {
            var painter = PainterTests.painter(depth)
            return String(decoding: painter.paint(canvas, over: nil, in: canvas.size), as: UTF8.self)
        }
        #expect(sent(.direct).contains("48;2;122;162;247m"))
        #expect(sent(.indexed).contains("48;5;111m"))
        #expect(!sent(.none).contains("48;"))
    }
}

@Suite("Pictures over a slow line") struct FramePaceTests {
    private static let start = ContinuousClock.now
    private var decoder = KeyDecoder()

    /// Shows a picture `time` after the first.
    /// - Returns: true if the terminal is asked.
    private mutating func shows(after time: Duration = .zero) -> Bool { decoder.pace.asks(at: Self.start + time) }

    /// Sends an answer, which presses no key.
    private mutating func answer(_ text: String) {
        let events = decoder.decode(text.utf8)
        #expect(events.isEmpty)
    }

    @Test("a picture close to the last one ends with a question, and the answer ends the wait")
    mutating func question() {
        answer("\u{1B}[?2026;0$y")
        let asks = [shows(), shows(after: .milliseconds(33))]
        #expect(asks == [false, true] && decoder.pace.isWaiting)
        answer("\u{1B}[")
        #expect(decoder.pace.isWaiting)
        answer("0n")
        #expect(!decoder.pace.isWaiting)
        let asksLater = shows(after: .seconds(1))
        #expect(!asksLater && !decoder.pace.isWaiting)
        let asksBehindSlowPicture = decoder.pace.asks(at: Self.start + .seconds(2), hasWaited: true)
        answer("\u{1B}[0n")
        let asksOnSlowLine = shows(after: .seconds(4))
        #expect(asksBehindSlowPicture && asksOnSlowLine)
    }

    @Test("a terminal that answers nothing is not asked, or not for long") mutating func mute() {
        var asks = [shows(), shows()]
        #expect(asks == [false, false])
        answer("\u{1B}[?2026;0$y")
        asks = []
        for _ in 1...3 {
            asks.append(shows())
            if decoder.pace.isWaiting { decoder.pace.giveUp() }
        }
        #expect(asks == [true, true, false])
        // A late answer is one, too.
        answer("\u{1B}[0n")
        let asksAgain = shows()
        #expect(asksAgain)
    }
}
