import APIModel
import HTTPTypes
import TestSupport
import Testing
import WireFormats

@testable import AppCore
@testable import DemoTUI

@MainActor @Suite("Rows with a request of their own") struct RowScreenTests {
    /// A shop with two carts, whose writes answer without a body.
    nonisolated private static let carts = Stage.over(
        openAPI(
            "Shop", server: "http://shop.example",
            """
            GET /carts listCarts -> [Cart]
            POST /carts addCart Cart -> 201
            GET /carts/{cartId} getCart -> Cart
            PUT /carts/{cartId} putCart Cart -> 200
            DELETE /carts/{cartId} deleteCart -> 204
            Cart = {id: string readOnly, name!: string}
            """),
        .stub(.get, "/carts", #"[{"id": "1", "name": "First"}, {"id": "2", "name": "Second"}]"#),
        .stub(.get, "/carts/2", #"{"id": "2", "name": "Second", "note": "of the item"}"#), .stub(.put, "/carts/2"),
        .stub(.delete, "/carts/2", status: 204), .stub(.post, "/carts", status: 201), .press("1 r"))

    nonisolated private static let orders = Stage.over(
        openAPI(
            "Orders", server: nil,
            """
            GET /orders/{id:integer} getOrder -> {id: integer, name: string}
            DELETE /orders/{id:integer} deleteOrder -> 204
            GET /news news -> {text: string}
            """), options: AppOptions(isDemo: true, startScreen: "orders-item"))

    nonisolated private static let pets = Stage.over(
        openAPI(
            "Pets", server: nil,
            """
            GET /pet/findByStatus findPets -> [Pet]
            GET /pet/{petId:integer} getPet -> Pet
            DELETE /pet/{petId:integer} deletePet -> 204
            POST /pet addPet {name: string} -> Pet
            Pet = {id: integer, name: string}
            """),
        .stub(.get, "/pet/findByStatus", #"[{"id": 1, "name": "First"}, {"id": 2, "name": "Second"}]"#),
        .stub(.delete, "/pet/2", status: 204),
        .stub(.post, "/pet", status: 201, #"{"id": 3, "name": "Third"}"#), .press("1 r"), .panel(CollectionScreen.self))

    /// A club with more members than a screen has rows.
    nonisolated private static let clubs = {
        let names = (1...30).map { "m\($0)" }
        let club = names.map { #""\#($0)": "x""# }.joined(separator: ", ")
        return Stage.over(
            openAPI(
                "Clubs", server: nil,
                """
                GET /me/clubs myClubs -> [Named]
                GET /me/clubs/{club}/dues dues -> [Named]
                GET /clubs/{club} getClub -> {id: integer, name: string, \(names.map { "\($0): string" }.joined(separator: ", "))}
                GET /clubs/{club}/teams teams -> [Named]
                GET /clubs/{club}/teams/{team}/players players -> [Named]
                Named = {id: integer, name: string}
                """),
            .stub(.get, "/me/clubs", #"[{"id": 7, "name": "Rowing"}]"#),
            .stub(.get, "/clubs/7", #"{"id": 7, "name": "Rowing", \#(club)}"#),
            .stub(.get, "/clubs/7/teams", #"[{"id": 8, "name": "Eights"}]"#),
            .stub(.get, "/clubs/7/teams/8/players", "[]"), .stub(.get, "/me/clubs/7/dues", "[]"))
    }()

    nonisolated static let walks: [Walk] = [
        Walk(
            "Enter opens the row by its own request, Esc goes back to the same row", on: carts, .press("j Enter"),
            .called("/carts/2"), .panel(ItemScreen.self), .press("Esc"), .holds { $0.table?.selection.index == 1 }),
        Walk(
            "a row without an id says so, and how to go back", on: carts,
            .stub(.get, "/carts", #"[{"id": "", "name": "First"}]"#), .press("r Enter"),
            .sees("no usable value at \"/id\""), .sees("Press Esc to go back."), .lacks("stub")),
        Walk(
            "a row saved in its own screen is changed in the list; a PUT keeps members without a field", on: carts,
            .press("j Enter e"), .focus("name"), .press("^A ^K"), .type("Renamed"), .press("^S"), .sees("Renamed"),
            .panel(ItemScreen.self), .holds { $0.sentBody.contains("of the item") }, .press("Esc"),
            .holds { $0.names == ["First", "Renamed"] }),
        Walk(
            "a row deleted in its own screen is gone from the list", on: carts, .press("j Enter x y"),
            .holds { !$0.deletions.isEmpty }, .panel(CollectionScreen.self), .holds { $0.names == ["First"] }),
        Walk(
            "a row deleted in the list is gone, and the selection stays inside", on: carts, .press("j x y"),
            .holds { $0.names == ["First"] }, .holds { $0.table?.selection.index == 0 }),
        Walk(
            "a row added with a bare 201 and a Location is first, opens by its Location, and nothing reloads",
            on: carts, .stub(.get, "/carts/3", #"{"id": "3", "name": "Third", "note": "of the server"}"#),
            .stub(.post, "/carts", status: 201, headers: [.location: "http://shop.example/carts/3"]), .press("a"),
            .focus("name"), .type("Third"), .mark, .press("^S"), .calls(1),
            .holds { $0.names == ["Third", "First", "Second"] }, .footer("Added."), .press("Enter"),
            .sees("of the server")),
        Walk(
            "a list reloads after a bare 201 without a Location", on: carts, .press("a"), .focus("name"),
            .type("Third"), .mark, .press("^S"), .calls(2), .holds { $0.names == ["First", "Second"] },
            .footer("Added.")),
        Walk(
            "a deleted item on a screen without a list says so; p asks for another one", on: orders,
            .press("Enter Enter x y"), .reads("was deleted. Press p to show another one."), .mark, .press("r"),
            .calls(1), .reads("404 Not in the demo's data."), .press("p"), .holds { !$0.state.popups.isEmpty },
            .press("Esc 1 p"), .footer("has no parameters")),
        Walk(
            "rows that can be deleted only at another path offer delete, and no edit", on: pets,
            .holds { !$0.state.availability(of: .edit).isEnabled }, .press("e"), .panel(CollectionScreen.self),
            .press("j x y"), .holds { $0.deletions == ["/pet/2"] }, .holds { $0.names == ["First"] }),
        Walk(
            "a is a new row of the list that shows such rows, and no screen of its own", on: pets,
            .holds { $0.state.sidebar.entries.count == 1 }, .press("a"), .focus("name"),
            .type("Third"), .press("^S"), .holds { $0.names == ["Third", "First", "Second"] }),
        Walk(
            "a row opens as an item by its name, with every part of it and of the row", on: clubs,
            .press("1 r Enter"), .sees("> (2) Teams, Dues"), .lacks("M30"), .press(">"), .sees("M30", "> Dues"),
            .press("Enter Enter > Enter"), .sees("Clubs > Rowing > Teams > Eights > Players"),
            .press("Esc Esc Esc G Enter"), .sees("Clubs > Rowing > Dues"), .called("/me/clubs/7/dues"),
            .press("Esc Esc"), .feed("Enter >"), .settle, .sees("M30", "> Dues")),
    ]

    @Test("Rows with requests work", arguments: walks) func walk(_ walk: Walk) async throws { try await walk.take() }
}

/// A list with a server in memory behind it: carries loads out at once and counts them.
struct RowStage {
    /// The rows the server has: ids.
    var ids: [Int]
    let size: Int
    var list: RowList
    /// The query of every page asked for.
    private(set) var asked: [[QueryItem]] = []
    /// True if the server sends the number of rows.
    var saysTotal = true
    var fails = false
    let screen: Screen

    init(_ pagination: Pagination, rows: Int, size: Int) {
        ids = Array(0..<rows)
        self.size = size
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
        let query = screen.endpoint(Endpoint(path: "/x"), for: request.page).query
        asked.append(query)
        let from = query.first { $0.name == "offset" || $0.name == "cursor" }.flatMap { Int($0.value ?? "") } ?? 0
        let rows = ids.dropFirst(from).prefix(size).map { id -> JSONValue in ["id": JSONValue(integerLiteral: id)] }
        let next = from + size < ids.count ? "\(from + size)" : nil
        let body = next.map { #"{"next": "\#($0)"}"# } ?? "{}"
        let response = APIResponse(head: .init(status: .ok), body: Array(body.utf8))
        var page = screen.page(request.page, rows: rows, in: response)
        page.total = saysTotal ? ids.count : nil
        return LoadReply(
            provenance: Provenance(
                mode: .live, call: UInt64(asked.count), exchange: nil, isPassedThrough: false, stub: nil),
            place: request.place,
            result: fails ? .failure(.failed(APIError(.status, status: 503))) : .success(.page(page)))
    }
}
