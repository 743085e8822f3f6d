import APIDocument
import HTTPTypes
import Testing
import WireFormats

@Suite struct TupleTests {
    @Test(
        "What is made for a tuple, or for a thing that has one, keeps to its schema",
        arguments: [
            "{type: array, minItems: 2, prefixItems: [{type: string, format: date}, {type: boolean}], items: false}",
            "{type: object, required: [type, coordinates], properties: {type: {const: Point}, coordinates: "
                + "{type: array, minItems: 2, prefixItems: [{type: number}, {type: number}], items: false}}}",
        ])
    func made(schema: String) throws {
        let text = """
            paths: {/where: {get: {responses: {'200': {description: ok, content: {application/json: {schema: \(schema)}}}}}}}
            """
        let api = try DemoAPI(text)
        let own = try #require(api.document.operations[0].success?.json?.schema)
        #expect(api.document.violations(of: try api.send(.get, "/where"), against: own).isEmpty)
    }
}
