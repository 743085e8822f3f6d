import Foundation
import SourceTexts
import TestSupport
import Testing
import WireFormats

@testable import DemoManager
@testable import DemoManagerFiles

/// The JSON Schema of WireMock's mappings, beside a checkout of the project where it is there.
private let schemaPath = SharedCases.path("wiremock/stub-mapping.schema.json")

@Suite(.enabled(if: FileManager.default.fileExists(atPath: schemaPath))) struct MappingSamplesTests {
    @Test("Every valid mapping is read, or refused with the unsupported key") func honoured() throws {
        let schema = try SourceText(file: schemaPath).parse()
        let folder = try Folder(["me.json": "{ }"])
        let bodies = BodyFiles(try FixtureFolder(folder.path))
        var (read, refused) = (0, 0)
        var failures: [String] = []
        for sample in try samples(of: schema) {
            let source = SourceText(name: "test.json", bytes: sample.bytes())
            let content = MappingReader(source: source, path: "/test.json", bodies: bodies).read()
            if let error = content.problems.first(where: { $0.severity == .error }) {
                let missing = sample["request"] == nil ? ["a mapping needs a request"] : []
                let names = keys(sample).filter { $0.count > 1 } + missing
                let isNamed = names.contains { error.message.contains($0) }
                if !isNamed || !content.stubs.isEmpty { failures.append("\(sample.text()): \(error)") }
                refused += 1
            } else {
                if content.stubs.count != 1 { failures.append("\(sample.text()) gave nothing") }
                read += 1
            }
        }
        #expect(failures.prefix(5) == [])
        #expect(read > 300 && refused > 300, "\(read) read, \(refused) refused")
    }

    /// The samples as they are, and with the members that they need to be read.
    private func samples(of schema: JSONValue) throws -> [JSONValue] {
        let mapping = try #require(schema["definitions"]?["stub-mapping"])
        return SchemaSamples(root: schema).values(mapping, name: "mapping").flatMap { sample -> [JSONValue] in
            guard var object = sample.objectValue, !object.isEmpty else { return [] }
            if object["request"] == nil {
                object["request"] = ["urlPath": "/a"]
                object["scenarioName"] = object["scenarioName"] ?? "s"
            } else if object["request"]?["pathParameters"] != nil {
                object["request"] = object["request"]?.setting(
                    "/a/{name}", at: JSONPointer(tokens: ["urlPathTemplate"]))
            }
            return [sample, .object(object)]
        }
    }

    private func keys(_ value: JSONValue) -> Set<String> {
        let members = value.objectValue?.members ?? []
        return (value.arrayValue ?? members.map(\.value)).reduce(into: Set(members.map(\.key))) {
            $0.formUnion(keys($1))
        }
    }
}

/// Makes values that are valid by the schema of mappings: every property, every alternative, every choice at least once.
private struct SchemaSamples {
    let root: JSONValue

    /// Values of `schema` for a property. `depth` bounds matchers inside of matchers.
    func values(_ schema: JSONValue, name: String, depth: Int = 0) -> [JSONValue] {
        if let reference = schema["$ref"]?.stringValue {
            let isMatcher = reference.hasSuffix("/content-pattern")
            guard !isMatcher || depth < 2 else { return [["equalTo": "x"]] }
            let target = reference.split(separator: "/").dropFirst().reduce(root) { $0[String($1)] ?? true }
            return values(target, name: name, depth: depth + (isMatcher ? 1 : 0))
        }
        if let choices = schema["enum"]?.arrayValue { return choices }
        if let alternatives = schema["oneOf"]?.arrayValue {
            return alternatives.flatMap { values($0, name: name, depth: depth) }
        }
        if let parts = schema["allOf"]?.arrayValue {
            let required = (schema["required"]?.arrayValue ?? []).compactMap(\.stringValue)
            return parts.map { values($0, name: name, depth: depth) }
                .reduce([[:]]) { sums, part in sums.flatMap { sum in part.map { joined(sum, $0) } } }
                .filter { value in required.allSatisfy { value[$0] != nil } }
        }
        switch schema["type"]?.stringValue ?? (schema["properties"] == nil ? "string" : "object") {
        case "object": return objects(schema, depth: depth)
        case "array":
            let items = schema["items"].map { values($0, name: name, depth: depth) } ?? [["a": 1]]
            return [[]] + items.map { .array([$0]) } + [.array(Array(items.prefix(2)))]
        case "boolean": return [true, false]
        case "integer": return [.number(JSONNumber(name == "status" ? 201 : 7))]
        case "number": return [1.5]
        default: return [.string(text(schema, name: name))]
        }
    }

    /// Objects with the required members alone, then with each other member beside them.
    private func objects(_ schema: JSONValue, depth: Int) -> [JSONValue] {
        let properties = schema["properties"]?.objectValue?.members ?? []
        let required = Set((schema["required"]?.arrayValue ?? []).compactMap(\.stringValue))
        var base = JSONObject()
        for property in properties where required.contains(property.key) {
            base[property.key] = values(property.value, name: property.key, depth: depth).first
        }
        var samples: [JSONValue] = [.object(base)]
        for property in properties {
            // Matchers inside of matchers are the same everywhere: once is enough.
            let inner = property.key == "request" || property.key == "bodyPatterns" ? depth : max(depth, 1)
            samples += values(property.value, name: property.key, depth: inner).map { value in
                var object = base
                object[property.key] = value
                return .object(object)
            }
        }
        if let others = schema["additionalProperties"], others.objectValue != nil {
            samples += values(others, name: "name", depth: depth).map { ["name": $0] }
        }
        return properties.isEmpty && samples.count == 1 ? samples + [["a": [1, "b", false]]] : samples
    }

    private func joined(_ first: JSONValue, _ second: JSONValue) -> JSONValue {
        .object(JSONObject((first.objectValue?.members ?? []) + (second.objectValue?.members ?? [])))
    }

    /// A text that is valid for a property.
    private func text(_ schema: JSONValue, name: String) -> String {
        switch name {
        case "url": "/a?x=1"
        case "urlPath": "/a"
        case "urlPattern", "urlPathPattern": "/a.*"
        case "urlPathTemplate": "/a/{name}"
        case "method": "PATCH"
        case "proxyBaseUrl": "http://b.example/v1"
        case "bodyFileName": "me.json"
        case "base64Body", "binaryEqualTo": "/wA="
        case "equalToJson": #"{"a":[1.10]}"#
        case "expression", "matchesJsonPath": "$.a[0].*"
        default: "x"
        }
    }
}
