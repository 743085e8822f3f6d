import AppCore
import Terminal
import Testing

@testable import DemoTUI

@Suite("The sidebar")
struct SidebarTests {
    private func sidebar(_ sections: [(String?, Int)]) -> Sidebar {
        var number = 0
        var screens: [Screen] = []
        let made = sections.map { title, count in
            let ids = (0..<count).map { _ in
                number += 1
                return "s\(number)"
            }
            screens += ids.map { Screen(id: $0, title: "Screen \($0)", kind: .item) }
            return ScreenSection(title: title, screens: ids)
        }
        return Sidebar(ScreenCatalog(screens: screens, sections: made))
    }

    @Test("the names of groups are lines that are never selected")
    func headings() {
        var sidebar = sidebar([("One", 1), ("Two", 2)])
        #expect(sidebar.lines == [.heading("One"), .entry(0), .heading("Two"), .entry(1), .entry(2)])
        #expect(sidebar.follow(.down, height: 10) && sidebar.current?.id == "s2")
        #expect(sidebar.follow(.up, height: 10) && sidebar.current?.id == "s1")
        #expect(sidebar.follow(.last, height: 10) && sidebar.current?.id == "s3")
    }

    @Test("scrolling keeps the selected entry in sight, and the group's name with its first")
    func scrolling() {
        var sidebar = sidebar([("One", 4), ("Two", 4)])
        _ = sidebar.follow(.last, height: 4)
        #expect(sidebar.firstVisible(height: 4) == 6)
        for _ in 0..<3 { _ = sidebar.follow(.up, height: 4) }
        #expect(sidebar.current?.id == "s5" && sidebar.firstVisible(height: 4) == 5)
        _ = sidebar.follow(.first, height: 4)
        #expect(sidebar.firstVisible(height: 4) == 0)
    }

    @Test("a long title loses its middle; what asks for something ends as menus do")
    func titles() {
        #expect(TextLayout.shortened("Soundboard default sounds", width: 11) == "Sound…ounds")
        #expect(TextLayout.shortened("short", width: 5) == "short")
        #expect(TextLayout.shortened("日本語日本語", width: 7) == "日本…語")
        #expect(Sidebar.Entry(id: "a", title: "Guild", asks: true).shownTitle == "Guild …")
    }
}
