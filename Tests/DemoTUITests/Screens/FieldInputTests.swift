import AppCore
import JSONText
import Terminal
import Testing

@testable import DemoTUI

@Suite("What is entered into a field")
struct FieldInputTests {
    private func field(
        _ kind: Field.Kind, isRequired: Bool = false, isNullable: Bool = false, default value: JSONValue? = nil
    ) -> Field {
        Field(
            pointer: JSONPointer(tokens: ["f"]), title: "F", kind: kind, isRequired: isRequired,
            isNullable: isNullable, default: value)
    }

    @Test(
        "a choice begins at the value there is, else at the default, else at none; the value is sent as it is spelled")
    func choice() throws {
        let kind = Field.Kind.choice(["a", "b", .number(try #require(JSONNumber(text: "1.10")))])
        #expect(FieldInput(field(kind), value: "b").shown == "b")
        #expect(FieldInput(field(kind, default: "a"), value: nil).shown == "a")
        #expect(FieldInput(field(kind), value: nil).value(for: field(kind)) == nil)
        #expect(FieldInput(field(kind), value: "unknown to the document").value(for: field(kind)) == nil)
        var last = FieldInput(field(kind), value: "b")
        last.step(1, isRequired: true)
        #expect(last.value(for: field(kind))?.text() == "1.10")
    }

    @Test("steps go round the end; an optional field has none between last and first")
    func steps() {
        let kind = Field.Kind.choice(["a", "b"])
        var optional = FieldInput(field(kind), value: "b")
        var seen: [String] = []
        for _ in 0..<3 {
            optional.step(1, isRequired: false)
            seen.append(optional.shown)
        }
        #expect(seen == ["", "a", "b"])
        var required = FieldInput(field(kind, isRequired: true), value: nil)
        required.step(-1, isRequired: true)
        #expect(required.shown == "b")
        required.step(1, isRequired: true)
        #expect(required.shown == "a")
        var nothing = FieldInput(field(.choice([])), value: nil)
        nothing.step(1, isRequired: false)
        #expect(nothing.shown.isEmpty)
    }

    @Test("true and false are chosen, not typed")
    func boolean() {
        let input = FieldInput(field(.boolean), value: false)
        #expect(!input.isText && input.shown == "false" && input.value(for: field(.boolean)) == false)
    }

    @Test("a number keeps its spelling; text that is none is a complaint and no value")
    func number() throws {
        let amount = field(.number)
        let input = FieldInput(amount, value: .number(try #require(JSONNumber(text: "12.50"))))
        #expect(input.shown == "12.50" && input.value(for: amount)?.text() == "12.50")
        let wrong = FieldInput.text(TextInput("12,50"))
        #expect(wrong.value(for: amount) == nil && wrong.violation(of: amount) != nil)
    }

    @Test("empty is no value, null where null is a value, and a complaint where one is needed")
    func empty() {
        let empty = FieldInput.text(TextInput(""))
        #expect(empty.value(for: field(.text)) == nil)
        #expect(empty.violation(of: field(.text)) == nil)
        #expect(empty.violation(of: field(.text, isRequired: true)) != nil)
        #expect(
            FieldInput.choice(["a"], selected: nil).violation(of: field(.choice(["a"]), isRequired: true))
                == "Choose one.")
    }
}
