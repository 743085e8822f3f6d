import HTTPTypes
import Testing
import WireFormats

/// Lists whose ids leave room for a few rows only.
@Suite struct DistinctRowsTests {
    @Test(
        "A list has no more rows than there are ids, and pages end there",
        arguments: [
            ("{type: integer, minimum: 1, maximum: 5}", 5), ("{type: integer, maximum: 24, multipleOf: 3}", 8),
            ("{type: integer, minimum: 10, exclusiveMaximum: 12}", 2), ("{type: string, enum: [low, normal, high]}", 3),
            ("{type: integer, maximum: 900}", 57), ("{type: string}", 57),
        ])
    func rows(id: String, count: Int) throws {
        let api = try DemoAPI(
            """
            paths:
              /slots:
                get:
                  parameters: [{name: page, in: query, schema: {type: integer}}, {name: limit, in: query, schema: {type: integer, default: 4}}]
                  responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {data: {type: array, items: {type: object, required: [id], properties: {id: \(id)}}}, total: {type: integer}}}}}}}
            """)
        var ids: [JSONValue] = []
        for page in 1...20 {
            let body = try api.send(.get, "/slots?page=\(page)")
            #expect(body["total"]?.intValue == count)
            ids += body["data"]?.arrayValue?.compactMap { $0["id"] } ?? []
        }
        #expect(ids.count == count && Set(ids).count == count)
    }
}
