import Testing

@testable import Terminal

@Suite("Copying by OSC 52")
struct OSC52Tests {
    @Test("exactly the bytes go, ended by ST")
    func plain() {
        #expect(OSC52.sequence([0x68, 0x69], insideTmux: false) == Array("\u{1B}]52;c;aGk=\u{1B}\\".utf8))
    }

    @Test("inside tmux the sequence goes plain and wrapped with doubled escapes")
    func tmux() {
        let expected = "\u{1B}]52;c;aGk=\u{1B}\\\u{1B}Ptmux;\u{1B}\u{1B}]52;c;aGk=\u{1B}\u{1B}\\\u{1B}\\"
        #expect(OSC52.sequence([0x68, 0x69], insideTmux: true) == Array(expected.utf8))
    }

    @Test("too much is refused, never cut")
    func cap() {
        #expect(OSC52.sequence([UInt8](repeating: 0, count: OSC52.limit), insideTmux: false) != nil)
        #expect(OSC52.sequence([UInt8](repeating: 0, count: OSC52.limit + 1), insideTmux: false) == nil)
    }
}

@Suite("Looks")
struct ThemeTests {
    @Test("what is selected or failed is told from plain text without colours")
    func withoutColors() {
        var plain = Theme.look(of: .plain)
        plain.color = nil
        for style in [
            Style.selected, .selectedInactive, .error, .live, .demo, .mixed, .fieldActive, .borderActive, .match,
        ] {
            var look = Theme.look(of: style)
            look.color = nil
            #expect(look != plain, "\(style)")
        }
    }

    @Test("everything has an ASCII stand-in of one column")
    func fallback() {
        for value in [0x2500, 0x2026, 0x6F22, 0x1F600, 0xE9] as [UInt32] {
            if let scalar = Unicode.Scalar(value) { #expect(PlainFallback.scalar(for: scalar).isASCII) }
        }
        #expect(PlainFallback.scalar(for: "│") == "|")
    }
}

@Suite("Decoding of keys")
struct KeyDecoderTests {
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
    func encodings(text: String, expected: [Key]) {
        #expect(keys(text) == expected)
    }

    @Test(
        "sequences nobody knows press no key",
        arguments: [
            "\u{1B}[?64;1;2c", "\u{1B}]11;rgb:0/0/0\u{7}", "\u{1B}]52;c;aGk=\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\",
            "\u{1B}[<0;3;4M",
            "\u{1B}[I", "\u{1B}[12;40R", "\u{1B}[99999999999999999999~", "\u{1B}[1;", "\u{1B}OZ" + "\u{1B}[201~",
        ].dropLast())
    func swallowed(text: String) {
        #expect(keys(text).isEmpty)
    }

    @Test("a lone Escape waits, and is Escape when nothing comes")
    func escape() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B]).isEmpty)
        #expect(decoder.isWaiting)
        #expect(decoder.flush() == [.key(.escape)])
        #expect(!decoder.isWaiting)
        #expect(keys("\u{1B}\u{1B}[A") == [.escape, .up])
        #expect(keys("\u{1B}[") == [.alt("[")])
    }

    @Test("the same bytes give the same events however they are cut")
    func cuts() {
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

    @Test("a paste whose end is lost can be ended")
    func lostPaste() {
        var decoder = KeyDecoder()
        #expect(decoder.decode("\u{1B}[200~abc".utf8) == [.paste("abc")])
        #expect(decoder.isPasting)
        #expect(decoder.flush().isEmpty)
        #expect(decoder.decode("q".utf8) == [.key(.character("q"))])
    }

    @Test("bytes that are no UTF-8 press nothing and harm nothing")
    func malformed() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0xFF, 0x61, 0xC3]) == [.key(.character("a"))])
        #expect(decoder.decode([0xA9]) == [.key(.character("é"))])
        #expect(decoder.decode([UInt8](repeating: 0x9B, count: 100)).isEmpty)
    }

    @Test("a string that never ends does not keep the keyboard")
    func endlessString() {
        var decoder = KeyDecoder()
        _ = decoder.decode("\u{1B}]".utf8)
        _ = decoder.decode([UInt8](repeating: 0x61, count: 5_000))
        #expect(decoder.decode("q".utf8) == [.key(.character("q"))])
    }

    @Test("the terminal's own bytes come first")
    func typeKeys() {
        var decoder = KeyDecoder()
        decoder.typeKeys = [Array("\u{1B}[A".utf8): .function(9)]
        #expect(decoder.decode("\u{1B}[A\u{1B}[B".utf8) == [.key(.function(9)), .key(.down)])
    }
}
