import Terminal
import Testing

@testable import DemoTUI

@Suite("Selection")
struct SelectionTests {
    @Test("it stays inside the list, empty ones too")
    func bounds() {
        var selection = Selection()
        for action in [Action.up, .down, .pageDown, .last, .first] {
            let follows = selection.follow(action, count: 0, page: 5)
            #expect(follows && selection.index == 0 && selection.top == 0)
        }
        selection.select(99, of: 3)
        #expect(selection.index == 2)
        let follows = selection.follow(.open, count: 3, page: 5)
        #expect(!follows)
    }

    @Test("the window moves as little as possible and always shows the selected line")
    func window() {
        var selection = Selection()
        for _ in 0..<5 { _ = selection.follow(.down, count: 20, page: 4) }
        #expect(selection.index == 5 && selection.top == 2)
        _ = selection.follow(.up, count: 20, page: 4)
        #expect(selection.top == 2)
        _ = selection.follow(.last, count: 20, page: 4)
        #expect(selection.top == 16)
        #expect(selection.firstVisible(count: 20, height: 10) == 10, "a taller window shows no empty lines")
        #expect(selection.firstVisible(count: 20, height: 0) == 19)
    }

    @Test("a paste that does not fit leaves a note")
    func paste() {
        var input = TextInput("a")
        #expect(input.paste(String(repeating: "b", count: TextInput.limit - 1)).isEmpty)
        guard case .note(let note)? = input.paste("cd").first else { return #expect(Bool(false), "no note") }
        #expect(note.isError && note.text.contains("65,536"))
    }

    @Test("a page keeps one line in common")
    func page() {
        var selection = Selection()
        _ = selection.follow(.pageDown, count: 100, page: 10)
        #expect(selection.index == 9)
        _ = selection.follow(.pageDown, count: 100, page: 0)
        #expect(selection.index == 10)
    }
}
