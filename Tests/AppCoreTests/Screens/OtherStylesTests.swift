import AppCore
import JSONText
import Testing

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
}
