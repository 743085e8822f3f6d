import AppCore
import Testing

@Suite("Finding screens") struct ScreenIndexTests {
    private static let rows = answer("{type: array, items: {type: object, properties: {id: {type: string}}}}")
    private static let item = answer("{type: object, properties: {name: {type: string}}}")

    private func index() throws -> ScreenIndex {
        ScreenIndex(
            try catalog(
                """
                  /guilds: {get: {operationId: list_guilds, tags: [Chat], \(Self.rows)}}
                  /guilds/{id}: {get: {operationId: get_guild, tags: [Chat], \(Self.item)}}
                  /guilds/{id}/emojis: {get: {operationId: list_guild_emojis, tags: [Chat], \(Self.rows)}}
                  /stores: {get: {operationId: list_stores, tags: [Money], \(Self.rows)}}
                  /transfers: {post: {operationId: send_money, tags: [Money], \(body("{type: object}"))}}
                """))
    }

    @Test(
        "A text finds screens, the best match first",
        arguments: [
            // Nothing typed finds every screen, those of the sidebar first.
            ("  ", ["Guilds", "Stores", "Send money", "Guilds > Guild", "Guilds > Guild > Emojis"]),
            // Words are found in titles, groups, operations and paths, small or capital.
            ("EMOJI", ["Guilds > Guild > Emojis"]), ("money", ["Send money", "Stores"]),
            ("/guilds/{id}/e", ["Guilds > Guild > Emojis"]), ("list_st", ["Stores"]),
            ("guild emo", ["Guilds > Guild > Emojis"]), ("Guild > Emojis", ["Guilds > Guild > Emojis"]),
            ("post /tr", ["Send money"]), ("nothing", []),
            // A title that is the text comes first, then one that begins with it, then one that only leads there.
            ("guild", ["Guilds > Guild", "Guilds", "Guilds > Guild > Emojis"]),
            // Letters in their order find a screen, after those with the words; two letters only where no word does.
            ("sdmny", ["Send money"]), ("gud", ["Guilds", "Guilds > Guild", "Guilds > Guild > Emojis"]),
        ])
    func found(text: String, titles: [String]) throws { #expect(try index().found(text).map(\.title) == titles) }

    @Test("A title that equals the text comes before other titles with all its words") func exact() throws {
        let index = ScreenIndex(
            try catalog(
                """
                  /lobbies: {put: {summary: Create or join lobby, \(body("{type: object}"))}}
                  /lobby: {post: {summary: Create lobby, \(body("{type: object}"))}}
                """))
        #expect(index.found("create  lobby").first?.title == "Create lobby")
    }

    @Test(
        "A path, or a method and path, finds the screen with that call first",
        arguments: [
            ("get /guilds", "GET /guilds"), ("get /guil", "GET /guilds"),
            ("/guilds", "GET /guilds"), ("POST /guilds", "GET /guilds"),
            ("DELETE  /guilds/{id}", "GET /guilds/{id}"), ("/guilds/{id}", "GET /guilds/{id}"),
        ])
    func call(text: String, call: String) throws {
        let index = ScreenIndex(
            try catalog(
                """
                  /a/guilds: {get: {summary: Get /guilds of a, \(Self.rows)}}
                  /a/guilds/{id}: {get: {\(Self.item)}}
                  /guilds: {get: {\(Self.rows)}, post: {\(body("{type: object}"))}}
                  /guilds/{id}: {get: {\(Self.item)}, delete: {}}
                """))
        #expect(index.found(text).first?.call == call)
    }

    @Test("A better rank comes first, then the earlier source") func sources() {
        let sources = [[SearchKey("Copy the screen"), SearchKey("Cards")], [SearchKey("cards"), SearchKey("Screen")]]
        #expect(SearchQuery("cards").places(in: sources).map { [$0.source, $0.place] } == [[0, 1], [1, 0]])
        #expect(SearchQuery("screen").places(in: sources).map { [$0.source, $0.place] } == [[1, 1], [0, 0]])
    }

    @Test("A screen that opens from another asks for the values that one would fill in") func direct() throws {
        let asking = try index().entries.filter(\.asks).map(\.title)
        #expect(asking == ["Guilds > Guild", "Guilds > Guild > Emojis"])
    }
}

extension ScreenIndex {
    fileprivate func found(_ text: String) -> [Entry] { SearchQuery(text).places(in: [keys]).map { entries[$0.place] } }
}
