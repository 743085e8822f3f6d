import APIDocument
import APIModel
import DemoManager
import HTTPTypes
import Testing
import WireFormats

@testable import AppCore
@testable import DemoTUI

@MainActor
@Suite("Rows with a request of their own")
struct RowScreenTests {
    private let document = """
        openapi: 3.1.0
        info: {title: Shop, version: '1'}
        servers: [{url: 'http://shop.example'}]
        paths:
          /carts:
            get:
              operationId: listCarts
              responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Cart'}}}}}}
            post:
              operationId: addCart
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Cart'}}}}
              responses: {'201': {description: made}}
          /carts/{cartId}:
            parameters: [{name: cartId, in: path, required: true, schema: {type: string}}]
            get:
              operationId: getCart
              responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Cart'}}}}}
            put:
              operationId: putCart
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Cart'}}}}
              responses: {'200': {description: ok}}
            delete:
              operationId: deleteCart
              responses: {'204': {description: gone}}
        components:
          schemas:
            Cart: {type: object, required: [name], properties: {id: {type: string, readOnly: true}, name: {type: string}}}
        """

    /// The shop in demo with two carts; what is written is taken without a body.
    private func run(_ body: @MainActor (Harness) async throws -> Void) async throws {
        try await Harness.run(over: document) { app in
            try app.stub(.get, "/carts", #"[{"id": "1", "name": "First"}, {"id": "2", "name": "Second"}]"#)
            try app.stub(.get, "/carts/2", #"{"id": "2", "name": "Second", "note": "of the item"}"#)
            try app.stub(.put, "/carts/2", status: 200)
            try app.stub(.delete, "/carts/2", status: 204)
            try app.stub(.post, "/carts", status: 201)
            await app.press("1", "r")
            try await body(app)
        }
    }

    private func names(_ app: Harness) -> [String?]? {
        (app.state.mainPanel as? CollectionScreen)?.list.rows.map { $0["name"]?.stringValue }
    }

    @Test("Enter opens the row by its own request, Esc goes back to the same row")
    func open() async throws {
        try await run { app in
            await app.press("j", "Enter")
            #expect(
                app.exchanges.last?.request.path == "/carts/2" && app.state.mainPanel is ItemScreen, "\(app.screen)")
            await app.press("Esc")
            #expect((app.state.mainPanel as? CollectionScreen)?.selection.index == 1)
        }
    }

    @Test("what is saved in the row's own screen shows in the list, too")
    func save() async throws {
        try await run { app in
            await app.press("j", "Enter", "e")
            await app.focus("name")
            await app.press("^A", "^K")
            await app.type("Renamed")
            await app.press("^S")
            #expect(app.screen.contains("Renamed") && app.state.mainPanel is ItemScreen, "\(app.screen)")
            #expect(
                app.exchanges.last?.requestBody.map { String(decoding: $0, as: UTF8.self) }?.contains("of the item")
                    == true,
                "a PUT keeps members that no form shows")
            await app.press("Esc")
            #expect(names(app) == ["First", "Renamed"], "\(app.screen)")
        }
    }

    @Test("a row deleted in its own screen is gone from the list")
    func delete() async throws {
        try await run { app in
            await app.press("j", "Enter", "x", "y")
            #expect(app.exchanges.contains { $0.request.method == .delete }, "\(app.screen)")
            #expect(app.state.mainPanel is CollectionScreen)
            #expect(names(app) == ["First"], "\(app.screen)")
        }
    }

    @Test("what is deleted on a screen with nothing behind it is said to be deleted; p asks for another one")
    func deleteAlone() async throws {
        let document = """
            openapi: 3.1.0
            info: {title: Orders, version: '1'}
            paths:
              /orders/{id}:
                parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
                get: {operationId: getOrder, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {id: {type: integer}, name: {type: string}}}}}}}}
                delete: {operationId: deleteOrder, responses: {'204': {description: gone}}}
              /news: {get: {operationId: news, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {text: {type: string}}}}}}}}}
            """
        try await Harness.run(over: document, AppOptions(isDemo: true, startScreen: "orders-item")) { app in
            await app.press("Enter", "Enter", "x", "y")
            let count = app.exchanges.count
            #expect(app.words.contains("was deleted. Press p to show another one."), "\(app.screen)")
            await app.press("r")
            #expect(
                app.exchanges.count == count + 1 && app.words.contains("Not in the demo's data (404)."), "\(app.screen)"
            )
            await app.press("p")
            #expect(!app.state.popups.isEmpty)
            await app.press("Esc", "1", "p")
            #expect(app.footer.contains("needs nothing that is typed"), "\(app.screen)")
        }
    }

    @Test("a row deleted in the list is gone, and the selection stays inside")
    func deleteInList() async throws {
        try await run { app in
            await app.press("j", "x", "y")
            #expect(names(app) == ["First"], "\(app.screen)")
            #expect((app.state.mainPanel as? CollectionScreen)?.selection.index == 0)
        }
    }

    @Test("a list whose rows are changed and deleted only where they open offers both; one whose are not says so")
    func elsewhere() async throws {
        let document = """
            openapi: 3.1.0
            info: {title: Pets, version: '1'}
            paths:
              /pet/findByStatus:
                get:
                  operationId: findPets
                  responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Pet'}}}}}}
              /pet/{petId}:
                parameters: [{name: petId, in: path, required: true, schema: {type: integer}}]
                get:
                  operationId: getPet
                  responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}
                delete: {operationId: deletePet, responses: {'204': {description: gone}}}
            components:
              schemas: {Pet: {type: object, properties: {id: {type: integer}, name: {type: string}}}}
            """
        try await Harness.run(over: document) { app in
            try app.stub(.get, "/pet/findByStatus", #"[{"id": 1, "name": "First"}, {"id": 2, "name": "Second"}]"#)
            try app.stub(.delete, "/pet/2", status: 204)
            await app.press("1", "r")
            #expect(app.state.mainPanel is CollectionScreen, "\(app.screen)")
            #expect(!app.state.availability(of: .edit).isEnabled)
            await app.press("e")
            #expect(app.state.mainPanel is CollectionScreen, "\(app.screen)")
            await app.press("j", "x", "y")
            #expect(app.exchanges.contains { $0.request.method == .delete && $0.request.path == "/pet/2" })
            #expect(names(app) == ["First"], "\(app.screen)")
        }
    }

    @Test("a row opens as an item by its name, and from it every part of it and of the row, also those out of sight")
    func parts() async throws {
        func list(_ id: String) -> String {
            "get: {operationId: \(id), responses: {'200': {description: ok, content: {application/json: {schema: "
                + "{type: array, items: {type: object, properties: {id: {type: integer}, name: {type: string}}}}}}}}}"
        }
        let members = (1...30).map { "m\($0): {type: string}" }.joined(separator: ", ")
        let document = """
            openapi: 3.1.0
            info: {title: Clubs, version: '1'}
            paths:
              /me/clubs: {\(list("myClubs"))}
              /me/clubs/{club}/dues: {\(list("dues"))}
              /clubs/{club}:
                get:
                  operationId: getClub
                  responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {id: {type: integer}, name: {type: string}, \(members)}}}}}}
              /clubs/{club}/teams: {\(list("teams"))}
              /clubs/{club}/teams/{team}/players: {\(list("players"))}
            """
        try await Harness.run(over: document) { app in
            try app.stub(.get, "/me/clubs", #"[{"id": 7, "name": "Rowing"}]"#)
            let rows = (1...30).map { #""m\#($0)": "x""# }.joined(separator: ", ")
            try app.stub(.get, "/clubs/7", #"{"id": 7, "name": "Rowing", \#(rows)}"#)
            try app.stub(.get, "/clubs/7/teams", #"[{"id": 8, "name": "Eights"}]"#)
            try app.stub(.get, "/clubs/7/teams/8/players", "[]")
            try app.stub(.get, "/me/clubs/7/dues", "[]")
            await app.press("1", "r", "Enter")
            #expect(app.screen.contains("> (2) Teams, Dues") && !app.screen.contains("M30"), "\(app.screen)")
            await app.press(">")
            #expect(app.screen.contains("M30") && app.screen.contains("> Dues"), "\(app.screen)")
            await app.press("Enter", "Enter", ">", "Enter")
            #expect(app.screen.contains("Clubs > Rowing > Teams > Eights > Players"), "\(app.screen)")
            await app.press("Esc", "Esc", "Esc", "G", "Enter")
            #expect(app.screen.contains("Clubs > Rowing > Dues"), "\(app.screen)")
            #expect(app.exchanges.last?.request.path == "/me/clubs/7/dues")
            await app.press("Esc", "Esc")
            app.feed("Enter", ">")
            await app.settle()
            #expect(app.screen.contains("M30") && app.screen.contains("> Dues"), "\(app.screen)")
        }
    }

    @Test("a new row stands in front after a 201 without a body, and opens by its Location, without a reload")
    func located() async throws {
        try await run { app in
            try app.stub(.get, "/carts/3", #"{"id": "3", "name": "Third", "note": "of the server"}"#)
            try app.stub(.post, "/carts", status: 201, headers: [.location: "http://shop.example/carts/3"])
            await app.press("a")
            await app.focus("name")
            await app.type("Third")
            let before = app.exchanges.count
            await app.press("^S")
            #expect(app.exchanges.count == before + 1)
            #expect(names(app) == ["Third", "First", "Second"] && app.footer.contains("Added."), "\(app.screen)")
            await app.press("Enter")
            #expect(app.screen.contains("of the server"), "\(app.screen)")
        }
    }

    @Test("a list is loaded anew after a bare 201: nobody knows what its new row opens by")
    func add() async throws {
        try await run { app in
            await app.press("a")
            await app.focus("name")
            await app.type("Third")
            let before = app.exchanges.count
            await app.press("^S")
            #expect(app.exchanges.count == before + 2)
            #expect(names(app) == ["First", "Second"] && app.footer.contains("Added."), "\(app.screen)")
        }
    }
}

/// A list with a server in memory behind it: carries loads out at once and counts them.
struct RowStage {
    /// The rows the server has: ids.
    var ids: [Int]
    let size: Int
    let pagination: Pagination
    var list: RowList
    /// The query of every page asked for.
    private(set) var asked: [[QueryItem]] = []
    /// Whether the server says how many rows there are.
    var saysTotal = true
    var fails = false
    let screen: Screen

    init(_ pagination: Pagination, rows: Int, size: Int) {
        ids = Array(0..<rows)
        self.size = size
        self.pagination = pagination
        var screen = Screen(id: "s", title: "S", kind: .collection)
        screen.pagination = pagination
        screen.rowID = JSONPointer(tokens: ["id"])
        self.screen = screen
        list = RowList(of: screen)
    }

    var query: RowQuery { RowQuery(panel: 1, screen: screen, place: Place(), filters: [:]) }

    /// The ids of the rows at hand.
    var shown: [Int] { list.rows.compactMap { $0["id"]?.intValue } }

    /// True if every row at hand stands at its own place.
    var isInPlace: Bool { list.window.range.allSatisfy { list[$0]?["id"]?.intValue == ids[$0] } }

    /// Loads until nothing more is wanted for the row; gives up after `most` loads.
    mutating func go(to index: Int, most: Int = 30) {
        var effects = list.fill(near: index, sight: index..<index + 20, query)
        for _ in 0..<most where !effects.isEmpty {
            run(effects, at: index)
            effects = list.fill(near: index, sight: index..<index + 20, query)
        }
    }

    mutating func run(_ effects: [Effect], at index: Int = 0) {
        for case .load(let request) in effects {
            _ = list.take(request.id, answer(request), around: index)
        }
    }

    private mutating func answer(_ request: LoadRequest) -> LoadReply {
        let endpoint = CollectionEndpoint(Endpoint(path: "/x"), pagination: pagination)
        let query = endpoint.endpoint(for: request.page).query
        asked.append(query)
        let from = query.first { $0.name == "offset" || $0.name == "cursor" }.flatMap { Int($0.value ?? "") } ?? 0
        let rows = ids.dropFirst(from).prefix(size).map { id -> JSONValue in ["id": JSONValue(integerLiteral: id)] }
        let next = from + size < ids.count ? "\(from + size)" : nil
        let body = next.map { #"{"next": "\#($0)"}"# } ?? "{}"
        let response = APIResponse(head: .init(status: .ok), body: Array(body.utf8))
        var page = endpoint.page(request.page, rows: rows, in: response)
        page.total = saysTotal ? ids.count : nil
        return LoadReply(
            provenance: Provenance(
                mode: .live, call: UInt64(asked.count), exchange: nil, isPassedThrough: false, stub: nil),
            place: request.place,
            result: fails ? .failure(.failed(APIError(.status, status: 503))) : .success(.page(page)))
    }
}
