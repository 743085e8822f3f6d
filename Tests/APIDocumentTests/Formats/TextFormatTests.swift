import APIDocument
import JSONText
import Testing

@Suite("Formats")
struct TextFormatTests {
    @Test(
        "A text has its format or not",
        arguments: [
            ("date", ["2026-01-31", "2024-02-29"], ["2020-02-30", "2023-02-29", "2026-1-31", "31.01.2026", ""]),
            (
                "date-time", ["2026-01-31T08:30:00Z", "2026-01-31t08:30:00.123+02:00", "2026-01-31 08:30:60z"],
                ["yesterday", "2026-01-31", "2026-01-31T08:30:00", "2026-01-31T24:00:00Z", "2026-13-01T00:00:00Z"]
            ),
            ("time", ["08:30:00Z", "08:30:00.5-01:00"], ["08:30", "25:00:00Z"]),
            ("uuid", ["123e4567-E89B-12d3-a456-426614174000"], ["zz", "123e4567e89b12d3a456426614174000", ""]),
            ("email", ["a@b", "\"a b@c\"@d".replacing(" ", with: ""), "ü@example.com"], ["x", "@b", "a@", "a b@c"]),
            ("hostname", ["example.com", "a-1", "localhost"], ["", ".a", "a_b", "a b", "exämple"]),
            ("ipv4", ["192.0.2.1", "0.0.0.0"], ["999.1.1.1", "1.2.3", "01.2.3.4", "1.2.3.4.", "+1.2.3.4"]),
            ("ipv6", ["::", "2001:db8::1", "::ffff:192.0.2.1"], ["1::2::3", "2001:db8", ":", "::g", "::\u{0}"]),
            (
                "uri", ["https://a.b/c?d", "urn:isbn:1", "mailto:a@b", "x+y-1.z:0"],
                ["not a uri", "/a", "a", "1a:b", "http:", ":a", "http://a b"]
            ),
            ("byte", ["", "U3dhZ2dlcg==", "AAAA\r\nBBBB"], ["a", "====", "ab*=", "A==="]),
        ] as [(String, [String], [String])])
    func texts(name: String, fitting: [String], others: [String]) throws {
        let format = try #require(TextFormat(name))
        for text in fitting { #expect(format.accepts(text), "\(text)") }
        for text in others { #expect(!format.accepts(text), "\(text)") }
    }

    @Test("What nobody knows is never checked")
    func unknown() {
        #expect(TextFormat("phone") == nil && TextFormat("Date") == nil && TextFormat(nil) == nil)
    }

    @Test(
        "Formats count where a check is thorough, and nowhere else",
        arguments: [
            ("{type: string, format: date}", "\"2020-02-30\"", "must be a day as 2026-01-31"),
            ("{type: string, format: date}", "\"2020-02-29\"", nil),
            ("{type: integer, format: int32}", "2147483648", "must be a whole number of 32 bits"),
            ("{type: integer, format: int32}", "-2147483648", nil),
            ("{type: integer, format: int64}", "9223372036854775808", "must be a whole number of 64 bits"),
            ("{type: integer, format: int64}", "9223372036854775807", nil),
            // A format says something of one type only.
            ("{format: date}", "1", nil), ("{type: string, format: int32}", "\"x\"", nil),
            ("{type: string, format: colour}", "\"x\"", nil),
        ] as [(String, String, String?)])
    func checks(text: String, value: String, expected: String?) throws {
        let document = try document("  /a: {get: {}}")
        let (schema, value) = (try schema(text), try JSONValue(parsing: value))
        #expect(
            document.violations(of: value, against: schema, isThorough: true).map(\.description)
                == (expected.map { [$0] } ?? []))
        #expect(document.violations(of: value, against: schema).isEmpty)
    }
}
