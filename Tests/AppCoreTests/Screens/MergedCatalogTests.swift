import Testing

@testable import AppCore

@Suite("The screens of several documents") struct MergedCatalogTests {
    private static let list = "{type: array, items: {type: object, properties: {id: {type: integer}}}}"
    private static let one = "{type: object, properties: {id: {type: integer}}}"
    private static let paths = """
          /pets: {get: {operationId: list, \(answer(list))}, post: {operationId: add, \(body(one))}}
          /pets/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            get: {operationId: get, \(answer(one))}
            patch: {operationId: change, \(body(one))}
            delete: {operationId: remove, responses: {'204': {description: ok}}}
          /search: {post: {operationId: search, requestBody: {content: {application/json: {schema: \(one)}}}, \(answer(list))}}
        """

    @Test("Ids of another document get new names in all screens and requests") func names() throws {
        let own = try catalog(Self.paths)
        let ids = own.screens.map(\.id)
        let operations = ["list", "add", "get", "change", "remove", "search"]
        let names = ScreenNames(
            screens: Dictionary(uniqueKeysWithValues: ids.map { ($0, $0 + "@") }),
            operations: Dictionary(uniqueKeysWithValues: operations.map { ($0, $0 + "@") }))
        let named = own.named(by: names, of: "Zoo")
        #expect(Set(named.screens.flatMap(\.requests).map(\.operation)) == Set(operations.map { $0 + "@" }))
        #expect(named.screens.flatMap(\.operations).allSatisfy { $0.hasSuffix("@") })
        #expect(named.sections.flatMap(\.screens) == named.sidebar.map(\.id))
        let list = try #require(named["pets@"])
        #expect(named[list.rowScreen ?? ""]?.parent == "pets@" && list.document == "Zoo")
        let answers = named.screens.compactMap(\.answer)
        #expect(answers.map(\.operations) == [["search@"]] && answers.map(\.id) == ["search@"])

        let both = ScreenCatalog([own.named(by: ScreenNames(), of: "Shop"), named])
        #expect(both.sidebar.map(\.id) == own.sidebar.map(\.id) + named.sidebar.map(\.id))
        let write = try #require(list.create?.request)
        #expect(both.outdated(by: write) == Set(["pets@", list.rowScreen].compactMap(\.self)))
        #expect(ScreenIndex(both).entries.first { $0.id == "pets@" }?.group == "Zoo")
    }
}
