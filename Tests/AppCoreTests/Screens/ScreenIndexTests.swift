import AppCore
import Testing

@Suite("Finding screens")
struct ScreenIndexTests {
    private func index() throws -> ScreenIndex {
        let rows = answer("{type: array, items: {type: object, properties: {id: {type: string}}}}")
        let item = answer("{type: object, properties: {name: {type: string}}}")
        return ScreenIndex(
            try catalog(
                """
                  /guilds: {get: {operationId: list_guilds, tags: [Chat], \(rows)}}
                  /guilds/{id}: {get: {operationId: get_guild, tags: [Chat], \(item)}}
                  /guilds/{id}/emojis: {get: {operationId: list_guild_emojis, tags: [Chat], \(rows)}}
                  /stores: {get: {operationId: list_stores, tags: [Money], \(rows)}}
                  /transfers: {post: {operationId: send_money, tags: [Money], \(body("{type: object}"))}}
                """))
    }

    private func found(_ text: String) throws -> [String] {
        let index = try index()
        return index.found(text).map(\.title)
    }

    @Test("nothing typed finds every screen, those of the sidebar first")
    func everything() throws {
        #expect(
            try found("  ") == ["Guilds", "Stores", "Send money", "Guilds > Guild", "Guilds > Guild > Emojis"])
    }

    @Test(
        "words are found in titles, groups, operations and paths, small or capital",
        arguments: [
            ("EMOJI", ["Guilds > Guild > Emojis"]), ("money", ["Send money", "Stores"]),
            ("/guilds/{id}/e", ["Guilds > Guild > Emojis"]), ("list_st", ["Stores"]),
            ("guild emo", ["Guilds > Guild > Emojis"]), ("post /tr", ["Send money"]), ("nothing", []),
        ])
    func words(text: String, titles: [String]) throws {
        #expect(try found(text) == titles)
    }

    @Test("a title that is the text comes first, then one that begins with it, then one that only leads there")
    func order() throws {
        #expect(try found("guild") == ["Guilds > Guild", "Guilds", "Guilds > Guild > Emojis"])
    }

    @Test("of titles with all the words the one that is the text comes first")
    func exact() throws {
        let index = ScreenIndex(
            try catalog(
                """
                  /lobbies: {put: {summary: Create or join lobby, \(body("{type: object}"))}}
                  /lobby: {post: {summary: Create lobby, \(body("{type: object}"))}}
                """))
        #expect(index.found("create  lobby").first?.title == "Create lobby")
    }

    @Test(
        "a path, or a method and path, finds the screen that makes the call first",
        arguments: [
            ("get /guilds", "GET /guilds"), ("get /guil", "GET /guilds"),
            ("/guilds", "GET /guilds"), ("POST /guilds", "GET /guilds"),
            ("DELETE  /guilds/{id}", "GET /guilds/{id}"), ("/guilds/{id}", "GET /guilds/{id}"),
        ])
    func call(text: String, call: String) throws {
        let rows = answer("{type: array, items: {type: object, properties: {id: {type: string}}}}")
        let item = answer("{type: object, properties: {name: {type: string}}}")
        let index = ScreenIndex(
            try catalog(
                """
                  /a/guilds: {get: {summary: Get /guilds of a, \(rows)}}
                  /a/guilds/{id}: {get: {\(item)}}
                  /guilds: {get: {\(rows)}, post: {\(body("{type: object}"))}}
                  /guilds/{id}: {get: {\(item)}, delete: {}}
                """))
        #expect(index.found(text).first?.call == call)
    }

    @Test(
        "letters in their order find a screen, after those with the words; two letters only where no word does",
        arguments: [("sdmny", ["Send money"]), ("gud", ["Guilds", "Guilds > Guild", "Guilds > Guild > Emojis"])])
    func letters(text: String, titles: [String]) throws {
        #expect(try found(text) == titles)
    }

    @Test("of several sources the better rank comes first, then the earlier source")
    func sources() {
        let sources = [[SearchKey("Copy the screen"), SearchKey("Cards")], [SearchKey("cards"), SearchKey("Screen")]]
        #expect(SearchQuery("cards").places(in: sources).map { [$0.source, $0.place] } == [[0, 1], [1, 0]])
        #expect(SearchQuery("screen").places(in: sources).map { [$0.source, $0.place] } == [[1, 1], [0, 0]])
    }

    @Test("a screen that opens from another asks for what that one would have said")
    func direct() throws {
        let index = try index()
        let asking = index.entries.filter(\.asks).map(\.title)
        #expect(asking == ["Guilds > Guild", "Guilds > Guild > Emojis"])
    }
}

extension ScreenIndex {
    fileprivate func found(_ text: String) -> [Entry] {
        SearchQuery(text).places(in: [keys]).map { entries[$0.place] }
    }
}
