import APIDocument
import Foundation
import SourceTexts
import Testing
import WireFormats

@testable import DocumentStubs

@Suite("Vocabulary") struct VocabularyTests {
    private static func file(_ text: String) -> SourceText { SourceText(name: "words.yaml", bytes: Array(text.utf8)) }

    /// The member `name` of the first rows of objects called `object`.
    private func values(
        _ name: String, _ schema: String, of object: String = "item", _ vocabulary: Vocabulary? = nil
    ) throws -> [JSONValue] {
        let document = try document()
        if let vocabulary { document.use(vocabulary) }
        let schema = try yaml("{type: object, required: [\(name)], properties: {\(name): \(schema)}}")
        return try SampleGenerator(document: document).rows(0..<12, of: schema, seed: "/test", entity: object)
            .compactMap { $0.value[name] }
    }

    @Test("The built-in file is read, and its templates refer only to existing words") func builtIn() throws {
        let source = SourceText(name: "v.yaml", bytes: PackageResources.vocabulary_yaml, format: .yaml)
        var vocabulary = Vocabulary()
        try vocabulary.add(source)
        try vocabulary.check(source)
    }

    @Test(
        "A name determines the kind of a string",
        arguments: [
            ("sort_by", "report", "^(name|created_at|price)$"), ("sortOrder", "report", "^(asc|desc)$"),
            ("cron", "job", #"^[0-9*/-]+( [0-9*/,-]+){4}$"#), ("hash", "file", "^[0-9a-f]{32}$"),
            ("commit_sha", "build", "^[0-9a-f]{40}$"), ("sha256", "image", "^[0-9a-f]{64}$"),
            ("isrc", "track", "^DEX02[0-9]{7}$"), ("html_url", "repository", "^https://example.com/"),
            ("customerId", "order", "^customer-[0-9]+$"), ("owner_uuid", "pet", "^[0-9a-f-]{36}$"),
            ("author_id", "post", "^author-[0-9]+$"),
            ("status", "order", "^(paid|shipped|delivered|pending|cancelled)$"), ("city_name", "hotel", "^[A-Z]"),
            ("first_name", "user", "^[A-Z][a-z]+$"), ("iban", "account", "^DE[0-9]{20}$"),
            ("image_24", "user", "^https://example.com/images/"), ("sunrise", "forecast", "^0[67]:[0-9]{2}$"),
            ("unheard_of", "item", "^Unheard of [0-9]+$"),
        ])
    func strings(name: String, object: String, pattern: String) throws {
        for value in try values(name, "{type: string}", of: object) {
            #expect(try #require(value.stringValue).contains(Regex(pattern)), "\(value)")
        }
    }

    @Test(
        "A schema has priority over a name",
        arguments: [
            // A description that speaks of an id makes one, never a name.
            ("owner", "description: ID of the owner", "^owner-[0-9]+$"),
            // `x-faker` chooses the topic, by its own name or by faker's.
            ("foo", "x-faker: internet.email", "^[a-z.]+@example"),
            ("foo", "x-faker: person.firstName", "^[A-Z][a-z]+$"), ("foo", "x-faker: git.commitSha", "^[0-9a-f]{40}$"),
            ("foo", "x-faker: city", "^[A-Z]"), ("foo", "x-faker: location.zipCode", "[0-9]"),
            ("foo", "x-faker: nobody.knows", "^Foo [0-9]+$"),
            // A pattern of a timestamp has one of living memory.
            ("happened", #"pattern: '^\d{4}-\d{2}-\d{2}$'"#, "^202[56]"),
            ("happened", #"pattern: '^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$'"#, "^202[56]"),
            ("happened", #"pattern: '^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$'"#, "^202[56]"),
            ("happened", #"pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$'"#, "^202[56]"),
        ])
    func described(name: String, member: String, pattern: String) throws {
        for value in try values(name, "{type: string, \(member)}") {
            #expect(try #require(value.stringValue).contains(Regex(pattern)), "\(value)")
        }
    }

    @Test(
        "A name determines the range of a number",
        arguments: [
            ("share", "number", 0.0, 1.0), ("hit_ratio", "number", 0, 1), ("confidence", "number", 0, 1),
            ("month", "integer", 1, 12), ("day", "integer", 1, 31), ("year", "integer", 2000, 2030),
            ("expMonth", "integer", 1, 12), ("port", "integer", 8000, 8999), ("latitude", "number", -90, 90),
            ("progress", "number", 0, 100), ("flags", "integer", 1, 64),
        ])
    func numbers(name: String, type: String, least: Double, most: Double) throws {
        for value in try values(name, "{type: \(type), format: \(type == "integer" ? "int32" : "double")}") {
            let number = try #require(value.numberValue?.double)
            #expect((least...most).contains(number), "\(number)")
        }
    }

    @Test("Names of rows are numbered in lists, up to a limit", arguments: [(13, true), (16_000_000, false)])
    func laps(row: Int, isNumbered: Bool) throws {
        let schema = "{type: object, properties: {id: {type: integer}, name: {type: string}}}"
        let name = try #require(try generator().value(schema, entity: "role", row: row)["name"]?.stringValue)
        #expect(name.contains(where: \.isNumber) == isNumbered, "\(name)")
    }

    @Test(
        "The name of a map determines its keys",
        arguments: [
            ("inventory", "integer", ["available", "pending"]), ("member_counts", "integer", ["admin", "editor"]),
            ("name_localizations", "string", ["en", "de"]), ("totals", "integer", ["active", "pending"]),
            ("options", "string", ["REGION", "LOG_LEVEL"]), ("prices", "number", ["standard", "premium"]),
            ("metadata", "string", ["source", "color"]),
        ])
    func keys(name: String, type: String, keys: [String]) throws {
        let maps = try values(name, "{type: object, additionalProperties: {type: \(type)}}")
        #expect(maps.first?.objectValue?.keys == keys)
    }

    @Test("The name of a map determines its values", arguments: ["currencies", "currency_localizations"])
    func mapValues(name: String) throws {
        let maps = try values(name, "{type: object, additionalProperties: {type: string}}")
        for map in try #require(maps.isEmpty ? nil : maps) {
            let texts = try #require(map.objectValue).members.map(\.value.stringValue)
            #expect(texts.count == 2 && texts.allSatisfy { ["EUR", "USD", "GBP"].contains($0) }, "\(texts)")
        }
    }

    @Test("One string for several permissions is a bit field; in a list, each is a word") func permissions() throws {
        for value in try values("permissions", "{type: string}") { #expect(Int(value.stringValue ?? "") != nil) }
        for value in try values("permissions", "{type: array, items: {type: string}}") {
            #expect(value.arrayValue?.allSatisfy { ["read", "write", "manage"].contains($0.stringValue) } == true)
        }
    }

    @Test("A template that contains itself does not cause endless recursion") func ownName() throws {
        let file = Self.file("topics:\n  a: {names: [name], of: [pet], template: 'The {name}'}")
        #expect(try !values("name", "{type: string}", of: "pet", Vocabulary(adding: [file])).isEmpty)
    }

    @Test("An unknown x-faker is a problem of the document, with its line and the known names")
    func unknownFakers() throws {
        let text = """
            paths: {/t: {get: {responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}}}}
            components:
              schemas:
                A:
                  properties:
                    a: {type: string, x-faker: internet.emial}
                    b: {type: string, x-faker: internet.email}
                    c: {type: string, x-faker: nobody.knows}
            """
        let problems = try APIDocument(inline: text).fakerProblems
        #expect(problems.map { $0.position?.line } == [8, 10] && problems.allSatisfy { $0.severity == .warning })
        #expect(problems[0].message.contains("there are internet.") && problems[1].message.contains("begin with"))
    }

    @Test("A user's file adds topics and replaces those with the same name; later files win") func files() throws {
        let first = Self.file(
            """
            topics:
              crater: {names: [crater, landing site], of: [mission], values: [Tycho, Kepler]}
              status.order: {names: [status], of: [order], values: [eaten]}
              mass: {names: [mass], range: [1.50, 2.50]}
            """)
        let second = Self.file(
            "{lists: {ship: {a: [Sea], b: [Horse]}}, topics: {boat: {names: [boat], template: '{ship.a} {ship.b|lower}'}}}"
        )
        let vocabulary = try Vocabulary(adding: [first, second])
        #expect(try Set(values("landing_site", "{type: string}", of: "mission", vocabulary)) == ["Tycho", "Kepler"])
        #expect(try Set(values("status", "{type: string}", of: "order", vocabulary)) == ["eaten"])
        #expect(try Set(values("boat", "{type: string}", of: "x", vocabulary)) == ["Sea horse"])
        for mass in try values("mass", "{type: number}", of: "x", vocabulary) {
            #expect((1.5...2.5).contains(mass.numberValue?.double ?? 0))
        }
    }

    @Test(
        "A faulty file gives an error with the line and a remedy",
        arguments: [
            ("[1]", 1, "topics"), ("words: {}", 1, "topics, lists and sums"),
            ("topics:\n  a: {names: [b]}", 2, "needs values"), ("sums:\n  - x = y\n  - 'x = '", 3, "a sum is"),
            ("terms: {long: [lease]}", 1, "number of days"),
            ("topics:\n  a:\n    names: [b]\n    range: [5, 1]", 4, "smaller one first"),
            ("topics:\n  a:\n    values: {x: y}", 3, "list of words"),
            ("topics:\n  a:\n    template: '{x'", 3, "template"), ("topics:\n  a:\n    colour: [x]", 3, "not known"),
            ("lists:\n  a: [{x: 1}, {y: 2}]", 2, "same columns"),
            ("topics:\n  a:\n    colour: [x]", 3, "apart, own or absent"),
            ("topics:\n  a:\n    format: emial", 3, "choose id, uuid, date, date-time"),
            ("topics:\n  a:\n    part: uuid", 3, "choose year, month, day, minutes, age or tenure"),
            ("topics:\n  a:\n    template: '{person.firts}'", 3, "person has first, last, middle"),
            ("topics:\n  a:\n    template: '{nosuch|upper}'", 3, "a topic, or a column of company"),
            ("topics:\n  boat:\n    template: '{sea}'\n  sea:\n    template: 'x {boat}'", 3, "boat -> sea -> boat"),
        ])
    func problems(text: String, line: Int, message: String) throws {
        let problem = #expect(throws: Problem.self) { try Vocabulary(adding: [Self.file(text)]) }
        #expect(problem?.file == "words.yaml" && problem?.position?.line == line, "\(problem?.position?.line ?? 0)")
        #expect(problem?.message.contains(message) == true, "\(problem?.message ?? "")")
    }

    @Test("Year, month and day of one object form one date, and a start is before its end") func dates() throws {
        let members = ["year", "month", "day", "start_year", "end_year"].map { "\($0): {type: integer}" }
        let days = ["from", "to"].map { "\($0): {type: string, format: date}" }
        let schema =
            "{type: object, properties: {\((members + days).joined(separator: ", ")), createdAt: {type: string, format: date}}}"
        for row in 0..<40 {
            let value = try generator().value(schema, entity: "term", row: row)
            let parts = try ["year", "month", "day"].map { try #require(value[$0]?.intValue) }
            let date = parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
            #expect(value["createdAt"] == .string(date))
            #expect(try #require(value["start_year"]?.intValue) <= #require(value["end_year"]?.intValue))
            #expect(try #require(value["from"]?.stringValue) <= #require(value["to"]?.stringValue))
        }
    }

    @Test("The duration of an event is the time from its start to its end") func lengths() throws {
        let schema = """
            {type: object, properties: {start_time: {type: string, format: date-time}, endTime: {type: string, format: date-time}, \
            durationMinutes: {type: integer}, duration: {type: integer}}}
            """
        for row in 0..<20 {
            let value = try generator().value(schema, entity: "appointment", row: row)
            let times = try ["start_time", "endTime"].map {
                try Date(try #require(value[$0]?.stringValue), strategy: .iso8601).timeIntervalSince1970
            }
            let minutes = try #require(value["durationMinutes"]?.intValue)
            #expect(times[1] - times[0] == Double(minutes * 60) && (30...240).contains(minutes))
            #expect(value["duration"]?.intValue == minutes)
        }
    }

    @Test("A list within an object is complete: its count equals its number of rows, and there is no next page")
    func innerLists() throws {
        let schema = """
            {type: object, properties: {id: {type: string}, comments: {type: object, properties: {data: {type: array, items: {type: object, \
            properties: {id: {type: integer}}}}, total_count: {type: integer}, has_more: {type: boolean}, next_cursor: {type: string}}}}}
            """
        for row in 0..<20 {
            let comments = try #require(try generator().value(schema, entity: "post", row: row)["comments"])
            #expect(comments["total_count"]?.intValue == comments["data"]?.arrayValue?.count)
            #expect(comments["has_more"] == false && comments["next_cursor"] == nil)
        }
    }

    @Test("An error is described only if there is one") func errors() throws {
        let schema = """
            {type: object, required: [error_message, failure], properties: {id: {type: string}, error: {type: string}, \
            error_message: {type: [string, 'null']}, failure: {type: string}}}
            """
        let job = try generator().value(schema, entity: "job")
        #expect(job["error"] == nil && job["error_message"] == .null && job["failure"] == "")
        #expect(try generator().value(schema, entity: "error")["error"] != nil)
    }
}
