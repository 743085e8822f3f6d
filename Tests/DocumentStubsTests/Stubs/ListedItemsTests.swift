import APIDocument
import APIModel
import DemoManager
import Testing
import WireFormats

@testable import DocumentStubs

/// A row of a list and the item its id opens are the same, whatever ids are like.
@Suite struct ListedItemsTests {
    private static func api(_ id: String) throws -> DemoAPI {
        try DemoAPI(
            """
            paths:
              /accounts: {get: {\(ok("[Account]"))}}
              /accounts/{id}:
                parameters: [{name: id, in: path, required: true, schema: \(id)}]
                get: {\(ok("Account"))}
            components:
              schemas:
                Account: {type: object, required: [id, name, city], properties: {id: \(id), name: {type: string}, city: {type: string}}}
            """)
    }

    @Test("Members beside an id are those of its row; parents come before their rows; states own their times")
    func consistent() throws {
        let api = try DemoAPI(
            """
            GET /carriers -> [Carrier]
            GET /people -> [Person]
            GET /parcels -> [Parcel]
            POST /parcels {carrier_id!: string, clerk_id: integer} -> 201 Parcel
            Carrier = {id!: string, name!: string, phone!: string}
            Person = {id!: integer, firstName!: string, lastName!: string}
            Parcel = {id!: integer, parent_id: integer, carrier_id!: string, carrier_name!: string, carrier_phone!: string, \
            clerk_id!: integer, clerkName: string, stops!: [Stop], status!: draft|sent|delivered|cancelled, \
            delivered_at: date-time, cancelled_at: date-time, cancellation_reason: string, person_id!: integer, person_name!: string}
            Stop = {sequence!: integer, place!: string}
            """)
        func rows(_ path: String) throws -> [JSONValue] { try api.send(.get, path).arrayValue ?? [] }
        let carriers = try rows("/carriers")
        let people = try rows("/people")
        let parcels = try rows("/parcels")
        func isRight(_ parcel: JSONValue) -> Bool {
            let carrier = carriers.first { $0["id"] == parcel["carrier_id"] }
            let person = people.first { $0["id"] == parcel["person_id"] }
            let name = [person?["firstName"], person?["lastName"]].compactMap { $0?.stringValue }.joined(separator: " ")
            return carrier?["name"] == parcel["carrier_name"] && carrier?["phone"] == parcel["carrier_phone"]
                && parcel["person_name"]?.stringValue == name && carrier != nil
        }
        #expect(parcels.allSatisfy(isRight), "\(parcels[0]) \(carriers[0])")
        let new = try api.send(.post, "/parcels", ["carrier_id": carriers[4]["id"] ?? .null])
        #expect(new["carrier_id"] == carriers[4]["id"] && new["carrier_name"] == carriers[4]["name"], "\(new)")
        for (place, parcel) in parcels.enumerated() {
            #expect(parcel["parent_id"]?.intValue.map { (1...place).contains($0) } ?? true, "\(parcel)")
            let stops = parcel["stops"]?.arrayValue ?? []
            #expect(stops.compactMap { $0["sequence"]?.intValue } == Array(1..<(stops.count + 1)))
            for (name, state) in [
                ("cancelled_at", "cancelled"), ("cancellation_reason", "cancelled"), ("delivered_at", "delivered"),
            ] {
                #expect((parcel[name] != nil) == (parcel["status"]?.stringValue == state), "\(name): \(parcel)")
            }
        }
        #expect(parcels.contains { $0["parent_id"] != nil } && parcels.contains { $0["parent_id"] == nil })
    }

    @Test("An object in a row is a row of its own list; a new row has the one that a sent id chooses")
    func nested() throws {
        let api = try DemoAPI(
            """
            GET /customers -> [Customer]
            GET /customers/{id} -> Customer
            GET /tickets -> [Ticket]
            GET /tickets/{id} -> Ticket
            POST /tickets {customerId!: string, title!: string} -> 201 Ticket
            PATCH /tickets/{id} {customerId: string, title: string} -> Ticket
            Customer = {id!: string, name!: string, email!: string, friends: [Customer], boss: Customer, tickets: [Ticket]}
            Ticket = {id!: string, title!: string, customer!: Customer, customerId!: string}
            """)
        func isRow(_ customer: JSONValue?) throws -> Bool {
            let own = try api.send(.get, "/customers/\(customer?["id"]?.stringValue ?? "")")
            return ["id", "name", "email"].allSatisfy { own[$0] == customer?[$0] && own[$0] != nil }
        }
        let customers = try #require(try api.send(.get, "/customers").arrayValue)
        let tickets = try #require(try api.send(.get, "/tickets").arrayValue)
        for ticket in tickets {
            #expect(ticket["customerId"] == ticket["customer"]?["id"])
            #expect(try isRow(ticket["customer"]) && customers.contains { $0["id"] == ticket["customer"]?["id"] })
        }
        for customer in customers {
            let friends = customer["friends"]?.arrayValue ?? []
            #expect(try friends.allSatisfy(isRow) && Set(friends.compactMap { $0["id"] }).count == friends.count)
            #expect(try isRow(customer["boss"]))
            #expect(!(friends + [customer["boss"]]).contains { $0?["id"] == customer["id"] })
        }
        let unknown = try api.send(.post, "/tickets", ["customerId": "nobody", "title": "New"])
        #expect(try unknown["customer"]?["id"] == "nobody" && isRow(unknown["customer"]))
        let id = try #require(customers[3]["id"])
        let new = try api.send(.post, "/tickets", ["customerId": id, "title": "New"])
        #expect(try new["customer"]?["id"] == id && isRow(new["customer"]))
        let again = try api.send(.get, "/tickets/\(new["id"]?.stringValue ?? "")")
        #expect(again["customer"] == new["customer"])
        let path = "/tickets/\(tickets[2]["id"]?.stringValue ?? "")"
        for changed in [try api.send(.patch, path, ["customerId": id]), try api.send(.get, path)] {
            #expect(try changed["customer"]?["id"] == id && isRow(changed["customer"]))
        }
    }

    @Test("Rows that show each other, or only their ids, end; other rules for the same object are kept")
    func mutual() throws {
        let api = try DemoAPI(
            """
            paths:
              /parts: {get: {\(ok("[Part]"))}}
              /plans: {get: {\(ok("[Plan]"))}}
            components:
              schemas:
                Part:
                  type: object
                  required: [id, plan, parent, state]
                  properties:
                    id: {type: string}
                    state: {type: string, enum: [open, closed]}
                    plan: {anyOf: [{$ref: '#/components/schemas/Plan'}, {type: string}]}
                    parent: {anyOf: [{type: string}, {$ref: '#/components/schemas/Part'}]}
                Plan:
                  type: object
                  required: [id, part]
                  properties:
                    id: {type: string}
                    part: {allOf: [{$ref: '#/components/schemas/Part'}, {properties: {state: {enum: [closed]}}}]}
            """)
        for list in ["/parts", "/plans"] {
            let rows = try api.send(.get, list)
            let operation = try #require(api.document.operations.first { $0.path.text == list })
            let schema = try #require(operation.success?.json?.schema)
            #expect(api.document.violations(of: rows, against: schema, isThorough: true).isEmpty)
        }
    }

    @Test(
        "An id opens its row, also if ids are digits; ids are distinct and never zero",
        arguments: [
            "{type: integer}", "{type: integer, minimum: 1000}", "{type: integer, multipleOf: 10}",
            "{type: integer, minimum: 0}", "{type: string, pattern: '^[0-9]+$'}",
            #"{type: string, pattern: '^\d{12}$'}"#, "{type: string, pattern: '^[1-9][0-9]*$'}",
            "{type: string, pattern: '^(0|[1-9][0-9]*)$'}", "{type: string, pattern: '^(0|[1-9][0-9]{3})$'}",
            "{type: string, pattern: '^[a-f]{2}$'}", "{type: string, pattern: '^(0|[1-9][0-9])$'}",
            "{type: string, format: int64}", "{type: string, format: snowflake}", "{type: string, format: date}",
            "{type: string, format: uuid}", "{type: string}",
        ])
    func rows(id: String) throws {
        let api = try Self.api(id)
        let rows = try #require(try api.send(.get, "/accounts").arrayValue)
        let ids = rows.compactMap { $0["id"]?.scalarText }
        #expect(rows.count == 25 && Set(ids).count == 25 && !ids.contains("0"), "\(ids)")
        for row in rows.prefix(10) {
            let key = try #require(row["id"]?.scalarText)
            #expect(try api.send(.get, "/accounts/\(key)") == row)
        }
    }

    @Test("An unknown numeric id is also answered") func unknown() throws {
        #expect(try Self.api("{type: integer, minimum: 1000}").send(.get, "/accounts/7000")["id"] == 7000)
        #expect(try Self.api("{type: string, pattern: '^[0-9]+$'}").send(.get, "/accounts/5")["id"] == "5")
    }

    @Test("Ids repeat if fewer are possible than there are rows") func exhausted() throws {
        let rows = try Self.api("{type: string, pattern: '^[abc]$'}").send(.get, "/accounts").arrayValue
        #expect(rows?.count == 25 && Set(rows?.compactMap { $0["id"] } ?? []) == ["a", "b", "c"])
    }

    @Test(
        "An example takes the id of the path only if its schema allows it",
        arguments: [
            ("not-a-uuid", "1725ff48-ab45-4bb5-9d02-88745177dedb"),
            ("efdbb9d1-02c2-4bc3-afb7-6788d8782b1e", "efdbb9d1-02c2-4bc3-afb7-6788d8782b1e"),
        ])
    func exampleID(asked: String, shown: String) throws {
        let text = """
            GET /bookings -> [{id: uuid}]
            GET /bookings/{id:uuid} -> {id!: uuid} example={id: 1725ff48-ab45-4bb5-9d02-88745177dedb}
            """
        #expect(try DemoAPI(text, negotiates: true).send(.get, "/bookings/" + asked)["id"]?.stringValue == shown)
    }
}
