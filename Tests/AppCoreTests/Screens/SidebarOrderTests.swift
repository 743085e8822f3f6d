import AppCore
import Testing
import WireFormats

@Suite("The sidebar's order, groups and titles") struct SidebarOrderTests {
    private static let rows = answer("{type: array, items: {type: object, properties: {id: {type: string}}}}")
    private static let item = answer("{type: object, properties: {name: {type: string}}}")
    private static let needed = "parameters: [{name: day, in: query, required: true, schema: {type: string}}]"

    @Test("Groups are in the order of the document's tags, with their display names, and the rest at the end")
    func groups() throws {
        let catalog = try catalog(
            """
              /c: {get: {\(Self.rows)}}
              /b: {get: {tags: [late], \(Self.rows)}}
              /d: {get: {tags: [unnamed-one], \(Self.rows)}}
              /a: {get: {tags: [early], \(Self.rows)}}
              /e: {get: {tags: [early], \(Self.rows)}}
            """,
            rest: "tags: [{name: early, x-displayName: First things, description: What comes first.}, {name: late}]")
        #expect(catalog.sections.map(\.title) == ["First things", "Late", "Unnamed one", "Other"])
        #expect(catalog.sections.map(\.screens) == [["a", "e"], ["b"], ["d"], ["c"]])
        #expect(catalog.sections[0].description == "What comes first.")
        #expect(catalog.sidebar.map(\.id) == catalog.sections.flatMap(\.screens))
    }

    @Test("Rows come first in a group, then items, then screens with questions, and forms last") func ranks() throws {
        let catalog = try catalog(
            """
              /send: {post: {\(body("{type: object}"))}}
              /days: {get: {\(Self.needed), \(Self.rows)}}
              /act: {get: {responses: {'200': {description: done}}}}
              /me: {get: {\(Self.item)}}
              /things: {get: {\(Self.rows)}}
            """)
        #expect(catalog.sidebar.map(\.id) == ["things", "me", "act", "days", "send"])
        #expect(catalog.sidebar.map(\.rank) == [.rows, .item, .answer, .asking, .form])
        #expect(catalog["days"]?.questions.map(\.name) == ["day"])
    }

    @Test(
        "One group, no group, or as many groups as screens give a list without groups",
        arguments: ["", "tags: [a], ", "tags: [own], "])
    func noGroups(_ tags: String) throws {
        let second = tags.replacing("own", with: "other")
        let catalog = try catalog("  /a: {get: {\(tags)\(Self.rows)}}\n  /b: {get: {\(second)\(Self.rows)}}")
        #expect(catalog.sections.map(\.title) == [nil])
    }

    @Test("Paths without tags are grouped by first words; a word of only one screen is not a group") func paths() throws
    {
        let words = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta"]
        let paths = words.flatMap { ["/v1/\($0)/rows", "/v1/\($0)/state"] } + ["/v1/lonely"]
        let many = try catalog(paths.map { "  \($0): {get: {}}" }.joined(separator: "\n"))
        #expect(many.sections.map(\.title) == words + ["Other"])
        #expect(many.sections.map(\.screens.count) == [2, 2, 2, 2, 2, 2, 1])
        let few = try catalog(paths.prefix(6).map { "  \($0): {get: {}}" }.joined(separator: "\n"))
        #expect(few.sections.map(\.title) == [nil])
    }

    @Test("A document that names its few screens itself keeps its order, without groups") func arranged() throws {
        let catalog = try catalog(
            """
              /send: {post: {tags: [a], x-screen: {id: send, kind: form}, \(body("{type: object}"))}}
              /things: {get: {tags: [b], x-screen: {title: Things}, \(Self.rows)}}
              /more: {get: {tags: [b], x-screen: {title: More}, \(Self.rows)}}
            """)
        #expect(catalog.sections.map(\.title) == [nil])
        #expect(catalog.sidebar.map(\.id) == ["send", "things", "more"])
    }

    @Test("Screens with the same title in the document are told apart, and a problem is reported")
    func sameTitle() throws {
        let catalog = try catalog(
            """
              /things: {get: {x-screen: {title: Things}, \(Self.rows)}}
              /old/things: {get: {x-screen: {title: Things}, \(Self.rows)}}
            """)
        #expect(catalog.sidebar.map(\.title) == ["Things", "Old things"])
        #expect(catalog.problems.map(\.pointer) == ["/paths/~1old~1things/get/x-screen/title"])
    }

    @Test("The first screen shows data and asks for nothing; a form is first only if there is nothing else")
    func first() throws {
        let form = "  /a: {post: {tags: [a], \(body("{type: object}"))}}\n"
        let asking = "  /b: {get: {tags: [a], \(Self.needed), \(Self.rows)}}\n"
        let item = "  /c: {get: {tags: [b], \(Self.item)}}\n"
        let rows = "  /d: {get: {tags: [c], \(Self.rows)}}\n"
        #expect(try catalog(form + asking + rows).first?.id == "d")
        #expect(try catalog(form + asking + item + rows).first?.id == "c")
        #expect(try catalog(form + asking).first?.id == "b")
        #expect(try catalog(form).first?.id == "a")
        #expect(ScreenCatalog(screens: []).first == nil)
    }

    @Test(
        "Titles are readable words",
        arguments: [
            ("/users/@me: {get: {", "My user"), ("/users/me: {get: {", "My user"),
            ("/api/me: {get: {", "Me"), ("/users/v1/me: {get: {", "Me"), ("/voice/@me: {get: {", "My voice"),
            ("/pet/findByStatus: {get: {summary: Finds Pets by status., ", "Find by status"),
            ("/tickets/qr: {get: {summary: Get ticket QR code, ", "QR"), ("/faq: {get: {", "FAQ"),
            ("/things: {get: {summary: Get all of the things., ", "Things"),
            ("/lobbies: {put: {operationId: create_or_join_lobby, ", "Create or join lobby"),
            ("/lobbies: {post: {", "New lobby"), ("/locks/{id}: {delete: {", "Delete lock"),
            ("/reports/sales.csv: {get: {", "Sales CSV"), ("/invoice/pdf: {get: {", "PDF"),
            ("/widget.json: {get: {", "Widget"), ("/vanity_url: {get: {", "Vanity URL"),
            ("/send: {post: {summary: 'Send  money.', ", "Send money"),
            ("/: {get: {", "Start"), ("/v2: {get: {summary: Show details, ", "Show details"),
            ("/: {get: {tags: [weather], ", "Weather"), ("/: {get: {summary: Say hello, ", "Say hello"),
            ("/Products({ID}): {get: {", "Product"),
        ])
    func titles(path: String, title: String) throws {
        #expect(try catalog("  \(path)\(Self.item)}}").sidebar.map(\.title) == [title])
    }

    @Test("A word after a collection's path follows the collection's name") func choices() throws {
        let catalog = try catalog(
            """
              /posts: {get: {\(Self.rows)}}
              /posts/latest: {get: {\(Self.rows)}}
              /members/search: {get: {\(Self.rows)}}
              /members/{id}: {delete: {}}
              /voice/regions: {get: {\(Self.rows)}}
            """)
        #expect(catalog.screens.prefix(4).map(\.title) == ["Posts", "Posts: latest", "Members: search", "Regions"])
        #expect(catalog["posts-latest"]?.oneTitle == "Post")
    }

    @Test("Neighbouring screens never share a title, and no title is a path") func unique() throws {
        let catalog = try catalog(
            """
              /issues: {get: {\(Self.rows)}}
              /repos/issues: {get: {summary: List repository issues, \(Self.rows)}}
              /teams/issues: {get: {\(Self.rows)}}
              /users/me/issues: {get: {\(Self.rows)}}
              /a/teams/issues: {get: {operationId: listStocks, \(Self.rows)}}
              /b/teams/issues: {get: {\(Self.rows)}}
            """)
        #expect(
            catalog.sidebar.map(\.title) == [
                "Issues", "Repo issues", "Team issues", "My issues", "List stocks", "Issues 2",
            ])
    }
}
