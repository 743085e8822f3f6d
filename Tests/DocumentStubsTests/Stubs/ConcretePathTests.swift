import APIDocument
import APIModel
import DemoManager
import Testing

@testable import DocumentStubs

/// Paths that fit the same request.
@Suite struct ConcretePathTests {
    @Test("The path with more literal text answers, even if the other has an example", arguments: [true, false])
    func concrete(negotiates: Bool) throws {
        let api = try DemoAPI(
            [
                "/tickets/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: integer}, example: 7}], responses: {'200': {content: {application/json: {examples: {one: {value: {id: 7, subject: Fire}}}}}}}}}",
                "/tickets/count: {get: {responses: {'200': {content: {application/json: {schema: {type: object, properties: {count: {type: integer}}}}}}}}}",
                "/tickets/{id}/{part}: {get: {responses: {'200': {content: {application/json: {example: {part: x}}}}}}}",
                "/tickets/{id}/notes: {get: {responses: {'200': {content: {application/json: {schema: {type: object, properties: {notes: {type: string}}}}}}}}}",
            ], negotiates: negotiates)
        #expect(try api.send(.get, "/tickets/count")["count"] != nil)
        #expect(try api.send(.get, "/tickets/7")["subject"] == "Fire")
        #expect(try api.send(.get, "/tickets/7/notes")["notes"] != nil)
        #expect(try api.send(.get, "/tickets/7/owner")["part"] != nil)
    }
}

@Suite struct PathSegmentsTests {
    @Test("Each segment is decoded separately; a final slash begins no segment") func decoded() {
        let request = HTTPRequest(method: .get, scheme: "http", authority: "x", path: "/p%65ts/%zz%41/%2F/?a=%41")
        #expect(ReceivedRequest(request).pathSegments(of: PathTemplate("/{a}/{b}/{c}")) == ["pets", "%zzA", "/"])
    }
}
