import AppCore
import JSONText
import Terminal
import Testing

@testable import DemoTUI

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
