import APIDocument
import Testing
import WireFormats

@Suite("Formats") struct TextFormatTests {
    @Test(
        "A text has its format or not",
        arguments: [
            ("date", ["2026-01-31", "2024-02-29"], ["2020-02-30", "2023-02-29", "2026-1-31", "31.01.2026", ""]),
            (
                "date-time", ["2026-01-31T08:30:00Z", "2026-01-31t08:30:00.123+02:00", "2026-01-31 23:59:60z"],
                [
                    "yesterday", "2026-01-31", "2026-01-31T08:30:00", "2026-01-31T24:00:00Z", "2026-13-01T00:00:00Z",
                    "2026-01-31T08:30:60Z",
                ]
            ),
            ("time", ["08:30:00Z", "08:30:00.5-01:00", "01:29:60+01:30"], ["08:30", "25:00:00Z", "23:59:60+01:00"]),
            ("duration", ["P1DT2H", "P3W"], ["P1Y2W", "PT"]),
            ("uuid", ["123e4567-E89B-12d3-a456-426614174000"], ["zz", "123e4567e89b12d3a456426614174000", ""]),
            (
                "email", ["a@b", "\"a b@c\"@d".replacing(" ", with: ""), "ü@example.com"],
                ["x", "@b", "a@", "a b@c", ".a@b", "a..b@c"]
            ),
            ("email", ["\"a b\"@c.d", "a@[192.0.2.1]", "a@[IPv6:::1]"], ["a@[192.0.2.300]", "a@b=c.d", "\"a\"b\"@c"]),
            ("idn-email", ["실례@실례.테스트"], ["2962"]),
            (
                "hostname", ["example.com", "a-1", "localhost", "a.", "r3---sn.example.com", "xn--bcher-kva.example"],
                ["", ".", ".a", "a_b", "a b", "exämple", "xn--X", "xn--a", "-a", "a-"]
            ),
            (
                "idn-hostname",
                ["bücher.example", "a\u{3002}b", "l\u{B7}l", "\u{30FB}\u{4E08}", "faß.de", "xn--bcher-kva"],
                ["\u{302E}a", "a\u{B7}l", "\u{30FB}", "Ö\u{308}", "\u{0300}a", "\u{3002}", "\u{0628}\u{0660}\u{06F0}"]
            ),
            ("ipv4", ["192.0.2.1", "0.0.0.0"], ["999.1.1.1", "1.2.3", "01.2.3.4", "1.2.3.4.", "+1.2.3.4"]),
            ("ipv6", ["::", "2001:db8::1", "::ffff:192.0.2.1"], ["1::2::3", "2001:db8", ":", "::g", "::\u{0}"]),
            (
                "uri", ["https://a.b/c?d", "urn:isbn:1", "mailto:a@b", "x+y-1.z:0"],
                ["not a uri", "/a", "a", "1a:b", "http:", ":a", "http://a b", "http://a/%zz", "http://a/ü", "a,b:c"]
            ),
            ("uri", ["ldap://[2001:db8::7]/c=GB?o", "http://u:p@a:80/?q#f"], ["http://2001:db8::7", "http://a:b"]),
            ("uri-reference", ["/a", "a", "#f", "//a/b?c", ""], ["\\\\a", "#a\\b", "a:b:c d"]),
            ("iri", ["http://ü.de/ß?é#à"], ["/a", "ü", "http://a b"]), ("iri-reference", ["/ü", "#é"], ["#é\\a"]),
            (
                "uri-template", ["", "/a/{b:3}/{+c,d*}", "{?a.b}"],
                ["{", "{a", "a}", "{a:0}", "{}", "{a b}", "{a,}", "/ "]
            ),
            ("json-pointer", ["", "/", "/a~0/b~1/0"], ["a", "#", "/a~", "/~2"]),
            ("relative-json-pointer", ["0", "1/a", "12#"], ["", "/a", "-1/a", "01/a", "0##"]),
            ("regex", ["^a+$", "\\p{L}"], ["(", "\\a", "[b"]),
            ("byte", ["", "U3dhZ2dlcg==", "AAAA\r\nBBBB"], ["a", "====", "ab*=", "A==="]),
        ] as [(String, [String], [String])])
    func texts(name: String, fitting: [String], others: [String]) throws {
        let format = try #require(TextFormat(name))
        for text in fitting { #expect(format.accepts(text), "\(text)") }
        for text in others { #expect(!format.accepts(text), "\(text)") }
    }

    @Test("Unknown formats are not checked") func unknown() {
        #expect(TextFormat("phone") == nil && TextFormat("Date") == nil && TextFormat(nil) == nil)
    }

    @Test(
        "Formats are checked only in thorough checks",
        arguments: [
            ("{type: string, format: date}", "\"2020-02-30\"", "must be a day such as 2026-01-31"),
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

@Suite struct EpochTimeTests {
    @Test(
        "Seconds and milliseconds since 1970 are dates and times",
        arguments: [
            (0, 1970, 1, 1, "00:00"), (-1, 1969, 12, 31, "23:59"), (951_782_400, 2000, 2, 29, "00:00"),
            (951_868_799, 2000, 2, 29, "23:59"), (951_868_800, 2000, 3, 1, "00:00"),
            (4_107_542_400, 2100, 3, 1, "00:00"), (4_107_542_399, 2100, 2, 28, "23:59"),
            (1_767_225_599, 2025, 12, 31, "23:59"), (1_767_225_600_000, 2026, 1, 1, "00:00"),
            (-62_135_596_800, 1, 1, 1, "00:00"),
        ])
    func moments(count: Int, year: Int, month: Int, day: Int, time: String) throws {
        let moment = try #require(CalendarText(sinceEpoch: count))
        #expect((moment.year, moment.month, moment.day) == (year, month, day))
        #expect(moment.time == time && moment.zone == "UTC")
    }

    @Test("A timestamp outside the calendar is nil", arguments: [Int.max, .min, -62_135_596_801, 253_402_300_800_000])
    func none(count: Int) { #expect(CalendarText(sinceEpoch: count) == nil) }
}
