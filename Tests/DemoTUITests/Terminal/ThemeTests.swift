import Testing

@testable import DemoTUI

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
