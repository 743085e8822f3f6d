import Testing

@testable import SampleBackend

@Suite struct CursorTests {
    @Test("A cursor reads back what it wrote, and only for its own list") func roundTrip() {
        let cursor = Cursor(.transactions, date: "2026-06-30", sequence: 4711)
        #expect(Cursor(cursor.text, of: .transactions) == cursor)
        #expect(Cursor(cursor.text, of: .messages) == nil)
        #expect(!cursor.text.contains { "+/=".contains($0) })
    }

    @Test("Anything else is refused", arguments: ["", "x", "====", "dHw", "\u{0}", "dHwyMDI2LTA2LTMwfA", "é"])
    func refused(text: String) { #expect(Cursor(text, of: .transactions) == nil) }
}
