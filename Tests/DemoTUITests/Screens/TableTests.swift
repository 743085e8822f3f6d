import AppCore
import Terminal
import Testing
import WireFormats

@testable import DemoTUI

@Suite("Widths of columns") struct ColumnLayoutTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let columns: [Column]
        let wanted: [Int]
        let telling: [Int]
        let width: Int
        let shown: [Int]
        var widths: [Int]?

        /// The least width of a column, by its index.
        var atLeast: (Int, Int)?

        init(
            _ name: String, _ columns: [Column], wanted: [Int], telling: [Int] = [], in width: Int, shows: [Int],
            widths: [Int]? = nil, atLeast: (Int, Int)? = nil
        ) {
            (testDescription, self.columns, self.wanted, self.telling) = (name, columns, wanted, telling)
            (self.width, shown, self.widths, self.atLeast) = (width, shows, widths, atLeast)
        }
    }

    static let cases: [Case] = [
        Case("wide enough", least([4, 4, 4]), wanted: [10, 7, 8], in: 80, shows: [0, 1, 2], widths: [10, 7, 8]),
        Case(
            "the least important columns go first", least([10, 10, 10], priorities: [2, 0, 1]), wanted: [10, 10, 10],
            in: 25, shows: [1, 2]),
        Case("the most important column stays", least([10, 10]), wanted: [10, 10], in: 3, shows: [0]),
        Case("no columns", [], wanted: [], in: 80, shows: []),
        Case(
            "unused cells go to columns that want more", least([4, 4]), wanted: [8, 100], in: 42, shows: [0, 1],
            widths: [8, 32]),
        Case("a long id leaves room for the other columns", named(), wanted: [36, 30, 14], in: 54, shows: [0, 1, 2]),
        Case(
            "a long id takes unused cells", named(), wanted: [36, 30, 14], in: 90, shows: [0, 1, 2],
            widths: [36, 30, 14]),
        Case(
            "a name gets the cells that distinguish rows before other columns", named(), wanted: [36, 30, 24],
            telling: [30, 28, 0], in: 46, shows: [0, 1], atLeast: (1, 28)),
        Case(
            "an id gets the cells that distinguish rows where nothing has a name", [named()[0], named()[2]],
            wanted: [36, 24], telling: [30, 0], in: 54, shows: [0, 1], atLeast: (0, 30)),
        Case(
            "a very long name does not hide other columns", named(), wanted: [8, 300, 24], telling: [8, 290, 0],
            in: 120, shows: [0, 1, 2]),
        Case(
            "names are whole before other columns get more than their least width", named(), wanted: [20, 24, 20],
            in: 48, shows: [0, 1, 2], widths: [9, 24, 11]),
        Case(
            "no column squeezes the name of a row",
            [column("name", .text, 0), column("address", .text, 1), column("country", .text, 2)],
            wanted: [20, 33, 12], in: 40, shows: [0, 1], widths: [20, 18]),
        Case(
            "a number is not cut where another column can be", [column("name", .text, 0), column("total", .number, 1)],
            wanted: [40, 15], in: 36, shows: [0, 1], widths: [19, 15]),
    ]

    private static func least(_ minimum: [Int], priorities: [Int]? = nil) -> [Column] {
        minimum.enumerated().map { index, width in
            let field = Field(pointer: JSONPointer(tokens: ["c\(index)"]), title: "C\(index)")
            var column = Column(field, priority: priorities?[index] ?? index)
            (column.minimumWidth, column.idealWidth) = (width, width)
            return column
        }
    }

    private static func column(_ name: String, _ kind: Field.Kind, _ priority: Int) -> Column {
        let row = Screen(fields: [Field(pointer: JSONPointer(tokens: [name]), title: name, kind: kind)])
        var column = row.columns(for: [], chosen: [JSONPointer(tokens: [name])])[0]
        column.priority = priority
        return column
    }

    private static func named() -> [Column] { ["id", "name", "city"].enumerated().map { column($1, .text, $0) } }

    @Test("Columns are in their order, without overlap", arguments: cases) func layout(_ each: Case) {
        let layout = ColumnLayout(each.columns, wanted: each.wanted, telling: each.telling, width: each.width)
        #expect(layout.slots.map(\.index) == each.shown)
        if let widths = each.widths { #expect(layout.slots.map(\.width) == widths) }
        if let (index, width) = each.atLeast { #expect(layout.slots[index].width >= width) }
        #expect((layout.slots.first?.x ?? 0) == 0)
        for (left, right) in zip(layout.slots, layout.slots.dropFirst()) {
            #expect(right.x == left.x + left.width + ColumnLayout.gap)
        }
    }

    @Test("Ids get a few cells") func identifiers() {
        #expect(ColumnLayout(Self.named(), wanted: [36, 30, 14], width: 54).slots[0].width < 13)
    }

    @Test("Every column has its minimum width, and together they fit", arguments: 22...90) func fits(_ width: Int) {
        let layout = ColumnLayout(Self.least([6, 8, 3, 11]), wanted: [40, 8, 2, 60], width: width)
        for slot in layout.slots { #expect(slot.width >= Column.leastWidth) }
        #expect(layout.slots.last.map { $0.x + $0.width } ?? 0 <= width)
        for (left, right) in zip(layout.slots, layout.slots.dropFirst()) {
            #expect(right.x == left.x + left.width + ColumnLayout.gap)
        }
    }

    @Test("Names and ids know how many cells distinguish rows: up to the first difference from the row before")
    func tells() {
        var cells = TableCells(Self.named())
        let window = RowWindow([
            ["id": "a1", "name": "prod-service-one", "city": "Rome"],
            ["id": "a1", "name": "prod-service-two", "city": "Romford"], ["id": "a2", "name": "prod", "city": "Rome"],
        ])
        cells.show(window, near: 0)
        #expect(cells.telling == [2, 16, 0])
    }

    @Test(
        "Keys with one beginning show their ends if room is short", arguments: [(13, "…-1001"), (40, "project-1001")])
    func tails(width: Int, shown: String) throws {
        var cells = TableCells(Self.named())
        var window = RowWindow([
            ["id": "project-1001", "name": "One", "city": "Rome"],
            ["id": "project-1002", "name": "Two", "city": "Bern"],
        ])
        cells.show(window, near: 0)
        let layout = ColumnLayout([Self.named()[0]], wanted: cells.widths, shared: cells.shared, width: width - 2)
        #expect(layout.slots[0].fitted("project-1001") == shown)
        window = RowWindow([["id": "8f14e45f-ceea"], ["id": "c9f0f895-fb98"]])
        cells.remake(window, near: 0)
        #expect(cells.shared[0] == 0)
    }

    @Test("Keys are cut in their middle") func middle() {
        let layout = ColumnLayout([Self.named()[0]], wanted: [36], width: 13)
        #expect(layout.slots[0].fitted("efdbb9d1-02c2-4bc3-afb7-6788d8782b1e") == "efdbb9…782b1e")
    }

    @Test("A title gets the room that values leave, at least for one whole word") func titles() {
        var columns = Self.least([6, 6])
        columns[0].title = "Deprecated"
        columns[1].title = "Approximate member count"
        #expect(ColumnLayout(columns, wanted: [3, 2], width: 20).titles == ["Deprecated", "Count"])
        #expect(ColumnLayout(columns, wanted: [3, 2], width: 60).titles.last == "Approximate member count")
    }

    @Test("No two headings are cut to the same text") func headings() {
        func column(_ title: String) -> Column {
            var column = Column(Field(pointer: JSONPointer(tokens: [title]), title: title), priority: 0)
            (column.minimumWidth, column.idealWidth) = (9, 9)
            return column
        }
        let titles = ["Created by: Name", "Created by: Gid", "Resource subtype", "Resource type", "Name"]
        let layout = ColumnLayout(titles.map(column), wanted: [9, 9, 9, 9, 9], width: 53)
        #expect(layout.titles == ["Crea…Name", "Gid", "Subtype", "Type", "Name"])
        let allowed = ["Bicycles allowed", "Dogs allowed", "Country code"]
        let short = ColumnLayout(allowed.map(column), wanted: [9, 9, 9], width: 31)
        #expect(short.titles == ["Bicycles", "Dogs", "Country"])
        let phrases = ["Date of the last billing run", "Number of open cases", "Number of cases"]
        let ends = ColumnLayout(phrases.map(column), wanted: [9, 9, 9], width: 40)
        #expect(ends.titles == ["Date", "Open cases", "Number…cases"], "\(ends.titles)")
        let counts = ["Approximate member count", "Approximate presence count", "Has bicycle", "Has dog"]
        let own = ColumnLayout(counts.map(column), wanted: [2, 2, 3, 3], width: 42)
        #expect(own.titles == ["Member", "Presence", "Bicycle", "Has dog"], "\(own.titles)")
    }

    @Test(
        "Amounts and counts of one unit add up; prices, balances and several currencies do not",
        arguments: [
            ("amount", #"[{"amount": 12.5, "currency": "EUR"}, {"amount": -2.25, "currency": "EUR"}]"#, "10.25 EUR"),
            ("amount", #"[{"amount": 12.5, "currency": "EUR"}, {"amount": 1, "currency": "USD"}]"#, nil),
            ("itemCount", #"[{"itemCount": 2}, {"itemCount": 3}, {"itemCount": null}]"#, "5"),
            ("price", #"[{"price": 2.5}, {"price": 3.5}]"#, nil), ("itemCount", #"[{"itemCount": 2}]"#, nil),
            ("itemCount", #"[{"itemCount": 9223372036854775807}, {"itemCount": 3}]"#, nil),
        ])
    func sums(name: String, rows: String, sum: String?) throws {
        var field = Field(pointer: JSONPointer(tokens: [name]), title: name, kind: .number)
        field.isMoney = name == "amount"
        #expect(Column(field, priority: 0).sum(of: try JSONValue(parsing: rows).arrayValue ?? []) == sum)
    }

    @Test("A day is whole or absent; a timestamp loses its zone, then its time", arguments: 11...25)
    func dates(_ width: Int) throws {
        let layout = ColumnLayout([Self.column("at", .dateTime, 0)], wanted: [21], width: width)
        let shown = try #require(layout.slots.first).fitted("31 Jan 2026 08:30 UTC")
        let possible = ["31 Jan 2026", "31 Jan 2026 08:30", "31 Jan 2026 08:30 UTC"]
        #expect(possible.contains(String(shown)) && shown.count <= width, "\(shown)")
    }
}

extension Screen {
    fileprivate init(fields: [Field]) {
        self.init(id: "s", title: "S", kind: .collection)
        self.fields = fields
    }
}

@Suite("A value as a tree") struct ValueTreeTests {
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

    @Test(
        "Declared members come first, as often and as spelled as they were sent; one line names the missing ones",
        arguments: [
            (
                #"{"x": 1, "b": "B", "a": "A"}"#, ["a", "gone", "b", "late"],
                ["A=A", "B=B", "X=1", "Absent=GONE, LATE"]
            ),
            (#"{"n": 1.10, "n": 1e400, "n": 2}"#, ["n"], ["N=2", "N=1.10", "N=1e400"]),
            // Null, blank and empty values look different.
            (
                #"{"a": null, "b": "", "c": " ", "d": [], "e": {}}"#, ["gone"],
                ["A=-", "B=\"\"", "C=\" \"", "D=none", "E=no members", "Absent=GONE"]
            ),
            // A list of numbers has a line in front, a list of ids has none.
            (#"{"trend": [1, 2, 3, 8]}"#, [], ["Trend=▁▂▃█  1, 2, 3, 8"]),
            (#"{"trend": [5, 5, 5, 5]}"#, [], ["Trend=▁▁▁▁  5, 5, 5, 5"]), (#"{"at": [1, 2]}"#, [], ["At=1, 2"]),
            (#"{"tagIds": [1, 2, 3, 8]}"#, [], ["Tag ids=1, 2, 3, 8"]),
        ] as [(String, [String], [String])])
    func members(json: String, declared: [String], lines: [String]) throws {
        #expect(told(try tree(json, declared.map { field($0) })) == lines)
    }

    @Test("A member of only some variants is not reported missing") func forms() throws {
        var (card, number) = (field("card"), field("bank", "number"))
        (card.isOfSomeForms, number.isOfSomeForms) = (true, true)
        let tree = try tree(#"{"a": 1}"#, [field("a"), card, number, field("gone"), field("owner", "name")])
        #expect(told(tree) == ["A=1", "Absent=GONE, Owner"])
    }

    @Test("The attributes of a JSON:API resource start open; other large objects start closed")
    func attributes() throws {
        let members = (1...40).map { #""m\#($0)": "\#($0)""# }.joined(separator: ", ")
        let resource = try tree(#"{"type": "articles", "id": "1", "attributes": {\#(members)}}"#)
        #expect(resource.lines.count == 43)
        #expect(try tree(#"{"kind": "articles", "attributes": {\#(members)}}"#).lines.count == 2)
    }

    @Test("Small objects are open, others open in place and close; entries are called by name or id")
    func opening() throws {
        var tree = try tree(#"{"size": {"w": 1}, "list": [{"name": "One", "in": {"z": 1}}, {"id": 7, "q": []}, [2]]}"#)
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

    @Test("An amount with a currency is one line that opens") func money() throws {
        var tree = try tree(#"{"price": {"amount": 12.5, "currency": "EUR"}, "size": {"w": 1}}"#)
        #expect(told(tree) == ["Price=12.50 EUR", "Size=", " W=1"])
        tree.toggle(0)
        #expect(told(tree).prefix(3) == ["Price=12.50 EUR", " Amount=12.50 EUR", " Currency=EUR"])
    }

    @Test("Opened and closed members stay so after a reload") func kept() throws {
        var tree = try tree(#"{"size": {"w": 1}, "list": [[1, 2]]}"#)
        tree.toggle(0)
        tree.toggle(1)
        tree.toggle(2)
        tree.show(try JSONValue(parsing: #"{"size": {"w": 3}, "list": [[4], 5]}"#))
        #expect(told(tree) == ["Size=W: 3", "List=2 entries", " 1=1 entry", "  1=4", " 2=5"])
    }

    @Test("Declared members have their titles and kinds, and an undeclared wrapper is left out")
    func declared() throws {
        let fields = [field("a", "on", kind: .date), field("a", "deep", "x"), field("b")]
        let inside = try tree(#"{"b": "", "a": {"deep": {"x": 1, "y": 2}, "on": "2026-01-31"}}"#, fields)
        #expect(told(inside).prefix(2) == ["A=2 members", "B=\"\""])
        var wrapped = [field("data", "id"), field("data", "name")]
        for index in wrapped.indices { wrapped[index].title = "T\(index)" }
        #expect(told(try tree(#"{"data": {"id": 1, "name": "n"}, "meta": 1}"#, wrapped)) == ["T0=1", "T1=n"])
    }

    @Test("Numbers of one kind are tiles side by side if there is room, and lines if not") func tiles() throws {
        let tree = try tree(#"{"month": "June", "open": 12, "done": 30, "late": 4, "note": "x"}"#)
        #expect(tree.lines.map(\.isTile) == [false, true, true, true, false])
        // Numbers too small for timestamps are counts, whatever their names.
        let counts = try self.tree(#"{"open": 6, "closed": 8, "deleted": 10, "created": 1764000000}"#)
        #expect(counts.lines.map(\.isTile) == [true, true, true, false])
        let size = Size(columns: 80, rows: 20)
        let layout = TreeLayout(tree: tree, width: size.columns, height: size.rows)
        #expect((0..<5).map { layout.row(of: $0) } == [0..<1, 1..<4, 1..<4, 1..<4, 4..<5])
        var canvas = Canvas(size: size)
        let areas = layout.draw(1..<4, on: &canvas, at: Point(x: 0, y: 0), height: 20)
        #expect(areas.map(\.height) == [4, 4, 4] && areas[1].x == areas[0].maxX)
        #expect(canvas.row(1).split(separator: "│").map { $0.filter { $0 != " " } }.contains("Open"))
        #expect(canvas.row(2).contains("12") && canvas.row(2).contains("30"))
        let four = try self.tree(#"{"a": 1, "b": 2, "c": 3, "d": 4}"#)
        let narrow = TreeLayout(tree: four, width: 50, height: 20)
        #expect((0..<4).map { narrow.row(of: $0) } == [0..<2, 0..<2, 2..<4, 2..<4], "rows are even")
        for (columns, rows) in [(49, 20), (80, 15)] {
            #expect(TreeLayout(tree: tree, width: columns, height: rows).row(of: 2) == 2..<3)
        }
    }

    @Test(
        "Other objects stay lines",
        arguments: [
            #"{"a": 1, "b": "x"}"#, #"{"id": 1, "userId": 2, "groupId": 3, "count": 4}"#,
            #"{"a": 1, "b": 2, "c": 3, "d": "x", "e": "y", "f": "z"}"#,
        ])
    func lines(_ json: String) throws { #expect(try tree(json).lines.allSatisfy { !$0.isTile }) }

    @Test("Bars and their numbers stay within the width, one below the other", arguments: 14...60) func bars(width: Int)
        throws
    {
        let tree = try tree(
            #"{"parts": [{"part": "Entertainment", "amount": 71.9, "share": 0.03}, {"part": "Rent", "amount": 5, "share": 0.2}]}"#
        )
        var canvas = Canvas(size: Size(columns: width + 10, rows: 3))
        let layout = TreeLayout(tree: tree, width: width)
        for index in 0..<3 {
            _ = layout.draw(index..<index + 1, on: &canvas, at: Point(x: 0, y: index), height: 1)
            #expect(canvas.row(index).dropFirst(width).allSatisfy { $0 == " " })
        }
        #expect(layout.laidOut(tree.lines[1]).start == layout.laidOut(tree.lines[2]).start)
    }

    @Test("A web address is a link, a colour has a swatch, and hostile text is neither") func marks() throws {
        let tree = try tree(
            ##"{"url": "https://a.example/x", "color": "#7aa2f7", "bad": "javascript:alert(1)", "password": "https://a.b"}"##
        )
        var canvas = Canvas(size: Size(columns: 60, rows: 4))
        let layout = TreeLayout(tree: tree, width: 60)
        for index in 0..<4 { _ = layout.draw(index..<index + 1, on: &canvas, at: Point(x: 0, y: index), height: 1) }
        let link = try #require(Hyperlink("https://a.example/x"))
        #expect(canvas.marks == [.link(link), .color(0x7AA2F7)])
    }

    @Test("A secret is not shown, opened or copied, by declaration or by name") func secrets() throws {
        let tree = try tree(
            #"{"pin": {"a": 1}, "password": "hunter2", "clientSecret": ["x"], "n": 5}"#,
            [field("pin", kind: .secret), field("gone", kind: .secret), field("n", kind: .secret)])
        #expect(tree.lines.count == 4 && tree.lines.allSatisfy { !$0.isContainer && tree.text(of: $0) == "********" })
        #expect(tree.lines.allSatisfy { tree.copyText(of: $0) == nil && tree.fullText(of: $0) == "********" })
    }

    @Test("A hundred thousand entries open as that many lines, and drawing reads only visible ones")
    func many() throws {
        var tree = ValueTree()
        tree.show(["rows": .array(Array(repeating: ["name": "n"], count: 100_000))])
        tree.toggle(0)
        #expect(tree.lines.count == 100_001)
        var canvas = Canvas(size: Size(columns: 40, rows: 3))
        let layout = TreeLayout(tree: tree, width: 40)
        let areas = layout.draw(100_000..<100_001, on: &canvas, at: Point(x: 0, y: 0), height: 3)
        #expect(areas == [Rect(x: 0, y: 0, width: 40, height: 1)])
        #expect(canvas.row(0).contains("100000") && canvas.row(0).contains("n"))
    }

    @Test("Five hundred levels open, and a level without room to indent is numbered") func deep() throws {
        var tree = try tree(#"{"a": \#(String(repeating: "[", count: 500))\#(String(repeating: "]", count: 500))}"#)
        for index in 0..<500 { tree.toggle(index) }
        #expect(tree.lines.count == 500)
        var canvas = Canvas(size: Size(columns: 40, rows: 1))
        _ = TreeLayout(tree: tree, width: 40).draw(499..<500, on: &canvas, at: Point(x: 0, y: 0), height: 1)
        #expect(canvas.row(0).contains("(499) 1"), "\(canvas.row(0))")
    }

    @Test("Any name is shown: empty, signs alone, line ends, thousands of letters") func names() throws {
        let long = String(repeating: "k", count: 5_000)
        let tree = try tree("{\"\": 1, \"$$\": 2, \"a\\nb\": 3, \"\(long)\": 4}")
        let names = tree.lines.map { tree.name(of: $0) }
        #expect(names.prefix(3) == ["\"\"", "$$", "A b"] && names[3].count == 60)
    }

    @Test("A long text takes a few rows and ends with an ellipsis", arguments: [20, 40, 120])
    func longText(_ width: Int) throws {
        let tree = try tree("{\"a\": \"\(String(repeating: "word ", count: 20_000))\", \"b\": \"one\\ntwo\"}")
        let layout = TreeLayout(tree: tree, width: width)
        let rows = layout.laidOut(tree.lines[0]).rows
        #expect(rows.count == TreeLayout.mostRows && rows.last?.hasSuffix("…") == true)
        #expect(layout.laidOut(tree.lines[1]).rows == ["one", "two"])
    }
}
