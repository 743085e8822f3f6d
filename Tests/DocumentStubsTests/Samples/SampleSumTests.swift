import Testing
import WireFormats

@testable import DocumentStubs

@Suite struct SampleSumTests {
    @Test("Lines cost their quantity times their price, and an order what its lines cost, with tax, less the discount")
    func order() throws {
        let line =
            "{type: object, properties: {quantity: {type: integer}, unitPrice: {type: number}, total: {type: number}}}"
        let schema = """
            {type: object, properties: {lines: {type: array, minItems: 2, items: \(line)}, subtotal: {type: number},
            tax: {type: number}, discount: {type: number}, total: {type: number}}}
            """
        for row in 0..<20 {
            let order = try generator().value(schema, entity: "order", row: row)
            func cents(_ value: JSONValue?) -> Int {
                Int(((value?.numberValue?.double ?? -1) * 100).rounded())
            }
            let lines = try #require(order["lines"]?.arrayValue)
            for line in lines {
                #expect(cents(line["total"]) == cents(line["unitPrice"]) * (line["quantity"]?.intValue ?? 0))
            }
            #expect(cents(order["subtotal"]) == lines.reduce(0) { $0 + cents($1["total"]) })
            let sum = cents(order["subtotal"]) + cents(order["tax"])
            let less = sum - cents(order["discount"])
            #expect(cents(order["total"]) == (less > 0 ? less : sum))
        }
    }

    @Test("Amounts of money add up as numbers do, and all of one thing are in one currency, in every row")
    func money() throws {
        let money =
            "{type: object, properties: {amount: {type: string, pattern: '^[0-9]+[.][0-9]{2}$'}, currency: {type: string, enum: [CHF, USD, EUR]}}}"
        let line = "{type: object, properties: {quantity: {type: integer}, unitPrice: \(money), total: \(money)}}"
        let schema = """
            {type: object, properties: {currency: {type: string, example: USD}, lines: {type: array, minItems: 2, items: \(line)},
            tax: \(money), total: \(money), targetCurrency: {type: string}}}
            """
        for row in 0..<10 {
            let order = try generator().value(schema, entity: "order", row: row)
            func cents(_ value: JSONValue?) -> Int {
                Int(((value?["amount"]?.stringValue.flatMap(Double.init) ?? -1) * 100).rounded())
            }
            let lines = try #require(order["lines"]?.arrayValue)
            let sum = lines.reduce(0) { $0 + cents($1["total"]) }
            #expect(cents(lines[0]["total"]) == cents(lines[0]["unitPrice"]) * (lines[0]["quantity"]?.intValue ?? 0))
            #expect(cents(order["total"]) == sum + cents(order["tax"]) && cents(order["tax"]) <= sum / 4)
            let currencies = [order, order["tax"], order["total"], lines[0]["unitPrice"], lines[1]["total"]]
            #expect(Set(currencies.map { $0?["currency"] }) == ["USD"])
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
