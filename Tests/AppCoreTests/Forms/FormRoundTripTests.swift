import APIDocument
import AppCore
import SourceTexts
import TestSupport
import Testing
import WireFormats

@Suite("A value through a form") struct FormRoundTripTests {
    private func forms(_ name: String) throws -> [Form] {
        let document = try APIDocument(SourceText(file: SharedCases.document(name)))
        return ScreenCatalog(document).screens.flatMap { [$0.create, $0.update].compactMap { $0 } }
    }

    private func random(_ names: [String], depth: Int, _ dice: inout SeededRandom) -> JSONValue {
        switch Int.random(in: 0..<(depth > 3 ? 5 : 8), using: &dice) {
        case 0: return .null
        case 1: return .bool(.random(using: &dice))
        case 2: return .number(JSONNumber(.random(in: -9...9, using: &dice)))
        case 3: return .string("")
        case 4: return .string(names.randomElement(using: &dice) ?? "x")
        case 5: return .array((0..<3).map { _ in random(names, depth: depth + 1, &dice) })
        default:
            var object = JSONObject()
            for _ in 0..<4 {
                object[names.randomElement(using: &dice) ?? "x"] = random(names, depth: depth + 1, &dice)
            }
            return .object(object)
        }
    }

    @Test("Any JSON is the same after any form", arguments: SharedCases.documents) func anything(name: String) throws {
        var dice = SeededRandom(seed: 7)
        for form in try forms(name) {
            let names = form.fields.map(\.name) + ["other"]
            for _ in 0..<12 {
                let value = random(names, depth: 0, &dice)
                let tree = FormTree(form.body, value: value)
                #expect(tree.value?.text() == (form.body == nil ? nil : value.text()), "\(form.title)")
            }
        }
    }

    @Test(
        "A form with one of everything is finite, and its value gives the same form again",
        arguments: SharedCases.documents)
    func everything(name: String) throws {
        for form in try forms(name) {
            var tree = form.tree(of: nil)
            for round in 0..<4 {
                guard let body = tree.body else { continue }
                for id in tree.everything(below: body) where tree.nodes.count < 2_000 {
                    switch tree[id].content {
                    case .group(_, isPresent: false), .entries([], _): tree.add(to: id)
                    case .variants(let variants, nil, _): tree.choose(round % max(1, variants.count), of: id)
                    case .text where tree[id].role == .key: tree.setText("k\(id)", of: id)
                    case .text(""): tree.setText("7", of: id)
                    case .pick(nil): tree.pick(tree[id].field.options.isEmpty ? nil : 0, of: id)
                    default: break
                    }
                }
            }
            let value = tree.value
            #expect(FormTree(form.body, value: value).value == value, "\(form.title)")
            #expect(tree.lines.count <= tree.nodes.count + 2)
        }
    }
}

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
        while case .entries(let items, _) = tree[list].content, items.count < texts.count { tree.add(to: list) }
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
