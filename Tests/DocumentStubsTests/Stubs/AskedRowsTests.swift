import HTTPTypes
import Testing
import WireFormats

/// The rows of a list agree with what its query has to name: a day, a place, a Boolean.
@Suite struct AskedRowsTests {
    private static let trip =
        "{type: object, properties: {id: {type: integer}, origin: {type: string, format: uuid}, leaves_at: {type: string, format: date-time}, arrives_at: {type: string, format: date-time}, dogs_allowed: {type: boolean}}}"
    private static let query = """
        [{name: origin, in: query, required: true, schema: {type: string, format: uuid}}, \
        {name: date, in: query, required: true, schema: {type: string, format: date-time}}, \
        {name: dogs, in: query, schema: {type: boolean, default: false}}]
        """
    private static let example =
        "[{id: 1, leaves_at: '2024-02-01T10:00:00Z', dogs_allowed: true}, {id: 2, leaves_at: '2024-02-01T12:00:00Z', dogs_allowed: false}, {id: 3, leaves_at: '2024-02-02T12:00:00Z', dogs_allowed: true}]"

    private let api: DemoAPI

    init() throws {
        func list(_ path: String, _ example: String) -> String {
            "\(path): {get: {parameters: \(Self.query), responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: \(Self.trip)}\(example)}}}}}}"
        }
        api = try DemoAPI([list("/trips", ""), list("/rides", ", example: \(Self.example)")])
    }

    @Test(
        "The rows of an example are those of the day and the Boolean",
        arguments: [
            ("date=2024-02-01T08:00:00Z", [1, 2]), ("date=2024-02-01T08:00:00Z&dogs=true", [1]),
            ("date=2024-02-01T08:00:00Z&dogs=false", [1, 2]), ("date=2025-02-01T08:00:00Z", []),
        ])
    func example(query: String, ids: [Int]) throws {
        #expect(try api.send(.get, "/rides?\(query)").arrayValue?.compactMap { $0["id"]?.intValue } == ids)
    }

    @Test("Generated rows have the values that the query had to name, and arrive after they leave")
    func generated() throws {
        let origin: JSONValue = "efdbb9d1-02c2-4bc3-afb7-6788d8782b1e"
        let path = "/trips?origin=efdbb9d1-02c2-4bc3-afb7-6788d8782b1e&date=2031-03-01T00:00:00Z"
        let rows = try #require(try api.send(.get, path).arrayValue)
        #expect(rows.count == 25)
        for row in rows {
            let (leaves, arrives) = (row["leaves_at"]?.stringValue ?? "", row["arrives_at"]?.stringValue ?? "")
            #expect(row["origin"] == origin && leaves.hasPrefix("2031-03-01T") && arrives > leaves)
        }
        let withDogs = try #require(try api.send(.get, path + "&dogs=true").arrayValue)
        #expect(withDogs.count < rows.count && withDogs.allSatisfy { $0["dogs_allowed"] == true })
    }
}
