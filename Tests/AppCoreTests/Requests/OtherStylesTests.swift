import AppCore
import Testing
import WireFormats

@Suite("Items of other styles")
struct OtherStylesTests {
    private static let named =
        "parameters: [{name: name, in: path, required: true, schema: {type: string}}]"
    private static let thing =
        "{type: object, properties: {kind: {type: string}, metadata: {type: object, properties: {name: {type: string}}}, spec: {type: object, properties: {replicas: {type: integer}}}}}"

    @Test(
        "Metadata that names a thing is a part of it, and what its path means; it is edited by the form that is described"
    )
    func metadata() throws {
        let catalog = try catalog(
            """
              /deployments:
                get: {\(answer("{type: object, properties: {items: {type: array, items: \(Self.thing)}}}"))}
              /deployments/{name}:
                \(Self.named)
                get: {operationId: read, \(answer(Self.thing))}
                put: {operationId: replace, \(body(Self.thing)), \(answer(Self.thing))}
                patch: {operationId: patch, \(body("{type: object}")), \(answer(Self.thing))}
            """)
        let item = try #require(catalog.screens.first { $0.load?.operation == "read" })
        #expect(item.item == .root && item.update?.request.operation == "replace")
        let list = try #require(catalog.screens.first { $0.kind == .collection })
        #expect(list.rowScreen == item.id && list.rowID?.description == "/metadata/name")
    }

    @Test(
        "Paths that end in a slash or in a format make the screens of paths that do not", arguments: ["", "/", ".json"])
    func slashes(end: String) throws {
        let thing = "{type: object, required: [id], properties: {id: {type: integer}, name: {type: string}}}"
        let catalog = try catalog(
            """
              /persons\(end):
                get: {operationId: list, \(answer("{type: array, items: \(thing)}"))}
                post: {operationId: add, \(body(thing)), \(answer(thing))}
              /persons/{id}\(end):
                parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
                get: {operationId: read, \(answer(thing))}
                put: {operationId: change, \(body(thing)), \(answer(thing))}
                delete: {operationId: drop, responses: {'204': {description: ok}}}
              /persons/{id}/pets\(end): {get: {operationId: pets, \(answer("{type: array, items: \(thing)}"))}}
            """)
        let item = try #require(catalog.screens.first { $0.load?.operation == "read" })
        let list = try #require(catalog.screens.first { $0.load?.operation == "list" })
        let pets = try #require(catalog.screens.first { $0.load?.operation == "pets" })
        #expect(item.children == [pets.id] && list.create?.request.operation == "add")
        #expect(list.rowScreen == item.id && item.update?.request.operation == "change")
        #expect(item.title == "Person" && item.delete?.operation == "drop")
    }
}
