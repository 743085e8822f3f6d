import DemoManager
import HTTPTypes
import Testing
import WireFormats

/// Samples of schemas of which something cannot be made.
@Suite struct PrunedSampleTests {
    @Test("A member that cannot be made is left out, where it need not be there, and nothing else is")
    func pruned() throws {
        let api = try DemoAPI(
            [
                "/rows: {get: {responses: {'200': {content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Row'}}}}}}}}"
            ],
            schemas: [
                "Row: {type: object, required: [id], properties: {id: {type: integer}, name: {type: string}, hard: {not: {type: [string, number, boolean, object, array, 'null']}}, inner: {type: object, required: [note], properties: {note: {type: string}, hard: {type: integer, not: {}}}}}}"
            ])
        let rows = try api.send(.get, "/rows").arrayValue ?? []
        #expect(rows.count > 3)
        for row in rows {
            #expect(row["name"] != nil && row["hard"] == nil, "\(row)")
            #expect(row["inner"]?["note"] != nil && row["inner"]?["hard"] == nil)
        }
    }
}
