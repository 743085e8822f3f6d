import Testing
import WireFormats

@Suite struct JSONPathTests {
    private static let store: JSONValue = [
        "book": [
            ["title": "Sayings", "price": 8.95, "tags": ["a", "b"]],
            ["title": "Sword", "price": 12.99, "isbn": "0-553"], ["title": "Moby", "price": 8, "isbn": "0-395"],
        ],
        "bicycle": ["price": 399], "limit": 10, "a b": ["it's": 1],
    ]

    @Test(
        "A query selects places",
        arguments: [
            ("$", [""]), ("$.bicycle.price", ["/bicycle/price"]), ("$['a b']['it\\'s']", ["/a b/it's"]),
            ("$.book[0].title", ["/book/0/title"]), ("$.book[-1].title", ["/book/2/title"]),
            ("$.book[*].price", ["/book/0/price", "/book/1/price", "/book/2/price"]),
            ("$.book[0,2]['title','price']", ["/book/0/title", "/book/0/price", "/book/2/title", "/book/2/price"]),
            ("$.book[:2].title", ["/book/0/title", "/book/1/title"]),
            ("$.book[::-2].title", ["/book/2/title", "/book/0/title"]),
            ("$.book[1:].title", ["/book/1/title", "/book/2/title"]), ("$..isbn", ["/book/1/isbn", "/book/2/isbn"]),
            ("$..price", ["/book/0/price", "/book/1/price", "/book/2/price", "/bicycle/price"]),
            ("$..[0]", ["/book/0", "/book/0/tags/0"]), ("$.bicycle.*", ["/bicycle/price"]),
            ("$.book[?@.isbn].title", ["/book/1/title", "/book/2/title"]),
            ("$.book[?!@.isbn].title", ["/book/0/title"]),
            ("$.book[?(@.price < 10)].title", ["/book/0/title", "/book/2/title"]),
            ("$.book[?@.price > $.limit].title", ["/book/1/title"]),
            ("$.book[?@.price == 8.0 || @.title == 'Sword'].title", ["/book/1/title", "/book/2/title"]),
            ("$.book[?@.isbn && (@.price <= 8 && @.title != \"x\")].title", ["/book/2/title"]),
            ("$.nothing", []), ("$.book[9]", []), ("$.book.title", []),
        ])
    func places(query: String, expected: [String]) throws {
        #expect(try JSONPath(query).places(in: Self.store).map(\.description) == expected)
    }

    @Test("Nested values are selected once, however many ways lead there") func nested() throws {
        let deep = (0..<60).reduce(1 as JSONValue) { inner, _ in ["a": inner] }
        #expect(try JSONPath("$..a..a..a..a").places(in: deep).count == 57)
    }

    @Test(
        "A path that selects one value at most is definite",
        arguments: [
            ("$", true), ("$.a['b'][-1]", true), ("$.content-type", true), ("$.$ref", true), ("$.a[*]", false),
            ("$..a", false), ("$.a[0,1]", false), ("$.a[:1]", false), ("$.a[?@.b]", false),
        ])
    func isDefinite(path: String, expected: Bool) throws { #expect(try JSONPath(path).isDefinite == expected) }

    @Test(
        "Unreadable queries are refused with the query and a reason",
        arguments: [
            "", "book", "$.", "$.book[", "$.book[x]", "$['a", "$.book[?length(@.title) == 3]", "$.book[?8]", "$ x",
            "$.book[?(@.a]", "a.b", "$..", "$.a['b'", "$.a.length()", "$a",
            "$[?" + String(repeating: "(", count: 40) + "@.a",
        ])
    func refused(query: String) throws {
        let error = #expect(throws: InvalidText.self) { try JSONPath(query) }
        #expect(error?.description.contains("is not a JSONPath that can be read: ") == true)
    }

    @Test(
        "An operator or a function of another dialect is named",
        arguments: [
            ("$[?(@.name =~ /a/)]", "a filter compares with"), ("$[?(@.n in ['a'])]", "a filter compares with"),
            ("$[?(@.a.size() == 2)]", "functions are not supported"), ("$[?(@.a]", "a parenthesis is not closed"),
        ])
    func dialects(query: String, reason: String) {
        let error = #expect(throws: InvalidText.self) { try JSONPath(query) }
        #expect(error?.description.contains(reason) == true)
    }
}
