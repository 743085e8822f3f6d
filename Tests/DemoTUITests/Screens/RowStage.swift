import APIDocument
import APIModel
import HTTPTypes
import JSONText

@testable import AppCore
@testable import DemoTUI

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
