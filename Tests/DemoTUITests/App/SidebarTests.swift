import AppCore
import DemoManager
import HTTPTypes
import LoopbackPorts
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

@MainActor
@Suite("Passing screens in the sidebar")
struct SidebarRestTests {
    private static func path(_ name: String) -> String {
        "/\(name): {get: {operationId: \(name), responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {text: {type: string}}}}}}}}}"
    }
    private let document = """
        openapi: 3.1.0
        info: {title: Desk, version: '1'}
        paths:
          \(path("one"))
          \(path("two"))
          \(path("three"))
          \(path("four"))
        """

    /// The program over a server that is not there: what was called stands in the journal.
    private func run(
        resting time: Duration, isDemo: Bool = false, _ body: @MainActor (Harness) async throws -> Void
    ) async throws {
        let port = try ClosedPort()
        let options = AppOptions(baseURL: "http://127.0.0.1:\(port.number)", isDemo: isDemo)
        try await Harness.run(over: document, options, restTime: time, body)
        withExtendedLifetime(port) {}
    }

    private func paths(_ app: Harness) -> Set<String> { Set(app.exchanges.compactMap(\.request.path)) }

    @Test(
        "live screens that are passed make no call; Enter or going into the pane calls the one in front at once",
        arguments: ["Enter", "Tab", "l", "r"])
    func passing(_ key: String) async throws {
        try await run(resting: .seconds(3_600)) { app in
            await app.press("j", "j", "j")
            #expect(app.title.contains("Four") && paths(app) == ["/one"], "\(app.screen)")
            await app.press(key)
            #expect(paths(app) == ["/one", "/four"], "\(app.screen)")
        }
    }

    @Test("a number and the command line go to a screen to see it: they call at once")
    func going() async throws {
        try await run(resting: .seconds(3_600)) { app in
            await app.press("j", "3")
            #expect(paths(app) == ["/one", "/three"], "\(app.screen)")
            await app.press("Esc", "j", ":")
            await app.type("two")
            await app.press("Enter")
            #expect(paths(app) == ["/one", "/two", "/three"], "\(app.screen)")
        }
    }

    @Test("a screen that the selection rests on is called by itself, those it left are not")
    func resting() async throws {
        try await run(resting: .milliseconds(1)) { app in
            app.feed("j", "j")
            await app.wait { paths(app).contains("/three") }
            await app.settle()
            #expect(paths(app) == ["/one", "/three"], "\(app.screen)")
        }
    }

    @Test("in demo every screen that is passed shows at once")
    func demo() async throws {
        try await run(resting: .seconds(3_600), isDemo: true) { app in
            await app.press("j")
            #expect(paths(app) == ["/one", "/two"], "\(app.screen)")
        }
    }
}

@MainActor
@Suite("What is called only on request")
struct CalledOnRequestTests {
    private let document = """
        openapi: 3.1.0
        info: {title: Desk, version: '1'}
        servers: [{url: 'http://desk.example'}]
        paths:
          /news: {get: {operationId: news, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {text: {type: string}}}}}}}}}
          /logout: {get: {operationId: logout, responses: {default: {description: bye}}}}
          /follow/{name}:
            get:
              operationId: follow
              parameters: [{name: name, in: path, required: true, schema: {type: string}}]
              responses: {'204': {description: yes}}
        """

    private func run(_ body: @MainActor (Harness) async throws -> Void) async throws {
        try await Harness.run(over: document) { app in
            try app.stub(.get, "/logout", #"{"said": "bye"}"#)
            try app.stub(.get, "/follow/ada", status: 204)
            try await body(app)
        }
    }

    @Test("standing on it calls nothing and says what Enter does; nor does anything else but Enter and r")
    func standing() async throws {
        try await run { app in
            await app.press("j")
            #expect(app.title.contains("Logout") && app.words.contains("GET /logout"), "\(app.screen)")
            #expect(app.words.contains("Enter calls it."), "\(app.screen)")
            await app.press("D", "D", "Tab")
            app.resize(90, 24)
            await app.press("k", "Tab", ":")
            await app.type("logout")
            await app.press("Enter")
            #expect(app.exchanges.allSatisfy { $0.request.path == "/news" }, "\(app.screen)")
            #expect(app.footer.contains("Enter call"), "\(app.footer)")
        }
    }

    @Test("Enter calls it, from the sidebar and in the pane, once; r calls it again", arguments: [false, true])
    func enter(inPane: Bool) async throws {
        try await run { app in
            await app.press("j")
            if inPane { await app.press("Tab") }
            await app.press("Enter")
            #expect(app.words.contains("bye") && app.exchanges.last?.request.path == "/logout", "\(app.screen)")
            let count = app.exchanges.count
            await app.press("Esc", "k", "j", "Enter")
            #expect(app.exchanges.count == count, "\(app.screen)")
            await app.press("r")
            #expect(app.exchanges.count == count + 1, "\(app.screen)")
        }
    }

    @Test("what it needs is asked for first; once typed it is called, and never for standing on it")
    func asking() async throws {
        try await run { app in
            await app.press("j", "j")
            #expect(app.words.contains("Enter asks for Name and calls it."), "\(app.screen)")
            await app.press("Enter")
            await app.type("ada")
            await app.press("Enter")
            #expect(app.words.contains("Answered 204, without a body") && app.state.popups.isEmpty, "\(app.screen)")
            let count = app.exchanges.count
            await app.press("d", "d")
            #expect(app.words.contains("Enter calls it.") && app.exchanges.count == count, "\(app.screen)")
        }
    }
}
