import APIDocument
import HTTPTypes
import Testing
import WireFormats

@testable import DocumentStubs

/// The memory takes a request for the operation whose stub answers it.
@Suite struct ResourceMapTests {
    @Test(
        "Of several paths that fit, the one that says most from left to right answers, of equals the one declared last",
        arguments: [
            (["/users/{id}/settings", "/users/me/{section}"], "/users/me/settings", "/users/me/{section}"),
            (["/users/me/{section}", "/users/{id}/settings"], "/users/me/settings", "/users/me/{section}"),
            (["/files/{name}.json", "/files/{name}"], "/files/a.json", "/files/{name}.json"),
            (["/{kind}/first", "/{kind}/{id}"], "/a/first", "/{kind}/first"),
            (["/a/{x}", "/a/{y}"], "/a/1", "/a/{y}"),
        ])
    func order(paths: [String], path: String, template: String) throws {
        let item =
            "{get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}}}}"
        let text = "openapi: 3.0.3\npaths:\n" + paths.map { "  '\($0)': \(item)\n" }.joined()
        let document = try APIDocument(SourceText(name: "t.yaml", bytes: Array(text.utf8)))
        #expect(ResourceMap(document, below: "/v1").find(.get, path: "/v1\(path)")?.0.template.text == "/v1" + template)
    }
}
