import AppCore
import Testing
import WireFormats

@Suite struct ColumnRuleTests {
    private static let text = "{type: string}"
    private static let number = "{type: integer}"
    private static let day = "{type: string, format: date}"
    private static let named = "{properties: {name: \(text)}}"
    private static let twelve = (1...12).map { "f\($0): \(text)" }.joined(separator: ", ")
    private static let user = "{required: [username], properties: {username: \(text)}}"
    private static let payment = "{oneOf: [{properties: {company_name: \(text)}}, {properties: {card: \(text)}}]}"

    private func columns(_ properties: String, required: String = "") throws -> [Column] {
        let rows = "{type: array, items: {required: [\(required)], properties: {\(properties)}}}"
        return try screen(answering: rows).columns
    }

    @Test(
        "Columns are ordered by the meaning of their members",
        arguments: [
            // The name and required scalars, then status, date, amount and id; lists and objects are left out.
            (
                "other: \(text), amount: {type: number}, paidOn: \(day), list: {type: array}, status: \(text), "
                    + "title: \(text), id: \(text), note: \(text), secret: {type: string, format: password}",
                "note, list", "title note status paidOn amount other id"
            ),
            // At most eight, and none is hidden behind an optional one.
            (twelve, "f11, f12", "f11 f12 f1 f2 f3 f4 f5 f6"),
            // The payer comes before the amount.
            ("amountCents: \(number), payer: \(text), note: \(text)", "amountCents, payer", "payer amountCents note"),
            // Prose, links and keys of other items come after what says more; the only key is the row's own.
            (
                "description: \(text), homepage: {type: string, format: uri}, ownerId: \(text), paid: {type: boolean}, "
                    + "orderStatus: \(text), fullName: \(text), teamId: \(text)",
                "", "fullName orderStatus paid description homepage ownerId teamId"
            ),
            ("note: \(text), eventId: \(text)", "", "eventId note"),
            // A UUID says nothing to a person.
            ("id: {type: string, format: uuid}, note: \(text), at: \(day)", "", "at note id"),
            // Of an object in the row the name comes before the id, whichever of them must be there.
            (
                "id: \(number), owner: {required: [id], properties: {id: \(number), town: \(text), name: \(text)}}",
                "owner", "owner/name id owner/town owner/id"
            ),
            ("kind: {properties: {id: \(number), note: \(text), title: \(text)}}", "", "kind/title kind/note kind/id"),
            // A title is a name however long it may be; the words of a message come before flags and counts.
            (
                "votes: \(number), pinned: {type: boolean}, content: \(text), notes: \(text), "
                    + "title: {type: string, maxLength: 255}, id: \(number)",
                "votes, pinned, content, notes, title, id", "title content votes pinned notes id"
            ),
            // An object's name stands for that of rows that have none: one that must be there, and the first.
            (
                "joined: \(day), muted: {type: boolean}, user: \(user)", "joined, muted, user",
                "user/username joined muted"
            ),
            ("status: \(text), buyer: \(named), shop: \(named)", "status", "status buyer/name shop/name"),
            (
                "id: \(number), kind: {properties: {title: \(text)}}, user: \(user)", "id, user",
                "user/username kind/title id"
            ),
            ("reference: \(text), status: \(text), user: \(named)", "status", "status reference user/name"),
            ("status: \(text), pay: \(payment)", "status", "status pay/company_name pay/card"),
            ("name: \(text), at: \(day), user: \(named)", "name", "name at user/name"),
            // A field with one value in every row has none; a choice of several, or one that may be missing, has.
            ("object: {type: string, enum: [customer]}, id: \(text), note: \(text)", "object, id", "id note"),
            ("object: \(text), id: \(text), note: \(text)", "object", "id note"),
            ("kind: {const: pod}, id: \(text), note: \(text)", "", "id note"),
            ("kind: \(text), id: \(text), note: \(text)", "kind", "kind id note"),
            ("apiVersion: \(text), kind: \(text), id: \(text), note: \(text)", "", "id note"),
            ("__typename: \(text), id: \(text), note: \(text)", "", "id note"),
            ("type: {enum: [a, b]}, id: \(text), note: \(text)", "type", "type id note"),
            ("type: {enum: [a], type: [string, 'null']}, id: \(text), note: \(text)", "type", "type id note"),
        ] as [(String, String, String)])
    func order(members: String, required: String, expected: String) throws {
        let columns = try columns(members, required: required)
        #expect(columns.map { $0.id.dropFirst() }.joined(separator: " ") == expected)
        // The first column and the first amount stay where room is short; the others go from the last one on.
        let amount = columns.dropFirst().first { $0.id == "/amount" }
        let worth = columns.prefix(1) + [amount].compactMap(\.self) + columns.dropFirst().filter { $0.id != amount?.id }
        #expect(worth.map(\.priority) == Array(columns.indices))
        #expect(columns.allSatisfy { $0.minimumWidth >= 6 && $0.idealWidth >= $0.minimumWidth })
    }

    @Test("A key or a required choice of the request has no column") func fixed() throws {
        let row = """
            {properties: {kind: {enum: [a, b]}, tag: {enum: [a, b]}, place: \(Self.text), town: \(Self.text), \
            userId: \(Self.text), id: \(Self.text)}}
            """
        let list = try firstScreen(
            """
              /users/{userId}/a:
                parameters:
                  - {name: userId, in: path, required: true, schema: {type: string}}
                  - {name: kind, in: query, required: true, schema: {enum: [a, b]}}
                  - {name: tag, in: query, required: true, schema: {type: array, items: {enum: [a, b]}}}
                  - {name: place, in: query, required: true, schema: {type: string, format: uuid}}
                  - {name: town, in: query, required: true, schema: {type: string}}
                get: {\(answer("{type: array, items: \(row)}"))}
            """)
        #expect(list.columns.map(\.field.name) == ["id", "tag", "town"])
    }

    @Test("Rows without a schema get columns from their values") func undeclared() throws {
        let screen = try screen(answering: "{type: array, items: {type: object}}")
        let columns = screen.columns(for: [["id": 1, "when": "2026-01-31", "deep": [1]]])
        #expect(columns.map(\.field.name) == ["id", "when"])
        #expect(columns[1].field.kind == .date)
    }

    @Test("Undeclared members are found in the first rows, and offered with the declared ones")
    func mixedRows() throws {
        let rows: [JSONValue] = [["id": 1, "more": .null], ["id": 2, "more": "2026-01-31", "password": "x"], [3]]
        let open = try screen(answering: "{type: array, items: {}}")
        #expect(open.columns(for: rows).map(\.field.name) == ["id", "more"])
        #expect(open.columns(for: rows).last?.field.kind == .date)
        let declared = try screen(answering: "{type: array, items: {properties: {id: {type: integer}}}}")
        #expect(declared.columns(for: rows).map(\.field.name) == ["id"])
        #expect(declared.rowFields(rows).map(\.name) == ["id", "more"])
    }

    @Test("Equal values in all rows of the first page have no column, except names, states and amounts")
    func equalValues() throws {
        let members = "team: \(Self.text), floor: \(Self.number), status: \(Self.text), amount: \(Self.number)"
        let row = "{properties: {name: \(Self.text), \(members), \(Self.twelve)}}"
        let screen = try screen(answering: "{type: array, items: \(row)}")
        func rows(_ count: Int, floor: Int? = nil) -> [JSONValue] {
            (1...count).map { number in
                [
                    "name": "Ada", "team": .string("team \(number)"), "floor": .number(JSONNumber(floor ?? number)),
                    "status": "active", "amount": 3, "f2": .string("\(number)"), "f9": .string("\(number)"),
                ]
            }
        }
        func names(_ rows: [JSONValue]) -> [String] { screen.columns(for: rows).map(\.field.name) }
        #expect(names(rows(5)) == ["name", "status", "amount", "team", "floor", "f2", "f9"])
        #expect(!names(rows(5, floor: 2)).contains("floor"))
        // A few rows are alike by chance, and columns that somebody asked for stay.
        #expect(screen.columns(for: rows(4, floor: 2)) == screen.columns)
        var wished = screen
        wished.columns = screen.columns
        #expect(wished.columns(for: rows(5, floor: 2)) == screen.columns)
    }

    @Test("Chosen columns keep their order; unknown ones are left out, and without any the rule applies")
    func chosen() throws {
        let row = "{properties: {a: {type: string}, b: {properties: {c: {type: string}}}}}"
        let screen = try screen(answering: "{type: array, items: \(row)}")
        let deep = JSONPointer(tokens: ["b", "c"])
        let columns = screen.columns(
            for: [], chosen: [deep, JSONPointer(tokens: ["gone"]), JSONPointer(tokens: ["a"])])
        #expect(columns.map(\.field.pointer) == [deep, JSONPointer(tokens: ["a"])])
        #expect(columns.map(\.priority) == [0, 1])
        #expect(screen.columns(for: [], chosen: [JSONPointer(tokens: ["gone"])]) == screen.columns)
    }

    @Test("Rows without a name are named by their number; addresses and update times come late") func numbers() throws {
        let columns = try columns(
            """
            id: {type: string}, country_code: {type: string}, invoice_number: {type: string}, logo: {type: string}, \
            updatedAt: {type: string, format: date-time}, sent: {type: boolean}
            """, required: "id, country_code, invoice_number")
        #expect(columns.map(\.field.name) == ["invoice_number", "country_code", "sent", "logo", "updatedAt", "id"])
        #expect(columns.first?.isName == true)
    }

    @Test("A column of event times has room for the time of day; one of creation times has room for the date")
    func moments() throws {
        let moment = "{type: string, format: date-time}"
        let columns = try columns(
            "departure: \(moment), arrivesAt: \(moment), createdAt: \(moment), last_modified: \(moment)")
        #expect(columns.map(\.minimumWidth) == [17, 17, 11, 11])
    }

    @Test("A number named like a timestamp has a column for one, and is shown as a number if its size does not fit")
    func epochs() throws {
        let columns = try columns("created: {type: integer}, expires_in: {type: integer}, count: {type: integer}")
        #expect(columns.map(\.id) == ["/created", "/expires_in", "/count"])
        #expect(columns.map(\.minimumWidth) == [11, 6, 6] && !columns[0].isNumber)
        #expect(
            columns.map { $0.text(of: ["created": 1_700_000_000, "expires_in": 1_700_000_000, "count": 3]) }
                == ["14 Nov 2023 22:13 UTC", "1700000000", "3"])
        #expect(columns[0].text(of: ["created": 17]) == "17")
    }

    @Test("A discriminator of several variants is a column with the values of all of them") func discriminator() throws
    {
        func variant(_ type: String, _ member: String) -> String {
            "{required: [type], properties: {type: {const: \(type)}, \(member): \(Self.text)}}"
        }
        let rows = "{type: array, items: {oneOf: [\(variant("Card", "last4")), \(variant("Bank", "iban"))]}}"
        let type = try #require(try screen(answering: rows).columns.first { $0.id == "/type" })
        #expect(type.field.options == ["Card", "Bank"])
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
        #expect(columns.prefix(3).allSatisfy { $0.field.kind == .money && $0.isNumber })
        let row: JSONValue = [
            "price": ["amount": 1234.5, "currency": "eur"], "total": ["value": "7", "currency_code": "USD"],
            "deposit": ["value": 500, "code": "GBP"], "fee": 3, "feeCurrency": "CHF",
        ]
        #expect(columns.prefix(4).map { $0.text(of: row) } == ["1,234.50 EUR", "7.00 USD", "500 GBP", "3.00 CHF"])
        #expect(columns[0].text(of: ["price": ["amount": 50, "currency": "gems"]]) == "50.00 gems")
        let chosen = ["fee", "feeCurrency"].map { JSONPointer(tokens: [$0]) }
        var screen = Screen(id: "a", title: "A", kind: .collection)
        screen.fields = columns.map(\.field) + [Field(pointer: chosen[1], title: "Fee currency")]
        #expect(screen.columns(for: [row], chosen: chosen).map { $0.text(of: row) } == ["3.00", "CHF"])
        #expect(screen.columns(for: [row], chosen: [chosen[0]]).map { $0.text(of: row) } == ["3.00 CHF"])
    }

    @Test("Numbers are right-aligned; names have the most room") func alignment() throws {
        let columns = try columns("a: {type: boolean}, b: \(Self.number), c: {enum: [x]}, e: {type: number}")
        #expect(columns.filter(\.isNumber).map(\.field.name) == ["b", "e"])
        let named = "kind: {properties: {id: \(Self.number), note: \(Self.text), title: \(Self.text)}}"
        #expect(try self.columns(named).map(\.minimumWidth) == [12, 10, 6])
    }

    @Test("The attributes of a resource object are treated as the row's own members: titles, order and name")
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
