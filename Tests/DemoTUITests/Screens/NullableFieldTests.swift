import APIDocument
import AppCore
import HTTPTypes
import JSONText
import Testing

@testable import DemoTUI

@Suite("Emptied fields")
struct NullableFieldTests {
    @Test(
        "an emptied field whose value may be null is sent as null, another one is left out", arguments: [true, false])
    func emptied(isNullable: Bool) {
        let field = Field(pointer: JSONPointer(tokens: ["note"]), title: "Note", isNullable: isNullable)
        let request = Request(operation: "set", method: .patch, path: PathTemplate("/a"), hasBody: true)
        let form = Form(request: request, style: .merge, fields: [field], title: "Edit")
        let screen = Screen(id: "a", title: "A", kind: .item)
        var panel = FormScreen(
            screen: screen, form: form, place: Place(),
            purpose: .edit(base: ["note": "x"], etag: nil, panel: 1, row: nil))
        let world = World(
            catalog: ScreenCatalog(screens: [screen]), demo: DemoStatus(), area: Size(columns: 80, rows: 24),
            spinnerFrame: 0)
        _ = panel.type(.backspace, in: world)
        var sent: [Update.Change] = []
        for case .send(let request) in panel.perform(.submit, in: world) { sent = request.change.changes }
        #expect(sent == [Update.Change(field.pointer, isNullable ? .null : nil)])
    }
}
