import APIDocument
import DemoManager
import Testing

/// Lists with pages, after rows were added, changed and deleted: who walks through all pages sees every row once.
@Suite struct ChangedPagesTests {
    /// A way in which a list hands out its rows.
    enum Style: String, CaseIterable, Sendable {
        case page, offset, cursor, address, link, after, before, both, none

        /// Its query parameters, members beside the rows, and header fields, as the document has them.
        var spelling: (query: String, members: String, headers: String) {
            let size = "{name: limit, in: query, schema: {type: integer, maximum: 100}}"
            func query(_ names: String...) -> String {
                ([size] + names.map { "{name: \($0), in: query, schema: {type: [integer, string]}}" })
                    .joined(separator: ", ")
            }
            switch self {
            case .page: return (query("page"), ", total: {type: integer}", "")
            case .offset: return (query("offset"), "", "")
            case .cursor:
                return (query("cursor"), ", next_cursor: {type: [string, 'null']}, has_more: {type: boolean}", "")
            case .address: return (query("page"), ", next: {type: [string, 'null'], format: uri}", "")
            case .link:
                return (
                    query("page"), "",
                    "headers: {Link: {schema: {type: string}}, X-Total-Count: {schema: {type: integer}}}, "
                )
            case .after: return (query("after"), "", "")
            case .before: return (query("before"), "", "")
            case .both: return (query("before", "after"), "", "")
            case .none: return (size, "", "")
            }
        }
    }

    private struct Server {
        let style: Style
        private let api: DemoAPI

        init(_ style: Style) throws {
            self.style = style
            let (query, members, headers) = style.spelling
            let text = """
                paths:
                  /items:
                    get:
                      parameters: [\(query), {name: kind, in: query, schema: {type: string}}]
                      responses: {'200': {description: ok, \(headers)\(json("Page"))}}
                    post: {\(sent("Item")), \(ok("Item", 201))}
                  /items/{id}:
                    get: {\(ok("Item"))}
                    patch: {\(sent("Item")), \(ok("Item"))}
                    delete: {responses: {'204': {description: gone}}}
                components:
                  schemas:
                    Item: {type: object, required: [id], properties: {id: {type: integer}, name: {type: string}, kind: {type: string, enum: [red, blue]}}}
                    Page: {type: object, required: [data], properties: {data: {type: array, items: {$ref: '#/components/schemas/Item'}}\(members)}}
                """
            api = try DemoAPI(text)
        }

        @discardableResult func send(
            _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil
        ) throws -> (body: JSONValue, headers: HTTPFields) {
            let reply = try #require(api.reply(method, path, body, at: "x.test"))
            return (try reply.json(), reply.headers)
        }

        /// All rows, page by page, as a client of that style asks for them; each reply must be valid.
        func walk(_ size: Int, _ filter: String = "") throws -> [JSONValue] {
            var rows: [JSONValue] = []
            var path: String? = "/items?limit=\(size)\(filter)"
            var pages = 0
            while let now = path, pages < 500 {
                pages += 1
                let (body, headers) = try send(.get, now)
                let schema = Schema(["$ref": "#/components/schemas/Page"])
                #expect(api.document.violations(of: body, against: schema).isEmpty, "\(now): \(body.text())")
                let page = try #require(body["data"]?.arrayValue)
                #expect(page.count <= size)
                rows += page
                path = next(behind: page, rows.count, size, body, headers).map { "/items?limit=\(size)\(filter)&\($0)" }
            }
            return rows
        }

        private func next(
            behind page: [JSONValue], _ count: Int, _ size: Int, _ body: JSONValue, _ headers: HTTPFields
        ) -> String? {
            func item(_ address: String?, _ name: String) -> String? {
                address.flatMap { $0.split { "?&>".contains($0) }.first { $0.hasPrefix(name + "=") } }.map(String.init)
            }
            switch style {
            case .cursor:
                let next = body["next_cursor"]?.stringValue
                #expect(body["has_more"] == .bool(next != nil))
                return next.map { "cursor=\($0)" }
            case .address: return item(body["next"]?.stringValue, "page")
            case .link: return item(HTTPField.Name("Link").flatMap { headers[$0] }, "page")
            case .none: return nil
            // What follows a page that is not full, nobody asks for.
            case _ where page.count < size: return nil
            case .page: return "page=\(count / size + 1)"
            case .offset: return "offset=\(count)"
            case .after: return page.last?["id"].map { "after=\($0.text())" }
            case .before: return page.last?["id"].map { "before=\($0.text())" }
            case .both:
                // As clients do that see which way the ids of a page run.
                guard let first = page.first?["id"]?.intValue, let last = page.last?["id"]?.intValue else { return nil }
                return last < first ? "before=\(last)" : "after=\(last)"
            }
        }
    }

    private func ids(_ rows: [JSONValue]) -> [Int] { rows.compactMap { $0["id"]?.intValue } }

    private func ids(_ query: String, of server: Server) throws -> [Int] {
        ids(try server.send(.get, "/items\(query)").body["data"]?.arrayValue ?? [])
    }

    @Test("All pages together have every row once, after any additions and deletions", arguments: Style.allCases)
    func walks(style: Style) throws {
        for (added, deleted) in [(0, 1), (9, 0), (40, 57)] {
            let server = try Server(style)
            let all = style == .none ? 25 : 57
            var expected = Array(1...all)
            for _ in 0..<added {
                expected.append(try #require(try server.send(.post, "/items", [:]).body["id"]?.intValue))
            }
            // From all over the list, and of those that were added as well.
            for number in 0..<deleted {
                let id = expected.remove(at: number * 31 % expected.count)
                try server.send(.delete, "/items/\(id)")
            }
            for size in [1, 3, 5, 50] {
                let seen = ids(try server.walk(size))
                let whole = style == .none ? min(size, expected.count) : expected.count
                #expect(seen.count == whole && Set(seen).count == whole, "\(added) \(deleted) \(size): \(seen)")
                #expect(Set(seen).isSubset(of: expected))
            }
            guard style == .none else { continue }
            #expect(try ids("", of: server).count == expected.count)
        }
    }

    @Test("Totals count the rows that exist", arguments: [Style.page, .link]) func totals(style: Style) throws {
        let server = try Server(style)
        for _ in 0..<3 { try server.send(.post, "/items", [:]) }
        try server.send(.delete, "/items/57")
        for page in [1, 2, 6] {
            let (body, headers) = try server.send(.get, "/items?limit=10&page=\(page)")
            let total =
                style == .page
                ? body["total"]?.intValue : HTTPField.Name("X-Total-Count").flatMap { headers[$0] }.flatMap { Int($0) }
            #expect(total == 59)
            #expect(body["data"]?.arrayValue?.count == (page == 6 ? 9 : 10))
        }
    }

    @Test("Filtered pages show each row once, in its current state", arguments: Style.allCases)
    func filtered(style: Style) throws {
        guard style != .none else { return }
        let server = try Server(style)
        let before = ids(try server.walk(50, "&kind=red"))
        let others = ids(try server.walk(50, "&kind=blue"))
        try server.send(.patch, "/items/\(before[3])", ["kind": "blue"])
        try server.send(.patch, "/items/\(others[5])", ["kind": "red"])
        try server.send(.delete, "/items/\(before[0])")
        let made = try server.send(.post, "/items", ["kind": "red"]).body["id"]?.intValue
        let expected = Set(before).subtracting([before[0], before[3]]).union([others[5]]).union(
            [made].compactMap(\.self))
        for size in [1, 3, 50] {
            let rows = try server.walk(size, "&kind=red")
            #expect(rows.count == expected.count && Set(ids(rows)) == expected)
            #expect(rows.allSatisfy { $0["kind"] == "red" })
        }
    }

    @Test(
        "Paging continues after a row that was deleted meanwhile, and ends after a row that never existed",
        arguments: [Style.after, .before, .both])
    func gone(style: Style) throws {
        let server = try Server(style)
        let parameter = style == .before ? "before" : "after"
        try server.send(.delete, "/items/10")
        #expect(try ids("?limit=3&\(parameter)=10", of: server) == [11, 12, 13])
        #expect(try ids("?limit=3&\(parameter)=9999", of: server).isEmpty)
        #expect(try ids("?limit=3&\(parameter)=0", of: server) == [1, 2, 3])
        if style == .both { #expect(try ids("?limit=3&before=9", of: server) == [6, 7, 8]) }
        guard style == .both else { return }
        // A row that was added has the highest id and stands first.
        try server.send(.post, "/items", [:])
        #expect(try ids("?limit=3&after=2", of: server) == [3, 4, 5])
    }
}
