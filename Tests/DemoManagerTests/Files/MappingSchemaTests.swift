import Foundation
import HTTPTypes
import JSONText
import Testing

@testable import DemoManager

/// The JSON Schema other tools' files follow, beside a checkout of the project where it is there.
private let schemaPath = "../shared/cases/wiremock/stub-mapping.schema.json"

@Suite(.enabled(if: FileManager.default.fileExists(atPath: schemaPath))) struct MappingSchemaTests {

    /// Names of the properties of a definition.
    private func properties(_ definition: String) throws -> [String] {
        let schema = try SourceText(file: schemaPath).parse()
        let found = schema["definitions"]?[definition]
        let properties = found?["properties"] ?? found?["allOf"]?[0]?["properties"]
        return try #require(properties?.objectValue?.keys)
    }

    /// Whether a mapping with `key` in this place is read, or refused by naming the key.
    private func isHonoured(_ key: String, _ mapping: (JSONValue) -> JSONValue) -> Bool {
        for value: JSONValue in [
            "/x", 200, true, ["equalTo": "x"], ["a": ["equalTo": "x"]], [["equalTo": "x"]], "http", "http://x.example",
        ] {
            let content = mappings(mapping(value).text(), name: "test.json")
            let isRead = content.stubs.count == 1 && content.problems.allSatisfy { $0.severity == .warning }
            if isRead || content.problems.contains(where: { $0.message.contains("\"\(key)\" is not supported") }) {
                return true
            }
        }
        return false
    }

    @Test("every key of a request is read, or refused by name")
    func request() throws {
        // These need another key beside them, or a form of their own; their tests stand elsewhere.
        let special = ["pathParameters", "basicAuthCredentials"]
        for key in try properties("request-pattern") where !special.contains(key) {
            #expect(isHonoured(key) { ["request": .object(JSONObject([.init(key: key, value: $0)]))] }, "\(key)")
        }
    }

    @Test("every key of a response is read, or refused by name")
    func response() throws {
        let special = ["fault", "delayDistribution", "chunkedDribbleDelay", "bodyFileName", "base64Body"]
        for key in try properties("response-definition") where !special.contains(key) {
            #expect(
                isHonoured(key) {
                    ["request": ["urlPath": "/a"], "response": .object(JSONObject([.init(key: key, value: $0)]))]
                }, "\(key)")
        }
    }

    @Test("every key of a mapping is read, or refused by name")
    func mapping() throws {
        let special = ["request", "response", "requiredScenarioState", "newScenarioState"]
        for key in try properties("stub-mapping") where !special.contains(key) {
            #expect(
                isHonoured(key) {
                    .object(JSONObject([.init(key: "request", value: ["urlPath": "/a"]), .init(key: key, value: $0)]))
                }, "\(key)")
        }
    }

    @Test("every matcher is read, or refused by name")
    func matchers() throws {
        let schema = try SourceText(file: schemaPath).parse()
        let references = try #require(schema["definitions"]?["content-pattern"]?["oneOf"]?.arrayValue)
        for reference in references {
            let name = try #require(reference["$ref"]?.stringValue?.split(separator: "/").last)
            let key = try #require(schema["definitions"]?[String(name)]?["required"]?[0]?.stringValue)
            let values: [JSONValue] = ["$.a", true, [["equalTo": "x"]], ["equalTo": "x"]]
            #expect(
                values.contains { value in
                    let matcher = JSONValue.object(JSONObject([.init(key: key, value: value)]))
                    let mapping: JSONValue = ["request": ["urlPath": "/a", "bodyPatterns": [matcher]]]
                    let content = mappings(mapping.text(), name: "test.json")
                    return content.stubs.count == 1
                        || content.problems.contains { $0.message.contains("\"\(key)\" is not supported") }
                }, "\(key)")
        }
    }
}
