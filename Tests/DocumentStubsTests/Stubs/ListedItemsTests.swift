import APIDocument
import APIModel
import DemoManager
import HTTPTypes
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

    @Test("A reply that shows a row of another list has what was written to that row", arguments: ["", "/v1"])
    func written(prefix: String) throws {
        let api = try DemoAPI(
            """
            GET /customers -> [Customer]
            POST /customers {id: integer, firstName!: string, lastName!: string} -> 201 Customer
            PATCH /customers/{id} {firstName: string, lastName: string} -> Customer
            DELETE /customers/{id} -> 204
            GET /tickets -> {data!: [Ticket], total!: integer}
            GET /tickets/{id} -> Ticket
            POST /tickets {customer_id!: integer, title!: string} -> 201 Ticket
            Customer = {id!: integer, firstName!: string, lastName!: string}
            Ticket = {id!: integer, title!: string, customer_id!: integer, customer_name!: string, buyer!: Customer, \
            watchers!: [Customer]}
            """, below: prefix)
        func tickets() throws -> [JSONValue] { try api.send(.get, prefix + "/tickets")["data"]?.arrayValue ?? [] }
        let before = try tickets()
        let id = try #require(before[0]["customer_id"]?.intValue)
        let last = try #require(before[0]["customer_name"]?.stringValue?.split(separator: " ").last)
        _ = try api.send(.patch, "\(prefix)/customers/\(id)", ["firstName": "Zoë"])
        for (old, new) in zip(before, try tickets()) {
            let isShown = old["customer_id"]?.intValue == id
            #expect(new["customer_name"] == (isShown ? .string("Zoë \(last)") : old["customer_name"]))
            let isBuyer = old["buyer"]?["id"]?.intValue == id
            #expect(new["buyer"]?["firstName"] == (isBuyer ? "Zoë" : old["buyer"]?["firstName"]))
            for watcher in new["watchers"]?.arrayValue ?? [] {
                #expect((watcher["id"]?.intValue == id) == (watcher["firstName"] == "Zoë"))
            }
        }
        let own = try api.send(.get, "\(prefix)/tickets/\(try #require(before[0]["id"]?.intValue))")
        #expect(own["customer_name"]?.stringValue == "Zoë \(last)")
        let found = try api.send(.get, prefix + "/tickets?customer_name=Zo%C3%AB%20\(last)")["data"]?.arrayValue
        #expect(found?.isEmpty == false && found?.count == before.filter { $0["customer_id"]?.intValue == id }.count)
        let added = try api.send(.post, prefix + "/customers", ["firstName": "Ada", "lastName": "Byron"])
        let ticket = try api.send(.post, prefix + "/tickets", ["title": "New", "customer_id": added["id"] ?? .null])
        #expect(ticket["customer_name"] == "Ada Byron")
        #expect(try tickets().first?["customer_name"] == "Ada Byron")
        let other = api.reply(.get, prefix + "/tickets", as: "other")
        #expect(try #require(other?.json?["data"]?.arrayValue) == before)
    }

    @Test("A document is released with its stubs, since its cached values do not hold it") func released() throws {
        weak var memo: DocumentMemo?
        do {
            let api = try DemoAPI(
                """
                GET /users -> [User]
                PATCH /users/{id} {name: string} -> User
                GET /users/{userId}/tickets -> [Ticket]
                GET /tickets -> [Ticket]
                GET /tickets/{id} -> Ticket
                POST /tickets {userId!: integer, status: open|closed} -> 201 Ticket
                User = {id!: integer, name!: string}
                Ticket = {id!: integer, userId!: integer, user_name!: string, user!: User, status!: open|closed, \
                closed_at: date-time}
                """)
            memo = api.document.memo
            _ = try api.send(.patch, "/users/1", ["name": "Ada"])
            let id = try #require(try api.send(.post, "/tickets", ["userId": 1])["id"]?.intValue)
            for path in ["/users", "/users/1/tickets", "/tickets?status=open", "/tickets/\(id)", "/tickets/1"] {
                #expect(api.reply(.get, path)?.status.code == 200)
            }
            _ = ErrorReplies(document: api.document).reply(404, of: api.document.operations[0])
            #expect(memo != nil)
        }
        #expect(memo == nil)
    }

    @Test("An action sets the flag or state in its name, one with `un` ends it, and one for all changes each row")
    func actions() throws {
        let api = try DemoAPI(
            """
            GET /cards -> [Card]
            GET /cards/{id} -> Card
            POST /cards/{id}/block {reason: string, until: date-time} -> Card
            POST /cards/{id}/unblock -> Card
            POST /cards/{id}/read -> Card
            POST /cards/{id}/mark-as-unread -> Card
            POST /cards/{id}/deactivate -> Card
            POST /cards/mark-all-read -> 204
            Card = {id!: integer, status!: active|blocked|expired, block_reason: string, blocked_at: date-time, \
            reason: string, blocked_until: date-time, read!: boolean, read_at: date-time, is_active!: boolean}
            """)
        func act(_ name: String) throws -> JSONValue {
            let sent: JSONValue = ["reason": "Lost", "until": "2026-02-01T00:00:00Z"]
            let reply = try api.send(.post, "/cards/3/\(name)", name == "block" ? sent : nil)
            #expect(try api.send(.get, "/cards/3") == reply)
            return reply
        }
        let reason = try api.send(.get, "/cards/3")["reason"]
        let blocked = try act("block")
        #expect(blocked["block_reason"] == "Lost" && blocked["reason"] == reason)
        #expect(blocked["blocked_until"] == "2026-02-01T00:00:00Z")
        #expect(blocked["status"] == "blocked" && blocked["blocked_at"] != nil)
        let open = try act("unblock")
        #expect(
            open["status"] == "active" && open["blocked_at"] == nil && open["block_reason"] == nil
                && open["blocked_until"] == nil)
        let read = try act("read")
        #expect(read["read"] == true && read["read_at"] != nil && read["status"] == "active")
        let unread = try act("mark-as-unread")
        #expect(unread["read"] == false && unread["read_at"] == nil)
        #expect(try act("deactivate")["is_active"] == false)
        #expect(api.status(.post, "/cards/mark-all-read") == 204)
        let cards = try #require(try api.send(.get, "/cards").arrayValue)
        #expect(cards.count > 3 && cards.allSatisfy { $0["read"] == true && $0["read_at"] != nil })
    }

    @Test("An ETag changes with each write; a known one gets 304, a write with an old one 412") func validators() throws
    {
        let api = try DemoAPI(
            """
            paths:
              /notes:
                get: {\(ok("[Note]"))}
                post: {\(sent("Note")), responses: {'201': {description: ok, headers: {ETag: {required: true, schema: {type: string}}}, \(json("Note"))}}}
              /notes/{id}:
                parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
                get: {responses: {'200': {description: ok, headers: {ETag: {schema: {type: string}}}, \(json("Note"))}}}
                put: {\(sent("Note")), responses: {'200': {description: ok, headers: {ETag: {schema: {type: string}}}, \(json("Note"))}}}
            components:
              schemas:
                Note: {type: object, required: [id, text], properties: {id: {type: integer, readOnly: true}, text: {type: string}}}
            """)
        func tag(_ reply: StubReply?) throws -> String { try #require(reply?.headers[.eTag]) }
        let first = try tag(api.reply(.get, "/notes/1"))
        #expect(try tag(api.reply(.get, "/notes/1")) == first && tag(api.reply(.get, "/notes/2")) != first)
        let known = api.reply(.get, "/notes/1", headers: [.ifNoneMatch: "\"a\", W/\(first)"])
        #expect(known?.status == .notModified && known?.body == [])
        let written = api.reply(.put, "/notes/1", ["text": "New"], headers: [.ifMatch: first])
        let second = try tag(api.reply(.get, "/notes/1"))
        #expect(written?.status == .ok && written?.headers[.eTag] == second && second != first)
        #expect(api.reply(.get, "/notes/1", headers: [.ifNoneMatch: first])?.status == .ok)
        let added = api.reply(.post, "/notes", ["text": "Other"])
        #expect(try tag(added) == tag(api.reply(.get, "/notes/\(try added?.json()["id"]?.intValue ?? 0)")))
        let refused = api.reply(.put, "/notes/1", ["text": "Newer"], headers: [.ifMatch: first])
        #expect(refused?.status == .preconditionFailed)
        #expect(try api.send(.get, "/notes/1")["text"] == "New")
        #expect(api.reply(.put, "/notes/1", ["text": "Newer"], headers: [.ifMatch: "*"])?.status == .ok)
    }

    @Test("A write that repeats an idempotency key adds nothing, until the demo is reset") func repeated() throws {
        let api = try DemoAPI(
            """
            GET /orders -> [Order]
            POST /orders {text!: string} -> 201 Order
            Order = {id!: integer, text!: string}
            """)
        func send(_ key: String, as session: String = "demo") throws -> JSONValue {
            let name = try #require(HTTPField.Name("Idempotency-Key"))
            return try api.send(.post, "/orders", ["text": "New"], headers: [name: key], as: session)
        }
        let first = try send("a")
        #expect(first["id"]?.intValue == 26)
        #expect(try send("a") == first && api.send(.get, "/orders").arrayValue?.count == 26)
        #expect(try send("b")["id"] != first["id"] && api.send(.get, "/orders").arrayValue?.count == 27)
        #expect(try send("a", as: "other") == first)
        let name = try #require(HTTPField.Name("Idempotency-Key"))
        #expect(api.reply(.post, "/orders", ["text": "Another"], headers: [name: "a"])?.status == .unprocessableContent)
        api.manager.memory?.forget(nil, of: nil)
        #expect(try api.send(.get, "/orders").arrayValue?.count == 25)
        _ = try send("a")
        #expect(try api.send(.get, "/orders").arrayValue?.count == 26)
    }

    @Test("A list below a new item has the rows in it, and one below an item of the server has rows, too")
    func below() throws {
        let api = try DemoAPI(
            """
            GET /bookings -> [Booking]
            GET /bookings/{id} -> Booking
            POST /bookings {guests!: [Guest]} -> 201 Booking
            DELETE /bookings/{id} -> 204
            GET /bookings/{id}/guests -> [Guest]
            POST /bookings/{id}/guests {name!: string} -> 201 Guest
            GET /payments -> [Payment]
            GET /bookings/{bookingId}/payments -> [Payment]
            Booking = {id!: uuid, guests!: [Guest]}
            Guest = {id!: integer, name!: string}
            Payment = {id!: integer, bookingId!: uuid, amount!: number}
            """)
        let new = try api.send(
            .post, "/bookings", ["guests": [["id": 1, "name": "Ada"], ["id": 2, "name": "Charles"]]])
        let path = "/bookings/\(new["id"]?.stringValue ?? "")"
        func names() throws -> [String?] {
            try (api.send(.get, path + "/guests").arrayValue ?? []).map { $0["name"]?.stringValue }
        }
        #expect(try names() == ["Ada", "Charles"])
        _ = try api.send(.post, path + "/guests", ["name": "Zoë"])
        #expect(try names() == ["Zoë", "Ada", "Charles"])
        #expect(try api.send(.get, path)["guests"] == api.send(.get, path + "/guests"))
        #expect(try api.send(.get, path + "/payments") == [])
        #expect(api.status(.delete, path) == 204)
        #expect(api.status(.get, path + "/guests") == 404 && api.status(.post, path + "/guests", ["name": "No"]) == 404)
        let other = "6f1c31bc-9a52-4e0c-8a6b-0a2c2e6c6f10"
        let paid = try api.send(.get, "/bookings/\(other)/payments").arrayValue ?? []
        #expect(!paid.isEmpty && paid.allSatisfy { $0["bookingId"]?.stringValue == other })
    }

    @Test(
        "A write to a list of others changes only rows of its own; sent members stay, and unclear queries delete nothing"
    )
    func limits() throws {
        let api = try DemoAPI(
            """
            GET /projects -> [Project]
            GET /projects/{id} -> Project
            GET /tasks -> [Task]
            GET /tasks/{id} -> Task
            PATCH /projects/{id} {name: string} -> Project
            POST /tasks {project_id!: uuid, project_name: string} -> 201 Task
            GET /projects/{projectId}/tasks -> [Task]
            DELETE /projects/{projectId}/tasks -> 204
            POST /projects/{projectId}/tasks/complete-all -> 204
            GET /places -> [Place]
            DELETE /places?lat:number&lng:number -> 204
            Project = {id!: uuid, name!: string}
            Task = {id!: integer, project_id!: uuid, project_name!: string, completed!: boolean}
            Place = {id!: integer, lat!: number, lng!: number}
            """)
        func tasks() throws -> [JSONValue] { try api.send(.get, "/tasks").arrayValue ?? [] }
        let before = try tasks()
        let other = "6f1c31bc-9a52-4e0c-8a6b-0a2c2e6c6f10"
        #expect(api.status(.delete, "/projects/\(other)/tasks") == 204 && before.count == 100)
        #expect(try tasks() == before)
        let project = try #require(before[0]["project_id"]?.stringValue)
        #expect(api.status(.post, "/projects/\(project)/tasks/complete-all") == 204)
        for (old, new) in zip(before, try tasks()) {
            let isOwn = old["project_id"]?.stringValue == project
            #expect(new["completed"] == (isOwn ? true : old["completed"]))
        }
        _ = try api.send(.patch, "/projects/\(project)", ["name": "Moon"])
        let task = try api.send(.post, "/tasks", ["project_id": .string(project), "project_name": "Mine"])
        #expect(try task["project_name"] == "Mine" && tasks()[0]["project_name"] == "Mine")
        #expect(try tasks()[1]["project_name"] == "Moon" || before[0]["project_id"] != before[1]["project_id"])
        let places = try api.send(.get, "/places")
        #expect(api.status(.delete, "/places?lat=52&lng=13") == 204)
        #expect(try api.send(.get, "/places") == places)
    }

    @Test("A role is one of the collection of its object: the assignee of an issue is a user") func roles() throws {
        let api = try DemoAPI(
            """
            GET /users -> [User]
            PATCH /users/{id} {name: string} -> User
            GET /issues?sort -> [Issue]
            GET /issues/{id} -> Issue
            PATCH /issues/{id} {assignee_id: {type: [integer, 'null']}, status: open|closed} -> Issue
            POST /issues/{id}/close -> Issue
            GET /notes -> [Note]
            POST /notes/{id}/read -> Note
            User = {id!: integer, name!: string}
            Issue = {id!: integer, title!: string, status!: open|closed, priority!: low|medium|high|urgent, \
            updated_at!: date-time, closed_at: {type: [string, 'null'], format: date-time}, archived!: boolean, archived_at: date-time, \
            assignee_id!: {type: [integer, 'null']}, assignee_name!: {type: [string, 'null']}, \
            assignee!: {oneOf: [{$ref: '#/components/schemas/User'}, {type: 'null'}]}}
            Note = {id!: integer, text!: string, read!: boolean}
            """)
        func rows(_ path: String) throws -> [JSONValue] { try api.send(.get, path).arrayValue ?? [] }
        let users = try rows("/users")
        let issues = try rows("/issues")
        for issue in issues where issue["assignee"]?.objectValue != nil {
            let user = users.first { $0["id"] == issue["assignee_id"] }
            #expect(user != nil && issue["assignee"]?["id"] == user?["id"] && issue["assignee_name"] == user?["name"])
        }
        #expect(issues.allSatisfy { $0["archived"] == true || $0["archived_at"] == nil })
        let order = ["low", "medium", "high", "urgent"]
        let places = try rows("/issues?sort=-priority").compactMap {
            order.firstIndex(of: $0["priority"]?.stringValue ?? "")
        }
        #expect(places == places.sorted(by: >) && Set(places).count > 2)
        let path = "/issues/\(try #require(issues.first { $0["status"] == "open" }?["id"]?.intValue))"
        let assigned = try api.send(.patch, path, ["assignee_id": users[4]["id"] ?? .null])
        #expect(assigned["updated_at"] == "2026-01-15T12:00:00Z")
        #expect(assigned["assignee_name"] == users[4]["name"] && assigned["assignee"]?["name"] == users[4]["name"])
        _ = try api.send(.patch, "/users/\(users[4]["id"]?.intValue ?? 0)", ["name": "Zoë"])
        #expect(try api.send(.get, path)["assignee"]?["name"] == "Zoë")
        let nobody = try api.send(.patch, path, ["assignee_id": .null])
        #expect(nobody["assignee_name"] == .null && nobody["assignee"] == .null)
        #expect(try api.send(.patch, path, ["status": "closed"])["closed_at"]?.stringValue != nil)
        #expect(try api.send(.patch, path, ["status": "open"])["closed_at"]?.stringValue == nil)
        let note = try #require(try rows("/notes").first { $0["read"] == false })
        let id = note["id"]?.intValue ?? 0
        #expect(try api.send(.post, "/notes/\(id)/read")["text"] == note["text"])
        #expect(try rows("/notes").first { $0["id"] == note["id"] }?["read"] == true)
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
