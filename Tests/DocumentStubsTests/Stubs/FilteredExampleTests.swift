import HTTPTypes
import Testing
import WireFormats

/// What a query chooses of a list that an example of the document answers.
@Suite struct FilteredExampleTests {
    private static let document = """
        paths:
          /events:
            get:
              parameters:
                - {name: startDate, in: query, schema: {type: string, format: date}}
                - {name: endDate, in: query, schema: {type: string, format: date}}
                - {name: kind, in: query, schema: {type: string, enum: [talk, show], default: talk}}
                - {name: id, in: query, required: true, schema: {type: integer}}
                - {name: room, in: query, schema: {type: string}}
                - {name: name, in: query, schema: {type: string}, examples: {all: {value: Anything}}}
              responses:
                '200':
                  description: ok
                  content:
                    application/json:
                      schema:
                        type: object
                        properties: {total: {type: integer}, events: {type: array, items: {$ref: '#/components/schemas/Event'}}}
                      examples:
                        all:
                          value:
                            total: 3
                            events:
                              - {id: 1, name: Ballet, kind: show, dates: ['2023-12-15', '2023-12-22']}
                              - {id: 2, name: Clay, kind: talk, dates: ['2023-10-29']}
                              - {id: 3, name: Bones, kind: talk, dates: ['2023-11-18', '2023-11-25']}
        components:
          schemas:
            Event:
              type: object
              properties:
                id: {type: integer}
                name: {type: string}
                kind: {type: string, enum: [talk, show]}
                room: {type: string}
                dates: {type: array, items: {type: string, format: date}}
        """
    private let api: DemoAPI

    init() throws { api = try DemoAPI(Self.document) }

    private func shown(_ query: String) throws -> (ids: [Int?], total: Int?) {
        let body = try api.send(.get, "/events\(query)")
        return ((body["events"]?.arrayValue ?? []).map { $0["id"]?.intValue }, body["total"]?.intValue)
    }

    @Test(
        "It is chosen from as from any list, and its count follows",
        arguments: [
            ("", [1, 2, 3]), ("?kind=talk", [2, 3]), ("?kind=show", [1]), ("?name=bo", [3]), ("?name=nothing", []),
            ("?id=2", [2]), ("?id=7", []),
        ])
    func members(query: String, ids: [Int]) throws {
        let shown = try shown(query)
        #expect(shown.ids == ids && shown.total == ids.count)
    }

    @Test("What the document presets or gives as the example's own question, or no row has, chooses nothing")
    func unconcerned() throws {
        for query in ["", "?name=Anything", "?room=7", "?other=1"] {
            #expect(try shown(query).ids == [1, 2, 3], "\(query)")
        }
    }

    @Test(
        "A first and a last day choose by the rows' only day; a time without events has none",
        arguments: [
            ("?startDate=2023-11-01", [1, 3]), ("?endDate=2023-11-18", [2, 3]),
            ("?startDate=2023-11-20&endDate=2023-11-30", [3]), ("?startDate=2026-01-01", []),
            ("?startDate=nonsense", [1, 2, 3]),
        ])
    func days(query: String, ids: [Int]) throws {
        #expect(try shown(query).ids == ids)
    }
}
