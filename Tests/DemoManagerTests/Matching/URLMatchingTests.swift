import Foundation
import Testing

@testable import DemoManager
@testable import DemoManagerFiles

@Suite struct URLMatchingTests {
    @Test(
        "A URL pattern compares the escaped path and query, and a template takes one segment per parameter",
        arguments: [
            ("url: /a?x=1&y=2", ["/a?x=1&y=2"], ["/a?y=2&x=1"]), ("url: /a", ["/a#part"], ["/a?x=1"]),
            ("url: '/a%2fb'", [], ["/a%2Fb"]), ("url: '/a?'", [], ["/a"]), ("url: '/a?x=%20'", [], ["/a?x=+"]),
            ("urlPath: /a", ["/a?x=1"], ["/a/"]), ("urlPath: /a/b", [], ["/a//b", "/a%2Fb"]),
            ("urlPath: /a%2Fb", ["/a%2Fb"], []), ("urlPath: \"/\\u00e9\"", [], ["/e\u{301}"]),
            ("urlPath: '/a/./b'", [], ["/a/b"]), ("urlPath: '/A'", [], ["/a"]), ("urlPath: '/a;v=1'", [], ["/a"]),
            ("urlPath: '/'", ["/?x"], []), ("urlPathPattern: /a/[0-9]+", ["/a/12?x=1"], ["/a/12/b"]),
            ("urlPathPattern: /a|/b", [], ["/bc"]), ("urlPathPattern: /a/b", [], ["/a%2Fb"]),
            ("urlPathPattern: '/a b'", [], ["/a%20b"]), ("urlPathPattern: '/.*'", ["/a/b?x=1"], []),
            ("urlPathPattern: '/a\\?x'", [], ["/a?x"]), ("urlPattern: /a\\?x=.*", ["/a?x=1"], []),
            ("urlPattern: /a", [], ["/a?x=1"]), ("urlPattern: '/a'", [], ["/a?"]),
            ("urlPathTemplate: /users/{id}", ["/users/4%2F2?x=1"], ["/users/", "/users/1/", "/users/1/2"]),
            ("urlPathTemplate: \"/r/{name}-{year}.json\"", ["/r/a-b-2024.json"], []),
            ("urlPathTemplate: \"/r/{name}.json\"", [], ["/r/.json"]),
            ("urlPathTemplate: \"/users/{user.id}\"", ["/users/1"], []), ("urlPathTemplate: '/a/{id}'", [], ["/a//"]),
            ("urlPathTemplate: '/{x}/b'", [], ["//b"]), ("urlPathTemplate: '/a%2F{id}'", ["/a%2Fx"], ["/a/x"]),
            ("urlPathTemplate: /users/{id}\npathParameters: {id: {equalTo: a b}}", ["/users/a%20b"], ["/users/a"]),
            (
                "{scheme: https, host: api.example, port: 443, urlPath: /a}",
                ["https://Api.example/a", "https://user@api.example:443/a"],
                ["http://api.example/a", "https://other.example/a", "https://api.example:8443/a"]
            ),
        ])
    func urls(_ pattern: String, _ matching: [String], _ others: [String]) throws {
        for url in matching { #expect(try request(pattern, matches: .get(url)), "\(url)") }
        for url in others { #expect(try !request(pattern, matches: .get(url)), "\(url)") }
    }

    @Test(
        "Characters that Foundation escapes may stand in a pattern and in a request as they are",
        arguments: [
            ("/a", "?ids[]=1"), ("/café", "?q=é"), ("/a b", ""), ("/100%", ""), ("/a\"<>[\\]^`|c", "?q=\"<>[\\]^`|"),
            ("/a!$&'()*+,;=:@~-._", "?q=!$&'()*+,;=:@/?~-._"),
        ])
    func escaped(path: String, query: String) throws {
        let url = try #require(URL(string: "https://a.example\(path)\(query)"))
        var requests = [HTTPRequest(method: .get, url: url), .get(url), .get("https://a.example\(path)\(query)")]
        requests.append(HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: path + query))
        let template = try URLTemplate("\(path)/{id}")
        let patterns = [
            RequestPattern(url: .url(path + query)), RequestPattern(url: .path(path)),
            RequestPattern(url: .containing(["https://a.example\(path)", path + query])), try .get(url),
            try .get(path + query), RequestPattern(url: .template(template)),
        ]
        for pattern in patterns {
            let manager = demoManager()
            try manager.stub(matching: pattern, .json([]))
            for request in requests {
                var request = request
                if case .template = pattern.url {
                    request.path = request.path.map { $0.replacing("?", with: "/7?") }
                    if query.isEmpty { request.path = (request.path ?? "") + "/7" }
                }
                #expect(manager.decide(request).reply != nil, "\(pattern) \(request.path ?? "")")
            }
        }
    }

    @Test("A part of a URL may end within a percent code, and name an address") func parts() throws {
        let pattern = RequestPattern(url: .containing(["http://[::1]:80/a", "q=100%", "[::1]:80", "x=%C3%A9%2"]))
        #expect(pattern.url.text == "…http://[::1]:80/a…q=100%…[::1]:80…x=%C3%A9%2…")
        let manager = demoManager()
        try manager.stub(matching: pattern, .json([]))
        #expect(manager.decide(.get("http://[::1]:80/a?q=100%25&x=%C3%A9%20")).reply != nil)
    }

    @Test(
        "An empty body is demanded of a request without one",
        arguments: [ValueMatcher.equalTo(""), .equalToBytes([]), .equalToForm([:]), .and(["", .not(.present)])])
    func emptyBody(matcher: ValueMatcher) throws {
        let manager = demoManager()
        try manager.stub(matching: .post("/a", body: matcher), .json([]))
        #expect(manager.decide(.post("/a")).reply != nil && manager.decide(.post("/a"), body: "").reply != nil)
        #expect(manager.decide(.post("/a"), body: "x").reply == nil)
    }

    @Test(
        "GET does not match HEAD, ANY matches every method, and lists of methods are read",
        arguments: [("GET", false), ("ANY", true), ("{oneOf: [GET, HEAD]}", true), ("{noneOf: [GET, HEAD]}", false)])
    func methods(_ method: String, _ matches: Bool) throws {
        #expect(try request("{method: \(method), urlPath: /a}", matches: .head("/a")) == matches)
    }

    @Test("A lowercase method is another method, with a warning") func lowercaseMethod() {
        let content = mappings("request: {method: get, urlPath: /a}")
        #expect(content.problems.map(\.severity) == [.warning])
        #expect(content.problems.first?.message.contains("GET") == true)
    }

    @Test("Values of a template's parameters are those of a greedy expression") func templateValues() throws {
        let template = try URLTemplate("/{a}-{b}-{c}.x")
        let values = template.values(in: Array("/1-2-3-4.x".utf8))
        #expect(values?.map { String(decoding: $0, as: UTF8.self) } == ["1-2", "3", "4"])
        #expect(template.values(in: Array("/-1-2.x".utf8)) == nil)
    }

    @Test(
        "Templates of another language are refused",
        arguments: [
            "/{+path}", "/{path*}", "/a{?q}", "/{#part}", "/{a,b}", "/{id", "/id}", "/{}", "/{a}{b}", "/{a}/{a}",
        ])
    func templates(_ text: String) { #expect(throws: InvalidText.self) { try URLTemplate(text) } }
}
