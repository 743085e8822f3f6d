import Testing
import WireFormats

@Suite struct JSONSchemaValidatorTests {
    private func isValid(_ value: JSONValue, _ schema: String) throws -> Bool {
        JSONSchemaValidator(root: try JSONValue(parsing: schema)).errors(value).isEmpty
    }

    @Test("types; a whole number is an integer however it is spelt")
    func types() throws {
        let values: [JSONValue] = [[:], [], "x", true, 1.5]
        for (place, type) in ["object", "array", "string", "boolean", "number"].enumerated() {
            for (other, value) in values.enumerated() {
                #expect(try isValid(value, "{\"type\":\"\(type)\"}") == (place == other), "\(type) \(value)")
            }
        }
        #expect(try isValid(1, #"{"type":"integer"}"#) && isValid(1.0, #"{"type":"integer"}"#))
        #expect(try !isValid(1.5, #"{"type":"integer"}"#) && !isValid("1", #"{"type":"integer"}"#))
    }

    @Test("members: what must be there, what they are, and no others where it says so")
    func members() throws {
        let schema = #"{"properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}"#
        #expect(try isValid(["a": "x"], schema))
        #expect(try !isValid([:], schema))
        #expect(try !isValid(["a": 1], schema))
        #expect(try !isValid(["a": "x", "b": "x"], schema))
        #expect(try !isValid(["b": 1], #"{"additionalProperties":{"type":"string"}}"#))
    }

    @Test("alternatives: exactly one; combinations: all; references are followed")
    func combined() throws {
        let schema = """
            {"definitions":{"s":{"required":["s"]},"t":{"required":["t"]}},
             "oneOf":[{"$ref":"#/definitions/s"},{"$ref":"#/definitions/t"}]}
            """
        #expect(try isValid(["s": 1], schema) && isValid(["t": 1], schema))
        #expect(try !isValid([:], schema) && !isValid(["s": 1, "t": 1], schema))
        #expect(try !isValid(["s": 1], #"{"allOf":[{"required":["s"]},{"required":["t"]}]}"#))
        #expect(try !isValid(1, ##"{"$ref":"#/definitions/none"}"##))
    }

    @Test("values: enumerations, limits, patterns, items")
    func values() throws {
        #expect(try isValid("a", #"{"enum":["a"]}"#) && !isValid("b", #"{"enum":["a"]}"#))
        #expect(try isValid(1, #"{"minimum":1,"maximum":1}"#))
        #expect(try !isValid(0, #"{"minimum":1}"#) && !isValid(2, #"{"maximum":1}"#))
        #expect(try isValid("GET", #"{"pattern":"^[A-Z]+$"}"#) && !isValid("get", #"{"pattern":"^[A-Z]+$"}"#))
        #expect(try !isValid(["x", 1], #"{"items":{"type":"string"}}"#))
    }

    @Test("a keyword that is not known is an error")
    func unknown() throws {
        #expect(try !isValid(1, #"{"multipleOf":1}"#))
    }
}
