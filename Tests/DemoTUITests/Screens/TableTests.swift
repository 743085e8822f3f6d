import AppCore
import DemoManager
import HTTPTypes
import Terminal
import Testing
import WireFormats

@testable import DemoTUI

@Suite("Widths of columns")
struct ColumnLayoutTests {
    /// Columns with these least widths, the first the most important unless told otherwise.
    private func columns(_ minimum: [Int], priorities: [Int]? = nil) -> [Column] {
        minimum.enumerated().map { index, width in
            Column(
                field: Field(pointer: JSONPointer(tokens: ["c\(index)"]), title: "C\(index)"), title: "C\(index)",
                alignment: .leading, priority: priorities?[index] ?? index, minimumWidth: width, idealWidth: width)
        }
    }

    @Test("columns stand in their own order with a gap between them, each as wide as it wants where there is room")
    func room() {
        let layout = ColumnLayout(columns([4, 4, 4]), wanted: [10, 7, 8], width: 80)
        #expect(layout.slots.map(\.width) == [10, 7, 8])
        #expect(layout.slots.map(\.x) == [0, 12, 21])
        #expect(layout.slots.map(\.index) == [0, 1, 2])
    }

    @Test("the least important columns go first, wherever they stand")
    func leastImportant() {
        let layout = ColumnLayout(columns([10, 10, 10], priorities: [2, 0, 1]), wanted: [10, 10, 10], width: 25)
        #expect(layout.slots.map(\.index) == [1, 2])
        #expect(layout.slots.map(\.x) == [0, 12])
    }

    @Test("the most important column stays, however narrow the window")
    func last() {
        #expect(ColumnLayout(columns([10, 10]), wanted: [10, 10], width: 3).slots.map(\.index) == [0])
        #expect(ColumnLayout([], wanted: [], width: 80).slots.isEmpty)
    }

    @Test(
        "no column gets less than its least width, and together they never get more than there is", arguments: 22...90)
    func fits(_ width: Int) {
        let all = columns([6, 8, 3, 11])
        let layout = ColumnLayout(all, wanted: [40, 8, 2, 60], width: width)
        for slot in layout.slots { #expect(slot.width >= Column.leastWidth) }
        let end = layout.slots.last.map { $0.x + $0.width } ?? 0
        #expect(end <= width)
        for (left, right) in zip(layout.slots, layout.slots.dropFirst()) {
            #expect(right.x == left.x + left.width + ColumnLayout.gap)
        }
    }

    @Test("what a modest column does not take goes to those that want more")
    func share() {
        let layout = ColumnLayout(columns([4, 4]), wanted: [8, 100], width: 42)
        #expect(layout.slots.map(\.width) == [8, 32])
    }

    private func column(_ name: String, _ kind: Field.Kind, at priority: Int) throws -> Column {
        let row = Screen(fields: [Field(pointer: JSONPointer(tokens: [name]), title: name, kind: kind)])
        var column = try #require(row.columns(for: [], chosen: [JSONPointer(tokens: [name])]).first)
        column.priority = priority
        return column
    }

    @Test("an id of 36 cells leaves the room to what the rows are, and takes what is left over")
    func identifiers() throws {
        let all = [try column("id", .text, at: 0), try column("name", .text, at: 1), try column("city", .text, at: 2)]
        let narrow = ColumnLayout(all, wanted: [36, 30, 14], width: 54)
        #expect(narrow.slots.map(\.index) == [0, 1, 2] && narrow.slots[0].width < 13, "\(narrow)")
        #expect(ColumnLayout(all, wanted: [36, 30, 14], width: 90).slots.map(\.width) == [36, 30, 14])
    }

    @Test("a name gets the cells that tell rows apart before other columns do, and a key where nothing is named")
    func telling() throws {
        let all = [try column("id", .text, at: 0), try column("name", .text, at: 1), try column("city", .text, at: 2)]
        let named = ColumnLayout(all, wanted: [36, 30, 24], telling: [30, 28, 0], width: 46)
        #expect(named.slots.map(\.index) == [0, 1] && named.slots[1].width >= 28, "\(named)")
        let keys = ColumnLayout([all[0], all[2]], wanted: [36, 24], telling: [30, 0], width: 54)
        #expect(keys.slots.map(\.index) == [0, 1] && keys.slots[0].width >= 30, "\(keys)")
        let long = ColumnLayout(all, wanted: [8, 300, 24], telling: [8, 290, 0], width: 120)
        #expect(long.slots.map(\.index) == [0, 1, 2], "\(long)")
    }

    @Test("names are shown whole before anything else takes more than its least")
    func names() throws {
        let all = [try column("id", .text, at: 0), try column("name", .text, at: 1), try column("city", .text, at: 2)]
        #expect(ColumnLayout(all, wanted: [20, 24, 20], width: 48).slots.map(\.width) == [9, 24, 11])
    }

    @Test("how many cells tell rows apart is known of names and keys: where one differs from the row before it")
    func tells() throws {
        var cells = TableCells([
            try column("id", .text, at: 0), try column("name", .text, at: 1), try column("city", .text, at: 2),
        ])
        var window = RowWindow()
        window.replaceAll([
            ["id": "a1", "name": "prod-service-one", "city": "Rome"],
            ["id": "a1", "name": "prod-service-two", "city": "Romford"],
            ["id": "a2", "name": "prod", "city": "Rome"],
        ])
        cells.show(window, near: 0)
        #expect(cells.telling == [2, 16, 0])
    }

    @Test("a day is whole or not there; a moment loses its zone, then its time", arguments: 11...25)
    func dates(_ width: Int) throws {
        let layout = ColumnLayout([try column("at", .dateTime, at: 0)], wanted: [21], width: width)
        let shown = try #require(layout.slots.first).fitted("31 Jan 2026 08:30 UTC")
        let possible = ["31 Jan 2026", "31 Jan 2026 08:30", "31 Jan 2026 08:30 UTC"]
        #expect(possible.contains(String(shown)) && shown.count <= width, "\(shown)")
    }

    @Test("a number is never cut where another column can go")
    func numbers() throws {
        let all = [try column("name", .text, at: 0), try column("total", .number, at: 1)]
        #expect(ColumnLayout(all, wanted: [40, 15], width: 36).slots.map(\.width) == [19, 15])
    }
}

extension Screen {
    fileprivate init(fields: [Field]) {
        self.init(id: "s", title: "S", kind: .collection)
        self.fields = fields
    }
}

@Suite("A value as a tree")
struct ValueTreeTests {
    private func field(_ path: String..., kind: Field.Kind = .text) -> Field {
        let title = path.map { $0.uppercased() }.joined(separator: ": ")
        return Field(pointer: JSONPointer(tokens: path), title: title, kind: kind)
    }

    private func tree(_ json: String, _ fields: [Field] = []) throws -> ValueTree {
        var tree = ValueTree(fields: fields)
        tree.show(try JSONValue(parsing: json))
        return tree
    }

    private func told(_ tree: ValueTree) -> [String] {
        tree.lines.map { String(repeating: " ", count: $0.depth) + tree.name(of: $0) + "=" + tree.text(of: $0) }
    }

    @Test("declared members come first and in their order, then the others as sent; one line names what is missing")
    func order() throws {
        let tree = try tree(#"{"x": 1, "b": "B", "a": "A"}"#, [field("a"), field("gone"), field("b"), field("late")])
        #expect(told(tree) == ["A=A", "B=B", "X=1", "Not sent=GONE, LATE"])
    }

    @Test("what only some of its forms have is not missed in a value")
    func forms() throws {
        var (card, number) = (field("card"), field("bank", "number"))
        (card.isOfSomeForms, number.isOfSomeForms) = (true, true)
        let tree = try tree(#"{"a": 1}"#, [field("a"), card, number, field("gone"), field("owner", "name")])
        #expect(told(tree) == ["A=1", "Not sent=GONE, Owner"])
    }

    @Test("what a resource object says of itself begins open, however much it is; other large objects begin closed")
    func attributes() throws {
        let members = (1...40).map { #""m\#($0)": "\#($0)""# }.joined(separator: ", ")
        let resource = try tree(#"{"type": "articles", "id": "1", "attributes": {\#(members)}}"#)
        #expect(resource.lines.count == 43)
        #expect(try tree(#"{"kind": "articles", "attributes": {\#(members)}}"#).lines.count == 2)
    }

    @Test("a repeated member is shown as often as it was sent, numbers as they were spelled")
    func repeated() throws {
        #expect(told(try tree(#"{"n": 1.10, "n": 1e400, "n": 2}"#, [field("n")])) == ["N=2", "N=1.10", "N=1e400"])
    }

    @Test("null, nothing, blank and empty are told apart")
    func nothing() throws {
        let tree = try tree(#"{"a": null, "b": "", "c": " ", "d": [], "e": {}}"#, [field("gone")])
        #expect(told(tree) == ["A=-", "B=\"\"", "C=\" \"", "D=none", "E=no members", "Not sent=GONE"])
    }

    @Test("objects of a few scalars are open, others open in place and close again; entries are called by name or id")
    func opening() throws {
        var tree = try tree(
            #"{"size": {"w": 1}, "list": [{"name": "One", "in": {"z": 1}}, {"id": 7, "q": []}, [2]]}"#)
        #expect(told(tree) == ["Size=", " W=1", "List=3 entries"])
        tree.toggle(2)
        #expect(told(tree).dropFirst(2) == ["List=3 entries", " 1=One", " 2=7", " 3=2"])
        tree.toggle(3)
        #expect(told(tree)[5] == "  In=Z: 1" && tree.parent(of: 5) == 3 && tree.parent(of: 3) == 2)
        tree.toggle(2)
        #expect(tree.lines.count == 3)
        tree.toggle(2)
        #expect(told(tree)[5] == "  In=Z: 1")
    }

    @Test("money is one line that opens like any other object")
    func money() throws {
        var tree = try tree(#"{"price": {"amount": 12.5, "currency": "EUR"}, "size": {"w": 1}}"#)
        #expect(told(tree) == ["Price=12.50 EUR", "Size=", " W=1"])
        tree.toggle(0)
        #expect(told(tree).prefix(3) == ["Price=12.50 EUR", " Amount=12.50 EUR", " Currency=EUR"])
    }

    @Test("what a person opened and closed stays so when the value comes anew")
    func kept() throws {
        var tree = try tree(#"{"size": {"w": 1}, "list": [[1, 2]]}"#)
        tree.toggle(0)
        tree.toggle(1)
        tree.toggle(2)
        tree.show(try JSONValue(parsing: #"{"size": {"w": 3}, "list": [[4], 5]}"#))
        #expect(told(tree) == ["Size=W: 3", "List=2 entries", " 1=1 entry", "  1=4", " 2=5"])
    }

    @Test("objects the document describes have its titles and kinds, and a wrapper that it never names is left out")
    func declared() throws {
        let fields = [field("a", "on", kind: .date), field("a", "deep", "x"), field("b")]
        let inside = try tree(#"{"b": "", "a": {"deep": {"x": 1, "y": 2}, "on": "2026-01-31"}}"#, fields)
        #expect(told(inside).prefix(2) == ["A=2 members", "B=\"\""])
        var wrapped = [field("data", "id"), field("data", "name")]
        for index in wrapped.indices { wrapped[index].title = "T\(index)" }
        #expect(told(try tree(#"{"data": {"id": 1, "name": "n"}, "meta": 1}"#, wrapped)) == ["T0=1", "T1=n"])
    }

    @Test("what must not be shown is neither shown, opened nor copied, by declaration or by name")
    func secrets() throws {
        let tree = try tree(
            #"{"pin": {"a": 1}, "password": "hunter2", "clientSecret": ["x"], "n": 5}"#,
            [field("pin", kind: .secret), field("gone", kind: .secret), field("n", kind: .secret)])
        #expect(tree.lines.count == 4 && tree.lines.allSatisfy { !$0.isContainer && tree.text(of: $0) == "********" })
        #expect(tree.lines.allSatisfy { tree.copyText(of: $0) == nil && tree.fullText(of: $0) == "********" })
    }

    @Test("a hundred thousand entries open as that many lines, of which a picture looks at its own alone")
    func many() throws {
        var tree = ValueTree()
        tree.show(["rows": .array(Array(repeating: ["name": "n"], count: 100_000))])
        tree.toggle(0)
        #expect(tree.lines.count == 100_001)
        var canvas = Canvas(size: Size(columns: 40, rows: 3))
        let layout = TreeLayout(tree: tree, width: 40)
        #expect(layout.draw(tree.lines[100_000], on: &canvas, at: Point(x: 0, y: 0), height: 3) == 1)
        #expect(canvas.row(0).contains("100000") && canvas.row(0).contains("n"))
    }

    @Test("five hundred levels open one in the other, and where there is no room to set in the level is told")
    func deep() throws {
        var tree = try tree(#"{"a": \#(String(repeating: "[", count: 500))\#(String(repeating: "]", count: 500))}"#)
        for index in 0..<500 { tree.toggle(index) }
        #expect(tree.lines.count == 500)
        var canvas = Canvas(size: Size(columns: 40, rows: 1))
        _ = TreeLayout(tree: tree, width: 40)
            .draw(tree.lines[499], on: &canvas, at: Point(x: 0, y: 0), height: 1)
        #expect(canvas.row(0).contains("(499) 1"), "\(canvas.row(0))")
    }

    @Test("names of any kind can be told: empty, signs alone, line ends, thousands of letters")
    func names() throws {
        let long = String(repeating: "k", count: 5_000)
        let tree = try tree("{\"\": 1, \"$$\": 2, \"a\\nb\": 3, \"\(long)\": 4}")
        let names = tree.lines.map { tree.name(of: $0) }
        #expect(names.prefix(3) == ["\"\"", "$$", "A b"] && names[3].count == 60)
    }

    @Test("long text takes a few rows and says that there is more", arguments: [20, 40, 120])
    func longText(_ width: Int) throws {
        let tree = try tree("{\"a\": \"\(String(repeating: "word ", count: 20_000))\", \"b\": \"one\\ntwo\"}")
        let layout = TreeLayout(tree: tree, width: width)
        let rows = layout.rows(of: tree.lines[0])
        #expect(rows.count == TreeLayout.mostRows && rows.last?.hasSuffix("…") == true)
        #expect(layout.rows(of: tree.lines[1]) == ["one", "two"])
    }
}

@MainActor
@Suite("Loads")
struct LoadTests {
    @Test("Esc stops a load, says so, and r loads again")
    func stop() async throws {
        try await Harness.run { app in
            let slow = try app.stub(
                .get, "/cards", #"{"data": [{"id": "1", "label": "Too late"}]}"#, after: .seconds(600))
            app.feed("4", "Esc")
            await app.settle()
            #expect(app.screen.contains("Stopped.") && app.screen.contains("Press r to load it."), "\(app.screen)")
            #expect(app.state.mainPanel is CollectionScreen && !app.state.sidebar.isFocused)
            app.manager.remove(slow)
            await app.press("r")
            #expect(app.screen.contains("Mastercard"), "\(app.screen)")
        }
    }

    @Test("a stopped request stands in the journal as stopped")
    func stopInJournal() async throws {
        try await Harness.run { app in
            try app.stub(.get, "/cards", "{}", after: .seconds(600))
            app.feed("4")
            await app.wait { app.exchanges.last?.request.path == "/cards" }
            app.feed("Esc")
            await app.settle()
            #expect(app.exchanges.last?.outcome?.end == .cancelled)
            await app.press("L")
            #expect(app.row(3).contains("stopped"), "\(app.screen)")
        }
    }

    @Test("a screen that is left gives up its load and loads when it comes back")
    func leave() async throws {
        try await Harness.run { app in
            let slow = try app.stub(.get, "/cards", "{}", after: .seconds(600))
            app.feed("4", "5")
            await app.settle()
            #expect(app.screen.contains("2026-06"), "\(app.screen)")
            app.manager.remove(slow)
            await app.press("4")
            #expect(app.screen.contains("Mastercard"), "\(app.screen)")
        }
    }

    @Test("z starts the screen's sequences again once it is confirmed, and not before")
    func reset() async throws {
        try await Harness.run { app in
            func reply(_ label: String) -> SequenceEntry {
                SequenceEntry(
                    Reply(
                        headers: [.contentType: "application/json"],
                        body: Array(#"{"data": [{"id": "1", "label": "\#(label)"}]}"#.utf8)))
            }
            try app.manager.add(
                Stub(
                    request: RequestPattern(method: .one(.get), url: .path("/cards")),
                    sequence: [reply("First"), reply("Second")], origin: .made(by: "the test")))
            await app.press("4")
            #expect(app.screen.contains("First"), "\(app.screen)")
            await app.press("r")
            #expect(app.screen.contains("Second"))
            await app.press("z", "n")
            #expect(app.screen.contains("Second"))
            await app.press("z", "y")
            #expect(app.screen.contains("First"), "\(app.screen)")
            #expect(app.footer.contains("Cards starts again"))
        }
    }

    @Test("under guard the next page of a list that began with a stub is refused: its rows never mix with live ones")
    func guardedPage() async throws {
        try await Harness.run(AppOptions(isDemo: true, unmatched: .guard)) { app in
            for stub in app.manager.stubs where stub.stub.name != "transactions, first page" {
                app.manager.remove(stub.id)
            }
            await app.press("2", "G")
            let rows = (app.state.mainPanel as? CollectionScreen)?.list.rows.count
            #expect(rows == 60 && app.screen.contains("The next rows did not load"), "\(app.screen)")
            #expect(app.exchanges.last?.refusal?.kind == .nextPage)
            #expect(!app.exchanges.contains { if case .passThrough = $0.action { true } else { false } })
            #expect(app.title.contains("[demo]"))
        }
    }
}
