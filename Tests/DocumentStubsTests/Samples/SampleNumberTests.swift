import Testing
import WireFormats

@testable import DocumentStubs

/// Numbers of one object that agree.
@Suite struct SampleNumberTests {
    @Test("All amounts of one object are in one currency, in every row")
    func currency() throws {
        let money =
            "{type: object, properties: {amount: {type: string}, currency: {type: string, enum: [CHF, USD, EUR]}}}"
        let schema = """
            {type: object, properties: {currency: {type: string, example: USD}, tax: \(money), total: \(money),
            lines: {type: array, minItems: 2, items: {type: object, properties: {price: \(money)}}}}}
            """
        for row in 0..<10 {
            let order = try generator().value(schema, entity: "order", row: row)
            let lines = try #require(order["lines"]?.arrayValue).map { $0["price"] }
            #expect(Set(([order, order["tax"], order["total"]] + lines).map { $0?["currency"] }) == ["USD"])
        }
    }

    @Test("The least is not more than the greatest, and what the schema forbids stays as it was")
    func bounds() throws {
        for row in 0..<20 {
            let job = try generator().value(
                "{type: object, properties: {salaryMin: {type: integer}, salaryMax: {type: integer}}}", row: row)
            #expect(try #require(job["salaryMin"]?.intValue) <= #require(job["salaryMax"]?.intValue))
            let fixed = try generator().value(
                "{type: object, properties: {min: {const: 9}, max: {type: integer, maximum: 3}}}", row: row)
            #expect(fixed["min"] == 9)
        }
    }

    @Test(
        "A moment told as a number lies within a year of the day of all samples", arguments: ["created", "created_at"])
    func instants(name: String) throws {
        let values = try generator().values(name, "{type: integer}").compactMap(\.intValue)
        #expect(values.count == 25 && values.allSatisfy { abs($0 - 1_768_478_400) < 366 * 86_400 })
        let told = try generator().values("last", "{type: integer, description: 'Unix timestamp in milliseconds'}")
        #expect(told.allSatisfy { ($0.intValue ?? 0) > 1_700_000_000_000 })
    }
}
