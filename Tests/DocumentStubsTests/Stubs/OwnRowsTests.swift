import APIDocument
import APIModel
import DemoManager
import Testing

@testable import DocumentStubs

/// An item is the same in every place.
@Suite struct OwnRowsTests {
    private static let document = """
        GET /orders/{id:} -> Order
        POST /orders/{id:}/ship -> Order
        GET /orders/{id:}/lines -> {data: [Line]}
        GET /orders/{id:}/lines/{line:} -> Line
        GET /orders/{id:}/notes -> [Line]
        Line = {id!: integer, text!: string}
        Order = {id!: integer, status!: open|shipped|closed, shippedAt: date-time, \
        closedAt: {type: [string, 'null'], format: date-time}, \
        lines!: {type: array, minItems: 1, items: {$ref: '#/components/schemas/Line'}}, notes: [string]}
        """
    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    @Test("A list below an item has the rows that the item shows itself, and each of them opens") func rows() throws {
        for id in 1...4 {
            let lines = try api.send(.get, "/orders/\(id)")["lines"]
            #expect(try api.send(.get, "/orders/\(id)/lines")["data"] == lines)
            let first = try #require(lines?[0])
            #expect(try api.send(.get, "/orders/\(id)/lines/\(first["id"]?.scalarText ?? "")") == first)
        }
        // Of another kind, or of another name, it has rows of its own.
        #expect(try api.send(.get, "/orders/1/notes").arrayValue?.count == 25)
    }

    @Test("A status timestamp is present once the status is reached") func moments() throws {
        for id in 1...12 {
            let order = try api.send(.get, "/orders/\(id)")
            #expect((order["shippedAt"] != nil) == (order["status"] != "open"))
            #expect((order["closedAt"]?.isNull == false) == (order["status"] == "closed"))
        }
    }
}

/// A search at another path than its collection.
@Suite struct SearchedCollectionTests {
    private static func api(_ list: String, _ search: String = "") throws -> DemoAPI {
        try DemoAPI(
            """
            GET /products\(list)
            POST /products Product -> 201 Product
            GET /products/{id} -> Product
            DELETE /products/{id} -> 204
            GET /search/products?q:string -> {total!: integer, hits!: {type: array, \(search)\
            items: {$ref: '#/components/schemas/Product'}}}
            Product = {id!: integer, name!: string, stock!: integer}
            """)
    }

    private static let examples =
        #" -> [Product] example=[{"id": 1, "name": "Lamp", "stock": 2}, {"id": 2, "name": "Jar", "stock": 1}]"#

    @Test(
        "It finds the items of the collection, after writes too",
        arguments: [" -> [Product]", "?page:integer&size:integer -> {data: [Product], total: integer}", examples])
    func found(list: String) throws {
        let api = try Self.api(list)
        let reply = try api.send(.get, "/products")
        let total = reply["total"]?.intValue ?? reply.arrayValue?.count
        #expect(try api.send(.get, "/search/products")["total"]?.intValue == total)
        let last = try api.send(.get, "/products/\(total ?? 0)")
        let name = try #require(last["name"]?.stringValue).replacing(" ", with: "%20")
        #expect(try api.send(.get, "/search/products?q=\(name)")["hits"]?.arrayValue?.contains(last) == true)
        try api.send(.post, "/products", ["id": 900, "name": "Zither", "stock": 1])
        #expect(try api.send(.get, "/search/products?q=zither")["total"] == 1)
        #expect(api.status(.delete, "/products/1") == 204)
        let left = try api.send(.get, "/search/products")["hits"]?.arrayValue ?? []
        #expect(left.contains { $0["id"] == 900 } && !left.contains { $0["id"] == 1 })
    }

    @Test("It has rows of its own if it must have more than the collection") func least() throws {
        let api = try Self.api(Self.examples, "minItems: 3, ")
        #expect(try api.send(.get, "/search/products")["total"] == 25)
    }
}

/// Lists and items that are shown by a word behind their paths: `/boxes/json` and `/boxes/{id}/json`.
@Suite struct WordedRowsTests {
    private static let document = """
        GET /boxes/json list -> [{Id: string, Image: string}]
        GET /boxes/{id:}/json one -> {Id: string, Created: date-time, State: {Running: boolean}}
        DELETE /boxes/{id:} remove -> 204
        GET /cards/json -> [{Id: string}]
        GET /cards/{id:}/json?size:boolean -> {Id: string, Name: string} example={Id: first, Name: Ace}
        GET /users/search find -> [{id: integer, login: string}]
        GET /users/{id:} user -> {id: integer, bio: string}
        GET /users/recent recent -> [{id: integer, day: string}]
        GET /teams teams -> [{id: integer}]
        GET /teams/all allTeams -> [{id: integer, x: string}]
        GET /teams/{id:}/all teamAll -> {id: integer, y: string}
        """
    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    @Test(
        "A row opens the item with the list's word in its path; a row of a search opens the collection's item",
        arguments: [("list", "one"), ("find", "user"), ("recent", nil), ("allTeams", nil)] as [(String, String?)])
    func links(list: String, item: String?) throws {
        let list = try #require(api.document.operation(list))
        #expect(api.document.rowLinks.link(from: list)?.item.id == item)
    }

    @Test("The item of a row has the row's id; a DELETE at its own path removes both") func deletes() throws {
        let rows = try #require(try api.send(.get, "/boxes/json").arrayValue)
        let id = try #require(rows[1]["Id"]?.stringValue)
        let path = "/boxes/" + id.replacing(" ", with: "%20")
        #expect(try api.send(.get, path + "/json")["Id"] == .string(id))
        #expect(api.status(.delete, path) == 204)
        #expect(api.status(.get, path + "/json") == 404)
        #expect(api.status(.delete, path) == 404)
        #expect(try api.send(.get, "/boxes/json").arrayValue == [rows[0]] + rows[2...])
    }

    @Test("An example of an item has the requested id, also if the request has a query") func examples() throws {
        #expect(try api.send(.get, "/cards/7/json") == ["Id": "7", "Name": "Ace"])
        #expect(try api.send(.get, "/cards/7/json?size=1")["Id"] == "7")
    }
}
