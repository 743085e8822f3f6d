import Testing

@testable import DemoTUI

@MainActor
@Suite("The terminal for tests")
struct MemoryTerminalTests {
    @Test("gives what it is fed in the same batches and keeps the last picture")
    func feed() {
        let terminal = MemoryTerminal(size: Size(columns: 5, rows: 1))
        var batches: [[TerminalEvent]] = []
        terminal.start { batches.append($0) }
        terminal.press(.up, .enter)
        terminal.feed([.paste("x"), .resize(Size(columns: 3, rows: 1))])
        #expect(batches == [[.key(.up)], [.key(.enter)], [.paste("x"), .resize(Size(columns: 3, rows: 1))]])
        #expect(terminal.size.columns == 3)
        var canvas = Canvas(size: terminal.size)
        canvas.write("abc", at: .zero)
        terminal.draw(canvas)
        #expect(terminal.text == "abc")
    }
}
