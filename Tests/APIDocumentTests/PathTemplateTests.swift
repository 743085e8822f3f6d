import APIDocument
import HTTPTypes
import Testing

@Suite struct PathTemplateTests {
    @Test(
        "Values stay within their segment",
        arguments: [
            ("/a/{x}", "b/c d", "/a/b%2Fc%20d"), ("/a/{x}", "..", "/a/%2E%2E"), ("/{x}.json", "é", "/%C3%A9.json"),
            ("/a b/{x}?", "1", "/a%20b/1%3F"),
        ])
    func expansion(template: String, value: String, expected: String) {
        #expect(PathTemplate(template).expanded(["x": value]) == expected)
    }

    @Test("A path with a missing or empty value is refused") func missing() {
        #expect(PathTemplate("/a/{x}").expanded([:]) == nil)
        #expect(PathTemplate("/a/{x}").expanded(["x": ""]) == nil)
        #expect(PathTemplate("/").expanded([:]) == "/")
    }

    @Test(
        "A path is matched segment by segment, decoded",
        arguments: [
            ("/a/{x}", "/a/b%2Fc", ["x": "b/c"]), ("/a/{x}", "/a/", nil), ("/a/{x}", "/a/b//", nil),
            ("/a/{x}", "/a/b/", ["x": "b"]), ("/a/{x}/", "/a/b", ["x": "b"]), ("/a/{x}/", "/a//", nil),
            ("/a/{x}.{y}", "/a/1.2.3", ["x": "1", "y": "2.3"]), ("/{x}-end", "/a-end", ["x": "a"]), ("/a", "/A", nil),
            ("/{x}-end", "/-end", nil), ("/", "/", [:]), ("/a/{x}", "//b", nil),
        ] as [(String, String, [String: String]?)])
    func matching(template: String, path: String, expected: [String: String]?) {
        #expect(PathTemplate(template).matches(path) == expected)
    }

    @Test(
        "Needless percent-encoding is decoded",
        arguments: [
            ("/p%65ts/%7ea", "/pets/~a"), ("/a%2fb%25%20%c3%A9", "/a%2Fb%25%20%C3%A9"), ("/%2541", "/%2541"),
            ("/%", "/%"), ("/%+a", "/%+a"), ("/%4", "/%4"), ("/%zz%+1%4\u{E9}", "/%zz%+1%4\u{E9}"), ("/a", "/a"),
        ])
    func normalized(path: String, expected: String) { #expect(PathTemplate.normalized(path) == expected) }

    @Test("A final slash is written and begins no segment", arguments: ["/a/{x}/", "/{x}/", "/a//{x}/"])
    func slash(text: String) {
        let template = PathTemplate(text)
        #expect(template.segments.last?.parameter == "x" && template.shape + "/" == text.replacing("{x}", with: "{}"))
        #expect(template.expanded(["x": "1"]) == text.replacing("{x}", with: "1") && template.escaped == text)
        #expect(template.prefix(9).text + "/" == text && !template.prefix(1).endsInSlash)
    }

    @Test(
        "A separate format is written, and is not part of the last segment", arguments: ["/a/{x}.json", "/{x}/b.json"])
    func format(text: String) {
        let template = PathTemplate(text, format: ".json")
        let bare = PathTemplate(String(text.dropLast(5)))
        #expect(template.segments == bare.segments && template.shape == bare.shape && template.prefix(2) == bare)
        let path = text.replacing("{x}", with: "1.2")
        #expect(template.expanded(["x": "1.2"]) == path && template.escaped == text)
        #expect(template.matches(path) == ["x": "1.2"] && template.matches(String(path.dropLast(5))) == nil)
        #expect(template.written == PathTemplate(text).segments)
        #expect(template.concreteness == PathTemplate(text).concreteness)
        #expect(template.bare(PathTemplate.segments(of: path)) == PathTemplate.segments(of: path.dropLast(5)))
        #expect(PathTemplate("/.json", format: ".json").format.isEmpty)
    }

    @Test(
        "A format suffix is separated, unless another path is the same without it",
        arguments: [
            (["/a.json", "/a/{x}.json", "/a/{x}/b.json"], ["/a", "/a/{}", "/a/{}/b"]),
            (["/a.json", "/a", "/a/{x}.json"], ["/a.json", "/a", "/a/{}"]),
            (["/a/{x}.json", "/a/{x}"], ["/a/{}.json", "/a/{}"]),
            (["/a/{x}.xml", "/a/{x}.json"], ["/a/{}.xml", "/a/{}"]),
            (["/api/openapi.json", "/a/{x}"], ["/api/openapi.json", "/a/{}"]), (["/a/{x}.list"], ["/a/{}.list"]),
        ])
    func formats(paths: [String], shapes: [String]) throws {
        let document = try document(paths.map { "  '\($0)': {get: {responses: {}}}\n" }.joined())
        #expect(document.operations.map(\.path.shape) == shapes && document.operations.map(\.path.text) == paths)
        let router = OperationRouter(document, below: "")
        for operation in document.operations {
            let path = try #require(operation.path.expanded(["x": "1"]))
            guard case .operation(let found, let values) = router.route(.get, path) else {
                Issue.record("\(path) leads nowhere")
                continue
            }
            #expect(found.id == operation.id && values == (path.contains("1") ? ["x": "1"] : [:]))
        }
    }

    @Test("Braces without a partner are text, and shapes ignore names") func shapes() {
        #expect(PathTemplate("/a/{b").parameterNames == [])
        #expect(PathTemplate("/a/{b}/{c}x").shape == PathTemplate("/a/{d}/{e}x").shape)
        #expect(PathTemplate("/a/{b}/c").prefix(2) == PathTemplate("/a/{b}"))
        #expect(PathTemplate("/").prefix(-1).text == "/")
    }
}

@Suite("Names that are paths") struct PathNameTests {
    @Test(
        "A resource name fills the last path parameters",
        arguments: [
            ("projects/p/things/t", ["project": "p", "thing": "t"]), ("things/t", ["thing": "t"]),
            ("/projects/p/things/a%2Fb", ["project": "p", "thing": "a/b"]),
            ("https://x.test/v1/projects/p/things/t?x=1", ["project": "p", "thing": "t"]),
            ("t", nil), ("p/t", nil), ("things/t/parts", nil), ("others/t", nil), ("/", nil),
            ("projects/p/others/t", nil),
        ] as [(String, [String: String]?)])
    func values(name: String, expected: [String: String]?) {
        #expect(PathTemplate("/v1/projects/{project}/things/{thing}").values(ofName: name) == expected)
        #expect(PathTemplate("/v1/projects/{project}/things/{thing}:close").values(ofName: name) == expected)
        #expect(PathTemplate("/v1/{name}").values(ofName: name) == nil)
    }

    @Test(
        "A custom method is separated from its resource",
        arguments: [
            ("/a/{b}:publish", "/a/{b}/publish"), ("/a:batchGet", "/a/batchGet"), ("/a/{b}", "/a/{b}"), ("/", "/"),
            ("/:x", "/:x"), ("/a/{b}:", "/a/{b}:"), ("/a/{b}:7", "/a/{b}:7"), ("/a:b/{c}", "/a:b/{c}"),
            ("/a/{b}.json", "/a/{b}.json"),
        ])
    func act(path: String, expected: String) { #expect(PathTemplate(path).withActApart.text == expected) }

    @Test("A path is cut after the segment with a parameter") func through() {
        #expect(PathTemplate("/a/{b}:x/c/{d}").through("b")?.text == "/a/{b}:x")
        #expect(PathTemplate("/a/{b}").through("c") == nil)
    }
}

@Suite("Paths in URLs") struct EscapedPathTests {
    @Test(
        "Literal text is escaped once, parameters keep their names",
        arguments: [
            ("/a b/{id}", "/a%20b/{id}"), ("/größe", "/gr%C3%B6%C3%9Fe"),
            ("/c%20d/{na me}.json", "/c%20d/{na me}.json"), ("/", "/"), ("/users/", "/users/"),
        ])
    func escaped(path: String, expected: String) { #expect(PathTemplate(path).escaped == expected) }
}
