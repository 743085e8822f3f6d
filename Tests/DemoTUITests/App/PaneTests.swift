import DemoManager
import HTTPTypes
import Terminal
import TestSupport
import Testing

@testable import DemoTUI

@MainActor @Suite("Panes") struct PaneTests {
    nonisolated private static let wide = Stage.stage(columns: 120, rows: 44)

    nonisolated static let walks: [Walk] = [
        Walk(
            "a wide list shows the selected row beside it without another call", on: wide, .press("2"), .mark,
            .sees("ANSWERED BY", "CAN DO", "\"id\": \"demo-tx-112\"", "stub"), .press("j"), .calls(0),
            .sees("\"id\": \"demo-tx-111\""), .sees("row 2 of 112")),
        Walk(
            "a narrow, tall window shows the selected row below its list", on: .stage(columns: 80, rows: 40),
            .press("2"), .sees("Account      Everyday", "row 1 of 112"), .press("+"), .lacks("Account      Everyday")),
        Walk(
            "a message has the room of the detail", on: wide, .condition(.forbidden, "listTransactions"), .press("2"),
            .waits { Layout(size: $0.state.size, state: $0.state).detail == nil }, .reads("403")),
        Walk(
            "the foot of a complete list has the sum of its amounts",
            on: .over(
                openAPI("Bills", "GET /bills -> [{id: string, name: string, amount: number}]"),
                .stub(
                    .get, "/bills", #"[{"id": "1", "name": "A", "amount": 2.5}, {"id": "2", "name": "B", "amount": 4}]"#
                )),
            .press("r"), .sees("Sum", "6.5")),
        Walk(
            "100 columns have the detail beside the list, and in fewer the JSON is beside the fields",
            on: .stage(columns: 100, rows: 44), .press("2"), .holds { detail(of: $0).area.y == 1 }, .sees("CAN DO"),
            .resize(99, 40), .holds { detail(of: $0).area.y > 10 },
            .sees("Id           demo-tx-112                        JSON"), .sees("ANSWERED BY")),
        Walk(
            "a conversation has the selected message beside it", on: wide, .press("3"),
            .sees("ANSWERED BY", "copy text, URL, curl")),
        Walk(
            "A shows timestamps as the time since then, in the list and beside it, and back", on: wide, .press("2"),
            .lacks(" ago"), .press("A"), .reads("Date", "ago Bakkerij Van Loo"), .sees("Date         "),
            .press("A"), .lacks(" ago")),
        Walk("an item has its JSON beside it", on: wide, .press("1"), .sees("JSON", "\"userId\": \"usr-2001\"")),
        Walk(
            "an item that its list brought says who answered that",
            on: .over(
                openAPI("Bills", "GET /bills -> [{id: string, name: string}]"), columns: 120, rows: 40,
                .stub(.get, "/bills", #"[{"id": "1", "name": "A"}]"#)),
            .press("r Enter"), .sees("JSON", "ANSWERED BY", "GET /bills")),
        Walk(
            "the last calls have a strip that ~ hides", on: wide, .press("2"), .sees("Activity", "calls"), .press("~"),
            .lacks("Activity"), .press("~"), .sees("Activity")),
        Walk(
            "+ gives one panel the whole screen and shares it again", on: wide, .press("2 +"),
            .lacks("Screens", "CAN DO"), .press("+"), .sees("Screens", "CAN DO")),
        Walk(
            "[ and ] change the width of the sidebar", on: wide, .press("2"), .mark, .press("]"),
            .holds { $0.screen != $0.markedScreen }, .press("["), .sameScreen()),
        Walk("80 columns have no sidebar until Tab", .press("2"), .lacks("Screens"), .press("Tab"), .sees("Screens")),
        Walk(
            "a message leaves the keys in sight", .press("2 ["),
            .footer("The sidebar is hidden; S-Tab shows it.", "? help")),
        Walk(
            "the sidebar marks only screens that differ", on: wide, .press("4 d"), .sees("4 Cards        ●"),
            .press("d"), .lacks("4 Cards        ●")),
    ]

    nonisolated private static func detail(of app: Harness) -> Pane {
        MainActor.assumeIsolated { Layout(size: app.state.size, state: app.state).detail ?? Pane(area: .init(.zero)) }
    }

    @Test("Panes work", arguments: walks) func walk(_ walk: Walk) async throws { try await walk.take() }

    @Test("A message of several lines covers the calls below it") func message() async throws {
        try await Harness.run(size: Size(columns: 120, rows: 40)) { harness in
            await harness.press("2", "r", "r", "r")
            #expect(harness.row(37).contains("GET"))
            var state = harness.state
            _ = state.update(.noted(.info("Wide " + String(repeating: "-", count: 100) + " and its second line")))
            harness.terminal.draw(state.draw())
            let words = harness.row(37).split(separator: " ").map { $0.filter { $0 != "-" } }
            #expect(words == ["│", "Wide", "", "and", "its", "│"])
        }
    }

    @Test(
        "The scroll bar shows the visible part",
        arguments: [(0, 10, 100, 0..<1), (90, 10, 100, 9..<10), (0, 50, 100, 0..<5), (45, 10, 100, 4..<5)])
    func bar(first: Int, shown: Int, count: Int, expected: Range<Int>) {
        #expect(Extent(first: first, shown: shown, count: count, text: "").bar(in: 10) == expected)
    }

    @Test("A list that fits has no bar", arguments: [(10, 10), (10, 3), (0, 0)]) func noBar(shown: Int, count: Int) {
        #expect(Extent(shown: shown, count: count, text: "").bar(in: 10) == nil)
    }

    @Test(
        "A line of JSON is split into coloured parts without losing text",
        arguments: [
            (#"  "a\"b": "c","#, [Style.plain, .member, .plain, .string, .plain]), (#"-1.5e3,"#, [.number, .plain]),
            (#""x": null"#, [.member, .plain, .keyword]), (#"{"#, [.plain]), (#""unclosed \"#, [.string]),
            (#".é: "漢\\", Eé"#, [.plain, .string, .plain]),
        ])
    func json(line: String, styles: [Style]) {
        let parts = JSONLine.parts(of: line)
        #expect(parts.map(\.style) == styles)
        #expect(parts.map(\.text).joined() == line)
    }
}
