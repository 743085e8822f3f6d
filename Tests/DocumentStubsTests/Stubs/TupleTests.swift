import APIDocument
import DemoManager
import DocumentStubs
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
            openapi: 3.1.0
            info: {title: T, version: '1'}
            paths: {/where: {get: {responses: {'200': {description: ok, content: {application/json: {schema: \(schema)}}}}}}}
            """
        let document = try APIDocument(SourceText(name: "t.yaml", bytes: Array(text.utf8)))
        let manager = DemoManager(configuration: .init(unmatched: .error))
        try manager.add(DocumentStubs(document).stubs)
        let decision = manager.decide(.get("/where"), call: Call(id: 1, mode: .demo))
        guard case .stub(let reply, _) = decision.action else {
            Issue.record("nothing answers")
            return
        }
        let own = try #require(document.operations[0].success?.json?.schema)
        #expect(reply.status == .ok)
        #expect(document.violations(of: try JSONValue(parsing: reply.body), against: own).isEmpty)
    }
}
