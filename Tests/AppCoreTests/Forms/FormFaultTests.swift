import AppCore
import Testing
import WireFormats

@Suite("What is wrong in a form")
struct FormFaultTests {
    private func sentence(
        _ schema: String, _ pointer: String = "/x", _ change: (inout FormTree) throws -> Void = { _ in }
    )
        throws -> String?
    {
        var tree = try form("{type: object, required: [x], properties: {x: \(schema)}}").tree(of: nil)
        try change(&tree)
        let faults = tree.faults
        if let fault = faults[try tree.at(pointer)] { return fault }
        return tree.violations(besides: nil).placed[try tree.at(pointer)]
    }

    @Test("lists say how many entries they need and that equal ones are not allowed")
    func entries() throws {
        let list = "{type: array, minItems: 4, maxItems: 4, uniqueItems: true, items: {type: string}}"
        #expect(try sentence(list) == "Must have at least 4 items.")
        func fill(_ texts: [String]) -> (inout FormTree) throws -> Void {
            { tree in
                let id = try tree.at("/x")
                while case .list(let items) = tree[id].content, items.count < texts.count { tree.add(to: id) }
                for (index, text) in texts.enumerated() { tree.setText(text, of: try tree.at("/x/\(index)")) }
            }
        }
        #expect(try sentence(list, fill(["a", "b", "c", "d", "e"])) == "Must have at most 4 items.")
        #expect(try sentence(list, fill(["a", "b", "a", "d"])) == "Must not have equal items.")
        #expect(try sentence(list, fill(["a", "b", "c", "d"])) == nil)
        #expect(
            try sentence(list, "/x/1", fill(["a", "", "c", "d"])) == "Write something here, or remove the entry.")
    }

    private func sentence(_ schema: String, _ change: (inout FormTree) throws -> Void) throws -> String? {
        try sentence(schema, "/x", change)
    }

    @Test("what only the whole tells stands at the field it is about")
    func whole() throws {
        var tree = try form(
            "{type: object, properties: {a: {type: string}, b: {type: string}}, dependentRequired: {a: [b]}}"
        ).tree(of: nil)
        tree.setText("x", of: try tree.at("/a"))
        let found = tree.violations(besides: nil)
        let place = try tree.at("/b")
        #expect(found.placed == [place: "B is needed."] && found.rest.isEmpty)
    }

    @Test("what was broken before is not held against the one who changes something else")
    func before() throws {
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
        "a server names fields in many ways",
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
