import APIDocument
import TestSupport
import Testing
import WireFormats

@Suite struct ReferenceTests {
    @Test("References are read in every place that the standard allows") func places() throws {
        let document = try document(
            """
              /a: {$ref: '#/components/pathItems/A'}
              /b:
                $ref: '#/components/pathItems/B'
                delete: {operationId: own, responses: {'204': {$ref: '#/components/responses/R'}}}
            """,
            rest: """
                components:
                  pathItems:
                    A:
                      get:
                        parameters: [{$ref: '#/components/parameters/P'}]
                        responses: {'200': {$ref: '#/components/responses/R'}}
                        callbacks: {c: {$ref: '#/components/callbacks/C'}, d: {$ref: '#/components/callbacks/None'}}
                      put: {requestBody: {$ref: '#/components/requestBodies/B'}}
                    B: {$ref: '#/components/pathItems/C', summary: s}
                    C: {get: {}, delete: {}}
                  parameters: {P: {name: p, in: query, schema: {$ref: '#/components/schemas/S'}, examples: {e: {$ref: '#/components/examples/E'}}}}
                  requestBodies: {B: {content: {application/json: {schema: {$ref: '#/components/schemas/S'}}}}}
                  responses:
                    R:
                      description: r
                      headers: {H: {$ref: '#/components/headers/H'}}
                      links: {L: {$ref: '#/components/links/L'}}
                  headers: {H: {schema: {$ref: '#/components/schemas/S'}}}
                  links: {L: {operationId: own}}
                  examples: {E: {value: 5}}
                  callbacks: {C: {'{$request.body#/url}': {$ref: '#/components/pathItems/A'}}}
                  schemas: {S: {type: integer}}
                """)
        #expect(
            document.problems.map(\.message).filter { !$0.contains("used before") } == [
                "nothing is found at \"#/components/callbacks/None\"; correct the reference"
            ])
        #expect(document.operations.map(\.id) == ["get-a", "put-a", "get-b", "own"])
        let get = document.operations[0]
        #expect(document.operations[2].summary == "s")
        #expect(get.parameters[0].example == 5)
        #expect(document.resolve(get.parameters[0].schema).type == .integer)
        #expect(get.success?.headers.first?.name == "H")
        #expect(get.success?.links.first?.operationID == "own")
        #expect(document.resolve(document.operations[1].requestBody?.preferred?.schema ?? .any).type == .integer)
    }

    @Test("A referenced operation is read, in this file or another") func operations() async throws {
        let folder = try Folder([
            "openapi.yaml": """
            openapi: 3.1.0
            info: {title: T, version: '1'}
            paths:
              /a/{id}: {get: {$ref: '#/components/x-ops/a'}, put: {$ref: 'ops.yaml#/b'}, delete: {$ref: 'none.yaml'}}
            components: {x-ops: {a: {operationId: a, responses: {'200': {description: ok}}}}}
            """,
            "ops.yaml": "b: {operationId: b, responses: {'200': {$ref: '#/r'}}}\nr: {description: from the file}",
        ])
        let document = try await DocumentLoader().load(.path(folder.path)).document
        #expect(document.operations.map(\.id) == ["a", "b"])
        #expect(document.operations.map { $0.success?.description } == ["ok", "from the file"])
        #expect(document.problems.filter { $0.severity == .error }.map(\.pointer) == ["/paths/~1a~1{id}/delete/$ref"])
    }

    @Test("Samples, defaults and properties that look like references are left as they are")
    func literals() async throws {
        let folder = try Folder([
            "openapi.yaml": """
            openapi: 3.1.0
            info: {title: T, version: '1'}
            paths:
              /a:
                get:
                  responses:
                    '200':
                      content:
                        application/json:
                          schema:
                            properties: {$ref: {type: string}, example: {$ref: s.yaml}, default: {default: {$ref: none.yaml}}}
                            enum: [{$ref: none.yaml}]
                          examples:
                            a: {value: {$ref: none.yaml}}
                            b: {externalValue: b.json}
                            c: {externalValue: 'https://example.com/c.json'}
                            d: {value: {$ref: './b.json'}}
                            e: {value: {$ref: none.yaml, x: 1}}
            """,
            "s.yaml": "type: integer", "b.json": "[1]",
        ])
        let document = try await DocumentLoader().load(.path(folder.path)).document
        #expect(document.problems == [])
        let media = try #require(document.operations[0].success?.json)
        let properties = document.resolve(try #require(media.schema)).properties
        #expect(properties.map(\.name) == ["$ref", "example", "default"])
        #expect(document.resolve(properties[1].schema).type == .integer)
        #expect(properties[2].schema.default == ["$ref": "none.yaml"])
        #expect(media.examples.map(\.value) == [["$ref": "none.yaml"], [1], nil, [1], ["$ref": "none.yaml", "x": 1]])
    }

    @Test("Anchors, and schemas with their own URL, are found by it, also from other files")
    func anchors() async throws {
        let folder = try Folder([
            "openapi.yaml": """
            openapi: 3.1.0
            info: {title: T, version: '1'}
            paths: {}
            components:
              schemas:
                A: {$anchor: first, type: integer}
                B: {$id: 'https://example.com/schemas/b', type: object, $defs: {c: {$anchor: c, type: boolean}}}
                Tree: {$dynamicAnchor: node, properties: {children: {items: {$dynamicRef: '#node'}}}}
                All:
                  properties:
                    a: {$ref: '#first'}
                    b: {$ref: 'https://example.com/schemas/b'}
                    c: {$ref: 'https://example.com/schemas/b#/$defs/c'}
                    d: {$ref: 'https://example.com/schemas/b#c'}
                    e: {$ref: 'other.yaml#far'}
                    f: {$ref: '#nowhere'}
            """.replacing("paths: {}", with: "paths: {/a: {get: {}}}"),
            "other.yaml": "x: {y: {$anchor: far, type: string}}",
        ])
        let document = try await DocumentLoader().load(.path(folder.path)).document
        #expect(document.problems.map(\.pointer) == ["/components/schemas/All/properties/f/$ref"])
        let all = try #require(document.schema(named: "All")).properties.map { document.resolve($0.schema).type }
        #expect(all == [.integer, .object, .boolean, .boolean, .string, nil])
        let tree = document.resolve(try #require(document.schema(named: "Tree")))
        let child = document.resolve(try #require(tree.properties[0].schema.items))
        #expect(child.properties.map(\.name) == ["children"])
    }

    @Test(
        "References resolve against the URL of the schema they are in",
        arguments: [
            // By a relative URL, by a URN, by a pointer, and by an anchor of the same resource.
            ("{$id: 'http://x.test/a/b', $ref: c, $defs: {c: {$id: c, type: integer}}}", true),
            (
                "{$id: 'urn:uuid:deadbeef-1234-ffff-ffff-4321feebdaed', $ref: '#/$defs/bar', $defs: {bar: {type: integer}}}",
                true
            ),
            ("{$id: 'urn:x:y', properties: {n: {$ref: 'urn:x:y#/$defs/bar'}}, $defs: {bar: {type: integer}}}", false),
            ("{$id: 'file:///folder/file.json', $ref: '#/definitions/a', definitions: {a: {type: integer}}}", true),
            (
                "{$id: 'http://x.test/s', $ref: 'i#n', $defs: {a: {$anchor: n, type: string}, i: {$id: i, $defs: {b: {$anchor: n, type: integer}}}}}",
                true
            ),
            // From the file's root, as many write them.
            ("{$id: Own, allOf: [{$ref: '#/components/schemas/Whole'}]}", true),
        ])
    func resources(schema: String, isAlone: Bool) throws {
        let document = try document(
            "  /a: {get: {}}", rest: "components: {schemas: {Own: \(schema), Whole: {type: integer}}}")
        #expect(document.problems.filter { $0.severity == .error } == [])
        let own = try #require(document.schema(named: "Own"))
        func isRefused(_ value: JSONValue) -> Bool {
            !document.violations(of: isAlone ? value : ["n": value], against: own).isEmpty
        }
        #expect(!isRefused(1) && isRefused("x"))
    }

    @Test("References, ids and anchors within enum and const are data") func data() throws {
        let document = try document(
            "  /a: {get: {}}",
            rest: """
                components:
                  schemas:
                    Const: {const: {$ref: '#/components/schemas/Real'}}
                    Enum: {enum: [{$id: 'http://x.test/id', $anchor: real, type: 'null'}, {$ref: '#/none'}]}
                    Real: {$id: 'http://x.test/id', $anchor: real, type: string}
                    ByID: {$ref: 'http://x.test/id'}
                    ByAnchor: {$ref: '#real'}
                """)
        #expect(document.problems.filter { $0.severity == .error } == [])
        func fits(_ value: JSONValue, _ name: String) throws -> Bool {
            document.violations(of: value, against: try #require(document.schema(named: name))).isEmpty
        }
        #expect(try fits(["$ref": "#/components/schemas/Real"], "Const") && !fits("x", "Const"))
        #expect(try fits(["$ref": "#/none"], "Enum"))
        #expect(try fits("x", "ByID") && !fits(1, "ByID"))
        #expect(try fits("x", "ByAnchor") && !fits(1, "ByAnchor"))
    }

    @Test("Maps that are references, and pointers through references, are followed") func maps() async throws {
        let folder = try Folder([
            "openapi.yaml": """
            openapi: 3.0.3
            info: {title: T, version: '1'}
            paths: {$ref: paths/index.yaml}
            components: {schemas: {$ref: schemas.yaml}}
            """,
            "paths/index.yaml":
                "/a: {get: {responses: {'200': {content: {application/json: {schema: {$ref: '../openapi.yaml#/components/schemas/S'}}}}}}}",
            "schemas.yaml": "S: {type: object, properties: {x: {$ref: '#/S/properties/y'}, y: {type: integer}}}",
        ])
        let document = try await DocumentLoader().load(.path(folder.path)).document
        #expect(document.problems == [])
        let schema = document.resolve(try #require(document.operations[0].success?.json?.schema))
        #expect(document.resolve(schema.properties[0].schema).type == .integer)
    }

    @Test("A discriminator names variants by mapping, schema name, or extending schemas") func discriminators() throws {
        let document = try document(
            "  /a: {get: {}}",
            rest: """
                components:
                  schemas:
                    Mapped:
                      oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
                      discriminator: {propertyName: kind, mapping: {cat: Cat, puppy: '#/components/schemas/Dog', dog: Dog}}
                    Plain: {anyOf: [{$ref: '#/components/schemas/Cat'}, {type: 'null'}, {title: Other, type: string}, {type: array}]}
                    Base: {type: object, discriminator: {propertyName: kind}, properties: {kind: {type: string}}}
                    Listed: {discriminator: {propertyName: kind, mapping: {l: Leaf}}}
                    Leaf: {allOf: [{$ref: '#/components/schemas/Listed'}]}
                    Cat: {allOf: [{$ref: '#/components/schemas/Base'}]}
                    Dog: {allOf: [{$ref: '#/components/schemas/Base'}, {properties: {bark: {}}}]}
                """)
        func names(_ name: String) -> [String] {
            document.variants(of: Schema(["$ref": .string("#/components/schemas/" + name)])).map {
                $0.name + ($0.discriminatorValue.map { "=" + $0 } ?? "")
            }
        }
        #expect(names("Mapped") == ["cat=cat", "puppy=puppy", "dog=dog"])
        #expect(names("Plain") == ["Cat", "Other", "3"])
        #expect(names("Base") == ["Cat=Cat", "Dog=Dog"])
        #expect(names("Dog") == [])
        #expect(names("Listed") == ["l=l"])
        #expect(names("Leaf") == [])
    }
}
