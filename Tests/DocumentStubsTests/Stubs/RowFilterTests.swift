import HTTPTypes
import Testing
import WireFormats

@testable import DocumentStubs

/// Generated lists: filters, owners, and the rows that others point to.
@Suite struct RowFilterTests {
    private static let document = """
        GET /stores -> [Store]
        GET /stores/search?q! -> [Store]
        GET /stores/{storeId:}/products?page:integer&q&sort&minPrice:number&color&shelf:all|upper=all -> Products
        GET /stores/{storeId:}/products/{id:} -> Product
        Store = {id!: uuid, name!: string, createdAt: date-time}
        Product = {id!: integer, name!: string, price!: number, color: string, active: boolean, shelf: string, \
        storeId!: string, supplierStoreId: uuid}
        Products = {products: [Product], productsCount: integer}
        """
    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    private func json(_ path: String) throws -> JSONValue { try api.send(.get, path) }

    private func products(_ query: String) throws -> [JSONValue] {
        try #require(try json("/stores/s1/products?\(query)")["products"]?.arrayValue)
    }

    @Test("The choice `all`, sent or default, does not filter a text member") func all() throws {
        #expect(try products("").count == 20 && products("shelf=all") == products(""))
        #expect(try products("shelf=upper").count < 20)
    }

    @Test("A text search covers all rows before they are paged; the count is the number of matches")
    func search() throws {
        let word = try #require(try products("")[3]["name"]?.stringValue?.split(separator: " ").first)
        let page = try json("/stores/s1/products?q=\(word)")
        let found = try #require(page["products"]?.arrayValue)
        #expect(!found.isEmpty && found.count < 20)
        #expect(found.allSatisfy { $0.text().contains(word) })
        #expect(page["productsCount"]?.intValue == found.count)
        #expect(try products("q=nothing-has-this") == [])
    }

    @Test("A name selects by both parts of it, a code by the only object with it, and a period by the start")
    func inner() throws {
        let api = try DemoAPI(
            """
            GET /people?name&country_code&from:date&to:date -> [Person]
            Person = {id!: integer, first_name!: string, last_name!: string, address!: {city!: string, country_code!: string}, \
            start!: date-time, end!: date-time}
            """)
        func rows(_ query: String) throws -> [JSONValue] { try api.send(.get, "/people?\(query)").arrayValue ?? [] }
        let all = try rows("")
        let one = try #require(all.first)
        let name = [one["first_name"], one["last_name"]].compactMap { $0?.stringValue }.joined(separator: "+")
        #expect(try rows("name=\(name)").map { $0["id"] } == [one["id"]])
        let code = try #require(one["address"]?["country_code"]?.stringValue)
        let found = try rows("country_code=\(code)")
        #expect(
            (1..<all.count).contains(found.count)
                && found.allSatisfy { $0["address"]?["country_code"] == .string(code) })
        let day = try #require(one["start"]?.stringValue?.prefix(10))
        #expect(try rows("from=\(day)&to=\(day)").allSatisfy { $0["start"]?.stringValue?.hasPrefix(day) == true })
        #expect(try rows("from=\(day)&to=\(day)").contains(one))
    }

    @Test("A text selects by the name of an object, a number by its id") func objects() throws {
        let api = try DemoAPI(
            """
            GET /loans?borrower -> [Loan]
            GET /flights?from!&to! -> [{id: integer, from: {code: string, name: string}, to: {name: string}}]
            GET /courses?subject -> [{id: integer, subject: Subject}]
            Loan = {id!: integer, borrower!: {id!: integer, name!: string}}
            Subject = {id!: integer, subject: Subject}
            """)
        func rows(_ query: String) throws -> [JSONValue] { try api.send(.get, "/loans\(query)").arrayValue ?? [] }
        let all = try rows("")
        let borrower = try #require(all.first?["borrower"])
        let word = try #require(borrower["name"]?.stringValue?.split(separator: " ").first)
        let named = try rows("?borrower=\(word)")
        #expect(
            (1..<all.count).contains(named.count) && named.allSatisfy { $0["borrower"]?.text().contains(word) == true })
        let id = try #require(borrower["id"])
        #expect(try rows("?borrower=\(id.text())") == all.filter { $0["borrower"]?["id"] == id })
        #expect(try rows("?borrower=Nobody").isEmpty)
        // A required search shows something; an object that only names itself has no name.
        #expect(try api.send(.get, "/flights?from=AMS&to=LIS").arrayValue?.isEmpty == false)
        #expect(try api.send(.get, "/courses?subject=math").arrayValue?.isEmpty == false)
    }

    @Test("A required search text finds all generated rows if none of them has it") func needed() throws {
        func rows(_ text: String) throws -> [JSONValue] {
            try #require(try json("/stores/search?q=\(text)").arrayValue)
        }
        let all = try rows("nobody-has-this")
        let word = try #require(all[3]["name"]?.stringValue?.split(separator: " ").first)
        let found = try rows(String(word))
        #expect(all.count > 3 && (1..<all.count).contains(found.count))
        #expect(found.allSatisfy { $0.text().contains(word) })
    }

    @Test("Rows are sorted by the query's member over all pages; a bound leaves out the rows beyond it")
    func sorted() throws {
        let prices = try (1...3).flatMap {
            try products("sort=-price&page=\($0)").compactMap { $0["price"]?.doubleValue }
        }
        #expect(prices.count == 57)
        #expect(prices == prices.sorted(by: >))
        let dear = try products("minPrice=100").compactMap { $0["price"]?.doubleValue }
        #expect(!dear.isEmpty && dear.allSatisfy { $0 >= 100 })
    }

    @Test("A query limits numbers and timestamps by a word before or after the member's name") func limits() throws {
        let prices = try products("").compactMap { $0["price"]?.doubleValue }
        let middle = prices.sorted()[prices.count / 2]
        func found(_ query: String) throws -> [Double] {
            try products("\(query)=\(middle)").compactMap { $0["price"]?.doubleValue }
        }
        #expect(try found("price_gt").allSatisfy { $0 > middle } && !found("price_gt").isEmpty)
        #expect(try found("price%5Blte%5D").allSatisfy { $0 <= middle } && found("price%5Blte%5D").contains(middle))
        #expect(try found("max_price").contains(middle) && !found("price_lt").contains(middle))
        for query in ["minprice", "filter%5Bmin_price%5D", "filter%5Bprice%5D%5Bgte%5D"] {
            #expect(try found(query) == found("min_price"), "\(query)")
        }
        // Neither a text nor an id is an amount.
        #expect(try products("shelf_from=3").count == 20 && products("since_id=3").count == 20)

        let times = try #require(try json("/stores").arrayValue).compactMap { $0["createdAt"]?.stringValue }.sorted()
        let time = times[times.count / 2]
        func stores(_ query: String) throws -> [String] {
            try #require(try json("/stores?\(query)=\(time)").arrayValue).compactMap { $0["createdAt"]?.stringValue }
        }
        #expect(try stores("created_after").sorted() == times.filter { $0 > time })
        #expect(try stores("created_at%5Bgte%5D").sorted() == times.filter { $0 >= time })
        #expect(try stores("createdBefore").sorted() == times.filter { $0 < time })
    }

    @Test("Objects are compared by their amount; a bound, a period and a negated flag find the member they mean")
    func meanings() throws {
        let api = try DemoAPI(
            """
            GET /hotels?stars:[integer]&max_price:number&sort&radius_km:number&lat:number&lng:number -> [Hotel]
            GET /notes?unread:boolean&from:date&to:date&kinds:[string] -> [Note]
            Hotel = {id!: integer, name!: string, stars!: 1|2|3, fromPrice!: Money, distanceKm!: number, \
            location!: {lat!: number, lng!: number}}
            Money = {amount!: string, currency!: EUR|USD}
            Note = {id!: integer, read!: boolean, kind!: string, booked_at!: date-time, created_at!: date-time}
            """)
        func rows(_ path: String) throws -> [JSONValue] { try api.send(.get, path).arrayValue ?? [] }
        let hotels = try rows("/hotels")
        func price(_ hotel: JSONValue) -> Double { Double(hotel["fromPrice"]?["amount"]?.stringValue ?? "") ?? 0 }
        #expect(try rows("/hotels?sort=-price").map(price) == hotels.map(price).sorted(by: >))
        let middle = hotels.map(price).sorted()[hotels.count / 2]
        #expect(try rows("/hotels?max_price=\(middle)") == hotels.filter { price($0) <= middle })
        let far = hotels.compactMap { $0["distanceKm"]?.doubleValue }.reduce(0, max)
        let near = hotels.filter { ($0["distanceKm"]?.doubleValue ?? far) <= far - 1 }
        #expect(try rows("/hotels?lat=1&lng=2&radius_km=\(far - 1)").count == near.count)
        #expect(try rows("/hotels?stars=1,3") == hotels.filter { [1, 3].contains($0["stars"]?.intValue) })
        let notes = try rows("/notes")
        let unread = try rows("/notes?unread=true")
        #expect(unread == notes.filter { $0["read"] == false } && unread.count < notes.count)
        let days = notes.compactMap { $0["booked_at"]?.stringValue?.prefix(10) }.sorted()
        let day = days[days.count / 2]
        let later = notes.filter { ($0["booked_at"]?.stringValue?.prefix(10) ?? "") >= day }
        #expect(try rows("/notes?from=\(day)") == later)
        let kind = try #require(notes[2]["kind"]?.stringValue)
        let path = "/notes?kinds=\(kind.replacing(" ", with: "+"))"
        let alike = notes.filter { $0["kind"]?.stringValue?.lowercased().contains(kind.lowercased()) == true }
        #expect(try rows(path) == alike)
    }

    @Test("A name in the plural selects rows by several values") func plural() throws {
        let ids = try products("").compactMap { $0["id"]?.intValue }
        #expect(try products("ids=\(ids[3]),\(ids[1])").compactMap { $0["id"]?.intValue } == [ids[1], ids[3]])
    }

    @Test(
        "Rows are sorted by several members in order, in every notation",
        arguments: [
            "sort=active,desc&sort=price,asc", "sort=active,desc&sort=price", "sort=-active,price",
            "sort=active:desc,price:asc", "sort=active%20desc,price",
            "sort=nothing,desc&sort=active,desc&sort=price,asc",
        ])
    func severalOrders(query: String) throws {
        let rows = try (1...3).flatMap { try products("\(query)&page=\($0)") }
        let actives = rows.filter { $0["active"] == true }
        #expect(rows.count == 57 && !actives.isEmpty && actives.count < 57)
        #expect(Array(rows.prefix(actives.count)) == actives)
        for half in [actives, rows.filter { $0["active"] == false }] {
            let prices = half.compactMap { $0["price"]?.doubleValue }
            #expect(prices == prices.sorted())
        }
    }

    @Test("A direction applies to all members before it in its item; as a separate item it applies to all")
    func directions() throws {
        let both = try products("sort=active,price,desc")
        #expect(try products("sort=active&sort=price&direction=desc") == both && both != products("sort=active,price"))
        #expect(try products("sort=-active,-price") == both)
        let order = """
            {name: by, in: query, schema: {type: string}}, \
            {name: sort, in: query, schema: {type: string, enum: [rank], default: rank}}, \
            {name: direction, in: query, schema: {type: string, enum: [asc, desc], default: desc}}
            """
        let api = try DemoAPI("GET /teams -> [{id: integer, rank: integer}] ; parameters: [\(order)]")
        let ranks = try api.send(.get, "/teams").arrayValue?.compactMap { $0["rank"]?.intValue } ?? []
        #expect(ranks.count == 25 && ranks == ranks.sorted(by: >))
    }

    @Test("Rows are filtered by the query's values, and not changed; without a match there are no rows")
    func equal() throws {
        let all = try (1...3).flatMap { try products("page=\($0)") }
        let color = try #require(all[3]["color"]?.stringValue)
        #expect(try products("color=\(color.prefix(3).uppercased())").contains(all[3]))
        #expect(try products("color=\(color)") == Array(all.filter { $0["color"] == .string(color) }.prefix(20)))
        let inactive = try products("active=false")
        #expect(!inactive.isEmpty && inactive.allSatisfy { $0["active"] == false && all.contains($0) })
        let page = try json("/stores/s1/products?color=of-no-product")
        #expect(page["products"] == [] && page["productsCount"] == 0)
        #expect(try products("id=3") == [all[2]])
        #expect(try products("id=3&id=5") == [all[2], all[4]])
        #expect(try products("id=4000") == [])
    }

    @Test("Filtered rows keep the values from the path") func chosenBelow() throws {
        #expect(try products("storeId=s1").count == 20)
        #expect(try products("storeId=s2") == [])
    }

    @Test("A member named after a collection has the id of one of its rows") func relations() throws {
        let stores = Set(try #require(try json("/stores").arrayValue).compactMap { $0["id"] })
        let named = Set(try products("").compactMap { $0["supplierStoreId"] })
        #expect(named.count > 3)
        #expect(named.isSubset(of: stores))
    }
}

extension JSONValue {
    fileprivate var doubleValue: Double? { numberValue?.double }
}

@Suite struct RowOrderTests {
    /// The values of a member in the order a text asks for.
    private func sorted(_ values: [JSONValue], by text: String) -> [JSONValue?] {
        var order = RowOrder()
        _ = order.take(text, of: "sort") {
            ["a", "b"].contains($0) ? RowOrder.Key(member: JSONPointer(tokens: [$0])) : nil
        }
        return order.sorted(values.map { ["a": $0] }).map { $0["a"] }
    }

    @Test("Rows with null in the sorting member come last in both directions") func nulls() {
        #expect(sorted([3, .null, 1, 1, .null, 2], by: "a") == [1, 1, 2, 3, .null, .null])
        #expect(sorted([3, .null, 1, 1, .null, 2], by: "-a") == [3, 2, 1, 1, .null, .null])
    }

    @Test("Values of different types are sorted separately") func kinds() {
        let values: [JSONValue] = [3, "b", 1, true, "a", 2, false]
        #expect(sorted(values, by: "a") == [1, 2, 3, "a", "b", false, true])
        #expect(sorted(values, by: "a,desc") == [true, false, "b", "a", 3, 2, 1])
    }

    @Test("Blanks around a name are ignored", arguments: ["-a", " -a", "b, -a", "b , -a ", "- a"])
    func blanks(text: String) { #expect(sorted([1, 3, 2], by: text) == [3, 2, 1]) }
}

/// The rows of a list agree with what its query has to name: a day, a place, a Boolean.
@Suite struct AskedRowsTests {
    private static let trip =
        "{type: object, properties: {id: {type: integer}, origin: {type: string, format: uuid}, leaves_at: {type: string, format: date-time}, arrives_at: {type: string, format: date-time}, dogs_allowed: {type: boolean}}}"
    private static let query = """
        [{name: origin, in: query, required: true, schema: {type: string, format: uuid}}, \
        {name: date, in: query, required: true, schema: {type: string, format: date-time}}, \
        {name: dogs, in: query, schema: {type: boolean, default: false}}]
        """
    private static let example =
        "[{id: 1, leaves_at: '2024-02-01T10:00:00Z', dogs_allowed: true}, {id: 2, leaves_at: '2024-02-01T12:00:00Z', dogs_allowed: false}, {id: 3, leaves_at: '2024-02-02T12:00:00Z', dogs_allowed: true}]"

    private let api: DemoAPI

    init() throws {
        func list(_ path: String, _ example: String) -> String {
            "\(path): {get: {parameters: \(Self.query), responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: \(Self.trip)}\(example)}}}}}}"
        }
        let days =
            "/days: {get: {parameters: [{name: date, in: query, required: true, schema: {type: string, format: date}}, {name: until, in: query, schema: {type: string, format: date}}], \(ok("[{type: object, properties: {id: {type: integer}, day: {type: string, format: date}}}]"))}}"
        api = try DemoAPI([list("/trips", ""), list("/rides", ", example: \(Self.example)"), days])
    }

    @Test(
        "The rows of an example are filtered by day and Boolean",
        arguments: [
            ("date=2024-02-01T08:00:00Z", [1, 2]), ("date=2024-02-01T08:00:00Z&dogs=true", [1]),
            ("date=2024-02-01T08:00:00Z&dogs=false", [1, 2]), ("date=2025-02-01T08:00:00Z", []),
        ])
    func example(query: String, ids: [Int]) throws {
        #expect(try api.send(.get, "/rides?\(query)").arrayValue?.compactMap { $0["id"]?.intValue } == ids)
    }

    @Test("Generated rows have the values of required query parameters, and arrive after they leave")
    func generated() throws {
        let origin: JSONValue = "efdbb9d1-02c2-4bc3-afb7-6788d8782b1e"
        let path = "/trips?origin=efdbb9d1-02c2-4bc3-afb7-6788d8782b1e&date=2031-03-01T00:00:00Z"
        let rows = try #require(try api.send(.get, path).arrayValue)
        #expect(rows.count == 25)
        for row in rows {
            let (leaves, arrives) = (row["leaves_at"]?.stringValue ?? "", row["arrives_at"]?.stringValue ?? "")
            #expect(row["origin"] == origin && leaves.hasPrefix("2031-03-01T") && arrives > leaves)
        }
        let period = "/days?date=2031-03-01&until=2031-03-05"
        let days = try #require(try api.send(.get, period).arrayValue)
        #expect(!days.isEmpty && days.allSatisfy { $0["day"] == "2031-03-01" })
        let withDogs = try #require(try api.send(.get, path + "&dogs=true").arrayValue)
        #expect(withDogs.count < rows.count && withDogs.allSatisfy { $0["dogs_allowed"] == true })
    }
}
