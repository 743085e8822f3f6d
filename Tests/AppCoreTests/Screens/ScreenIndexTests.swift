import APIDocument
import Synchronization
import Testing
import WireFormats

@testable import AppCore

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

@Suite("Lists to choose values from") struct ValueListTests {
    private static let catalog = Result {
        let rows = answer(
            "{type: array, items: {type: object, properties: {id: {type: string}, name: {type: string}}}}")
        let lists = ["stations", "trips", "open-orders", "price-lists"].map { "  /\($0): {get: {\(rows)}}" }
        let map = "  /charts/{stationId}: {get: {\(answer("{properties: {width: {type: integer}}}"))}}"
        let form = body("{type: object, properties: {trip_id: {type: string}, note: {type: string}}}")
        let tenant = "{name: Tenant-Id, in: header, required: true}, {name: orderId, in: path, required: true}"
        let sent = "responses: {'204': {description: sent}}"
        let remind = "  /acts/{orderId}/remind: {post: {parameters: [\(tenant)], \(sent)}}"
        let paths = lists + ["  /bookings: {post: {\(form)}}", map, remind]
        return try AppCoreTests.catalog(paths.joined(separator: "\n"))
    }

    @Test(
        "A field's list is found by a name that repeats a title, or by a description such as `ID of a station`",
        arguments: [
            ("stationId", "", "Stations"), ("origin_station_id", "", "Stations"), ("order-id", "", "Open orders"),
            ("priceListId", "", "Price lists"), ("list_id", "", "Price lists"),
            ("origin", "The ID of the origin station", "Stations"), ("origin", "ID of a station.", "Stations"),
            ("origin", "The ID of the station that the train leaves from, if it is known", nil),
            ("origin", "The station", nil), ("id", "", nil), ("name", "", nil), ("invoiceId", "", nil),
        ])
    func list(name: String, help: String, title: String?) throws {
        #expect(try Self.catalog.get().list(for: name, described: help)?.screen.title == title)
    }

    @Test("The list of the item itself is not offered") func own() throws {
        let catalog = try Self.catalog.get()
        let trips = try #require(catalog.list(for: "trip_id", described: nil)?.screen.id)
        #expect(catalog.list(for: "trip_id", described: nil, besides: [trips]) == nil)
    }

    @Test("A form with a member for a row's key, or a call with a parameter, opens only from that list") func takers()
        throws
    {
        let catalog = try Self.catalog.get()
        let taken = catalog.screens.filter(\.showsRows).map { ($0.title, catalog.takers(ofRowsOf: $0.id)) }
        #expect(taken.filter { !$0.1.isEmpty }.map(\.0) == ["Stations", "Trips", "Open orders"])
        let map = try #require(taken.flatMap(\.1).first { $0.member == nil && $0.screen.load != nil })
        let place = Place(row: ["id": "s-7"])
        #expect(map.screen.load?.questions(in: place).isEmpty == true)
        #expect(map.screen.load?.values(in: place)["stationId"] == "s-7")
        #expect(taken.flatMap(\.1).compactMap(\.member?.name) == ["trip_id"])
    }
}

@Suite("Screens that a write makes stale") struct OutdatedTests {
    private static let list = "{type: array, items: {type: object, properties: {id: {type: integer}}}}"
    private static let one = "{type: object, properties: {id: {type: integer}}}"
    private static let id = "parameters: [{name: id, in: path, required: true, schema: {type: integer}}]"
    private static let paths = """
          /tickets: {get: {\(answer(list))}, post: {\(body(one))}}
          /tickets/open: {get: {\(answer(list))}}
          /tickets/{id}: {\(id), get: {\(answer(one))}, patch: {\(body(one))}}
          /tickets/{id}/close: {\(id), post: {operationId: closeTicket, \(body(one))}}
          /tickets/{id}/notes: {\(id), get: {\(answer(list))}, post: {\(body(one))}}
          /teams/{id}/tickets: {\(id), get: {\(answer(list))}}
          /imports/tickets: {post: {operationId: importTickets, \(body(one))}}
          /agents: {get: {\(answer(list))}}
        """

    private static let tickets: Set = ["/tickets", "/tickets/open", "/tickets/{id}", "/teams/{id}/tickets"]

    @Test(
        "A write outdates the lists and items of its kind, and nothing else",
        arguments: [
            // A new one, a changed one and an act on one change every list of the kind and the items.
            ("post-tickets", tickets), ("patch-tickets-id", tickets), ("closeTicket", tickets),
            // A list below one item is a collection of its own.
            ("post-tickets-id-notes", ["/tickets/{id}/notes"]),
            // A write that nothing reads changes nothing, whatever its path.
            ("importTickets", []),
        ] as [(String, Set<String>)])
    func outdated(operation: String, paths: Set<String>) throws {
        let catalog = try catalog(Self.paths)
        let write = try #require(catalog.screens.flatMap(\.requests).first { $0.operation == operation })
        #expect(Set(catalog.outdated(by: write).compactMap { catalog[$0]?.load?.path.text }) == paths)
    }
}

@Suite("Values made on demand") struct OnDemandTests {
    @Test("A value is made on first access, once; copies share it") func once() {
        let made = Counter()
        let value = OnDemand {
            made.add()
            return "value"
        }
        let copy = value
        #expect(made.count == 0)
        #expect(value.value == "value" && copy.value == "value" && made.count == 1)
    }

    @Test("Two with the same value are equal, and one equals itself without making it") func equality() {
        let made = Counter()
        let one = OnDemand {
            made.add()
            return 1
        }
        #expect(one == one && made.count == 0)
        #expect(one == OnDemand { 1 } && one != OnDemand { 2 })
    }
}

private final class Counter: Sendable {
    private let number = Mutex(0)
    var count: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
}
