import APIDocument
import AppCore
import DemoManager
import HTTPTypes
import LoopbackPorts
import SourceTexts
import Terminal
import TestSupport
import Testing

@testable import DemoTUI

@Suite("The sidebar") struct SidebarTests {
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

    @Test("A folded group shows only its title; opening it selects its first entry") func folding() {
        var sidebar = sidebar([("One", 2), ("Two", 2)])
        _ = sidebar.follow(.last, height: 10)
        sidebar.fold()
        #expect(sidebar.lines == [.heading(0), .entry(0), .entry(1), .heading(1)])
        #expect(sidebar.isOnHeading && sidebar.current?.id == "s4")
        _ = sidebar.follow(.up, height: 10)
        #expect(sidebar.current?.id == "s2" && !sidebar.isOnHeading)
        _ = sidebar.follow(.down, height: 10)
        sidebar.unfold()
        #expect(sidebar.current?.id == "s3" && sidebar.lines.count == 6)
    }

    @Test("A document folds with its groups; of forty entries, the first document is open") func documents() {
        func catalog(_ title: String, _ id: String, _ sections: [(String?, Int)]) -> ScreenCatalog {
            let made = sections.enumerated().map { place, section in
                ScreenSection(title: section.0, screens: (0..<section.1).map { "\(id)\(place)\($0)" })
            }
            let screens = made.flatMap(\.screens).map { Screen(id: $0, title: $0, kind: .item) }
            return ScreenCatalog(screens: screens, sections: made).named(by: ScreenNames(), of: title)
        }
        let one = catalog("One", "a", [("Users", 2), ("Cards", 1)])
        var sidebar = Sidebar(ScreenCatalog([one, catalog("Two", "b", [(nil, 1)])]))
        let open: [Sidebar.Line] = [
            .heading(0), .heading(1), .entry(0), .entry(1), .heading(2), .entry(2), .heading(3), .entry(3),
        ]
        #expect(sidebar.lines == open)
        sidebar.fold()
        #expect(sidebar.selectedLine == .heading(1) && sidebar.lines.count == 6)
        sidebar.fold()
        #expect(sidebar.lines == [.heading(0), .heading(3), .entry(3)] && sidebar.selectedLine == .heading(0))
        #expect(sidebar.closedGroups == ["One", "One > Users"])
        sidebar.unfold()
        #expect(sidebar.selectedLine == .heading(1))
        sidebar.unfold()
        #expect(sidebar.lines == open && sidebar.selectedLine == .entry(0))
        _ = sidebar.follow(.last, height: 10)
        sidebar.fold()
        #expect(sidebar.selectedLine == .heading(3) && sidebar.lines.count == 7)
        sidebar.close(["One", "One > Cards"])
        sidebar.select(2)
        #expect(sidebar.lines == open)
        let long = Sidebar(ScreenCatalog([one, catalog("Two", "b", [("Users", 40), ("Cards", 1)])]))
        #expect(long.lines == [.heading(0), .heading(1), .entry(0), .entry(1), .heading(2), .heading(3)])
    }

    @Test("A click folds and opens a group; the wheel moves the selection only to keep it visible") func mouse() {
        var sidebar = sidebar([("One", 2), ("Two", 1)])
        sidebar.toggle(0)
        #expect(sidebar.lines == [.heading(0), .heading(1), .entry(2)] && sidebar.selectedLine == .heading(0))
        sidebar.toggle(1)
        #expect(sidebar.lines == [.heading(0), .heading(1)])
        sidebar.toggle(0)
        #expect(sidebar.lines.count == 4 && sidebar.selectedLine == .entry(0))
        sidebar.scroll(3, height: 9)
        #expect(sidebar.selectedLine == .entry(0) && sidebar.firstVisible(height: 9) == 0)
        sidebar.scroll(3, height: 2)
        #expect(sidebar.selectedLine == .entry(1) && sidebar.firstVisible(height: 2) == 2)
        sidebar.scroll(-9, height: 2)
        #expect(sidebar.selectedLine == .entry(0) && sidebar.firstVisible(height: 2) == 0)
    }

    @Test("More than forty entries start with one open group; choosing an entry opens its own") func long() {
        var sidebar = sidebar([("One", 3), ("Two", 40), (nil, 2)])
        #expect(sidebar.lines.count == 1 + 3 + 1 + 2)
        sidebar.select(20)
        #expect(sidebar.current?.id == "s21" && sidebar.lines.count == 1 + 3 + 1 + 40 + 2)
    }

    @Test("Names of open groups are never selected") func headings() {
        var sidebar = sidebar([("One", 1), ("Two", 2)])
        #expect(sidebar.lines == [.heading(0), .entry(0), .heading(1), .entry(1), .entry(2)])
        #expect(sidebar.follow(.down, height: 10) && sidebar.current?.id == "s2")
        #expect(sidebar.follow(.up, height: 10) && sidebar.current?.id == "s1")
        #expect(sidebar.follow(.last, height: 10) && sidebar.current?.id == "s3")
    }

    @Test("Scrolling keeps the selected entry visible, and a group's name with its first entry") func scrolling() {
        var sidebar = sidebar([("One", 4), ("Two", 4)])
        _ = sidebar.follow(.last, height: 4)
        #expect(sidebar.firstVisible(height: 4) == 6)
        for _ in 0..<3 { _ = sidebar.follow(.up, height: 4) }
        #expect(sidebar.current?.id == "s5" && sidebar.firstVisible(height: 4) == 5)
        _ = sidebar.follow(.first, height: 4)
        #expect(sidebar.firstVisible(height: 4) == 0)
    }

    @Test("A long title is cut at its end, or in its middle beside a similar one; a question mark stays") func entries()
        throws
    {
        let text = openAPI(
            "Pets", server: nil,
            """
            GET /status -> {name: string} ; x-screen: {title: Find pets by status}
            GET /tags -> {name: string} ; x-screen: {title: Find pets by tags}
            GET /users/{id} -> {name: string} ; x-screen: {title: Created list of users}
            """)
        let document = try APIDocument(SourceText(name: "t.yaml", bytes: Array(text.utf8)))
        let sidebar = Sidebar(ScreenCatalog(document))
        func shown(_ width: Int) -> [String] { sidebar.entries.indices.map { sidebar.title(of: $0, width: width) } }
        #expect(shown(18) == ["Find pets by stat…", "Find pets by tags", "Created list of… ?"])
        #expect(shown(13) == ["Find p…status", "Find p…y tags", "Created li… ?"])
    }

    @Test("A long text is cut in its middle") func shortened() {
        #expect(TextLayout.shortened("Soundboard default sounds", width: 11) == "Sound…ounds")
        #expect(TextLayout.shortened("short", width: 5) == "short")
        #expect(TextLayout.shortened("Soundboard default so…", width: 11) == "Soundboard…")
        #expect(TextLayout.shortened("日本語日本語", width: 7) == "日本…語")
    }
}

@MainActor @Suite("Calls from the sidebar") struct SidebarCallTests {
    nonisolated private static let four = openAPI(
        "Desk", server: nil,
        ["one", "two", "three", "four"].map { "GET /\($0) \($0) -> {text: string}" }
            .joined(separator: "\n"))

    /// Runs the program against a closed port: the journal has the calls.
    private func run(resting time: Duration, isDemo: Bool = false, _ walk: Walk) async throws {
        let port = try ClosedPort()
        let options = AppOptions(baseURL: "http://127.0.0.1:\(port.number)", isDemo: isDemo)
        try await Harness.run(over: Self.four, options, restTime: time) { try await walk.take(on: $0) }
        withExtendedLifetime(port) {}
    }

    @Test(
        "Passed live screens make no call; Enter, entering the pane or r calls the open one",
        arguments: ["Enter", "Tab", "l", "r"])
    func passing(_ key: String) async throws {
        try await run(
            resting: .seconds(3_600),
            Walk(
                "", .press("j j j"), .title("Four"), .holds { $0.paths == ["/one"] }, .press(key),
                .holds { $0.paths == ["/one", "/four"] }))
    }

    @Test("A number and the command line call their screen at once") func going() async throws {
        try await run(
            resting: .seconds(3_600),
            Walk(
                "", .press("j 3"), .holds { $0.paths == ["/one", "/three"] }, .press("Esc j :"), .type("two"),
                .press("Enter"), .holds { $0.paths == ["/one", "/two", "/three"] }))
    }

    @Test("A screen on which the selection rests is called, those passed before are not") func resting() async throws {
        try await run(
            resting: .milliseconds(1),
            Walk(
                "", .feed("j j"), .waits { $0.paths.contains("/three") }, .settle,
                .holds { $0.paths == ["/one", "/three"] }))
    }

    @Test("In demo every passed screen loads at once") func demo() async throws {
        try await run(
            resting: .seconds(3_600), isDemo: true, Walk("", .press("j"), .holds { $0.paths == ["/one", "/two"] }))
    }

    nonisolated private static let desk = Stage.over(
        openAPI(
            "Desk",
            """
            GET /news news -> {text: string}
            GET /logout logout -> default
            GET /follow/{name} follow -> 204
            """),
        .stub(.get, "/logout", #"{"said": "bye"}"#), .stub(.get, "/follow/ada", status: 204))

    nonisolated static let onRequest: [Walk] = [
        Walk(
            "an action is called by Enter and r alone", on: desk,
            .press("j"), .title("Logout"), .reads("GET /logout", "Enter calls it."), .press("D D Tab"), .resize(90, 24),
            .press("k Tab :"), .type("logout"), .press("Enter"),
            .holds { app in app.exchanges.allSatisfy { $0.request.path == "/news" } }, .footer("Enter call")),
        Walk(
            "an action asks for its parameters first, and is not called again when it is shown", on: desk,
            .press("j j"), .reads("Enter asks for Name and calls it."), .press("Enter"), .type("ada"), .press("Enter"),
            .reads("Answered 204, without a body"), .noPopup(), .mark, .press("d d"), .reads("Enter calls it."),
            .calls(0)),
        Walk(
            "Enter in the sidebar calls an action once; r calls it again", on: desk, .press("j Enter"), .reads("bye"),
            .called("/logout"), .mark, .press("Esc k j Enter"), .calls(0), .press("r"), .calls(1)),
        Walk(
            "Enter in the pane calls an action once; r calls it again", on: desk, .press("j Tab Enter"),
            .reads("bye"), .called("/logout"), .mark, .press("Esc k j Enter"), .calls(0), .press("r"), .calls(1)),
    ]

    @Test("Enter calls a screen", arguments: onRequest) func walk(_ walk: Walk) async throws { try await walk.take() }
}
