import APIDocument
import HTTPTypes
import Testing
import WireFormats

@Suite struct OperationTests {
    @Test("Path item parameters are shared, overridden by name and place, and found through references")
    func parameters() throws {
        let document = try document(
            """
              /a/{id}/{undeclared}:
                parameters:
                  - {name: id, in: path, required: true, schema: {type: string}}
                  - $ref: '#/components/parameters/Page'
                get:
                  parameters:
                    - {name: id, in: path, required: true, schema: {type: integer}}
                    - {name: page, in: header, schema: {type: string}}
                    - {name: Accept, in: header, schema: {type: string}}
                  responses: {'200': {description: ok}}
            """,
            rest: "components: {parameters: {Page: {name: page, in: query, schema: {type: integer, default: 1}}}}")
        let parameters = document.operations[0].parameters
        #expect(
            parameters.map { "\($0.location.rawValue) \($0.name)" } == [
                "path id", "query page", "header page", "path undeclared",
            ])
        #expect(parameters[0].schema.type == .integer)
        #expect(document.problems.map(\.severity) == [.warning])
    }

    @Test("An exploded object of the query becomes its fields; others stay whole") func objectsInQuery() throws {
        let document = try document(
            """
              /a:
                get:
                  parameters:
                    - {name: pageable, in: query, required: true, schema: {$ref: '#/components/schemas/Pageable'}}
                    - {name: where, in: query, style: deepObject, schema: {$ref: '#/components/schemas/Pageable'}}
                    - {name: any, in: query, schema: {type: object, additionalProperties: {type: string}}}
                    - {name: gone, in: query, schema: {$ref: '#/components/schemas/Gone'}}
                    - {name: both, in: query, schema: {allOf: [{$ref: '#/components/schemas/Pageable'}], properties: {q: {}}}}
                    - {name: sort, in: query, required: true, schema: {type: string}}
            """,
            rest: """
                components: {schemas: {Pageable: {type: object, required: [page],
                  properties: {page: {type: integer}, sort: {type: array, items: {type: string}}}}}}
                """)
        let parameters = document.operations[0].parameters
        #expect(parameters.map(\.name) == ["page", "where", "any", "gone", "both", "sort"])
        // What is described by itself goes before a member that is called so, too.
        #expect(parameters.map(\.isRequired) == [true, false, false, false, false, true])
    }

    @Test("Headers sent with every call are not parameters") func sentHeaders() throws {
        let document = try document(
            """
              /a:
                get:
                  parameters:
                    - {name: X-Tenant, in: header, required: true, schema: {type: string}}
                    - {name: X-Tenant, in: query, schema: {type: string}}
                    - {name: X-Other, in: header, schema: {type: string}}
            """)
        let named = document.sending(["x-tenant"]).operations[0].parameters
        #expect(named.map { "\($0.location.rawValue) \($0.name)" } == ["query X-Tenant", "header X-Other"])
        #expect(document.sending([]).operations[0].parameters.count == 3)
    }

    @Test("A body is JSON or a form; a JSON Patch only without alternatives") func preferredBody() throws {
        func preferred(_ types: String...) throws -> String? {
            let content = types.map { "\($0): {schema: {type: object}}" }.joined(separator: ", ")
            let document = try document("  /a: {patch: {requestBody: {content: {\(content)}}}}")
            return document.operations[0].requestBody?.preferred?.name
        }
        let (list, merge) = ("application/json-patch+json", "application/merge-patch+json")
        #expect(try preferred(list, merge) == merge)
        #expect(try preferred(list) == list)
        #expect(try preferred("multipart/form-data", list) == "multipart/form-data")
    }

    @Test("Missing and duplicate ids are replaced by method and path") func ids() throws {
        let document = try document(
            """
              /a/{b}: {get: {}, put: {operationId: x}, post: {operationId: x}}
            """)
        #expect(document.operations.map(\.id) == ["get-a-b", "x", "post-a-b"])
        #expect(document.problems.contains { $0.message.contains("\"x\" is used before") && $0.position?.line == 5 })
    }

    @Test(
        "The success response is the lowest 2xx, then 2XX, then default",
        arguments: [
            ("'404': &r {description: x}, '202': *r, '201': *r", Response.Status.exact(201)),
            ("default: &r {description: x}, 2XX: *r, '404': *r", .range(2)),
            ("'404': &r {description: x}, default: *r", .default),
        ])
    func success(responses: String, expected: Response.Status) throws {
        let document = try document("  /a: {get: {responses: {\(responses)}}}")
        #expect(document.operations[0].success?.status == expected)
    }

    @Test("JSON is found among media types by name, suffix and range; examples through references")
    func content() throws {
        let document = try document(
            """
              /a:
                get:
                  responses:
                    '200':
                      content:
                        text/plain: {schema: {type: string}}
                        'application/problem+json; charset=utf-8':
                          schema: {type: object}
                          examples: {one: {$ref: '#/components/examples/One'}}
            """,
            rest: "components: {examples: {One: {value: {a: 1}}}}")
        let json = document.operations[0].success?.json
        #expect(json?.schema?.type == .object)
        #expect(json?.examples.first?.value == ["a": 1])
        #expect(json?.examples.first?.name == "one")
    }

    @Test("Server variables take their defaults; security is the operation's own or the document's")
    func serversAndSecurity() throws {
        let document = try document(
            "  /a: {get: {security: []}, put: {}, post: {security: [{}, {key: []}]}}",
            rest: """
                servers: [{url: 'http://{host}:{port}/v1', variables: {host: {default: h}, port: {default: 80}}}]
                security: [{login: []}]
                components:
                  securitySchemes:
                    key: {type: apiKey, in: header, name: X-Key}
                    login: {type: oauth2, flows: {password: {tokenUrl: /t, refreshUrl: /r, scopes: {}}}}
                """)
        #expect(document.servers.map(\.url) == ["http://h:80/v1"])
        #expect(document.operations.map(\.requiresAuthentication) == [false, true, false])
        #expect(document.securitySchemes["login"] == .oauth2Password(tokenURL: "/t", refreshURL: "/r"))
        #expect(document.securitySchemes["key"] == .apiKey(name: "X-Key", location: .header))
    }

    @Test("A server of all paths is the document's; a server of one path is a warning") func ownServers() throws {
        let own = "servers: [{url: 'https://files.example'}]"
        let parts = """
              /a: {\(own), get: {}, put: {}}
              /b: {get: {\(own)}}
            """
        let same = try document(parts)
        #expect(same.servers.map(\.url) == ["https://files.example"] && same.problems == [])
        let other = try document(parts, rest: "servers: [{url: 'https://api.example'}]")
        #expect(other.servers.map(\.url) == ["https://api.example"])
        #expect(other.operations.map { $0.servers.map(\.url) } == Array(repeating: ["https://files.example"], count: 3))
        #expect(other.problems.map { "\($0.severity) \($0.pointer ?? "")" } == ["warning /paths/~1a/servers"])
        #expect(try document("  /a: {get: {\(own)}}\n  /b: {get: {}}").servers == [])
    }

    @Test("A server's variables can be chosen; their defaults apply otherwise") func serverVariables() throws {
        let document = try document(
            "  /a: {get: {}}",
            rest: """
                servers:
                  - url: https://{region}.example.com/{v}
                    variables: {region: {default: eu, enum: [eu, us], description: Where}, v: {default: 1}}
                """)
        let server = try #require(document.servers.first)
        #expect(server.url == "https://eu.example.com/1")
        #expect(server.url(with: ["region": "us"]) == "https://us.example.com/1")
        #expect(server.variables.map(\.values) == [["eu", "us"], []])
    }

    @Test("Security schemes keep all their options; of several OAuth flows the one without a browser is used")
    func securitySchemes() throws {
        let document = try document(
            "  /a: {get: {security: [{all: [read]}, {all: [write, read], key: []}]}}",
            rest: """
                components:
                  securitySchemes:
                    all:
                      type: oauth2
                      description: D
                      flows:
                        authorizationCode: {authorizationUrl: /a, tokenUrl: /t, refreshUrl: /r, scopes: {}}
                        clientCredentials: {tokenUrl: /c, scopes: {read: Reading}}
                    browser: {type: oauth2, flows: {implicit: {authorizationUrl: /a, scopes: {}}}}
                    id: {type: openIdConnect, openIdConnectUrl: 'https://id/x'}
                    jwt: {$ref: '#/components/securitySchemes/token'}
                    token: {type: http, scheme: Bearer, bearerFormat: JWT}
                    key: {type: apiKey, in: cookie, name: sid}
                    tls: {type: mutualTLS}
                """)
        #expect(document.problems == [])
        let schemes = document.securitySchemes
        #expect(schemes["all"] == .oauth2ClientCredentials(tokenURL: "/c", refreshURL: nil))
        #expect(schemes["browser"] == .other("oauth2"))
        #expect(schemes["id"] == .openIDConnect(url: "https://id/x"))
        #expect(schemes["jwt"] == .bearer)
        #expect(schemes["key"] == .apiKey(name: "sid", location: .cookie))
        #expect(schemes["tls"] == .other("mutualTLS"))
        #expect(document.flows.map(\.kind) == [.authorizationCode, .clientCredentials, .implicit])
        #expect(document.operations[0].scopes == ["all": ["read", "write"], "key": []])
    }

    @Test("OpenAPI 3.2: methods, querystring, shared media types and streams are read") func version32() throws {
        let document = try document(
            """
              /a:
                query: {operationId: q}
                additionalOperations:
                  COPY:
                    parameters:
                      - name: all
                        in: querystring
                        content:
                          application/x-www-form-urlencoded:
                            schema: {type: object, required: [q], properties: {q: {type: string}, page: {type: integer}}}
                    responses:
                      '200': {content: {application/json: {$ref: '#/components/mediaTypes/M'}}}
                      '201': {content: {application/jsonl: {itemSchema: {type: object}}}}
            """,
            rest: """
                $self: https://example.com/api
                tags: [{name: t, summary: S, parent: p, kind: nav}]
                components:
                  mediaTypes: {M: {schema: {$ref: 'https://example.com/api#/components/schemas/S'}}}
                  schemas: {S: {type: integer}}
                """, version: "3.2.0")
        #expect(document.problems == [])
        #expect(document.operations.map(\.method.rawValue) == ["QUERY", "COPY"])
        let copy = document.operations[1]
        #expect(
            copy.parameters.map { "\($0.location) \($0.name) \($0.isRequired)" } == [
                "query q true", "query page false",
            ])
        #expect(document.resolve(try #require(copy.success?.json?.schema)).type == .integer)
        #expect(copy.responses[1].content[0].schema?.type == .array)
        #expect(document.tags.first?.summary == "S")
    }

    @Test("OpenAPI 3.2: three kinds of examples and device sign-in are read, the rest is listed") func more32() throws {
        let document = try document(
            """
              /a:
                get:
                  security: [{d: []}]
                  parameters:
                    - {name: c, in: cookie, style: cookie, schema: {type: array}}
                    - {name: s, in: query, style: fancy, schema: {type: array}}
                    - {name: j, in: querystring, content: {application/json: {schema: {type: object}}}}
                    - {name: f, in: querystring, content: {application/x-www-form-urlencoded: {schema: {type: string}}}}
                    - {name: n, in: querystring}
                  responses:
                    '200':
                      content:
                        application/json:
                          examples:
                            data: {dataValue: {a: 1}, serializedValue: '{"a":1}'}
                            text: {serializedValue: '[1.0]'}
                            other: {serializedValue: 'a=1'}
            """,
            rest: """
                components:
                  securitySchemes:
                    d: {type: oauth2, oauth2MetadataUrl: 'https://h/m', flows: {deviceAuthorization: {deviceAuthorizationUrl: /d, tokenUrl: /t, scopes: {}}}}
                """, version: "3.2.0")
        let operation = document.operations[0]
        #expect(operation.parameters.map(\.name) == ["c", "s"])
        #expect(operation.parameters.map(\.isExploded) == [true, true])
        #expect(operation.success?.json?.examples.map { $0.value?.text() } == [#"{"a":1}"#, "[1.0]", #""a=1""#])
        #expect(document.flows.map(\.kind) == [.deviceAuthorization])
        #expect(
            document.problems.map(\.pointer) == [
                "/paths/~1a/get/parameters/1/style", "/paths/~1a/get/parameters/2",
                "/paths/~1a/get/parameters/3", "/paths/~1a/get/parameters/4",
            ])
    }
}

@Suite("Callbacks of a document") struct CallbackTests {
    private static let exchange = RuntimeExchange(
        url: "http://localhost:8080/orders/7?url=http%3A%2F%2Fa%2Fb&empty=", method: .post, status: 201,
        pathValues: ["id": "7"], headers: [.request: [.referer: "http://r"], .response: [.location: "/orders/8"]],
        bodies: [.request: ["callbackUrl": "http://localhost:9000/hook", "list": [1, 2]], .response: ["id": 8]])

    @Test(
        "An expression has the value of its part of the exchange",
        arguments: [
            ("{$request.body#/callbackUrl}", "http://localhost:9000/hook"),
            ("$request.body#/callbackUrl", "http://localhost:9000/hook"),
            ("{$request.query.url}", "http://a/b"), ("{$request.header.Referer}", "http://r"),
            (
                "https://a/{$request.path.id}/{$response.body#/id}?s={$statusCode}&m={$method}",
                "https://a/7/8?s=201&m=POST"
            ),
            ("{$response.header.location}", "/orders/8"),
            ("{$request.body#/callbackUrl}/{$request.body#/list/1}", "http://localhost:9000/hook/2"),
            ("$url", "http://localhost:8080/orders/7?url=http%3A%2F%2Fa%2Fb&empty="),
        ])
    func values(text: String, value: String) throws { #expect(try RuntimeText(text).value(in: Self.exchange) == value) }

    @Test(
        "An error names the missing part of an exchange",
        arguments: ["$request.body#/x", "$request.query.empty", "$request.path.x"])
    func missing(text: String) throws {
        let expression = try RuntimeText(text)
        let flaw = #expect(throws: Complaint.self) { try expression.value(in: Self.exchange) }
        #expect(flaw?.description == "the exchange has no value for \(text)")
    }

    @Test(
        "Text that is not an expression is refused",
        arguments: [
            "{$request.body.url}", "{$request}", "$response.path.id", "{$request.body#x}", "{request.body#/url}",
            "{$request.body#/url", "/hook/{$request.path.id}", "onData", "$request.header.a b",
        ])
    func flawed(text: String) { #expect(throws: Complaint.self) { try RuntimeText(text) } }

    @Test("Callbacks have name, URL, method and body; a URL that cannot be read is a problem with its line")
    func read() throws {
        let document = try document(
            """
              /orders:
                post:
                  callbacks:
                    paid:
                      '{$request.body#/callbackUrl}':
                        post: {requestBody: {$ref: '#/components/requestBodies/Event'}}
                        put: {}
                      '{$request.body.other}': {post: {}}
                    shared: {$ref: '#/components/callbacks/Shared'}
                  responses: {'201': {description: c}}
            """,
            rest: """
                webhooks:
                  stockLow: {post: {requestBody: {$ref: '#/components/requestBodies/Event'}}}
                components:
                  requestBodies: {Event: {content: {application/json: {schema: {type: object}}}}}
                  callbacks: {Shared: {'$request.query.url': {post: {}}}}
                """)
        let callbacks = document.operations[0].callbacks
        #expect(callbacks.map(\.name) == ["paid", "paid", "shared"])
        #expect(callbacks.map(\.request.method) == [.put, .post, .post])
        #expect(
            callbacks.map(\.url?.text) == [
                "{$request.body#/callbackUrl}", "{$request.body#/callbackUrl}", "$request.query.url",
            ])
        #expect(callbacks[1].request.requestBody?.content.first?.name == "application/json")
        #expect(document.webhooks.map(\.name) == ["stockLow"] && document.webhooks[0].url == nil)
        #expect(document.problems.count == 1)
        let problem = try #require(document.problems.first)
        #expect(
            problem.message.hasPrefix(#"the URL of the callback paid cannot be read: "$request.body.other" is not"#))
        #expect(problem.position?.line == 16, "\(problem)")
    }
}
