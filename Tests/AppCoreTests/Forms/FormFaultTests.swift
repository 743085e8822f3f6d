import AppCore
import Testing
import WireFormats

@Suite("Faults of a form") struct FormFaultTests {
    private static let list = "{type: array, minItems: 4, maxItems: 4, uniqueItems: true, items: {type: string}}"

    @Test(
        "Lists report the required number of entries and equal entries",
        arguments: [
            ([], "/x", "Must have at least 4 items."), (["a", "b", "c", "d", "e"], "/x", "Must have at most 4 items."),
            (["a", "b", "a", "d"], "/x", "Must not have equal items."), (["a", "b", "c", "d"], "/x", nil),
            (["a", "", "c", "d"], "/x/1", "Write something here, or remove the entry."),
        ] as [([String], String, String?)])
    func entries(texts: [String], pointer: String, sentence: String?) throws {
        var tree = try form("{type: object, required: [x], properties: {x: \(Self.list)}}").tree(of: nil)
        let list = try tree.at("/x")
        while case .list(let items) = tree[list].content, items.count < texts.count { tree.add(to: list) }
        for (index, text) in texts.enumerated() { tree.setText(text, of: try tree.at("/x/\(index)")) }
        let place = try tree.at(pointer)
        #expect((tree.faults[place] ?? tree.violations(besides: nil).placed[place]) == sentence)
    }

    @Test("A fault of the whole form is shown at the field it is about") func whole() throws {
        var tree = try form(
            "{type: object, properties: {a: {type: string}, b: {type: string}}, dependentRequired: {a: [b]}}"
        ).tree(of: nil)
        tree.setText("x", of: try tree.at("/a"))
        let found = tree.violations(besides: nil)
        let place = try tree.at("/b")
        #expect(found.placed == [place: "Required."] && found.rest.isEmpty)
    }

    @Test("An old fault is not reported when another field changes") func before() throws {
        let body = try form(
            "{type: object, required: [a], properties: {b: {type: string, maxLength: 2}, c: {type: string}}}"
        ).body
        let base: JSONValue = ["b": "long"]
        var tree = FormTree(body, value: base)
        tree.setText("x", of: try tree.at("/c"))
        #expect(tree.faults.isEmpty)
        let found = tree.violations(besides: base)
        #expect(found.placed.isEmpty && found.rest.isEmpty)
    }

    @Test(
        "Field names in a server's errors are matched in many notations",
        arguments: [
            "/pets/0/name", "#/pets/0/name", "pets.0.name", "pets[0].name", "$.pets[0].name", "body.pets.0.name",
        ])
    func names(name: String) throws {
        let body = try form(
            "{type: object, properties: {name: {type: integer}, pets: {type: array, items: {type: object, properties: {name: {type: string}}}}}}"
        ).body
        let tree = FormTree(body, value: ["pets": [["name": "Rex"]]])
        #expect(try tree.node(named: name) == tree.at("/pets/0/name"))
        #expect(try tree.node(named: "name") == tree.at("/name"))
        #expect(try tree.node(named: "pets.7.name") == tree.at("/pets"))
        #expect(tree.node(named: "nothing") == nil)
    }
}
