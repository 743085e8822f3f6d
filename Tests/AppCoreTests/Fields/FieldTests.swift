import APIDocument
import Testing
import WireFormats

@testable import AppCore

@Suite struct FieldTests {
    private func fields(_ schema: String) throws -> [Field] {
        try #require(try catalog("  /a: {post: {\(body(schema))}}").screens.first?.create?.fields)
    }

    private func field(_ schema: String) throws -> Field {
        try #require(try fields("{properties: {x: \(schema)}, required: [x]}").first)
    }

    @Test(
        "A faulty text gets a message, a valid one none",
        arguments: [
            ("{type: string, minLength: 1, maxLength: 3}", "abcd", "Must have at most 3 characters."),
            ("{type: string, maxLength: 1}", "é", nil), ("{type: string}", "", "Required."),
            ("{type: string, pattern: '^[A-Z]+$'}", "a", "Must match ^[A-Z]+$."),
            ("{type: integer}", "1.5", "Must be a whole number."), ("{type: integer}", " 7 ", nil),
            ("{type: integer}", "seven", "Write a whole number, such as 12."),
            ("{type: number, minimum: 0, maximum: 1}", "73%", "Write a number, such as 0.5."),
            ("{type: integer, minimum: 40}", "x", "Write a whole number, such as 40."),
            ("{type: integer, description: Unix time}", "2026-01-31 08:30", nil),
            (
                "{type: integer, description: Unix time}", "soon",
                "Write a time such as 2026-01-31 08:30 or tomorrow 9:00 in UTC, or its number."
            ),
            ("{type: number, exclusiveMinimum: 0}", "0.0", "Must be more than 0."),
            ("{type: number, maximum: 9}", "9.01", "Must be at most 9."),
            ("{type: number, multipleOf: 0.01}", "1.005", "Must be a multiple of 0.01."),
            ("{type: string, format: date}", "2026-02-29", "Write a day such as 2026-01-31, tomorrow or friday."),
            ("{type: string, format: date}", "2024-02-29", nil),
            ("{type: string, format: date-time}", "2026-01-31T08:30:00.5+02:00", nil),
            (
                "{type: string, format: date-time}", "2026-01-31T25:30:00Z",
                "Write a time such as 2026-01-31T08:30:00Z; 2026-01-31 08:30 and tomorrow 9:00 are UTC."
            ),
            ("{type: string, format: email}", "a b@c.d", "Write an e-mail address such as name@example.com."),
            ("{type: string, format: email}", "a@b.c", nil), ("{enum: [a, b]}", "c", "Choose one of a, b."),
            ("{type: string, format: uri}", "no scheme", "Write an address such as https://example.com."),
            ("{type: boolean}", "maybe", "Write yes or no."),
            ("{type: array, items: {}}", "[1,", "This is no JSON: the text ends where a value is expected at 1:4."),
            ("{type: [string, 'null']}", "", nil),
        ])
    func validation(schema: String, text: String, expected: String?) throws {
        #expect(try field(schema).validate(text) == expected)
    }

    @Test(
        "A count since 1970 is typed as a time or as a number",
        arguments: [
            ("Unix time", "2026-01-31 08:30", 1_769_848_200), ("Unix time", "17", 17),
            ("Milliseconds since 1970", "2026-01-31 08:30", 1_769_848_200_000),
        ])
    func moments(description: String, text: String, count: Int) throws {
        #expect(try field("{type: integer, description: \(description)}").value(from: text)?.intValue == count)
    }

    @Test(
        "A time of day gets its seconds and zone",
        arguments: [
            ("9:00", "09:00:00Z"), ("08:30:15", "08:30:15Z"), ("08:30:00+01:00", "08:30:00+01:00"), ("25:00", nil),
            ("noon", nil),
        ])
    func times(text: String, sent: String?) throws {
        let field = try field("{type: string, format: time}")
        #expect((field.validate(text) == nil) == (sent != nil))
        #expect(field.value(from: text) == .string(sent ?? text))
    }

    @Test(
        "A date and a time are read in everyday notations; today is a Monday",
        arguments: [
            ("tomorrow", "2026-11-24", "2026-11-24T00:00:00Z"), ("Yesterday 9:00", nil, "2026-11-22T09:00:00Z"),
            ("today 18:30", nil, "2026-11-23T18:30:00Z"), ("friday", "2026-11-27", "2026-11-27T00:00:00Z"),
            ("mon", "2026-11-30", "2026-11-30T00:00:00Z"), ("2026-12-24", "2026-12-24", "2026-12-24T00:00:00Z"),
            ("24 Dec 2026 8:15", nil, "2026-12-24T08:15:00Z"), ("someday", nil, nil), ("tomorrow 25:00", nil, nil),
            ("9:00", nil, nil), ("12/31/2026", "2026-12-31", "2026-12-31T00:00:00Z"),
            ("31/12/2026", "2026-12-31", "2026-12-31T00:00:00Z"), ("1/2/2026", nil, nil), ("13/13/2026", nil, nil),
        ])
    func days(text: String, day: String?, moment: String?) {
        let monday = CivilDay.number(year: 2026, month: 11, day: 23)
        #expect(CalendarText.spelledDay(text, today: monday) == day)
        #expect(CalendarText.spelledMoment(text, today: monday) == moment)
    }

    @Test(
        "Dates and timestamps are shown with the time since or until then",
        arguments: [
            ("date", "2026-11-23", "today"), ("date", "2026-11-22", "yesterday"), ("date", "2026-11-24", "tomorrow"),
            ("date", "2026-11-20", "3 days ago"), ("date", "2026-11-25", "in 2 days"), ("date", "soon", "soon"),
            ("date-time", "2026-11-23T12:00:30Z", "now"), ("date-time", "2026-11-23T11:59:01Z", "now"),
            ("date", "2025-11-23", "1 year ago"), ("date", "9999-12-31", "in 7973 years"),
            ("date-time", "2026-11-23T13:45:00+02:00", "15 min ago"),
            ("date-time", "2026-11-23T14:00:00Z", "in 2 h"), ("date-time", "2026-10-01T00:00:00Z", "1 month ago"),
            ("date-time", "2020-10-01T00:00:00Z", "6 years ago"),
        ])
    func distances(format: String, text: String, expected: String) throws {
        let noon = Timestamp(seconds: CivilDay.number(year: 2026, month: 11, day: 23) * 86_400 + 43_200)
        #expect(try field("{type: string, format: \(format)}").display(.string(text), from: noon) == expected)
    }

    @Test(
        "Text becomes a value and back",
        arguments: [
            ("{type: integer}", "7", JSONValue.number(JSONNumber(7))), ("{type: number}", "1.10", 1.10),
            ("{type: boolean}", "yes", true), ("{enum: [1, 2]}", "2", 2), ("{type: string}", " a ", " a "),
            ("{type: array}", "[1]", .array([1])), ("{type: string, nullable: true}", "", .null),
            ("{type: string}", "", nil),
            ("{type: integer}", "x", nil), ("{type: string, format: email}", " a@b.c ", "a@b.c"),
        ])
    func values(schema: String, text: String, expected: JSONValue?) throws {
        let field = try field(schema)
        let value = field.value(from: text)
        #expect(value.map { got in expected.map(got.isEquivalent(to:)) ?? false } ?? (expected == nil))
        if let value { #expect(field.value(from: field.text(for: value)) == value) }
    }

    @Test(
        "Values are shown in a readable form",
        arguments: [
            ("{type: string, format: date}", "\"2026-06-03\"", "3 Jun 2026"),
            ("{type: string, format: date-time}", "\"2026-06-30T16:20:00.1+02:00\"", "30 Jun 2026 16:20 +02:00"),
            ("{type: string, format: date}", "\"soon\"", "soon"),
            ("{type: integer, format: unix-time}", "1768100404", "11 Jan 2026 03:00 UTC"),
            ("{type: integer, format: timestamp}", "1768100404000", "11 Jan 2026 03:00 UTC"),
            ("{type: integer, format: unix-time}", "1e40", "1e40"), ("{type: integer}", "1768100404", "1768100404"),
            ("{type: number, multipleOf: 0.01}", "-12345.5", "-12,345.50"),
            ("{type: number, multipleOf: 0.01}", "1e3", "1e3"), ("{type: number}", "1.10", "1.10"),
            ("{type: boolean}", "false", "no"), ("{enum: [in_progress, EUR]}", "\"in_progress\"", "In progress"),
            ("{enum: [in_progress, EUR]}", "\"EUR\"", "EUR"), ("{enum: [A_B]}", "\"A_B\"", "A b"),
            ("{enum: [IN_WORK, DONE]}", "\"DONE\"", "Done"), ("{enum: [in_work, DONE]}", "\"DONE\"", "Done"),
            ("{enum: [InWork, DONE, EUR]}", "\"DONE\"", "Done"), ("{enum: [InWork, EUR]}", "\"EUR\"", "EUR"),
            ("{enum: [open, DONE]}", "\"DONE\"", "DONE"),
            // Codes of languages and countries stay as they are.
            ("{enum: [el, other]}", "\"el\"", "el"), ("{enum: [pt-BR, other]}", "\"pt-BR\"", "pt-BR"),
            ("{enum: [zh_Hans, other]}", "\"zh_Hans\"", "zh_Hans"),
            ("{enum: [no_show, other]}", "\"no_show\"", "No show"), ("{enum: [open, other]}", "\"open\"", "Open"),
            ("{}", "null", "-"), ("{type: string}", "null", "-"),
            ("{type: array}", "[\"a\", 1]", "a, 1"), ("{type: array}", "[{\"x\": []}, {\"x\": []}]", "2 entries"),
            ("{type: array}", "[{\"name\": \"n\"}]", "n"), ("{type: object}", "{\"name\": \"n\", \"x\": 1}", "n"),
            ("{type: object}", "{\"lat\": 1, \"lonGeo\": 2}", "Lat: 1, Lon geo: 2"), ("{type: array}", "[]", "none"),
            ("{type: string, format: password}", "\"hunter2\"", "********"),
            ("{type: string, format: password}", "7", "********"), ("{type: string}", "\"\"", "\"\""),
            ("{type: string}", "\" \"", "\" \""), ("{type: string}", "\"PT1H30M\"", "1 h 30 min"),
            ("{type: string}", "\"P1D\"", "P1D"), ("{type: string, format: duration}", "\"P1DT0S\"", "1 d"),
            ("{type: string, format: duration}", "\"PT0S\"", "0 s"),
            ("{type: string, format: duration}", "\"PT1S1H\"", "PT1S1H"),
            ("{type: string}", "\"data:image/png;base64,iVBORw0KGgo=\"", "PNG image, 8 bytes"),
            ("{type: string}", "\"data:text/csv,a%2Cb\"", "text/csv, 5 bytes"),
            (
                "{type: string, format: byte}", "\"\(String(repeating: "QUJD", count: 400))\"",
                "Binary data, 1,200 bytes"
            ),
            ("{type: string}", "\"\(String(repeating: "QUJD", count: 400))\"", String(repeating: "QUJD", count: 400)),
            ("{type: array}", "[{\"id\": 7, \"x\": []}]", "7"), ("{type: object}", "{}", "no members"),
        ])
    func display(schema: String, value: String, expected: String) throws {
        #expect(try field(schema).display(JSONValue(parsing: value)) == expected)
    }

    @Test("Forms omit read-only members and expand objects; a member is required only if its object is")
    func forms() throws {
        let all = try fields(
            """
            {required: [a, b], properties: {id: {type: string, readOnly: true}, a: {type: object, required: [fromAccount],
             properties: {fromAccount: {type: string}}}, c: {type: object, required: [d], properties: {d: {type: string}}},
             b: {type: string, title: Given}}}
            """)
        #expect(all.map(\.id) == ["/a/fromAccount", "/c/d", "/b"])
        #expect(all.map(\.title) == ["A: From account", "C: D", "Given"])
        #expect(all.map(\.isRequired) == [true, false, true])
    }

    @Test("A name is edited on one line, whatever its maximum; other long text on several") func nameLength() throws {
        let all = try fields(
            """
            {properties: {title: {type: string, maxLength: 255}, first_name: {type: string, maxLength: 300},
             text: {type: string, maxLength: 255}, subject: {type: string, maxLength: 5000}}}
            """)
        #expect(all.map(\.kind) == [.text, .text, .multiline, .multiline])
    }

    @Test("A schema that contains itself ends in fields of JSON") func recursion() throws {
        let list = try catalog(
            "  /a: {post: {\(body("{$ref: '#/components/schemas/N'}"))}}",
            rest:
                "components: {schemas: {N: {type: object, properties: {v: {type: string}, n: {$ref: '#/components/schemas/N'}}}}}"
        )
        let fields = try #require(list.screens.first?.create?.fields)
        #expect(fields.last?.kind == .json)
        #expect(fields.count < 20)
    }

    @Test(
        "A field is named by its title, or by its name in words",
        arguments: [
            ("fromAccount: {type: string}", "From account"), ("user_id: {type: string}", "User id"),
            ("HTTPStatus: {type: string}", "HTTP status"), ("line2: {type: string}", "Line2"),
            ("From account: {type: string}", "From account"), ("kebab-case-name: {type: string}", "Kebab case name"),
            ("ID: {type: string}", "Id"), ("iban: {type: string, title: IBAN}", "IBAN"),
            // A title that is a name for programs is none.
            ("business_profile: {type: string, title: business_profile_specs}", "Business profile"),
            ("owner: {type: string, title: ownerParams}", "Owner"),
            ("place: {type: object, title: a_place, properties: {town: {type: string}}}", "Place: Town"),
            // The title of an only choice names the field, but not where it is a constant's name.
            ("orderState: {oneOf: [{title: IN_PROGRESS, enum: [a, b]}]}", "Order state"),
            ("place: {oneOf: [{title: Where, type: string}]}", "Where"),
        ])
    func titles(member: String, title: String) throws {
        #expect(try fields("{properties: {\(member)}}").first?.title == title)
    }

    @Test(
        "An amount is shown with its currency code",
        arguments: [
            ("{\"price\": 5, \"currency\": \"eur\"}", "5.00 EUR"),
            ("{\"price\": 5, \"priceCurrency\": \"USD\"}", "5.00 USD"),
            ("{\"price\": 5, \"currency\": \"euros\"}", "5.00"), ("{\"price\": 5, \"currency\": 978}", "5.00"),
        ])
    func currency(json: String, expected: String) throws {
        let value = try JSONValue(parsing: json)
        let price = try #require(try fields("{properties: {price: {type: number}}}").first)
        #expect(price.display(value["price"], beside: value.objectValue) == expected)
    }

    @Test(
        "An object of an amount and a currency is money, declared or not; similar objects are not",
        arguments: [
            ("{\"amount\": \"12.5\", \"currency\": \"EUR\"}", "12.50 EUR"),
            ("{\"currencyCode\": \"JPY\", \"value\": 1200}", "1,200 JPY"),
            ("{\"amount\": null, \"currency\": \"EUR\"}", "2 members"),
            ("{\"amount\": 1, \"currency\": \"euro\"}", "1 euro"),
            ("{\"amount\": \"x\", \"currency\": \"EUR\"}", "Amount: x, Currency: EUR"),
            ("{\"seats\": 3, \"airport\": \"LHR\"}", "Seats: 3, Airport: LHR"),
            ("{\"value\": 3, \"code\": \"LHR\", \"x\": true}", "LHR"),
        ])
    func money(json: String, expected: String) throws {
        #expect(try field("{type: object}").display(JSONValue(parsing: json)) == expected)
    }

    @Test(
        "Numbers with names are shown with them, in tables and in choices",
        arguments: [
            (
                "{type: integer, oneOf: [{const: 1, title: GUILD_TEXT}, {const: 2, title: DM}]}", "Guild text (1)",
                "DM (2)"
            ),
            ("{enum: [1, 2, 3], x-enum-varnames: [InProgress, TIER_2, '3']}", "In progress (1)", "Tier 2 (2)"),
            ("{anyOf: [{enum: [1, 2], x-enumNames: [Not yet, Done]}, {type: 'null'}]}", "Not yet (1)", "Done (2)"),
            ("{enum: [1, 2], x-enum-varnames: [OnlyOne]}", "1", "2"),
            ("{enum: [1, 2, 3], allOf: [{oneOf: [{const: 1, title: One}]}]}", "One (1)", "2"),
        ])
    func choiceNames(schema: String, first: String, second: String) throws {
        let field = try field(schema)
        #expect([1, 2].map { field.display(.number(JSONNumber($0))) } == [first, second])
        guard case .choice(let values) = field.kind, values.count > 1 else { return }
        #expect([field.optionTitle(0), field.optionTitle(1)] == [first, second])
    }

    @Test("Members of only some variants of an object are marked as such, at any depth") func someForms() throws {
        let screen = try #require(
            try catalog(
                """
                  /a: {get: {\(answer("""
                {type: object, properties: {id: {}, own: {}}, oneOf: [
                  {type: object, properties: {own: {}, both: {}, card: {}}},
                  {type: object, properties: {both: {}, bank: {type: object, properties: {no: {}}}}}],
                 required: [id]}
                """.split(separator: "\n").joined()))}}
                """
            ).screens.first)
        #expect(screen.fields.filter(\.isOfSomeForms).map(\.id) == ["/card", "/bank/no"])
        #expect(Set(screen.fields.map(\.id)) == ["/id", "/own", "/both", "/card", "/bank/no"])
    }
}
