import Testing
import WireFormats

@Suite struct JSONValueTests {
    @Test("A large object sets, replaces and removes members as a small one does", arguments: [3, 1_000])
    func members(count: Int) {
        var object = JSONObject([.init(key: "0", value: "first"), .init(key: "0", value: "second")])
        for number in 1..<count { object["\(number)"] = .number(JSONNumber(number)) }
        #expect(object.count == count + 1 && object["0"] == "second" && object["\(count - 1)"] != nil)
        object["0"] = "third"
        object["new"] = true
        #expect(object.members[0].value == "first" && object.members[1].value == "third")
        #expect(object.keys.last == "new")
        object["0"] = nil
        #expect(object["0"] == nil && object.count == count && object["1"] == 1 && object["new"] == true)
        object["1"] = nil
        object["1"] = 2
        #expect(object.keys.last == "1" && object == JSONObject(object.members))
    }

    @Test("Equality is lexical: spellings differ, and so do canonically equivalent strings") func equality() throws {
        #expect(try JSONValue(parsing: "1") != JSONValue(parsing: "1.0"))
        #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
        #expect(JSONValue.string("\r\n") != .string("\n"))
        #expect(JSONObject([.init(key: "\u{E9}", value: 1)])["e\u{301}"] == nil)
    }

    @Test(
        "Equivalence takes numbers by value and ignores member order",
        arguments: [
            ("1", "1.0", true), ("1", "10e-1", true), ("0", "-0.0", true), ("1e400", "10e399", true),
            ("0.1", "0.10000000000000000001", false), ("9007199254740993", "9007199254740992", false),
            (#"{"a":1,"b":[2]}"#, #"{"b":[2.0],"a":1}"#, true), (#"{"a":1}"#, #"{"a":1,"b":null}"#, false),
            ("[1,2]", "[2,1]", false), (#"{"a":1,"a":2}"#, #"{"a":2}"#, true), (#""1""#, "1", false),
        ])
    func equivalence(left: String, right: String, expected: Bool) throws {
        let (left, right) = (try JSONValue(parsing: left), try JSONValue(parsing: right))
        #expect(left.isEquivalent(to: right) == expected)
        #expect(right.isEquivalent(to: left) == expected)
    }

    @Test("Pretty text has two blanks a level and leaves empty containers closed") func pretty() {
        let value: JSONValue = ["a": [1, "x\u{1}"], "b": [:], "c": []]
        let expected = """
            {
              "a": [
                1,
                "x\\u0001"
              ],
              "b": {},
              "c": []
            }
            """
        #expect(value.text(.pretty) == expected)
    }

    @Test(
        "Only what must be escaped is, at the ends and between",
        arguments: [
            ("", #""""#), ("\"", #""\"""#), ("a/é😀", #""a/é😀""#),
            ("\\a\u{1}\u{1F}\u{7F}b\n", #""\\a\u0001\u001f\#u{7F}b\n""#), ("\u{8}\t\u{C}\r", #""\b\t\f\r""#),
        ])
    func escapes(text: String, expected: String) { #expect(JSONValue.string(text).text() == expected) }

    private static let pointed: JSONValue = ["a/b": ["~": [10, 20]], "": "empty", "0": "zero"]

    @Test(
        "A pointer finds members and items, escapes included",
        arguments: [
            ("/a~1b/~0/1", 20), ("/", "empty"), ("/0", "zero"), ("/a~1b/~0/01", nil), ("/a~1b/~0/2", nil),
            ("", pointed),
        ] as [(String, JSONValue?)])
    func pointers(text: String, value: JSONValue?) throws {
        let pointer = try JSONPointer(text)
        #expect(Self.pointed[pointer] == value && pointer.description == text)
    }

    @Test("Invalid pointers are refused", arguments: ["a", "/a~2"])
    func noPointer(text: String) { #expect(throws: JSONError.self) { try JSONPointer(text) } }

    @Test(
        "Setting replaces, removes, appends and makes objects on the way",
        arguments: [
            ("/a", 2, ["a": 2, "list": [1, 2]]), ("/a", nil, ["list": [1, 2]]),
            ("/x/y", nil, ["a": 1, "list": [1, 2]]), ("/list/-", 3, ["a": 1, "list": [1, 2, 3]]),
            ("/list/0", nil, ["a": 1, "list": [2]]), ("/list/9", 3, ["a": 1, "list": [1, 2]]),
            ("/n/m", true, ["a": 1, "list": [1, 2], "n": ["m": true]]),
        ] as [(String, JSONValue?, JSONValue)])
    func setting(pointer: String, value: JSONValue?, expected: JSONValue) throws {
        let object: JSONValue = ["a": 1, "list": [1, 2]]
        #expect(object.setting(value, at: try JSONPointer(pointer)) == expected)
    }
}

@Suite struct JSONNumberTests {
    @Test("Only JSON spellings are numbers", arguments: ["1.", ".5", "+1", "01", "1e", "NaN", "", " 1", "0x1", "1 "])
    func refused(text: String) { #expect(JSONNumber(text: text) == nil) }

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
