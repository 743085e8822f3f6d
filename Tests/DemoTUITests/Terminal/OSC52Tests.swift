import Testing

@testable import DemoTUI

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
