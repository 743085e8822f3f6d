import APIDocument
import APIModel
import DemoManager
import Testing
import WireFormats

/// The reply to a write, and later reads and searches of it.
@Suite struct WrittenItemsTests {
    private static let document = """
        POST /pet Pet -> Pet
        PUT /pet Pet -> Pet
        GET /pet/findByStatus?status:available|sold|all&name -> [Pet]
        GET /pet/{petId:int64} -> Pet -> 404 example={code: none}
        PATCH /pet/{petId} Pet -> Pet
        POST /pet/{petId}?status -> Pet
        DELETE /pet/{petId} -> 200 -> 400
        GET /keys/{key:uuid} -> Key
        GET /odd -> 200 example=[{id: first}]
        GET /odd/{id:integer} -> 200 example={id: first}
        GET /shops/{id:} -> Shop example={id: a, name: North, town: Oslo}
        PATCH /shops/{id:} Shop -> Shop example={id: z, name: South, town: Rome}
        GET /towns -> [Shop] example=[{id: a, name: North, town: Oslo}, {id: b, name: West, town: Cork}]
        PATCH /towns/{id:}/name {name: string} -> Shop example={id: a, name: North, town: Oslo}
        POST /log-in {user: string, password: string} -> {token: string, user: string}
        Shop = {id: string, name: string, town: string}
        Key = {key!: uuid}
        Pet = {id: integer, name!: string, photos!: [string], status: available|sold, note: string nullable, \
        kind: string default=dog, owner: {name: string, town: string}, tag: string readOnly, createdAt: date-time}
        """

    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    private func names(_ status: String) throws -> [JSONValue?] {
        try api.send(.get, "/pet/findByStatus?status=\(status)").arrayValue?.map { $0["name"] } ?? []
    }

    @Test("A POST returns the valid part of its body; omitted members are absent, except those that a server generates")
    func post() throws {
        let sent: JSONValue = ["name": 7, "photos": "none", "owner": ["name": "Ada"], "extra": 1]
        let made = try api.send(.post, "/pet", sent)
        #expect(
            made["name"] == "7" && made["photos"]?.arrayValue != nil && made["owner"] == ["name": "Ada"]
                && made["extra"] == 1)
        #expect(made["status"] == nil && made["kind"] == "dog")
        #expect(made["id"]?.intValue != nil && made["tag"] != nil && made["createdAt"] != nil)
        // The item that is read by its id is the same.
        let id = try #require(made["id"]?.scalarText)
        #expect(try Set(api.send(.get, "/pet/\(id)").objectValue?.keys ?? []) == Set(made.objectValue?.keys ?? []))
        // What must be there is made.
        #expect(try api.send(.post, "/pet", ["name": "Bo"])["photos"]?.arrayValue != nil)
        let empty = try api.send(.post, "/pet", [:])
        #expect(empty["name"] != nil && empty["status"] == nil && empty["owner"] == nil)
    }

    @Test("A PATCH changes the sent members and keeps the others; a PUT with the row's id in its body replaces it")
    func change() throws {
        let before = try api.send(.get, "/pet/3")
        let patched = try api.send(.patch, "/pet/3", ["name": "Rex"])
        #expect(patched == before.setting("Rex", at: JSONPointer(tokens: ["name"])))
        let put = try api.send(.put, "/pet", ["id": 3, "name": "Tom", "photos": [], "owner": ["town": "Oslo"]])
        #expect(put["id"] == 3 && put["owner"] == ["town": "Oslo"] && put["status"] == nil)
        let after = try api.send(.get, "/pet/3")
        #expect(after["name"] == "Tom" && after["owner"] == ["town": "Oslo"] && after["status"] == nil)
        #expect(after["createdAt"] == before["createdAt"])
    }

    @Test("A GET shows the item after its PATCH, not another example") func examples() throws {
        #expect(try api.send(.patch, "/shops/a", ["name": "New"]) == ["id": "a", "name": "New", "town": "Oslo"])
    }

    @Test("A row that only its list shows is returned as the list has it") func rowOfList() throws {
        let answer = try api.send(.patch, "/towns/b/name", ["name": "East"])
        #expect(answer == ["id": "b", "name": "East", "town": "Cork"])
        #expect(try api.send(.get, "/towns").arrayValue?.last == answer)
    }

    @Test("Null removes a member, also a nested one; a nullable member becomes null, a required one stays")
    func nulls() throws {
        let before = try api.send(.get, "/pet/4")
        let patched = try api.send(
            .patch, "/pet/4", ["status": .null, "name": .null, "note": .null, "owner": ["town": .null]])
        #expect(patched["status"] == nil && patched["name"] == before["name"] && patched["note"] == .null)
        #expect(patched["owner"]?["town"] == nil && patched["owner"]?["name"] == before["owner"]?["name"])
        #expect(try api.send(.get, "/pet/4") == patched)
        // A merge patch means null as nothing but that (RFC 7396).
        #expect(
            try api.send(.patch, "/pet/4", ["note": .null], headers: [.contentType: "application/merge-patch+json"])[
                "note"] == nil)
        #expect(try api.send(.get, "/pet/4")["note"] == nil)
        #expect(
            try api.send(.patch, "/pet/4", ["status": "sold", "owner": ["town": "Oslo"]])["owner"]?["town"] == "Oslo")
        #expect(try api.send(.get, "/pet/4")["status"] == "sold")
        // What was added and never listed loses members as others do.
        let id = try #require(
            try api.send(.post, "/pet", ["name": "Bo", "photos": [], "status": "sold"])["id"]?.scalarText)
        #expect(try api.send(.patch, "/pet/\(id)", ["status": .null])["status"] == nil)
        #expect(try api.send(.get, "/pet/\(id)")["status"] == nil)
    }

    @Test("A JSON Patch changes the current item, also its lists; one that fails changes nothing, and says so")
    func patches() throws {
        try api.send(.patch, "/pet/5", ["photos": ["a", "b"], "name": "Rex"])
        let steps: JSONValue = [
            ["op": "add", "path": "/photos/1", "value": "new"], ["op": "remove", "path": "/status"],
            ["op": "move", "from": "/photos/0", "path": "/photos/-"],
            ["op": "copy", "from": "/name", "path": "/owner/name"], ["op": "test", "path": "/name", "value": "Rex"],
        ]
        let patched = try api.send(.patch, "/pet/5", steps)
        #expect(
            patched["photos"] == ["new", "b", "a"] && patched["owner"]?["name"] == "Rex" && patched["status"] == nil)
        #expect(try api.send(.get, "/pet/5") == patched)
        let fine: JSONValue = ["op": "replace", "path": "/note", "value": "new"]
        let failing: [(JSONValue, status: Int)] = [
            (["op": "replace", "path": "/photos/9", "value": "c"], 409), (["op": "remove", "path": "/none/x"], 409),
            (["op": "test", "path": "/name", "value": "Bo"], 409),
            (["op": "replace", "path": "no pointer", "value": 1], 400), (["op": "bogus", "path": "/name"], 400),
        ]
        for (step, status) in failing {
            #expect(api.status(.patch, "/pet/5", [fine, step]) == status)
            #expect(try api.send(.get, "/pet/5") == patched)
        }
        // The id does not change, nor do members that only the server sets.
        try api.send(.patch, "/pet/5", ["id": 6, "tag": "mine", "note": "x"])
        let kept = try api.send(.get, "/pet/5")
        #expect(kept["id"] == 5 && kept["tag"] == patched["tag"] && kept["note"] == "x")
        try api.send(.patch, "/pet/5", [["op": "move", "from": "/id", "path": "/note"]])
        #expect(try api.send(.get, "/pet/5")["id"] == 5)
    }

    @Test("The query of a write without a body sets members; the others stay") func query() throws {
        let before = try api.send(.get, "/pet/2")
        let wanted: JSONValue = before["status"] == "sold" ? "available" : "sold"
        let changed = try api.send(.post, "/pet/2?status=\(wanted.scalarText ?? "")&more=1")
        #expect(changed == before.setting(wanted, at: JSONPointer(tokens: ["status"])))
        #expect(try api.send(.get, "/pet/2") == changed)
    }

    @Test("A search shows the items that its rows open, after all additions, changes and deletions")
    func search() throws {
        let rows = try #require(try api.send(.get, "/pet/findByStatus?status=available").arrayValue)
        let (first, second) = (try #require(rows[0]["id"]?.scalarText), try #require(rows[1]["id"]?.scalarText))
        #expect(try api.send(.get, "/pet/\(second)") == rows[1])
        try api.send(.post, "/pet", ["name": "New", "photos": [], "status": "available"])
        try api.send(.patch, "/pet/\(second)", ["name": "Moved", "status": "sold"])
        #expect(api.status(.delete, "/pet/\(first)") == 200)
        #expect(try names("available").first == "New" && !names("sold").contains("New"))
        #expect(try names("available").count == rows.count - 1)
        #expect(try names("sold").contains("Moved") && !names("available").contains("Moved"))
        #expect(api.manager.memory?.remembered.map(\.path) == ["/pet"])
        // A value that only the parameter has is no filter; one that nobody has finds nothing. Texts are looked for in rows that
        // were added as in those that were made.
        #expect(try names("all").count == 25 && names("lost").isEmpty)
        #expect(try names("all&name=ne").contains("New") && !names("all&name=other").contains("New"))
        // A reset of the search forgets what it shows.
        api.manager.memory?.forget(["get-pet-findByStatus"], of: nil)
        #expect(try api.send(.get, "/pet/findByStatus?status=available").arrayValue == rows)
    }

    @Test("An id that does not match the path parameter's schema gives 404; every other id is found")
    func forms() throws {
        #expect(api.status(.get, "/pet/abc") == 404)
        #expect(try api.send(.get, "/pet/abc") == ["code": "none"])
        #expect(api.status(.get, "/pet/1.5") == 404)
        #expect(api.status(.delete, "/pet/abc") == 400)
        #expect(api.status(.get, "/keys/abc") == 404)
        #expect(try api.send(.get, "/keys/abc") == ["code": "none"])
        let key = "0b0e9a1c-3f7c-4b7e-9d53-7a1f6f0f2f11"
        #expect(try api.send(.get, "/keys/\(key)")["key"] == .string(key))
        #expect(try api.send(.get, "/pet/987654")["id"] == 987_654)
        // The document's own ids are of another form than it says: it cannot decide.
        #expect(api.status(.get, "/odd/first") == 200)
    }

    @Test("The response to a sign-in has no password") func secrets() throws {
        let reply = try api.send(.post, "/log-in", ["user": "ada", "password": "x"])
        #expect(reply["password"] == nil && reply["token"] != nil && reply["user"] == "ada")
    }
}

/// Reads of an item that was posted.
@Suite struct NewThingsTests {
    private static let document = """
        GET /orders -> [Order]
        POST /orders NewOrder -> 201 Order
        GET /orders/{id:} -> Order
        Card = {kind!: {enum: [card]}, brand!: string, last4!: string}
        Bank = {kind!: {enum: [bank]}, iban!: string, holder: string}
        Payment = {oneOf: [{$ref: '#/components/schemas/Card'}, {$ref: '#/components/schemas/Bank'}]}
        NewOrder = {payment!: Payment}
        Order = {id!: integer, status!: open|shipped|closed, payment!: Payment, itemCount!: integer, \
        createdAt: date-time, shippedAt!: date-time nullable, closedAt: date-time}
        """

    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    @Test("An object is read as it was sent, without members of another kind") func choices() throws {
        for payment: JSONValue in [["kind": "bank", "iban": "x"], ["kind": "card", "brand": "y", "last4": "1234"]] {
            let made = try api.send(.post, "/orders", ["payment": payment])
            let id = try #require(made["id"]?.scalarText)
            #expect(made["payment"] == payment)
            #expect(try api.send(.get, "/orders/\(id)")["payment"] == payment)
            #expect(try api.send(.get, "/orders")[0]?["payment"] == payment)
        }
    }

    @Test("A new item has no timestamps of later events; other items have a past") func beginning() throws {
        let made = try api.send(.post, "/orders", ["payment": ["kind": "bank", "iban": "x"]])
        let id = try #require(made["id"]?.scalarText)
        for order in [made, try api.send(.get, "/orders/\(id)")] {
            #expect(order["status"] == "open" && order["itemCount"] == 0 && order["createdAt"] != nil)
            #expect(order["shippedAt"] == .null && order["closedAt"] == nil)
        }
        #expect(try api.send(.get, "/orders").arrayValue?.contains { $0["closedAt"] != nil } == true)
    }
}

/// Ids of new rows.
@Suite struct TakenIDTests {
    private static let api = """
        GET /tickets -> 200 example=[{id: 7, subject: Fire}, {id: 8, subject: Help}]
        POST /tickets {subject: string} -> 201 example={id: 7, subject: Fire}
        GET /tickets/{id:} -> 200 example={id: 7, subject: Fire}
        """

    @Test("A created row does not take the id of a row in the document's example", arguments: [true, false])
    func example(isSeen: Bool) throws {
        let api = try DemoAPI(Self.api)
        if isSeen { _ = try api.send(.get, "/tickets") }
        let made = try api.send(.post, "/tickets", ["subject": "New"])
        let id = try #require(made["id"]?.scalarText)
        #expect(!["7", "8"].contains(id) && made["subject"] == "New")
        #expect(try api.send(.get, "/tickets").arrayValue?.map { $0["subject"] } == ["New", "Fire", "Help"])
        #expect(try api.send(.get, "/tickets/\(id)")["subject"] == "New")
        #expect(try api.send(.get, "/tickets/7")["subject"] == "Fire")
    }

    @Test("A row with an id that is sent replaces the row with that id") func taken() throws {
        let api = try DemoAPI(Self.api)
        #expect(try api.send(.post, "/tickets", ["id": 7, "subject": "New"])["id"] == 7)
        #expect(try api.send(.get, "/tickets").arrayValue?.map { $0["subject"] } == ["New", "Help"])
    }
}

/// Objects that an item has as a member, and that have a path of their own.
@Suite struct ItemPartTests {
    private static let document = """
        GET /boxes -> [Box]
        POST /boxes Box -> 201 Box
        GET /boxes/{id:integer} -> Box
        PATCH /boxes/{id} Box -> Box
        DELETE /boxes/{id} -> 204
        GET /boxes/{id}/address -> {data: Address}
        PUT /boxes/{id}/address Address -> {data: Address}
        PATCH /boxes/{id}/address Address -> 204
        DELETE /boxes/{id}/address -> 204
        PUT /boxes/{id}/owner Owner -> Owner
        POST /boxes/{id}/move Place -> Box
        GET /boxes/{id}/maker -> {name: string, town: string}
        GET /me -> User
        GET /me/settings -> Settings
        PUT /me/settings Settings -> Settings
        Box = {id!: integer readOnly, name!: string, address: Address, place: Place, maker: string, builder: Maker, \
        owner: {$ref: '#/components/schemas/Owner', readOnly: true}}
        Address = {street!: string, city!: string, note: string, checkedAt: date-time readOnly}
        Owner = {fullName!: string, since: date}
        Place = {room!: string, shelf!: integer, note: string}
        DELETE /me/settings -> 204
        GET /makers -> [Maker]
        GET /boxes/{id}/builder -> Maker
        Maker = {id!: integer, title!: string}
        User = {id!: integer, name!: string, settings!: Settings}
        Settings = {theme!: dark|light, pageSize!: integer minimum=10 maximum=20}
        """

    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    private func box(_ id: Int = 3) throws -> JSONValue { try api.send(.get, "/boxes/\(id)") }

    @Test("A part is read as its item shows it; a member that is none is not") func read() throws {
        #expect(try api.send(.get, "/boxes/3/address") == ["data": box()["address"] ?? .null])
        #expect(try api.send(.get, "/me/settings") == api.send(.get, "/me")["settings"])
        #expect(try api.send(.get, "/boxes/3/maker")["town"] != nil && box()["maker"]?.stringValue != nil)
        let parts = api.document.operations.filter { api.document.itemPart(of: $0) != nil }.map(\.path.text)
        #expect(!parts.contains("/boxes/{id}/builder") && parts.contains("/boxes/{id}/address"))
    }

    @Test("A written part is in its item and list; a PUT clears what it omits, a PATCH keeps it") func write() throws {
        let checked = try #require(try box()["address"]?["checkedAt"])
        let put = try api.send(.put, "/boxes/3/address", ["street": "Elm 1", "city": "Bonn"])
        let address: JSONValue = ["street": "Elm 1", "city": "Bonn", "checkedAt": checked]
        #expect(put == ["data": address])
        #expect(try box()["address"] == address && api.send(.get, "/boxes/3/address") == put)
        #expect(api.status(.patch, "/boxes/3/address", ["note": "Ring"]) == 204)
        #expect(try box()["address"]?["note"] == "Ring" && box()["address"]?["city"] == "Bonn")
        #expect(try api.send(.get, "/boxes").arrayValue?.first { $0["id"] == 3 }?["address"] == box()["address"])
        // The reverse: a write of the item is in its part.
        try api.send(.patch, "/boxes/3", ["address": ["city": "Oslo"]])
        #expect(try api.send(.get, "/boxes/3/address")["data"]?["city"] == "Oslo")
        let size = try #require(try api.send(.get, "/me")["settings"]?["pageSize"])
        let settings: JSONValue = ["theme": "dark", "pageSize": size]
        #expect(try api.send(.put, "/me/settings", settings) == settings)
        #expect(try api.send(.get, "/me")["settings"] == settings)
    }

    @Test("A part without a GET, and an action whose body is a part, change the item") func others() throws {
        #expect(try api.send(.put, "/boxes/3/owner", ["fullName": "Eve"]) == ["fullName": "Eve"])
        #expect(try box()["owner"] == ["fullName": "Eve"])
        let moved = try api.send(.post, "/boxes/3/move", ["room": "R9", "shelf": 4])
        #expect(moved["place"] == ["room": "R9", "shelf": 4])
        #expect(try box() == moved)
    }

    @Test("A deleted part is absent, and is not found, until it is written again") func delete() throws {
        #expect(api.status(.delete, "/boxes/3/address") == 204)
        #expect(try api.status(.get, "/boxes/3/address") == 404 && box()["address"] == nil)
        try api.send(.put, "/boxes/3/address", ["street": "Elm 1", "city": "Bonn"])
        #expect(try api.send(.get, "/boxes/3/address")["data"] == box()["address"] && box()["address"] != nil)
        #expect(api.status(.delete, "/boxes/3") == 204 && api.status(.get, "/boxes/3/address") == 404)
        // The item keeps what it requires.
        let settings = try api.send(.get, "/me")["settings"]
        #expect(api.status(.delete, "/me/settings") == 204 && api.status(.get, "/me/settings") == 404)
        #expect(try api.send(.get, "/me")["settings"] == settings)
    }

    @Test("A new item has the part that was sent with it, or none") func added() throws {
        let sent: JSONValue = ["street": "Elm 1", "city": "Bonn"]
        let id = try #require(try api.send(.post, "/boxes", ["name": "A", "address": sent])["id"]?.scalarText)
        #expect(try api.send(.get, "/boxes/\(id)/address") == ["data": sent])
        let bare = try #require(try api.send(.post, "/boxes", ["name": "B"])["id"]?.scalarText)
        #expect(api.status(.get, "/boxes/\(bare)/address") == 404)
        try api.send(.put, "/boxes/\(bare)/address", sent)
        #expect(try api.send(.get, "/boxes/\(bare)")["address"]?["street"] == "Elm 1")
    }
}

@Suite struct ReckonedWriteTests {
    private static let document = """
        GET /invoices -> [Invoice]
        POST /invoices {lines: [Line], due_amount: number, total: number} -> 201 Invoice
        GET /invoices/{id:integer} -> Invoice
        PATCH /invoices/{id} Invoice -> Invoice
        Invoice = {id!: integer readOnly, status!: open|paid, subtotal!: number, tax!: number, total!: number, \
        amount_paid!: number, amount_due!: number, lines!: [Line]}
        Line = {quantity!: integer, unit_price!: number, amount: {type: number, readOnly: true}}
        """

    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    private func numbers(_ invoice: JSONValue) -> [Double?] {
        ["subtotal", "tax", "total", "amount_paid", "amount_due"].map { invoice[$0]?.numberValue?.double }
    }

    @Test("A created item's numbers follow from what was sent") func created() throws {
        let lines: JSONValue = [["quantity": 3, "unit_price": 12.5], ["quantity": 1, "unit_price": 10]]
        let invoice = try api.send(.post, "/invoices", ["lines": lines, "status": "open"])
        #expect(numbers(invoice) == [47.5, 7.6, 55.1, 0, 55.1], "\(invoice.text())")
        #expect(invoice["lines"]?.arrayValue?.map { $0["amount"]?.numberValue?.double } == [37.5, 10])
        let orders = try DemoAPI(
            """
            GET /orders -> [Order]
            POST /orders {lines!: [{productId!: integer, quantity!: integer}]} -> 201 Order
            GET /orders/{id:integer}/lines -> [Line]
            Order = {id!: integer, total!: number, lines!: [Line]}
            Line = {id!: integer, orderId!: integer, productId!: integer, quantity!: integer, price!: number, lineTotal!: number}
            """)
        let order = try orders.send(.post, "/orders", ["lines": [["productId": 4, "quantity": 3]]])
        let line = try #require(order["lines"]?[0])
        #expect(line["productId"] == 4 && line["quantity"] == 3 && line["orderId"] == order["id"], "\(line.text())")
        #expect(line["lineTotal"]?.numberValue?.double == order["total"]?.numberValue?.double)
        let reply = try #require(
            orders.reply(
                .post, "/orders", Array(#"{"lines": [{"productId": 4, "quantity": 3}]}"#.utf8),
                headers: [.contentType: "application/json"]))
        let other = try #require(try reply.json()["lines"]?[0]?["id"])
        #expect(other != line["id"] && reply.note == nil, "\(reply.note ?? "")")
        // Sent numbers stay, even if they contradict each other.
        let sent = try api.send(.post, "/invoices", ["lines": lines, "total": 80])
        #expect(sent["total"] == 80 && sent["subtotal"]?.numberValue?.double == 47.5)
    }

    @Test("A changed item's numbers follow from the change, and others stay") func changed() throws {
        let before = try numbers(api.send(.patch, "/invoices/3", ["status": "open"]))
        let paid = try api.send(.patch, "/invoices/3", ["status": "paid"])
        #expect(numbers(paid) == before[..<3] + [before[2], 0], "\(paid.text())")
        #expect(try api.send(.get, "/invoices/3") == paid)
        let taxed = try api.send(.patch, "/invoices/3", ["tax": 5])
        let subtotal = try #require(before[0])
        #expect(numbers(taxed) == [subtotal, 5, subtotal + 5, subtotal + 5, 0], "\(taxed.text())")
        let half = try api.send(
            .patch, "/invoices/3", ["lines": [["quantity": 1, "unit_price": .number(JSONNumber(subtotal / 2)!)]]])
        #expect(numbers(half)[1] == 2.5 && numbers(half)[4] == 0, "\(half.text())")
        // A state without a rule changes no number; what was paid stays.
        try api.send(.patch, "/invoices/4", ["status": "open"])
        try api.send(.patch, "/invoices/4", ["amount_paid": 30])
        let longer = try api.send(.patch, "/invoices/4", ["lines": [["quantity": 2, "unit_price": 50]]])
        #expect(numbers(longer)[3] == 30 && numbers(longer)[0] == 100, "\(longer.text())")
    }
}
