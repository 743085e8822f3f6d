import Testing
import WireFormats

@testable import AppCore

@Suite struct ValueDisplayTests {
    private func column(_ name: String, _ schema: String) throws -> Column {
        try #require(try screen(answering: "{type: array, items: {properties: {\(name): \(schema)}}}").columns.first)
    }

    @Test(
        "A number is shown with the unit from its name",
        arguments: [
            ("discountPercent", "number", "12.5", "12.5 %"), ("ratePercent", "number", "74.10", "74.1 %"),
            ("percentage", "integer", "-3", "-3 %"),
            ("progress", "number, maximum: 1", "0.385", "38.5 %"), ("progress", "number, maximum: 1", "1", "100 %"),
            ("share", "number, maximum: 1", "0.07", "7 %"), ("rate", "number", "0.07", "0.07"),
            ("sizeBytes", "integer", "812", "812 B"), ("file_size", "integer", "4812345", "4.8 MB"),
            ("bytes", "integer", "999950", "1 MB"), ("bytes", "integer", "-1", "-1"),
            ("duration_ms", "integer", "205000", "3 min 25 s"), ("latencyMs", "number", "2340", "2.3 s"),
            ("wind_speed_ms", "number", "5.5", "5.5"),
            ("amountMinor", "integer", "18355", "183.55"), ("versionMinor", "integer", "3", "3"),
            ("timeoutSeconds", "integer", "90", "1 min 30 s"), ("prepMinutes", "integer", "120", "2 h"),
            ("seconds", "integer", "90", "90"), ("requestsPerSecond", "integer", "90", "90"),
            ("accent_color", "integer", "5793266", "#5865F2"), ("colour", "integer", "255", "#0000FF"),
            ("color", "integer", "16777216", "16777216"), ("color", "integer, maximum: 11", "3", "3"),
            ("priceCents", "integer", "1234567", "12,345.67"), ("cents", "integer", "-5", "-0.05"),
            ("sizeBytes", "number", "1e3", "1e3"), ("size", "integer, description: Bytes", "3473397", "3.5 MB"),
            ("size", "integer", "3473397", "3473397"),
            ("budget", "integer, description: Minor units", "85915", "859.15"),
            ("asOf", "integer, description: Epoch seconds", "1768108549", "11 Jan 2026 05:15 UTC"),
            // Hundredths are shown with the currency beside them.
            ("feeCents", "integer}, currency: {type: string", "250, \"currency\": \"EUR\"", "2.50 EUR"),
        ])
    func units(name: String, type: String, value: String, shown: String) throws {
        let column = try column(name, "{type: \(type)}")
        let row = try JSONValue(parsing: #"{"\#(name)": \#(value)}"#)
        #expect(column.text(of: row) == shown)
    }

    @Test("Hundredths in an object with their currency are shown and summed with it") func currency() throws {
        let fee = "{properties: {amount: {type: integer, description: In cents.}, currency: {type: string}}}"
        let total = try column("total", fee)
        let row: JSONValue = ["total": ["amount": 555, "currency": "USD"]]
        let cents = try column("amountCents", "{type: integer}, currency: {type: string}")
        #expect(
            cents.sum(of: [["amountCents": 250, "currency": "EUR"], ["amountCents": 5, "currency": "EUR"]])
                == "2.55 EUR")
        #expect(total.text(of: row) == "5.55 USD" && total.sum(of: [row, row]) == "11.10 USD")
        // Yen have no decimals, dinars three.
        #expect(cents.text(of: ["amountCents": 1250, "currency": "JPY"]) == "1,250 JPY")
        #expect(cents.text(of: ["amountCents": 1250, "currency": "KWD"]) == "1.250 KWD")
        let yen: JSONValue = ["total": ["amount": 555, "currency": "JPY"]]
        #expect(total.text(of: yen) == "555 JPY" && total.sum(of: [yen, yen]) == "1,110 JPY")
    }

    @Test("Members without a schema have the units of their names") func undeclared() throws {
        let value: JSONValue = ["diskBytes": 1500, "uptimePercent": 99.5, "elapsedMs": 61_000, "priceCents": 1999]
        let object = try #require(value.objectValue)
        let texts = object.members.map { Field($0).display($0.value, beside: object) }
        #expect(texts == ["1.5 kB", "99.5 %", "1 min 1 s", "19.99"])
        #expect(Field(object.members[0]).title == "Disk")
    }

    @Test(
        "States have tones by their words, other choices by their position",
        arguments: [
            ("status", "{type: string}", "ACTIVE", Tone.well),
            ("orderStatus", "{type: string}", "in_progress", .waiting),
            ("status", "{type: string}", "past-due", .bad), ("status", "{type: string}", "Frozen", .waiting),
            ("status", "{type: string}", "expired", .quiet), ("status", "{type: string}", "archived", .quiet),
            ("status", "{type: string}", "purple", .plain), ("note", "{type: string}", "active", .plain),
            ("phase", "{enum: [queued, failed]}", "failed", .bad),
            ("status", "{enum: [queued, lent]}", "lent", .category(1)),
            ("color", "{enum: [red, blue]}", "blue", .category(1)), ("color", "{enum: [red, blue]}", "green", .plain),
        ])
    func tones(name: String, schema: String, value: String, tone: Tone) throws {
        let row = try JSONValue(parsing: #"{"\#(name)": "\#(value)"}"#)
        #expect(try column(name, schema).tone(of: row) == tone)
    }
}

@Suite("A document's texts without Markdown") struct PlainTextTests {
    @Test(
        "Markup is removed from its text; other characters stay",
        arguments: [
            ("An [ISO currency code](https://example.com/iso).", "An ISO currency code."),
            ("**Bold**, `code_with_*` and ``two``", "Bold, code_with_* and two"), ("# Title", "Title"),
            ("`__init__`", "__init__"),
            ("![a cat](cat.png) here", "a cat here"), ("snake_case and 2 * 3", "snake_case and 2 * 3"),
            (#"not \*strong\*"#, "not *strong*"), ("a [list] of (things)", "a [list] of (things)"),
            ("[open", "[open"), ("#1 of all", "#1 of all"), ("#", "#"), ("`", ""), ("[**x**](y)", "x"),
        ])
    func marks(text: String, plain: String) { #expect(PlainText.of(text) == plain) }
}
