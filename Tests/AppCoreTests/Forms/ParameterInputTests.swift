import APIDocument
import AppCore
import Testing
import WireFormats

@Suite("Inputs of parameters") struct ParameterInputTests {
    private func field(
        _ kind: Field.Kind, isRequired: Bool = false, default value: JSONValue? = nil, entries: [JSONValue] = []
    ) -> Field {
        var field = Field(pointer: .root, name: "f", title: "F", kind: kind, isRequired: isRequired, default: value)
        field.entryOptions = entries
        return field
    }

    /// The tree of one parameter and its input.
    private func input(_ field: Field, _ text: String? = nil) throws -> (tree: FormTree, id: FormNode.ID) {
        let tree = FormTree(nil, parameters: [field], texts: text.map { ["f": $0] } ?? [:])
        return (tree, try #require(tree.inputsOfParameters.first))
    }

    private func sent(_ field: Field, _ text: String? = nil) throws -> String? {
        try input(field, text).tree.parameterTexts["f"]
    }

    @Test("A choice starts at the text, else at a required default, else empty; its value is sent as spelled")
    func choice() throws {
        let amounts = Field.Kind.choice(["a", "b", .number(try #require(JSONNumber(text: "1.10")))])
        #expect(try sent(field(amounts), "b") == "b")
        #expect(try sent(field(amounts, default: "a")) == nil)
        #expect(try sent(field(amounts, isRequired: true, default: "a")) == "a")
        #expect(try sent(field(amounts), "unknown to the document") == nil)
        var (tree, id) = try input(field(amounts, isRequired: true), "b")
        tree.step(1, of: id)
        #expect(tree.parameterTexts == ["f": "1.10"])
    }

    @Test("Steps wrap around; an optional choice is empty between last and first") func steps() throws {
        var (tree, id) = try input(field(.choice(["a", "b"])), "b")
        var seen: [String] = []
        for _ in 0..<3 {
            tree.step(1, of: id)
            seen.append(tree.text(of: id))
        }
        #expect(seen == ["", "a", "b"])
        (tree, id) = try input(field(.choice(["a", "b"]), isRequired: true))
        tree.step(-1, of: id)
        #expect(tree.text(of: id) == "b")
        tree.step(1, of: id)
        #expect(tree.text(of: id) == "a")
        (tree, id) = try input(field(.choice([])))
        tree.step(1, of: id)
        #expect(tree.text(of: id).isEmpty)
    }

    @Test("A Boolean and the entries of a list are chosen, not typed") func chosen() throws {
        let (truth, id) = try input(field(.boolean), "false")
        #expect(truth[id].content == .pick(1) && truth.parameterTexts == ["f": "false"])
        var (list, entries) = try input(field(.text, isRequired: true, entries: ["x", "y", "z"]), "z,x")
        #expect(list[entries].content == .picks(["x", "y", "z"], chosen: [2, 0]))
        #expect(list.parameterTexts == ["f": "z,x"])
        list.pick([], of: entries)
        #expect(list.fault(of: entries) == "Choose at least one." && list.parameterTexts.isEmpty)
    }

    @Test("A number keeps its spelling; other text is refused") func number() throws {
        var (tree, id) = try input(field(.number), "12.50")
        #expect(tree.parameterTexts == ["f": "12.50"] && tree.fault(of: id) == nil)
        tree.setText("12,50", of: id)
        #expect(tree.fault(of: id) != nil)
    }

    @Test("A date is sent in the document's format, however it is typed") func day() throws {
        var (tree, id) = try input(field(.date))
        tree.setText("9999-12-31", of: id)
        #expect(tree.parameterTexts == ["f": "9999-12-31"])
        tree.setText("today", of: id)
        #expect(tree.parameterTexts["f"].flatMap(CalendarText.init(date:)) != nil)
    }

    @Test("An empty parameter is not sent, and a required one is refused") func empty() throws {
        let (text, id) = try input(field(.text))
        #expect(text.parameterTexts.isEmpty && text.fault(of: id) == nil)
        let (needed, other) = try input(field(.text, isRequired: true))
        #expect(needed.fault(of: other) != nil)
        let (choice, third) = try input(field(.choice(["a"]), isRequired: true))
        #expect(choice.fault(of: third) == "Choose one.")
    }
}
