import APIDocument
import SourceTexts
import TestSupport
import Testing
import WireFormats

@Suite struct DocumentOverlayTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Shop, version: '1'}
        tags: [{name: a}]
        paths:
          /orders:
            get:
              summary: Old
              parameters: [{name: page, in: query, schema: {type: string}}, {name: debug, in: query, schema: {type: string}}]
              responses: {'200': {description: ok}}
            post: {responses: {'201': {description: ok}}}
          /internal: {get: {responses: {'200': {description: ok}}}}
        """

    private func overlay(_ actions: String) throws -> DocumentOverlay {
        let text = "overlay: 1.0.0\ninfo: {title: Mine, version: '1'}\nactions:\n\(actions)\n"
        return try DocumentOverlay(SourceText(name: "mine.yaml", bytes: Array(text.utf8)))
    }

    private func opened(_ overlays: [DocumentOverlay], writes: Bool = false) async throws -> APIDocument {
        let folder = try Folder(["shop.yaml": Self.document])
        var loader = DocumentLoader()
        loader.overlays = overlays
        loader.writesOverlays = writes
        return try await loader.load(.path(folder.path + "/shop.yaml")).document
    }

    @Test("Updates merge objects and append to arrays, removals remove, later actions see earlier ones")
    func actions() async throws {
        let document = try await opened([
            try overlay(
                """
                - {target: "$.paths['/orders'].get", update: {summary: Orders, tags: [shop]}}
                - {target: "$.paths['/orders'].get.parameters", update: {name: status, in: query, schema: {type: string}}}
                - {target: "$.paths.*.*.parameters[?@.name == 'debug']", remove: true}
                - {target: "$.paths['/internal']", remove: true}
                """), try overlay("- {target: \"$.paths['/orders'].get\", update: {summary: All orders}}"),
        ])
        #expect(document.operations.map { "\($0.method) \($0.path.text)" } == ["GET /orders", "POST /orders"])
        let list = try #require(document.operations.first)
        #expect(list.summary == "All orders" && list.tags == ["shop"])
        #expect(list.parameters.map(\.name) == ["page", "status"])
        #expect(document.problems.isEmpty, "\(document.problems)")
    }

    @Test("An action without a match is a problem with the overlay's file and line; the others are applied")
    func nothing() async throws {
        let document = try await opened([
            try overlay(
                """
                - {target: "$.paths['/order']", remove: true}
                - {target: "$.info", update: {title: Store}}
                """)
        ])
        #expect(document.title == "Store")
        let problem = try #require(document.problems.first)
        #expect(problem.description.hasPrefix("mine.yaml:4:"))
        #expect(problem.message == "\"$.paths['/order']\" selects nothing in the document")
    }

    @Test("A written document contains the changes") func written() async throws {
        let document = try await opened([try overlay("- {target: $.info, update: {title: Store}}")], writes: true)
        #expect(String(decoding: document.source.bytes, as: UTF8.self).contains("\"Store\""))
    }

    @Test(
        "An overlay that cannot be read is refused with its line and the reason",
        arguments: [
            ("a: 1", "mine.yaml:1:1: is not an OpenAPI Overlay"),
            ("overlay: 2.0.0", "mine.yaml:1:1: is not an OpenAPI Overlay"),
            ("overlay: 1.0.0\nactions: []", "mine.yaml:2:1: has no actions"),
            ("overlay: 1.0.0\nactions: [{update: {}}]", "mine.yaml:2:11: an action needs a target"),
            ("overlay: 1.0.0\nactions:\n- {target: $}", "mine.yaml:3:3: an action needs an update"),
            ("overlay: 1.0.0\nactions:\n- {target: paths, update: 1}", "mine.yaml:3:4: \"paths\" is not a JSONPath"),
        ])
    func refused(text: String, expected: String) throws {
        let problem = #expect(throws: Problem.self) {
            try DocumentOverlay(SourceText(name: "mine.yaml", bytes: Array(text.utf8)))
        }
        #expect(problem?.description.hasPrefix(expected) == true, "\(problem?.description ?? "")")
    }
}
