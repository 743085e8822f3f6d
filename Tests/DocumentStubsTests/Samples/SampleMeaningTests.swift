import APIDocument
import APIModel
import HTTPTypes
import SourceTexts
import TestSupport
import Testing
import WireFormats

@testable import DocumentStubs

@Suite("Plausible samples") struct SampleMeaningTests {
    @Test("Addresses have domains reserved for examples; telephone numbers are fictional")
    func reservedAddresses() throws {
        let generator = try generator()
        for email in try generator.values("email", "{type: string, format: email}", entity: "user") {
            #expect(try #require(email.stringValue).contains(/@example\.(com|org|net)$/))
        }
        for url in try generator.values("avatarUrl", "{type: string, format: uri}", entity: "user") {
            #expect(try #require(url.stringValue).hasPrefix("https://example.com/images/"))
        }
        for phone in try generator.values("phone", "{type: string}", entity: "user") {
            #expect(try #require(phone.stringValue).contains(/^\+1-\d{3}-555-01\d\d$/))
        }
    }

    @Test("Dates keep the order of their names and lie within a year") func datesInOrder() throws {
        let pairs = [
            ("createdAt", "updatedAt"), ("start_date", "end_date"), ("departure", "arrival"),
            ("validFrom", "validUntil"), ("orderedAt", "deliveredAt"), ("checkIn", "checkOut"),
            ("opened_at", "closed_at"), ("publishedAt", "expires_at"),
        ]
        for (early, late) in pairs {
            for format in ["date", "date-time"] {
                let schema =
                    "{type: object, properties: {\(early): {type: string, format: \(format)}, \(late): {type: string, format: \(format)}}}"
                for row in try generator().rows(0..<200, of: yaml(schema), seed: "/test", entity: "order").map(\.value)
                {
                    let first = try #require(row[early]?.stringValue)
                    let second = try #require(row[late]?.stringValue)
                    #expect(
                        first <= second && first > "2025-01-15" && second < "2027-01-15", "\(early) \(first) \(second)")
                }
            }
        }
    }

    @Test("A pet, a product and a company have names of their kind, not a person's") func namesByKind() throws {
        let generator = try generator()
        for entity in ["pet", "product", "company", "event", "channel", "Ticket", "tag"] {
            let names = try generator.values("name", "{type: string}", entity: entity).compactMap(\.stringValue)
            #expect(Set(names).count == 25)
            #expect(names.allSatisfy { !$0.isEmpty && $0 != "string" })
        }
        let schema = try yaml(
            "{type: object, properties: {name: {type: string}, owner: {type: object, properties: {name: {type: string}}}}}"
        )
        let value = try generator.sample(for: schema, seed: "/pets", entity: "pet").value
        #expect(try #require(value["owner"]?["name"]?.stringValue).contains(" "))
        #expect(try #require(value["name"]?.stringValue).contains(" ") == false)
    }

    @Test("Numbers are not 0 where that is implausible, and Booleans vary") func numbersByName() throws {
        let generator = try generator()
        for name in ["price", "count", "age", "quantity", "total", "foo", "rating", "year", "percent"] {
            for type in ["integer", "number"] {
                let values = try generator.values(name, "{type: \(type)}")
                #expect(values.allSatisfy { $0.numberValue?.isEqual(to: JSONNumber(0)) == false }, "\(name)")
            }
        }
        #expect(try Set(generator.values("sent", "{type: boolean}")).count == 2)
        let prices = try generator.values("price", "{type: number}").compactMap { $0.numberValue?.text }
        #expect(prices.allSatisfy { $0.contains(/^\d+\.\d\d$/) }, "\(prices)")
    }

    @Test("Currencies and similar things have real names with the matching codes and symbols")
    func usualNames() throws {
        let generator = try generator()
        let schema = try yaml(
            """
            {title: Currency, type: object, required: [name, code, symbol],
             properties: {name: {type: string}, code: {type: string}, symbol: {type: string}}}
            """)
        let rows = try generator.rows(0..<10, of: schema, seed: "/currencies").map(\.value)
        let signs = ["Euro": ("EUR", "€"), "Yen": ("JPY", "¥"), "Swiss Franc": ("CHF", "Fr")]
        #expect(Set(rows.map { $0["name"] }).count == 10)
        for row in rows {
            guard let (code, symbol) = signs[row["name"]?.stringValue ?? ""] else { continue }
            #expect(row["code"] == .string(code) && row["symbol"] == .string(symbol), "\(row)")
        }
        #expect(rows.contains { signs[$0["name"]?.stringValue ?? ""] != nil }, "\(rows)")
        func codes(_ form: String) throws -> Set<JSONValue?> {
            let schema = try yaml("{properties: {country: {type: string, \(form)}}}")
            return Set(try generator.rows(0..<60, of: schema, seed: "/a").map { $0.value["country"] })
        }
        #expect(try codes("pattern: '^[A-Z]{2}$'") == codes("maxLength: 2") && codes("maxLength: 2").contains("PT"))
        let country = try yaml(
            "{title: Country, type: object, required: [name, iso_code], properties: {name: {type: string}, iso_code: {type: string}}}"
        )
        let countries = try generator.rows(0..<25, of: country, seed: "/countries").map(\.value)
        #expect(countries.first { $0["name"] == "Portugal" }?["iso_code"] == "PT", "\(countries)")
        let role = try yaml("{title: Role, type: object, required: [name], properties: {name: {type: string}}}")
        let roles = try generator.rows(0..<12, of: role, seed: "/roles").compactMap { $0.value["name"]?.stringValue }
        #expect(roles.contains("Admin") && Set(roles).count == 12, "\(roles)")
    }

    @Test("A category's parent and children are categories, not people") func kin() throws {
        let generator = try generator(
            schemas: """
                Category: {type: object, required: [name], properties: {name: {type: string}, \
                parent: {$ref: '#/components/schemas/Category'}, \
                children: {type: array, items: {$ref: '#/components/schemas/Category'}}}}
                """)
        let category = try yaml("{$ref: '#/components/schemas/Category'}")
        let rows = try generator.rows(0..<80, of: category, seed: "/categories").map(\.value)
        let labels = Set(rows.compactMap { $0["name"]?.stringValue?.split(separator: " ").first })
        let kin = rows.flatMap { [$0["parent"]] + ($0["children"]?.arrayValue ?? []) }
        let names = kin.compactMap { $0?["name"]?.stringValue }
        #expect(names.count > 100)
        #expect(names.allSatisfy { labels.contains($0.split(separator: " ")[0]) }, "\(names)")
    }

    @Test("A document's examples are used first, but not the placeholders of tools") func examples() throws {
        let generator = try generator()
        let colors = try generator.values("paint", "{type: string, examples: [sky, string, sun]}", count: 4)
        #expect(colors == ["sky", "sun", "sky", "sun"])
        #expect(try generator.values("name", "{type: string, example: Rex}", entity: "pet")[0] == "Rex")
        #expect(try Set(generator.values("name", "{type: string, example: Rex}", entity: "pet")).count == 25)
        // Currencies fit, and there are too few.
        #expect(
            try Set(generator.values("key", "{type: string, pattern: '^[A-Z]{2,5}$'}", entity: "project")).count == 25)
        #expect(try generator.values("title", "{type: string, example: string}")[0] != "string")
        #expect(try generator.values("id", "{type: string, format: uuid, example: no-uuid}")[0] != "no-uuid")
    }

    @Test("Requests have no readOnly members, responses no writeOnly ones") func directions() throws {
        let schema = try yaml(
            "{type: object, required: [id, password], properties: {id: {type: integer, readOnly: true}, password: {type: string, writeOnly: true}}}"
        )
        let request = try generator().sample(for: schema, seed: "/test", direction: .request)
        let response = try generator().sample(for: schema, seed: "/test")
        #expect(request.value.objectValue?.keys == ["password"] && request.violations.isEmpty)
        #expect(response.value.objectValue?.keys == ["id"] && response.violations.isEmpty)
    }

    @Test("The discriminator has the name of the chosen variant") func discriminators() throws {
        let schemas = """
            Animal: {oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}], \
            discriminator: {propertyName: kind, mapping: {cat: '#/components/schemas/Cat', dog: Dog}}}
            Cat: {type: object, required: [kind, lives], properties: {kind: {type: string}, lives: {type: integer}}}
            Dog: {type: object, required: [kind, tricks], properties: {kind: {type: string}, tricks: {type: integer}}}
            Base: {type: object, required: [type], properties: {type: {type: string}}, \
            discriminator: {propertyName: type, mapping: {b: '#/components/schemas/B'}}}
            B: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, required: [extra], properties: {extra: {const: 1}}}]}
            """
        let generator = try generator(schemas: schemas)
        let rows = try generator.rows(0..<4, of: yaml("{$ref: '#/components/schemas/Animal'}"), seed: "/test").map(
            \.value)
        for row in rows { #expect((row["kind"] == "cat") == (row["lives"] != nil)) }
        #expect(Set(rows.map { $0["kind"] }).count == 2)
        let base = try generator.sample(for: yaml("{$ref: '#/components/schemas/Base'}"), seed: "/test").value
        #expect(base["type"] == "b" && base["extra"] == 1)
        let kind = try generator.sample(for: yaml("{$ref: '#/components/schemas/B'}"), seed: "/test").value
        #expect(kind["type"] == "b" && kind["extra"] == 1)
    }
}

/// Numbers of one object that agree.
@Suite struct SampleNumberTests {
    @Test("All amounts of one object are in one currency, in every row") func currency() throws {
        let money =
            "{type: object, properties: {amount: {type: string}, currency: {type: string, enum: [CHF, USD, EUR]}}}"
        let schema = """
            {type: object, properties: {currency: {type: string, example: USD}, tax: \(money), total: \(money),
            lines: {type: array, minItems: 2, items: {type: object, properties: {price: \(money)}}}}}
            """
        for row in 0..<10 {
            let order = try generator().value(schema, entity: "order", row: row)
            let lines = try #require(order["lines"]?.arrayValue).map { $0["price"] }
            #expect(Set(([order, order["tax"], order["total"]] + lines).map { $0?["currency"] }) == ["USD"])
        }
    }

    @Test("A minimum is not above its maximum, and values that the schema fixes are not changed") func bounds() throws {
        for row in 0..<20 {
            let job = try generator().value(
                "{type: object, properties: {salaryMin: {type: integer}, salaryMax: {type: integer}}}", row: row)
            #expect(try #require(job["salaryMin"]?.intValue) <= #require(job["salaryMax"]?.intValue))
            let fixed = try generator().value(
                "{type: object, properties: {min: {const: 9}, max: {type: integer, maximum: 3}}}", row: row)
            #expect(fixed["min"] == 9)
        }
    }

    @Test("A timestamp that is a number is within a year of the samples' date", arguments: ["created", "created_at"])
    func instants(name: String) throws {
        let values = try generator().values(name, "{type: integer}").compactMap(\.intValue)
        #expect(values.count == 25 && values.allSatisfy { abs($0 - 1_768_478_400) < 366 * 86_400 })
        let told = try generator().values("last", "{type: integer, description: 'Unix timestamp in milliseconds'}")
        #expect(told.allSatisfy { ($0.intValue ?? 0) > 1_700_000_000_000 })
    }
}

/// Samples of schemas of which something cannot be made.
@Suite struct PrunedSampleTests {
    @Test("An optional member that cannot be generated is left out, and no other member is") func pruned() throws {
        let api = try DemoAPI(
            [
                "/rows: {get: {responses: {'200': {content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Row'}}}}}}}}"
            ],
            schemas: [
                "Row: {type: object, required: [id], properties: {id: {type: integer}, name: {type: string}, hard: {not: {type: [string, number, boolean, object, array, 'null']}}, inner: {type: object, required: [note], properties: {note: {type: string}, hard: {type: integer, not: {}}}}}}"
            ])
        let rows = try api.send(.get, "/rows").arrayValue ?? []
        #expect(rows.count > 3)
        for row in rows {
            #expect(row["name"] != nil && row["hard"] == nil, "\(row)")
            #expect(row["inner"]?["note"] != nil && row["inner"]?["hard"] == nil)
        }
    }
}

@Suite("Samples for published documents", .enabled(if: !SharedCases.documents.isEmpty))
struct SharedDocumentSamplesTests {
    @Test("Every successful body is valid against its schema", arguments: SharedCases.documents)
    func bodiesAreValid(name: String) throws {
        let document = try APIDocument(SourceText(file: SharedCases.document(name)))
        let generator = SampleGenerator(document: document)
        for operation in document.operations {
            guard let schema = operation.success?.json?.schema else { continue }
            let sample = try generator.sample(for: schema, seed: operation.path.text)
            #expect(sample.violations.isEmpty, "\(operation.id)")
        }
    }

    @Test(
        "Rows differ in id, name and e-mail",
        arguments: ["petstore-3.0.4.yaml", "museum.yaml", "readme-3.1-train-travel.json"])
    func rowsDiffer(name: String) throws {
        let document = try APIDocument(SourceText(file: SharedCases.document(name)))
        let generator = SampleGenerator(document: document)
        for operation in document.operations {
            guard let schema = operation.success?.json?.schema, let pointer = document.list(of: operation)?.rows else {
                continue
            }
            let listing = SampleListing(at: pointer, rows: 0..<25, total: 60)
            let body = try generator.sample(for: schema, seed: operation.path.text, listing: listing).value
            let rows = try #require(body[pointer]?.arrayValue)
            #expect(rows.count == 25)
            for member in ["id", "name", "email", "eventId"] {
                let values = rows.compactMap { $0[member] }
                #expect(Set(values).count == values.count, "\(operation.id) \(member)")
            }
        }
    }
}

@Suite("Numbers and times that agree") struct SampleSumTests {
    private func rows(_ members: String, entity: String = "order") throws -> [JSONValue] {
        let schema = try yaml("{type: object, properties: {\(members)}}")
        return try generator().rows(0..<25, of: schema, seed: "/test", entity: entity).map(\.value)
    }

    private func numbers(_ row: JSONValue, _ names: String...) throws -> [Double] {
        try names.map { try #require(row[$0]?.numberValue?.double) }
    }

    @Test("The parts of a total add up; what is paid and due follows from the status") func totals() throws {
        let names = ["subtotal", "discount", "tax", "shipping", "total", "amount_paid", "amount_due"]
        for type in ["number", "integer"] {
            let members = names.map { "\($0): {type: \(type)}" }.joined(separator: ", ")
            for row in try rows("status: {type: string, enum: [open, paid]}, \(members)") {
                let parts = try numbers(row, "subtotal", "discount", "tax", "shipping")
                let total = try numbers(row, "total")[0]
                #expect(abs(parts[0] - parts[1] + parts[2] + parts[3] - total) < 0.001, "\(row.text())")
                let (paid, due) = (try numbers(row, "amount_paid")[0], try numbers(row, "amount_due")[0])
                #expect(row["status"] == "paid" ? paid == total && due == 0 : paid == 0 && due == total)
            }
        }
    }

    @Test("The lines of a list add up to its total, each with its quantity and price") func lines() throws {
        let line = "quantity: {type: integer}, unit_price: {type: number}, amount: {type: number}"
        let list = "lines: {type: array, items: {type: object, properties: {\(line)}}}"
        let orders =
            try rows("total: {type: number}, \(list)") + rows("total: {type: integer}, \(list)")
            + rows("total: {type: number}, tax: {type: number}, subtotal: {type: number}, \(list)")
        for row in orders {
            let lines = try #require(row["lines"]?.arrayValue)
            let sum = try lines.reduce(0) { sum, line in
                let numbers = try numbers(line, "quantity", "unit_price", "amount")
                #expect(abs(numbers[0] * numbers[1] - numbers[2]) < 0.001, "\(line.text())")
                return sum + numbers[2]
            }
            let whole = try numbers(row, row["subtotal"] == nil ? "total" : "subtotal")[0]
            #expect(!lines.isEmpty && abs(sum - whole) < 0.001, "\(row.text())")
        }
    }

    @Test("Amounts beside their currency add up, too") func money() throws {
        let money = "{type: object, properties: {amount: {type: number}, currency: {type: string}}}"
        let line = "{type: object, properties: {quantity: {type: integer}, unitPrice: \(money)}}"
        for row in try rows("total: \(money), lines: {type: array, items: \(line)}", entity: "invoice") {
            let sum = try #require(row["lines"]?.arrayValue).reduce(0) { sum, line in
                sum + (line["quantity"]?.numberValue?.double ?? 0)
                    * (line["unitPrice"]?["amount"]?.numberValue?.double ?? 0)
            }
            let total = try #require(row["total"]?["amount"]?.numberValue?.double)
            #expect(abs(sum - total) < 0.001, "\(row.text())")
        }
    }

    @Test("Use is within its limit; given numbers and those of an example stay") func limits() throws {
        let members = "used: {type: integer}, limit: {type: integer, example: 50}, remaining: {type: integer}"
        for row in try rows(members, entity: "plan") {
            let numbers = try numbers(row, "used", "limit", "remaining")
            #expect(numbers[0] <= numbers[1] && numbers[1] - numbers[0] == numbers[2], "\(row.text())")
        }
        let schema = try yaml(
            "{type: object, properties: {quantity: {type: integer}, price: {type: integer}, amount: {type: integer}}}")
        let row = try generator().sample(for: schema, seed: "/test", row: 0, pinning: ["amount": 7]).value
        #expect(row["amount"] == 7)
    }

    @Test("An age is that of the birth date; a period has the present in it; a run takes minutes") func times() throws {
        for row in try rows("birth_date: {type: string, format: date}, age: {type: integer}", entity: "patient") {
            let year = try #require(row["birth_date"]?.stringValue.flatMap { Int($0.prefix(4)) })
            #expect(try [2026 - year, 2025 - year].contains(#require(row["age"]?.intValue)))
        }
        let day = "{type: string, format: date}"
        for row in try rows("period_start: \(day), period_end: \(day), hire_date: \(day)") {
            let (start, end) = (
                try #require(row["period_start"]?.stringValue), try #require(row["period_end"]?.stringValue)
            )
            #expect(start <= "2026-01-15" && end >= "2026-01-15" && start < end, "\(row.text())")
            #expect(try #require(row["hire_date"]?.stringValue) < "2025-01-15")
        }
        for row in try rows("started: {type: integer}, finished: {type: integer}", entity: "pipeline") {
            let numbers = try numbers(row, "started", "finished")
            #expect((1..<1000).contains(numbers[1] - numbers[0]))
        }
    }

    @Test("A place has its coordinates, an open contract no end; a number up to which a price counts is no time")
    func meanings() throws {
        let members = """
            city: {type: string}, coordinates: {type: array, minItems: 2, maxItems: 2, items: {type: number}}, \
            status: {type: string, enum: [active, closed]}, terminated_at: {type: string, format: date-time}, \
            up_to: {type: integer}, assigned_to: {type: integer}
            """
        let rows = try rows(members, entity: "contract")
        for row in rows {
            let coordinates = try #require(row["coordinates"]?.arrayValue).compactMap { $0.numberValue?.double }
            if row["city"] == "Osaka" { #expect(abs(coordinates[0] - 135.5) < 0.2 && abs(coordinates[1] - 34.7) < 0.2) }
            #expect(row["status"] == "closed" || row["terminated_at"] == nil)
            #expect(try numbers(row, "up_to", "assigned_to").allSatisfy { $0 < 100_000 })
        }
        #expect(rows.contains { $0["city"] == "Osaka" } && rows.contains { $0["terminated_at"] != nil })
    }

    @Test("A manager is an employee; an author with an id and a name is a user, and a parent is another row")
    func persons() throws {
        let api = try DemoAPI(
            """
            GET /employees -> [Employee]
            GET /candidates -> [Candidate]
            GET /issues -> [Issue]
            Candidate = {id!: integer, name!: string}
            Employee = {id!: integer, first_name!: string, last_name!: string, manager_id!: integer, manager_name!: string}
            Stub = {id!: integer, name!: string}
            Parent = {id!: integer, subject!: string}
            Issue = {id!: integer, subject!: string, author!: Stub, parent!: Parent}
            """)
        let employees = try #require(try api.send(.get, "/employees").arrayValue)
        func name(_ id: JSONValue?) -> JSONValue? {
            let row = employees.first { $0["id"] == id }
            let parts = [row?["first_name"], row?["last_name"]].compactMap { $0?.stringValue }
            return .string(parts.joined(separator: " "))
        }
        #expect(employees.allSatisfy { $0["manager_name"] == name($0["manager_id"]) && $0["manager_id"] != $0["id"] })
        let issues = try #require(try api.send(.get, "/issues").arrayValue)
        #expect(issues.allSatisfy { $0["author"]?["name"] == name($0["author"]?["id"]) })
        for issue in issues {
            let parent = issues.first { $0["id"] == issue["parent"]?["id"] }
            #expect(parent != issue && parent?["subject"] == issue["parent"]?["subject"], "\(issue.text())")
        }
    }
}
