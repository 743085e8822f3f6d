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

    @Test("Any JSON is the same after any form", arguments: SharedCases.documents)
    func anything(name: String) throws {
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
                    case .group(_, isPresent: false), .list([]), .map([]): tree.add(to: id)
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
