import HTTPTypes
import Testing
import WireFormats

/// Which of several examples answers a write.
@Suite struct AgreeingExampleTests {
    private static let document = """
        paths:
          /tickets:
            post:
              requestBody:
                content:
                  application/json:
                    schema: {type: object, properties: {type: {type: string, enum: [general, event]}, day: {type: string}, show: {type: string}}}
                    examples: {show: {value: {type: event, show: x1}}}
              responses:
                '201':
                  description: made
                  content:
                    application/json:
                      schema: {type: object, properties: {id: {type: integer}, type: {type: string}, day: {type: string}, text: {type: string}}}
                      examples:
                        general: {value: {id: 1, type: general, day: monday, text: Come in}}
                        show: {value: {id: 2, type: event, day: friday, text: Curtain up}}
        """

    @Test(
        "The example in which most of what was sent stands, choices before all others, else the first",
        arguments: [
            (["type": "event", "day": "monday"], "Curtain up"), (["type": "general"], "Come in"),
            (["show": "x1"], "Curtain up"), (["day": "sunday"], "Come in"), (["day": "friday"], "Curtain up"),
        ] as [(JSONValue, JSONValue)], [true, false])
    func choice(sent: (JSONValue, JSONValue), negotiates: Bool) throws {
        let api = try DemoAPI(Self.document, negotiates: negotiates)
        func text(_ prefer: String?) throws -> JSONValue? {
            var headers = HTTPFields()
            if let prefer, let name = HTTPField.Name("Prefer") { headers[name] = prefer }
            return try api.send(.post, "/tickets", sent.0, headers: headers)["text"]
        }
        #expect(try text(nil) == sent.1)
        #expect(try text("example=general") == "Come in")
    }
}
