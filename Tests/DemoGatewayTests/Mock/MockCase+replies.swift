import TestSupport

/// Replies by the document's examples, errors and media types.
extension MockCase {
    static let replies: [MockCase] = [
        MockCase(
            "`default` and ranges describe other errors; exact codes come first", errors,
            MockExchange("POST /none?n=x", "X-Key: k", status: 422, says: "problem+json"),
            MockExchange("POST /default?n=x", "X-Key: k", status: 422, says: #"{"says":"default"}"#),
            MockExchange("POST /default?n=1", status: 401, says: #"{"says":"default"}"#),
            MockExchange(
                "POST /default?n=1", "X-Key: k", "Content-Type: text/csv", body: "a", status: 415,
                says: #"{"says":"default"}"#),
            MockExchange("POST /default?n=1", "X-Key: k", json, body: "{", status: 400, says: #"{"says":"default"}"#),
            MockExchange("POST /range", "X-Key: k", status: 422, says: #"{"says":"4XX"}"#),
            MockExchange("POST /exact", "X-Key: k", status: 400, says: #"{"says":"400"}"#),
            // A description of successful calls is not an error.
            MockExchange("POST /only?n=x", "X-Key: k", status: 422, says: "problem+json"),
            MockExchange("POST /only?n=1", "X-Key: k", status: 200, says: #"{"says":"default"}"#)),
        MockCase(
            "X-Demo-Problem has the reason, whatever the document's reply", errors,
            MockExchange("POST /exact?n=x", "X-Key: k", status: 400, says: problem),
            MockExchange("POST /none?n=x", "X-Key: k", status: 422, says: problem)),
        MockCase(
            "A requested example of an error is returned, else its first one", errors,
            MockExchange("POST /named", "X-Key: k", "Prefer: example=b", status: 422, says: #"{"e":"two"}"#),
            MockExchange("POST /named", "X-Key: k", "Prefer: example=other", status: 422, says: #"{"e":"one"}"#),
            MockExchange("POST /named", "X-Key: k", status: 422, says: #"{"e":"one"}"#)),
        MockCase(
            "A write without its required If-Match gets 428 (RFC 6585), one with another flaw 422", conditions,
            MockExchange("PUT /a", status: 428, says: #"{"says":"428"}"#),
            MockExchange("PUT /a?n=x", status: 422), MockExchange("PUT /a", "If-Match: *"),
            MockExchange("PUT /b", status: 400, says: #"{"says":"400"}"#)),
        MockCase(
            "Swagger 2 errors have their documented reply", swaggerError,
            MockExchange("GET /a?n=x", status: 422, says: "sorry")),
        MockCase(
            "A quoted example name is taken literally", preferences,
            MockExchange("GET /a", "Prefer: example=\"with space\"", says: "\r\n\r\n2"),
            MockExchange("GET /a", "Prefer: example=\"a,b;c=\\\"d\"", says: "\r\n\r\n3"),
            MockExchange("GET /a", "Prefer: respond-async, Example = one ; code=200", says: "\r\n\r\n1"),
            MockExchange("GET /a", "Prefer: example=\"with", status: 404, says: "no example")),
        MockCase(
            "A client of another JSON type gets JSON; a type that the document lists for Accept is accepted",
            preferences,
            type("/a", "application/vnd.x+json;version=2", "application/json"),
            type("/a", "application/*+json", "application/json"),
            type("/forms", "application/vnd.x+json", "application/json"),
            type("/forms", "application/atom+xml, application/hal+json;q=0.9", "application/xml"),
            type("/forms", "application/json;q=0.5, application/vnd.x+json, text/plain;q=0.9", "text/plain"),
            type("/forms", "application/vnd.x+json;q=0, */*", "application/xml"),
            type("/vendor", "application/vnd.shop.v2", "application/json"),
            type("/vendor", "application/vnd.shop.v2; charset=utf-8", "application/json"),
            MockExchange("GET /a", "Accept: application/vnd.shop.v2", status: 406),
            MockExchange("GET /vendor", "Accept: text/html", status: 406),
            MockExchange("GET /vendor", "Accept: application/vnd.x+json;q=0", status: 406)),
        MockCase(
            "Equal preferences follow the client's order, then the document's; `*/*` gets JSON", preferences,
            type("/forms", "application/xml, application/json", "application/xml"),
            type("/forms", "text/plain, */*", "text/plain"), type("/forms", "*/*", "application/json"),
            type("/forms", "application/json, text/plain, */*", "application/json"),
            type("/forms", "application/*", "application/xml"),
            type("/forms", "text/plain;q=0.5, */*;q=0.5", "text/plain"),
            type("/forms", "application/xml;q=0.9, */*;q=0.8", "application/xml"),
            type("/forms", "text/plain;q=0, */*", "application/xml"),
            MockExchange("GET /forms", says: "Content-Type: application/json\r\n")),
        MockCase(
            "Any type of body is accepted, JSON is still validated, and a text is plain on request", unnamedTypes,
            MockExchange("POST /a", "Content-Type: text/csv", body: "x", status: 200),
            MockExchange("POST /a", "Content-Type: application/json", body: "{}", status: 422),
            MockExchange("POST /a", "Content-Type: application/vnd.a+json", body: "{}", status: 422),
            MockExchange("POST /json", "Content-Type: text/csv", body: "x", status: 415),
            MockExchange("GET /text", "Accept: text/plain", says: "\r\n\r\nhi"),
            MockExchange("GET /text", says: "\r\n\r\n\"hi\""),
            MockExchange("GET /text", "Accept: image/png", status: 406),
            MockExchange("GET /object", "Accept: text/plain", status: 406)),
        MockCase(
            "A write without a read echoes the body, and an item without a list has the id in its path", examples,
            call("POST /quotes", #"{"name":"nine"}"#, ends: #"{"id":1,"name":"nine"}"#),
            call("GET /cats/7", ends: #"{"id":7,"name":"Rex"}"#)),
        MockCase(
            "A write with a list or a read echoes the body and is remembered", examples,
            call("POST /pets", #"{"name":"nine"}"#, says: #""name":"nine""#), call("GET /pets", says: "nine"),
            call("GET /pets/7", ends: #"{"id":7,"name":"Rex"}"#),
            call("PUT /pets/7", #"{"id":7,"name":"ten"}"#),
            call("GET /pets/7", ends: #"{"id":7,"name":"ten"}"#)),
        chosen("example=y"), chosen("code=200, example=y"),
    ]

    /// A reply that the client requests.
    private static func chosen(_ wish: String) -> MockCase {
        func write(_ request: String) -> MockExchange {
            call(request, #"{"name":"nine"}"#, "Prefer: \(wish)", ends: #"{"id":2,"name":"Y"}"#)
        }
        return MockCase(
            "A reply requested by name or status is the example, and nothing is remembered: \(wish)", examples,
            write("POST /quotes"), write("POST /pets"), write("PUT /pets/7"),
            MockExchange("GET /pets", lacks: ["nine"]),
            call("GET /pets/7", nil, "Prefer: example=dog", ends: #"{"id":1,"name":"Rex"}"#),
            call("GET /pets/7", nil, "Prefer: example=none", status: 404, ends: #"{"id":0}"#))
    }
    private static func call(
        _ request: String, _ body: String? = nil, _ header: String = "Accept: */*", status: Int = 200,
        says text: String = "\r\n\r\n", ends end: String? = nil
    ) -> MockExchange {
        MockExchange(
            request, header, json, body: body, status: status, says: text, ends: end.map { "\r\n\r\n" + $0 } ?? "")
    }
    private static let json = "Content-Type: application/json"
    private static let problem = "X-Demo-Problem: query n: must be a whole number"
    private static func type(_ path: String, _ accept: String, _ type: String) -> MockExchange {
        MockExchange("GET \(path)", "Accept: \(accept)", says: "Content-Type: \(type)\r\n")
    }

    private static func operation(_ responses: String) -> String {
        """
        {post: {parameters: [{in: query, name: n, required: true, schema: {type: integer}}],
          requestBody: {content: {application/json: {schema: {type: object}}}}, security: [{key: []}],
          responses: {\(responses)}}}
        """
    }
    private static let fine = "200: {description: ok, content: {text/plain: {example: fine}}}"
    private static func bad(_ status: String) -> String {
        "\(status): {description: bad, content: {application/json: {example: {says: \"\(status)\"}}}}"
    }
    private static let errors = """
        openapi: 3.0.3
        paths:
          /none: \(operation(fine))
          /default: \(operation([fine, bad("default")].joined(separator: ", ")))
          /range: \(operation([fine, bad("4XX"), bad("default")].joined(separator: ", ")))
          /exact: \(operation([fine, bad("4XX"), bad("400")].joined(separator: ", ")))
          /only: \(operation(bad("default")))
          /named: \(operation("\(fine), 422: {description: bad, content: {application/json: {examples: {a: {value: {e: one}}, b: {value: {e: two}}}}}}"))
        components: {securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}}
        """
    private static let conditions = """
        openapi: 3.0.3
        paths:
          /a: {put: {parameters: [{$ref: '#/components/parameters/match'}, {in: query, name: n, schema: {type: integer}}], responses: {200: {description: ok}, 428: {description: no, content: {application/json: {example: {says: '428'}}}}}}}
          /b: {put: {parameters: [{$ref: '#/components/parameters/match'}], responses: {200: {description: ok}, 400: {description: no, content: {application/json: {example: {says: '400'}}}}}}}
        components: {parameters: {match: {in: header, name: If-Match, required: true, schema: {type: string}}}}
        """
    private static let swaggerError = """
        swagger: "2.0"
        produces: [text/plain]
        paths:
          /a: {get: {parameters: [{in: query, name: n, required: true, type: integer}], responses: {200: {description: ok}, default: {description: bad, examples: {text/plain: sorry}}}}}
        """
    private static let preferences = """
        openapi: 3.0.3
        paths:
          /a:
            get:
              responses:
                200:
                  description: ok
                  content: {application/json: {examples: {one: {value: 1}, with space: {value: 2}, "a,b;c=\\"d": {value: 3}}}}
          /forms:
            get:
              responses:
                200:
                  description: ok
                  content: {application/xml: {example: <a/>}, application/json: {example: 1}, text/plain: {example: t}}
          /vendor:
            get:
              parameters: [{name: accept, in: header, schema: {type: string, enum: [application/vnd.shop.v2, image/png]}}]
              responses: {200: {description: ok, content: {application/json: {example: 1}}}}
        """
    private static let unnamedTypes = """
        swagger: "2.0"
        paths:
          /text: {get: {responses: {200: {description: ok, schema: {type: string, example: hi}}}}}
          /object: {get: {responses: {200: {description: ok, schema: {type: object}}}}}
          /a: {post: {parameters: [{in: body, name: b, schema: {type: object, required: [n]}}], responses: {200: {description: ok}}}}
          /json: {post: {consumes: [application/json], parameters: [{in: body, name: b, schema: {type: object}}], responses: {200: {description: ok}}}}
        """
    private static let thing = "{id: integer, name: string}"
    private static let user = "{id: integer, username: string, city: string}"
    private static let written =
        "\(thing) -> \(thing) examples={x: {value: {id: 1, name: X}}, y: {value: {id: 2, name: Y}}}"
    private static let read = """
        -> \(thing) examples={dog: {value: {id: 1, name: Rex}}} -> 404 examples={none: {value: {id: 0}}} ; \
        parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
        """
    static let examples = openAPI(
        "Pets", server: nil,
        """
        POST /quotes \(written)
        GET /cats/{id:} \(read)
        POST /users/createWithList [\(user)] -> \(user)
        GET /users/{username} -> \(user)
        GET /pets -> [\(thing)]
        POST /pets \(written)
        GET /pets/{id:} \(read)
        PUT /pets/{id:} \(written)
        """)
}
