import APIDocument
import DemoManager
import DocumentStubs
import Testing

/// Answers of sample exchanges, whose examples stand for one request.
@Suite struct SampleExchangeTests {
    private static let order = """
        /orders/{id}:
            get:
              parameters: [{name: id, in: path, required: true, schema: {type: string}, examples: {alice: {value: A1}, missing: {value: X0}}}]
              responses:
                '200': {content: {application/json: {examples: {bob: {value: {id: B2}}, alice: {value: {id: A1, who: Alice}}}}, text/plain: {schema: {type: string}, example: plain}}}
                '404': {content: {application/json: {examples: {missing: {value: {title: None}}}}}}
        """

    @Test("A sample exchange has the media type that the request accepts, and gets no reply without one")
    func forms() throws {
        let api = try DemoAPI([Self.order], negotiates: true)
        func text(_ accept: String?) -> String? {
            api.reply(.get, "/orders/A1", headers: accept.map { [.accept: $0] } ?? [:])?.text
        }
        #expect(text(nil) == #"{"id":"A1","who":"Alice"}"#)
        #expect(text("application/json") == #"{"id":"A1","who":"Alice"}"#)
        #expect(text("text/plain") == "plain")
        #expect(api.reply(.get, "/orders/A1", headers: [.accept: "image/png"]) == nil)
        #expect(api.reply(.get, "/orders/X0", headers: [.accept: "text/plain"])?.status == .notFound)
    }
}
