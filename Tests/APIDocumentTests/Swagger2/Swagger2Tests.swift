import APIDocument
import SourceTexts
import TestSupport
import Testing
import WireFormats

@Suite struct Swagger2Tests {
    private func read(_ text: String) throws -> APIDocument {
        try APIDocument(
            SourceText(name: "t.yaml", bytes: Array(("swagger: '2.0'\ninfo: {title: T, version: 1}\n" + text).utf8)))
    }

    @Test(
        "Host, base path and schemes form the servers",
        arguments: [
            ("host: h:1\nbasePath: /v1\nschemes: [http, https, ws]", ["https://h:1/v1", "http://h:1/v1"]),
            ("host: h", ["https://h"]), ("basePath: v1", ["/v1"]), ("", ["/"]),
        ])
    func servers(text: String, expected: [String]) throws {
        #expect(try read(text + "\npaths: {/a: {get: {}}}").servers.map(\.url) == expected)
    }

    @Test("Parameters get schemas and styles; body and form parameters become the request body")
    func parameters() throws {
        let document = try read(
            """
            consumes: [application/xml, application/json]
            parameters:
              Page: {name: page, in: query, type: integer, minimum: 1}
              Body: {name: b, in: body, required: true, schema: {$ref: '#/definitions/Pet'}}
              Field: {name: f, in: formData, type: string, required: true, description: D}
            definitions: {Pet: {type: object, discriminator: kind, properties: {kind: {type: string, x-nullable: true}}}}
            paths:
              /a/{id}:
                parameters: [{name: id, in: path, required: true, type: string}, {$ref: '#/parameters/Body'}]
                get:
                  parameters:
                    - $ref: '#/parameters/Page'
                    - {name: s, in: query, type: array, items: {type: string}, collectionFormat: pipes}
                    - {name: m, in: query, type: array, items: {type: string}, collectionFormat: multi}
                    - {name: c, in: query, type: array, items: {type: string}}
                post: {}
                put:
                  consumes: [multipart/form-data]
                  parameters: [{$ref: '#/parameters/Field'}, {name: file, in: formData, type: file}]
                patch: {parameters: [{$ref: '#/parameters/Field'}]}
            """)
        #expect(document.problems.allSatisfy { $0.message.hasPrefix("no response is described") })
        let get = document.operations[0]
        #expect(get.parameters.map(\.name) == ["id", "page", "s", "m", "c"])
        #expect(get.parameters[1].schema.minimum?.value.int == 1)
        #expect(get.parameters[2].style == .pipeDelimited)
        #expect(get.parameters[3].isExploded && !get.parameters[4].isExploded)
        let post = try #require(document.operations[1].requestBody)
        #expect(post.isRequired)
        #expect(post.content.map(\.name) == ["application/xml", "application/json"])
        let pet = document.resolve(try #require(post.preferred?.schema))
        #expect(pet.discriminator?.propertyName == "kind")
        #expect(pet.properties[0].schema.isNullable)
        let put = try #require(document.operations[2].requestBody?.content.first)
        #expect(put.name == "multipart/form-data")
        #expect(put.schema?.properties.map(\.name) == ["f", "file"])
        #expect(put.schema?.properties[1].schema.format == "binary")
        #expect(put.schema?.required == ["f"])
        #expect(document.operations[3].requestBody?.content.map(\.name) == ["application/x-www-form-urlencoded"])
    }

    @Test("Responses have their schema and examples under the types produced") func responses() throws {
        let document = try read(
            """
            produces: [application/json, text/csv]
            responses: {Gone: {description: g, schema: {$ref: '#/definitions/E'}}}
            definitions: {E: {type: object}}
            paths:
              /a:
                get:
                  produces: [application/json]
                  responses:
                    200:
                      description: d
                      schema: {type: array, items: {$ref: '#/definitions/E'}}
                      headers: {X-Total: {type: integer, description: D}}
                      examples: {application/json: [{a: 1}], text/plain: x}
                    204: {description: none}
                    410: {$ref: '#/responses/Gone'}
            """)
        #expect(document.problems == [])
        let responses = document.operations[0].responses
        #expect(responses[0].content.map(\.name) == ["application/json", "text/plain"])
        #expect(responses[0].json?.examples.first?.value == [["a": 1]])
        #expect(responses[0].headers.first?.schema.type == .integer)
        #expect(responses[1].content.isEmpty)
        #expect(responses[2].content.map(\.name) == ["application/json", "text/csv"])
    }

    @Test("Security definitions become schemes") func security() throws {
        let document = try read(
            """
            securityDefinitions:
              b: {type: basic}
              k: {type: apiKey, in: header, name: K}
              p: {type: oauth2, flow: password, tokenUrl: /t, scopes: {r: R}}
              c: {type: oauth2, flow: application, tokenUrl: /t, scopes: {}}
            security: [{b: []}]
            paths: {/a: {get: {}}}
            """)
        #expect(document.securitySchemes["b"] == .basic)
        #expect(document.securitySchemes["k"] == .apiKey(name: "K", location: .header))
        #expect(document.securitySchemes["p"] == .oauth2Password(tokenURL: "/t", refreshURL: nil))
        #expect(document.securitySchemes["c"] == .oauth2ClientCredentials(tokenURL: "/t", refreshURL: nil))
        #expect(document.operations[0].requiresAuthentication)
    }

    @Test("Problems name the place and the reference as written in the document") func places() throws {
        let document = try read(
            """
            definitions: {Pet: {type: strange}}
            paths:
              /a:
                get:
                  parameters:
                    - {name: b, in: body, schema: {type: odd}}
                    - {name: q, in: query, type: wrong}
                    - {in: query}
                  responses:
                    200: {description: d, schema: {$ref: '#/definitions/None'}}
            """)
        let places = document.problems.map { "\($0.position?.line ?? 0) \($0.pointer ?? "")" }
        #expect(
            places == [
                "3 /definitions/Pet/type", "8 /paths/~1a/get/parameters/0/schema/type",
                "9 /paths/~1a/get/parameters/1/type",
                "10 /paths/~1a/get/parameters/2", "12 /paths/~1a/get/responses/200/schema/$ref",
            ])
        #expect(document.problems.last?.message.contains("\"#/definitions/None\"") == true)
    }

    @Test("Files of a Swagger 2 document are converted with it") func files() async throws {
        let folder = try Folder([
            "openapi.yaml": """
            swagger: '2.0'
            info: {title: T, version: '1'}
            paths: {/a: {$ref: paths.yaml#/a}}
            definitions: {D: {type: integer}}
            """,
            "paths.yaml": """
            a:
              get:
                parameters: [{name: q, in: query, type: string}, {name: b, in: body, schema: {$ref: 'openapi.yaml#/definitions/D'}}]
                responses: {200: {description: d, schema: {$ref: 'defs.yaml#/definitions/X'}}}
            """,
            "defs.yaml":
                "definitions: {X: {type: object, properties: {d: {$ref: '#/definitions/Y'}}}, Y: {type: nonsense}}",
        ])
        let document = try await DocumentLoader().load(.path(folder.path)).document
        #expect(document.problems.map(\.pointer) == ["/definitions/Y/type"])
        let get = document.operations[0]
        #expect(get.parameters.first?.schema.type == .string)
        #expect(document.resolve(get.requestBody?.preferred?.schema ?? .any).type == .integer)
        #expect(document.resolve(try #require(get.success?.json?.schema)).properties.map(\.name) == ["d"])
    }
}
