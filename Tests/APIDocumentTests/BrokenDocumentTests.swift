import APIDocument
import SourceTexts
import TestSupport
import Testing
import WireFormats

@Suite struct BrokenDocumentTests {
    @Test("Wrong parts are listed with line and pointer while the rest loads") func partial() throws {
        let document = try document(
            """
              /good: {get: {responses: {'200': {description: ok}}}}
              /bad:
                get:
                  parameters: [{in: query}, 7, {name: q, in: nowhere}]
                  responses: {20: {}, '200': {content: {application/json: {schema: {type: strange}}}}}
                put: 3
              /gone: {$ref: '#/components/nothing'}
              bare: {get: {}}
              /odd: {get: {responces: {}, x-note: 1}}
            """)
        #expect(document.operations.map(\.path.text) == ["/good", "/bad", "/bare", "/odd"])
        let places = document.problems.map { "\($0.position?.line ?? 0) \($0.pointer ?? "")" }
        #expect(
            places == [
                "8 /paths/~1bad/get/parameters/0", "8 /paths/~1bad/get/parameters/1", "8 /paths/~1bad/get/parameters/2",
                "9 /paths/~1bad/get/responses/20",
                "9 /paths/~1bad/get/responses/200/content/application~1json/schema/type",
                "10 /paths/~1bad/put", "11 /paths/~1gone/$ref", "12 /paths/bare", "13 /paths/~1odd/get/responces",
            ])
    }

    @Test(
        "A document without a readable operation is refused with a place",
        arguments: [
            "[]", "openapi: 3.1.0", "openapi: 3.1.0\npaths: []", "paths: {/a: {}}", "webhooks: {a: {post: {}}}", "",
            "7", "{", "paths: {/a: {get: 1}}",
        ])
    func refused(text: String) {
        let problem = #expect(throws: Problem.self) {
            try APIDocument(SourceText(name: "t.yaml", bytes: Array(text.utf8)))
        }
        #expect(problem?.position != nil)
    }

    @Test(
        "Unknown versions are named, and read as far as possible",
        arguments: [("3.0.4", 0), ("3.1", 0), ("3.2.0", 0), ("4.0.0", 1), ("2", 1), ("x", 1)])
    func versions(version: String, count: Int) throws {
        let document = try document("  /a: {get: {responses: {'200': {}}}}", version: version)
        #expect(document.problems.map(\.severity) == Array(repeating: .warning, count: count))
    }

    @Test("A missing version is named") func noVersion() throws {
        let source = SourceText(name: "t.yaml", bytes: Array("paths: {/a: {get: {}}}".utf8))
        #expect(try APIDocument(source).problems.contains { $0.message.contains("\"openapi\" is missing") })
    }

    @Test("Swagger 1.2 is named, and so is a missing version") func olderVersions() throws {
        for (text, word) in [("swaggerVersion: '1.2'\n", "Swagger 1.2"), ("", "\"openapi\" is missing")] {
            let source = SourceText(name: "t.yaml", bytes: Array((text + "paths: {/a: {get: {}}}").utf8))
            #expect(try APIDocument(source).problems.contains { $0.message.contains(word) })
        }
    }

    @Test("A duplicate key in YAML is a problem with its line; the later one counts, and places are still found")
    func duplicates() throws {
        let document = try document(
            "  /a: {get: {}}\n  /b: {get: 7, put: {}}\n  /a: {post: {}, post: {operationId: last}}")
        #expect(document.operations.map(\.id) == ["get-a", "put-b", "last"])
        #expect(document.problems.map { $0.position?.line } == [7, 7, 6])
    }

    @Test("Paths and schemas that cannot be meant are warnings with their places") func unlikely() throws {
        let document = try document(
            """
              /a/{x}:
                GET: {responses: {}}
                parameters: [{name: x, in: path, required: true, schema: {}}]
                get: {responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}}
              /a/{y}: {}
            """,
            rest: """
                components:
                  schemas:
                    A: {maximum: 3, minimum: 3.5, maxLength: 2, minLength: 2, enum: []}
                    B: {maxItems: 0, minItems: 1, discriminator: {propertyName: p, mapping: {a: A, b: C, c: '#/no'}}}
                """)
        let schema = try #require(document.schema(named: "A"))
        #expect(document.violations(of: "a", against: Schema(["enum": []])).isEmpty && schema.enumValues == nil)
        #expect(document.problems.allSatisfy { $0.severity == .warning })
        #expect(
            document.problems.compactMap(\.pointer) == [
                "/components/schemas/A/maximum", "/components/schemas/A/enum", "/components/schemas/B/maxItems",
                "/components/schemas/B/discriminator/mapping/b", "/components/schemas/B/discriminator/mapping/c",
                "/paths/~1a~1{x}/GET", "/paths/~1a~1{y}",
            ])
    }

    @Test("Values that a keyword cannot have are warnings, and are ignored") func kinds() throws {
        let document = try document(
            """
              /a/{x}: {get: {parameters: [{name: x, in: path, schema: {}}], responses: {}}}
              /b: {get: {}}
            """,
            rest: """
                components:
                  schemas:
                    A: {minimum: zero, exclusiveMaximum: '9', multipleOf: 0, minLength: -1, maxItems: 1.5, nullable: 'no', format: 7}
                    B: {minimum: 0.5, exclusiveMaximum: true, multipleOf: 0.1, minLength: 0, maxItems: 2.0, nullable: false}
                """, version: "3.0.4")
        #expect(
            document.problems.map(\.message) == [
                "\"minimum\" must be a number", "\"exclusiveMaximum\" must be a number",
                "\"multipleOf\" must be a number above 0", "\"minLength\" must be a whole number, 0 or more",
                "\"maxItems\" must be a whole number, 0 or more", "\"nullable\" must be true or false",
                "\"format\" must be text",
            ].map { "\($0), and is ignored" } + [
                "the parameter \"x\" is in the path and needs \"required: true\"",
                "no response is described; \"responses\" needs a status, such as 200",
                "no response is described; \"responses\" needs a status, such as 200",
            ])
        let schema = try #require(document.schema(named: "A"))
        #expect(
            document.violations(of: 5, against: schema).isEmpty && document.violations(of: "", against: schema).isEmpty)
        #expect(document.problems.allSatisfy { $0.severity == .warning })
    }

    @Test("Circular, long, external and dangling references are reported, and do no harm") func references() throws {
        let chain = (0..<150).map { "C\($0): {$ref: '#/components/schemas/C\($0 + 1)'}" }.joined(separator: ", ")
        let document = try document(
            """
              /a:
                get:
                  parameters: [{$ref: '#/components/parameters/A'}, {$ref: 'http://localhost/x.yaml#/P'}]
                  responses:
                    '200': {$ref: '#/components/responses/No'}
                    '201': {content: {application/json: {schema: {$ref: '#/components/schemas/C0'}}}}
                    '202': {content: {application/json: {schema: {$ref: '#/components/schemas/Self'}}}}
            """,
            rest: """
                components:
                  parameters: {A: {$ref: '#/components/parameters/B'}, B: {$ref: '#/components/parameters/A'}}
                  schemas: {\(chain), Self: {$ref: '#/components/schemas/Self'}}
                """)
        let messages = document.problems.map(\.message)
        #expect(messages.contains { $0.contains("without an end") })
        #expect(messages.contains { $0.contains("lies outside this document") })
        #expect(messages.contains { $0.contains("nothing is found at \"#/components/responses/No\"") })
        for response in document.operations[0].responses {
            if let schema = response.json?.schema { #expect(document.resolve(schema).types.isEmpty) }
        }
    }

    @Test("Every member can be another kind of value without a crash", arguments: [Self.openAPI, Self.swagger])
    func mutations(text: String) throws {
        let value = try JSONValue(parsing: text)
        let replacements: [JSONValue] = [.null, true, 1, "x", [], [:], ["a"], ["$ref": "#/paths"], ["$ref": "#"]]
        var count = 0
        for pointer in value.pointers {
            for replacement in replacements {
                let changed = value.setting(replacement, at: pointer).bytes()
                guard let document = try? APIDocument(SourceText(name: "t.json", bytes: changed)) else { continue }
                for operation in document.operations {
                    if let schema = operation.success?.json?.schema {
                        _ = document.resolveChoices(schema)
                        _ = document.violations(of: ["id": 1, "s": ["s": .null]], against: schema)
                    }
                }
                count += 1
            }
        }
        #expect(count > 200)
    }

    private static let openAPI = """
        {"openapi":"3.1.0","info":{"title":"T","version":"1"},"servers":[{"url":"{a}","variables":{"a":{"default":"b"}}}],
        "tags":[{"name":"x"}],"security":[{"s":[]}],
        "paths":{"/a/{id}":{"parameters":[{"name":"id","in":"path","schema":{"type":"string"}}],
        "get":{"operationId":"g","tags":["x"],"x-screen":{"kind":"item","parameters":{"id":"g#/x"}},
        "responses":{"200":{"description":"d","headers":{"H":{"schema":{"type":"string"}}},
        "links":{"l":{"operationId":"g","parameters":{"id":"$response.body#/id"}}},
        "content":{"application/json":{"schema":{"allOf":[{"$ref":"#/components/schemas/S"},{"oneOf":[{"type":"object"}]}]},
        "examples":{"e":{"value":1}}}}}}},
        "post":{"requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/S"}}}}}}},
        "components":{"schemas":{"S":{"type":["object","null"],"required":["id"],"properties":{"id":{"type":"string"},
        "s":{"$ref":"#/components/schemas/S"}}}},"securitySchemes":{"s":{"type":"http","scheme":"bearer"}}}}
        """

    private static let swagger = """
        {"swagger":"2.0","info":{"title":"T"},"host":"h","basePath":"/b","schemes":["http"],"consumes":["a/b"],"produces":["c/d"],
        "parameters":{"P":{"name":"p","in":"query","type":"array","items":{"type":"string"},"collectionFormat":"multi"},
        "B":{"name":"b","in":"body","schema":{"$ref":"#/definitions/D"}}},"responses":{"R":{"description":"r"}},
        "securityDefinitions":{"s":{"type":"oauth2","flow":"password","tokenUrl":"/t","scopes":{"a":"b"}}},
        "definitions":{"D":{"discriminator":"k","properties":{"k":{"type":"string"}},"allOf":[{"items":{"x-nullable":true}}]}},
        "paths":{"/a/{i}":{"parameters":[{"name":"i","in":"path","type":"string"}],"get":{"parameters":[{"$ref":"#/parameters/P"}],
        "produces":["application/json"],"responses":{"200":{"schema":{"$ref":"#/definitions/D"},
        "headers":{"H":{"type":"integer"}},"examples":{"application/json":{"a":1}}},"404":{"$ref":"#/responses/R"}}},
        "put":{"parameters":[{"$ref":"#/parameters/B"}]},
        "post":{"consumes":["multipart/form-data"],"parameters":[{"name":"f","in":"formData","type":"file","required":true}]}}}}
        """
}

/// Real documents with random damage, always the same.
@Suite(.enabled(if: !SharedCases.allDocuments.isEmpty)) struct MutatedDocumentsTests {
    @Test(
        "Texts with random damage are read or refused with a place, without a crash", .timeLimit(.minutes(10)),
        arguments: SharedCases.allDocuments)
    func garbled(name: String) throws {
        let source = try SourceText(file: SharedCases.document(name))
        var random = SeededRandom(seed: UInt64(source.bytes.count))
        for _ in 0..<max(3, min(50, 400_000 / source.bytes.count)) {
            var bytes = source.bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...200, using: &random)))
                case 2:
                    bytes.insert(contentsOf: "&*[]{}:-\"'\n\t#|>%@`".utf8.shuffled(using: &random).prefix(3), at: place)
                default: bytes.removeSubrange(place...)
                }
                if bytes.isEmpty { bytes = [0x7B] }
            }
            do throws(Problem) {
                let document = try APIDocument(SourceText(name: name, bytes: bytes))
                for operation in document.operations.prefix(40) {
                    guard let media = operation.success?.json, let schema = media.schema else { continue }
                    _ = document.variants(of: document.resolveChoices(schema))
                    _ = document.violations(of: media.examples.first?.value ?? [], against: schema)
                }
            } catch {
                #expect(error.file == name && error.position != nil, "\(error)")
            }
        }
    }
}
