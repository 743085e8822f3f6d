import Testing
import WireFormats

@Suite struct JSONNumberTests {
    @Test("Only JSON spellings are numbers", arguments: ["1.", ".5", "+1", "01", "1e", "NaN", "", " 1", "0x1", "1 "])
    func refused(text: String) {
        #expect(JSONNumber(text: text) == nil)
    }

    @Test(
        "A whole value is an Int however it is spelt",
        arguments: [
            ("3.0", 3), ("30e-1", 3), ("0.0", 0), ("-0", 0), ("1e3", 1000), ("9223372036854775807", Int.max),
            ("9223372036854775808", nil), ("1.5", nil), ("1e400", nil), ("1e99999999999999999999", nil),
        ])
    func whole(text: String, expected: Int?) throws {
        let number = try #require(JSONNumber(text: text))
        #expect(number.int == expected)
    }

    @Test(
        "Order is by exact value",
        arguments: [
            ("1", "2"), ("-2", "-1"), ("-1", "0"), ("0", "1e-400"), ("9", "10"), ("0.1", "0.11"), ("99", "1e2"),
            ("9007199254740992", "9007199254740993"), ("-1e400", "1"),
        ])
    func order(less: String, more: String) throws {
        let (less, more) = (try #require(JSONNumber(text: less)), try #require(JSONNumber(text: more)))
        #expect(less.isLess(than: more))
        #expect(!more.isLess(than: less))
        #expect(!less.isLess(than: less))
    }

    @Test(
        "Multiples are decided in decimal",
        arguments: [
            ("8.4", "0.01", true), ("0.3", "0.1", true), ("8.405", "0.01", false), ("7", "2", false), ("0", "5", true),
            ("1", "0", false), ("1e3", "7", false), ("12391239123", "1e-8", true), ("1.5e-8", "1e-8", false),
            ("1e308", "0.123456789", false), ("1e308", "0.5", true), ("-3e-9", "1e-9", true), ("0", "1e-9", true),
        ])
    func multiples(text: String, step: String, expected: Bool) throws {
        let (number, step) = (try #require(JSONNumber(text: text)), try #require(JSONNumber(text: step)))
        #expect(number.isMultiple(of: step) == expected)
    }
}
