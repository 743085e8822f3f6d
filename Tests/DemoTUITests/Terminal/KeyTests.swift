import Testing

@testable import DemoTUI

@Suite("Keys")
struct KeyTests {
    @Test(
        "every name spells its key",
        arguments: [
            Key.character("D"), .character(" "), .control("z"), .control(" "), .control("]"), .alt("x"), .pageDown,
            .backTab,
            .escape, .function(12), .enter, .backspace, .character("F"), .character("^"),
        ])
    func roundTrip(key: Key) {
        #expect(Key(spelled: key.name) == key)
    }

    @Test(
        "names people write are understood",
        arguments: [
            ("C-z", Key.control("z")), ("ctrl-Z", .control("z")), ("^Z", .control("z")), ("Alt-x", .alt("x")),
            ("PageDown", .pageDown), ("return", .enter), ("f2", .function(2)), ("escape", .escape),
        ])
    func spellings(text: String, key: Key) {
        #expect(Key(spelled: text) == key)
    }

    @Test("a name of no key is nil", arguments: ["", "F0", "F99", "Ctrl-", "Hyper", "C-ab"])
    func unknown(text: String) {
        #expect(Key(spelled: text) == nil)
    }
}
