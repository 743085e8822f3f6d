import AppCore
import Testing
import WireFormats

@Suite("Emptied form fields") struct EmptiedTests {
    private func update(_ method: String, _ properties: String) throws -> Form {
        let get = "get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: object}}}}}}"
        let body = "requestBody: {content: {application/json: {schema: {type: object, properties: {\(properties)}}}}}"
        return try #require(try catalog("  /a: {\(get), \(method): {\(body)}}").screens.first?.update)
    }

    private func faults(_ form: Form, _ tree: FormTree, from old: JSONValue) -> [String: String] {
        let found = form.faults(of: tree, sending: Update.Change.changes(from: old, to: tree.value))
        return Dictionary(uniqueKeysWithValues: found.map { (tree.pointer(of: $0).description, $1) })
    }

    @Test("A field that is empty is left out of a new item, also after its text was deleted") func created() throws {
        let form = try form("{type: object, properties: {a: {type: string}, b: {type: [string, 'null']}}}")
        var tree = form.tree(of: nil)
        for name in ["/a", "/b"] {
            tree.setText("x", of: try tree.at(name))
            tree.setText("", of: try tree.at(name))
        }
        #expect(tree.value == [:])
    }

    @Test("White space alone is an emptied number, not a text") func whiteSpace() throws {
        let form = try update("put", "a: {type: integer}")
        var tree = form.tree(of: ["a": 1])
        tree.setText(" ", of: try tree.at("/a"))
        #expect(tree.value == [:])
    }

    @Test("An option, an object and a member of it cannot be removed by a change without a null")
    func others() throws {
        let properties = """
            a: {type: boolean}, b: {type: object, properties: {x: {type: integer}}},
            c: {type: object, properties: {x: {type: integer}, y: {type: [object, 'null'], properties: {z: {}}}}}
            """.replacing("\n", with: " ")
        let old: JSONValue = ["a": true, "b": ["x": 1], "c": ["x": 1, "y": ["z": 1]]]
        for method in ["patch", "put"] {
            let form = try update(method, properties)
            var tree = form.tree(of: old)
            tree.pick(nil, of: try tree.at("/a"))
            _ = tree.remove(try tree.at("/b"))
            tree.setText("", of: try tree.at("/c/x"))
            _ = tree.remove(try tree.at("/c/y"))
            let found = faults(form, tree, from: old)
            #expect(Set(found.keys) == (method == "patch" ? ["/a", "/b", "/c/x"] : []))
            #expect(tree.value == ["c": ["y": .null]])
        }
    }

    @Test("Members of the previous variant, and undeclared members, can be removed")
    func undescribed() throws {
        let form = try update("patch", "m: {type: object, additionalProperties: {type: string}}")
        let old: JSONValue = ["m": ["k": "v", "l": "w"]]
        var tree = form.tree(of: old)
        guard case .map(let entries) = tree[try tree.at("/m")].content else { throw Unexpected(tree.picture) }
        _ = tree.remove(entries[0].key)
        #expect(faults(form, tree, from: old) == [:])
    }
}
