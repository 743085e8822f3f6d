import DemoManager
import HTTPTypes
import Testing
import WireFormats

/// Lists that say in an object of its own what the next page is.
@Suite struct NextPageObjectTests {
    @Test(
        "A cursor that stands in an object about the next page leads through all rows, and the last page has none",
        arguments: [", nullable: true", ""])
    func object(nullable: String) throws {
        let api = try DemoAPI(
            [
                "/tasks: {get: {parameters: [{name: limit, in: query, schema: {type: integer}}, {name: offset, in: query, schema: {type: string}, example: eyJ0}], responses: {'200': {content: {application/json: {schema: {type: object, properties: {data: {type: array, items: {type: object, required: [id], properties: {id: {type: integer}, name: {type: string}}}}, next_page: {type: object\(nullable), properties: {offset: {type: string, example: eyJ0}, path: {type: string, example: '/t?offset=eyJ0'}, uri: {type: string, format: uri, example: 'https://a.example/t?offset=eyJ0'}}}}}}}}}}}"
            ])
        var (path, ids, pages): (String, [JSONValue?], Int) = ("/tasks?limit=20", [], 0)
        while pages < 9 {
            let page = try api.send(.get, path)
            ids += page["data"]?.arrayValue?.map { $0["id"] } ?? []
            pages += 1
            guard let next = page["next_page"], let offset = next["offset"]?.stringValue else { break }
            #expect(next["path"] == .string("/tasks?limit=20&offset=\(offset)"))
            #expect(next["uri"] == .string("http://x/tasks?limit=20&offset=\(offset)"))
            path = "/tasks?limit=20&offset=\(offset)"
        }
        #expect(pages == 3 && ids.count == 57 && Set(ids).count == 57)
    }
}
