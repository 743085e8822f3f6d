import Foundation
import Testing

@testable import DemoTUI

@Suite("What commands print")
struct StandardOutputTests {
    @Test(
        "bytes for a terminal: lines end as they did, bytes that are no text are shown one by one, the last line ends")
    func lines() {
        let bytes = Array("a\r\nb\u{1B}[2Jc\n".utf8) + [0xFF, 0xC2, 0x9B] + Array("\u{202E}d".utf8)
        #expect(String(decoding: StandardOutput.visible(bytes), as: UTF8.self) == "a\nb^[[2Jc\n<FF><9B><U+202E>d\n")
        #expect(StandardOutput.visible([]) == [])
        #expect(StandardOutput.visible([0x0A]) == [0x0A])
    }

    @Test("every text is harmless for a terminal", .enabled(if: !SharedCases.texts.isEmpty))
    func texts() {
        for text in SharedCases.texts {
            let printed = String(decoding: StandardOutput.visible(Array(text.utf8)), as: UTF8.self)
            #expect(String.unseen(printed).isEmpty, "\(text)")
        }
    }
}
