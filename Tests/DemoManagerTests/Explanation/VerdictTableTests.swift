import Testing

@testable import DemoManager

@Suite struct VerdictTableTests {
    private let manager = demoManager()

    @Test("A table has two columns, and marks lines that differ") func columns() throws {
        try manager.stub(.get("/users/42"))
        let table = try #require(manager.explain(.get("/users/42?verbose=1")).nearMisses.first).table(width: 60)
        #expect(
            table == """
                Stub GET /users/42         | Request
                -------------------------------------------------------
                GET                        | GET
                /users/42                  | /users/42?verbose=1        <<<<
                """)
    }

    @Test("texts too long for their column begin shortly before they differ") func window() throws {
        let path = "/" + String(repeating: "abcdefghi/", count: 10)
        try manager.stub(.get("\(path)one"))
        let table = try #require(manager.explain(.get("\(path)two")).nearMisses.first).table(width: 60)
        let line = try #require(table.split(separator: "\n").last)
        #expect(line.contains("i/one") && line.contains("i/two"), "\(line)")
        #expect(line.hasPrefix("…"))
    }

    @Test("Wide characters take two cells, combining marks none") func widths() throws {
        #expect(Cells.width("aé\u{301}") == 2)
        #expect(Cells.width("日本") == 4)
        #expect(Cells.width("👩‍👩‍👧") == 2)
        #expect(Cells.width("❤️") == 2)
        for text in ["日本日本日本日本", "abcdefghijkl", "👍👍👍👍👍👍", "e\u{301}e\u{301}", "日本日本日本", ""] {
            #expect(Cells.width(Cells.fitted(text, to: 12)) == 12, "\(text)")
        }
        #expect(Cells.fitted("abcdefghijkl", to: 12) == "abcdefghijkl")
        #expect(Cells.fitted("abcdefghijklm", to: 12) == "abcdefghijk…")
        #expect(Cells.fitted("日本日本日本日", to: 12) == "日本日本日… ")
    }

    @Test("Control characters are shown by name") func controls() throws {
        try manager.stub(.get("/a"))
        try manager.stub(matching: .get("/b", headers: ["X": "a\u{1B}[2J\u{202E}\u{9B}"]), Reply())
        let text = manager.explain(.get("/c\u{1B}]0;x\u{7}"), body: [0x1B]).text()
        #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
        #expect(text.contains("<U+001B>"))
        #expect(text.contains("<U+202E>"))
    }

    @Test("Secrets of the stub and of the request are not printed") func secrets() throws {
        let secrets = [
            "query": RequestPattern(queryParameters: [NamedMatcher("api_key", .equalTo("s3cret"))]),
            "header": RequestPattern(headers: [NamedMatcher("Authorization", .equalTo("Bearer s3cret"))]),
            "value": RequestPattern(headerValues: ["s3cret"]),
            "cookie": RequestPattern(cookies: [NamedMatcher("theme", .contains("s3cret"))]),
            "form": RequestPattern(
                formParameters: [NamedMatcher("password", .matches(try RegularExpression("s3cret")))]),
            "json": RequestPattern(body: [.equalToJSON(["password": "s3cret"])]),
            "url": RequestPattern(url: .url("/x?token=s3cret")),
            "part": RequestPattern(url: .containing(["/x", "token=s3cret"])),
            "text": RequestPattern(body: [.contains("password=s3cret")]),
        ]
        for (name, var pattern) in secrets {
            pattern.method = .one(.put)
            let id = try manager.stub(matching: pattern, Reply()).stubs[0]
            var request = HTTPRequest.get("https://u:s3cret2@h/x?token=s3cret2&api_key=s3cret2")
            request.headerFields = [.authorization: "Bearer s3cret2", .cookie: "theme=s3cret2"]
            for body in [#"{"password":"s3cret2"}"#, "password=s3cret2"] {
                let explanation = manager.explain(request, body: Array(body.utf8))
                let verdict = try #require(explanation.stubs.first { $0.id == id })
                #expect(!verdict.table(width: 200).contains("s3cret"), "\(name): \(verdict.table(width: 200))")
                #expect(verdict.table(width: 200, redactor: nil).contains("s3cret"), "\(name)")
                #expect(!explanation.text(width: 200).contains("s3cret"), "\(name)")
            }
        }
    }

    @Test("An absent secret is shown as absent") func absent() throws {
        try manager.stub(matching: .get("/a", headers: ["Authorization": .absent]), Reply())
        let miss = manager.explain(.get("/a", headers: [.authorization: "Bearer s3cret"])).nearMisses[0]
        #expect(miss.table().contains("header Authorization: absent"))
        #expect(miss.table().contains("Bearer REDACTED"))
    }
}
