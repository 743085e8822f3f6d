import AppCore
import Testing
import WireFormats

@Suite struct ColumnRuleTests {
    private func columns(_ properties: String, required: String = "") throws -> [Column] {
        let rows = "{type: array, items: {required: [\(required)], properties: {\(properties)}}}"
        return try #require(try catalog("  /a: {get: {\(answer(rows))}}").screens.first?.columns)
    }

    @Test("The name and required scalars come first, then status, date, amount and id; lists and objects are left out")
    func order() throws {
        let columns = try columns(
            """
            other: {type: string}, amount: {type: number}, paidOn: {type: string, format: date}, list: {type: array},
            status: {type: string}, title: {type: string}, id: {type: string}, note: {type: string},
            secret: {type: string, format: password}
            """, required: "note, list")
        #expect(columns.map(\.field.name) == ["title", "note", "status", "paidOn", "amount", "other", "id"])
        #expect(columns.map(\.priority) == Array(0..<7))
        #expect(columns.filter { $0.alignment == .trailing }.map(\.field.name) == ["amount"])
    }

    @Test("There are at most eight columns, and none is hidden behind an optional one")
    func limit() throws {
        let names = (1...12).map { "f\($0)" }
        let columns = try columns(
            names.map { "\($0): {type: string}" }.joined(separator: ", "), required: "f11, f12")
        #expect(columns.map(\.field.name) == ["f11", "f12", "f1", "f2", "f3", "f4", "f5", "f6"])
    }

    @Test("Rows nobody described get columns from what they hold")
    func undeclared() throws {
        let screen = try #require(
            try catalog("  /a: {get: {\(answer("{type: array, items: {type: object}}"))}}").screens.first)
        let columns = screen.columns(for: [["id": 1, "when": "2026-01-31", "deep": [1]]])
        #expect(columns.map(\.field.name) == ["id", "when"])
        #expect(columns[1].field.kind == .date)
    }

    @Test("Members nobody described are found in any of the first rows, and offered beside the declared ones")
    func mixedRows() throws {
        let rows: [JSONValue] = [["id": 1, "more": .null], ["id": 2, "more": "2026-01-31", "password": "x"], [3]]
        let open = try #require(
            try catalog("  /a: {get: {\(answer("{type: array, items: {}}"))}}").screens.first)
        #expect(open.columns(for: rows).map(\.field.name) == ["id", "more"])
        #expect(open.columns(for: rows).last?.field.kind == .date)
        let declared = try #require(
            try catalog("  /a: {get: {\(answer("{type: array, items: {properties: {id: {type: integer}}}}"))}}")
                .screens.first)
        #expect(declared.columns(for: rows).map(\.field.name) == ["id"])
        #expect(declared.rowFields(rows).map(\.name) == ["id", "more"])
    }

    @Test("Chosen columns stand in their order; a place that no row has is left out, and nothing left means the rule")
    func chosen() throws {
        let row = "{properties: {a: {type: string}, b: {properties: {c: {type: string}}}}}"
        let screen = try #require(
            try catalog("  /a: {get: {\(answer("{type: array, items: \(row)}"))}}").screens.first)
        let deep = JSONPointer(tokens: ["b", "c"])
        let columns = screen.columns(
            for: [], chosen: [deep, JSONPointer(tokens: ["gone"]), JSONPointer(tokens: ["a"])])
        #expect(columns.map(\.field.pointer) == [deep, JSONPointer(tokens: ["a"])])
        #expect(columns.map(\.priority) == [0, 1])
        #expect(screen.columns(for: [], chosen: [JSONPointer(tokens: ["gone"])]) == screen.columns)
    }

    @Test("Prose, links and keys of other things come after what says more; the only key is the row's own")
    func roles() throws {
        let columns = try columns(
            """
            description: {type: string}, homepage: {type: string, format: uri}, ownerId: {type: string}, \
            paid: {type: boolean}, orderStatus: {type: string}, fullName: {type: string}, teamId: {type: string}
            """)
        #expect(
            columns.map(\.field.name)
                == ["fullName", "orderStatus", "paid", "description", "homepage", "ownerId", "teamId"])
        #expect(
            try self.columns("note: {type: string}, eventId: {type: string}").map(\.field.name) == ["eventId", "note"])
    }

    @Test("Of an object in the row the name comes before the id, whichever of them must be there")
    func members() throws {
        let columns = try columns(
            """
            id: {type: integer}, owner: {required: [id], properties: {id: {type: integer}, town: {type: string}, \
            name: {type: string}}}
            """, required: "owner")
        #expect(columns.map(\.id) == ["/owner/name", "/id", "/owner/town", "/owner/id"])
        let optional = try self.columns(
            "kind: {properties: {id: {type: integer}, note: {type: string}, title: {type: string}}}")
        #expect(optional.map(\.id) == ["/kind/title", "/kind/note", "/kind/id"])
        #expect(optional.map(\.minimumWidth) == [12, 10, 6])
    }

    @Test(
        "The name of an object stands for that of rows that have none of their own: one that must be there, and the first",
        arguments: [
            (
                "joined: {type: string, format: date}, muted: {type: boolean}, user: {required: [username], properties: {username: {type: string}}}",
                "joined, muted, user", ["/user/username", "/joined", "/muted"]
            ),
            (
                "status: {type: string}, buyer: {properties: {name: {type: string}}}, shop: {properties: {name: {type: string}}}",
                "status", ["/status", "/buyer/name", "/shop/name"]
            ),
            (
                "id: {type: integer}, kind: {properties: {title: {type: string}}}, user: {required: [login], properties: {login: {type: string}}}",
                "id, user", ["/user/login", "/kind/title", "/id"]
            ),
            (
                "reference: {type: string}, status: {type: string}, user: {properties: {name: {type: string}}}",
                "status", ["/status", "/reference", "/user/name"]
            ),
            (
                "status: {type: string}, pay: {oneOf: [{properties: {company_name: {type: string}}}, {properties: {card: {type: string}}}]}",
                "status", ["/status", "/pay/company_name", "/pay/card"]
            ),
            (
                "name: {type: string}, at: {type: string, format: date}, user: {properties: {name: {type: string}}}",
                "name", ["/name", "/at", "/user/name"]
            ),
        ])
    func borrowedName(members: String, required: String, expected: [String]) throws {
        #expect(try columns(members, required: required).map(\.id) == expected)
    }

    @Test("Rows without a name are called by their number; addresses, and when a row was written last, come late")
    func numbers() throws {
        let columns = try columns(
            """
            id: {type: string}, country_code: {type: string}, invoice_number: {type: string}, logo: {type: string}, \
            updatedAt: {type: string, format: date-time}, sent: {type: boolean}
            """, required: "id, country_code, invoice_number")
        #expect(
            columns.map(\.field.name) == ["invoice_number", "country_code", "sent", "logo", "updatedAt", "id"])
        #expect(columns.first?.isName == true)
    }

    @Test("A title is a name however long it may be; the words of a message come before flags and counts")
    func names() throws {
        let columns = try columns(
            """
            votes: {type: integer}, pinned: {type: boolean}, content: {type: string}, notes: {type: string}, \
            title: {type: string, maxLength: 255}, id: {type: integer}
            """, required: "votes, pinned, content, notes, title, id")
        #expect(columns.map(\.field.name) == ["title", "content", "votes", "pinned", "notes", "id"])
    }

    @Test("When something takes place keeps its time of day; of when the row was written the day has to do")
    func moments() throws {
        let moment = "{type: string, format: date-time}"
        let columns = try columns(
            "departure: \(moment), arrivesAt: \(moment), createdAt: \(moment), last_modified: \(moment)")
        #expect(columns.map(\.minimumWidth) == [17, 17, 11, 11])
    }

    @Test("A number whose name says a moment has a column of one, and is no moment where its size is another")
    func epochs() throws {
        let columns = try columns("created: {type: integer}, expires_in: {type: integer}, count: {type: integer}")
        #expect(columns.map(\.id) == ["/created", "/expires_in", "/count"])
        #expect(columns.map(\.minimumWidth) == [11, 6, 6] && columns[0].alignment == .leading)
        #expect(
            columns.map { $0.text(of: ["created": 1_700_000_000, "expires_in": 1_700_000_000, "count": 3]) }
                == ["14 Nov 2023 22:13 UTC", "1700000000", "3"])
        #expect(columns[0].text(of: ["created": 17]) == "17")
    }

    @Test("An amount and its currency are one column: as an object of both, by structure, or side by side")
    func money() throws {
        let text = "{type: string}"
        let columns = try columns(
            """
            price: {properties: {amount: {type: number}, currency: \(text)}}, \
            total: {properties: {currency_code: \(text), value: \(text)}}, \
            deposit: {properties: {value: {type: integer}, code: \(text)}}, \
            fee: {type: number}, feeCurrency: \(text), place: {properties: {value: {type: number}, unit: \(text), x: \(text)}}, \
            seat: {properties: {row: {type: integer}, code: \(text)}}, localCurrency: \(text)
            """)
        #expect(
            columns.map(\.id) == [
                "/price", "/total", "/deposit", "/fee", "/localCurrency", "/place/value", "/place/unit", "/place/x",
            ])
        #expect(columns.prefix(3).allSatisfy { $0.field.kind == .money && $0.alignment == .trailing })
        let row: JSONValue = [
            "price": ["amount": 1234.5, "currency": "eur"], "total": ["value": "7", "currency_code": "USD"],
            "deposit": ["value": 500, "code": "GBP"], "fee": 3, "feeCurrency": "CHF",
        ]
        #expect(columns.prefix(4).map { $0.text(of: row) } == ["1,234.50 EUR", "7.00 USD", "500 GBP", "3.00 CHF"])
        let chosen = ["fee", "feeCurrency"].map { JSONPointer(tokens: [$0]) }
        var screen = Screen(id: "a", title: "A", kind: .collection)
        screen.fields = columns.map(\.field) + [Field(pointer: chosen[1], title: "Fee currency")]
        #expect(screen.columns(for: [row], chosen: chosen).map { $0.text(of: row) } == ["3.00", "CHF"])
        #expect(screen.columns(for: [row], chosen: [chosen[0]]).map { $0.text(of: row) } == ["3.00 CHF"])
    }

    @Test("No column asks for fewer cells than six; numbers stand on the right")
    func widths() throws {
        let columns = try columns(
            "a: {type: boolean}, b: {type: integer}, c: {enum: [x]}, d: {type: string, maxLength: 2}, e: {type: number}"
        )
        #expect(columns.allSatisfy { $0.minimumWidth >= 6 && $0.idealWidth >= $0.minimumWidth })
        #expect(columns.filter { $0.alignment == .trailing }.map(\.field.name) == ["b", "e"])
    }

    @Test(
        "A field with one value in every row has no column; a choice of several, or one that may be missing, has",
        arguments: [
            ("object: {type: string, enum: [customer]}", "object, id", ["id", "note"]),
            ("object: {type: string}", "object", ["id", "note"]),
            ("kind: {const: pod}", "", ["id", "note"]),
            ("kind: {type: string}", "kind", ["kind", "id", "note"]),
            ("apiVersion: {type: string}, kind: {type: string}", "", ["id", "note"]),
            ("__typename: {type: string}", "", ["id", "note"]),
            ("type: {enum: [a, b]}", "type", ["type", "id", "note"]),
            ("type: {enum: [a], type: [string, 'null']}", "type", ["type", "id", "note"]),
        ])
    func constants(members: String, required: String, expected: [String]) throws {
        let columns = try columns("\(members), id: {type: string}, note: {type: string}", required: required)
        #expect(columns.map(\.field.name) == expected)
    }

    @Test("The attributes of a resource object are the row's own: by their titles, their order and what names the row")
    func attributes() throws {
        let text = "{type: string}"
        let columns = try columns(
            """
            type: {enum: [pets]}, id: \(text), attributes: {required: [title], properties: {title: \(text), town: \(text)}}, \
            relationships: {properties: {owner: {properties: {name: \(text)}}}}
            """, required: "type, id, attributes")
        #expect(columns.map(\.title) == ["Title", "Town", "Relationships: Owner: Name", "Id"])
        let plain = try self.columns("attributes: {properties: {title: \(text)}}, id: \(text)")
        #expect(plain.map(\.title) == ["Attributes: Title", "Id"])
        var screen = Screen(id: "a", title: "A", kind: .item)
        screen.fields = columns.map(\.field)
        #expect(screen.name(of: ["id": "7", "type": "pets", "attributes": ["title": "Rex"]]) == "Rex")
    }
}
