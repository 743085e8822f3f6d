import HTTPTypes
import Testing

@testable import DemoManager

@Suite struct URLMatchingTests {
    @Test("url is path and query exactly, in order")
    func url() throws {
        #expect(try request("url: /a?x=1&y=2", matches: .get("/a?x=1&y=2")))
        #expect(try !request("url: /a?x=1&y=2", matches: .get("/a?y=2&x=1")))
        #expect(try !request("url: /a", matches: .get("/a?x=1")))
    }

    @Test("urlPath takes any query, and only the path's own escapes, slashes and bytes")
    func path() throws {
        #expect(try request("urlPath: /a", matches: .get("/a?x=1")))
        #expect(try !request("urlPath: /a", matches: .get("/a/")))
        #expect(try !request("urlPath: /a/b", matches: .get("/a//b")))
        #expect(try !request("urlPath: /a/b", matches: .get("/a%2Fb")))
        #expect(try request("urlPath: /a%2Fb", matches: .get("/a%2Fb")))
        #expect(try !request("urlPath: \"/\\u00e9\"", matches: .get("/e\u{301}")))
    }

    @Test("GET does not serve HEAD; ANY serves all; lists of methods are read")
    func methods() throws {
        #expect(try !request("{method: GET, urlPath: /a}", matches: .head("/a")))
        #expect(try request("{method: ANY, urlPath: /a}", matches: .head("/a")))
        #expect(try request("{method: {oneOf: [GET, HEAD]}, urlPath: /a}", matches: .head("/a")))
        #expect(try !request("{method: {noneOf: [GET, HEAD]}, urlPath: /a}", matches: .head("/a")))
    }

    @Test("patterns match the whole escaped path, and the whole URL with its query")
    func patterns() throws {
        #expect(try request("urlPathPattern: /a/[0-9]+", matches: .get("/a/12?x=1")))
        #expect(try !request("urlPathPattern: /a/[0-9]+", matches: .get("/a/12/b")))
        #expect(try !request("urlPathPattern: /a|/b", matches: .get("/bc")))
        #expect(try request("urlPattern: /a\\?x=.*", matches: .get("/a?x=1")))
        #expect(try !request("urlPattern: /a", matches: .get("/a?x=1")))
        #expect(try !request("urlPathPattern: /a/b", matches: .get("/a%2Fb")))
    }

    @Test("a template's parameter takes one segment and at least one character")
    func templates() throws {
        #expect(try request("urlPathTemplate: /users/{id}", matches: .get("/users/4%2F2?x=1")))
        #expect(try !request("urlPathTemplate: /users/{id}", matches: .get("/users/")))
        #expect(try !request("urlPathTemplate: /users/{id}", matches: .get("/users/1/")))
        #expect(try !request("urlPathTemplate: /users/{id}", matches: .get("/users/1/2")))
        #expect(try request("urlPathTemplate: \"/r/{name}-{year}.json\"", matches: .get("/r/a-b-2024.json")))
        #expect(try !request("urlPathTemplate: \"/r/{name}.json\"", matches: .get("/r/.json")))
        #expect(try request("urlPathTemplate: \"/users/{user.id}\"", matches: .get("/users/1")))
    }

    @Test("path parameters are decoded and matched")
    func pathParameters() throws {
        let pattern = "urlPathTemplate: /users/{id}\npathParameters: {id: {equalTo: a b}}"
        #expect(try request(pattern, matches: .get("/users/a%20b")))
        #expect(try !request(pattern, matches: .get("/users/a")))
    }

    @Test("values of a template's parameters are found like a regular expression finds them")
    func templateValues() throws {
        let template = try URLTemplate("/{a}-{b}-{c}.x")
        let values = template.values(in: Array("/1-2-3-4.x".utf8))
        #expect(values?.map { String(decoding: $0, as: UTF8.self) } == ["1-2", "3", "4"])
        #expect(template.values(in: Array("/-1-2.x".utf8)) == nil)
    }

    @Test(
        "scheme, host and port are matched when given",
        arguments: [
            ("https://Api.example/a", true), ("http://api.example/a", false), ("https://other.example/a", false),
            ("https://api.example:8443/a", false), ("https://user@api.example:443/a", true),
        ])
    func host(_ url: String, _ matches: Bool) throws {
        let pattern = "{scheme: https, host: api.example, port: 443, urlPath: /a}"
        #expect(try request(pattern, matches: .get(url)) == matches)
    }
}
