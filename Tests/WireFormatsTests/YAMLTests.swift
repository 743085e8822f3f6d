import SourceTexts
import Testing
import WireFormats

@Suite struct YAMLTests {
    private func read(_ text: String) throws -> JSONValue {
        try SourceText(name: "a.yaml", bytes: Array(text.utf8)).parse()
    }

    private func refusal(_ text: String) -> Problem? { #expect(throws: Problem.self) { try read(text) } }

    @Test(
        "Plain scalars follow the core schema of YAML 1.2, except for digits after a plus or a zero",
        arguments: [
            ("no", "\"no\""), ("on", "\"on\""), ("12:30", "\"12:30\""), ("2024-01-31", "\"2024-01-31\""), ("~", "null"),
            ("", "null"), ("True", "true"), ("1.10", "1.10"), ("0x1F", "31"), ("0o17", "15"), ("017", "\"017\""),
            ("+1", "\"+1\""), (".5", "0.5"), ("1_000", "\"1_000\""), ("'1'", "\"1\""), ("\"true\"", "\"true\""),
            (".inf", "\".inf\""),
            ("1e3", "1e3"), ("5.", "5"), ("-", "[null]"), ("!!str 1", "\"1\""), ("!x 1", "1"), ("0x-5", "\"0x-5\""),
            ("1.2.3", "\"1.2.3\""),
        ])
    func scalars(text: String, expected: String) throws { #expect(try read(text).text() == expected) }

    @Test("Anchors, aliases and merge keys are expanded; a mapping's own members win") func aliases() throws {
        let value = try read(
            "base: &b {x: 1, y: 2}\nuse:\n  <<: *b\n  y: 3\nlist: [*b, *b]\nmany:\n  <<: [{x: 7}, *b]\n")
        #expect(value["use"]?.isEquivalent(to: ["x": 1, "y": 3]) == true)
        #expect(value["list"]?[1] == ["x": 1, "y": 2])
        #expect(value["many"]?.isEquivalent(to: ["x": 7, "y": 2]) == true)
        #expect(try read("'<<': 1").objectValue?.keys == ["<<"])
    }

    @Test("Keys are their text, whatever they look like") func keys() throws {
        #expect(try read("k: &k name\n*k : d").objectValue?.keys == ["k", "name"])
        #expect(try read("200: a\nno: b").objectValue?.keys == ["200", "no"])
    }

    @Test(
        "Forbidden YAML is refused with its line",
        arguments: [
            ("a: 1\nb: 2\na: 3", 3), ("a: 1\n---\nb: 2", 2), ("a: &x [*x]", 1), ("a: *nobody", 1), ("? [1]\n: 2", 1),
            ("a: [1\nb: 2", 2), ("a:\n\t- 1", 2), ("<<: 1\n", 2), ("a: \"\\q\"", 1),
            ("a: 1\nb: \"open\nc: 2\nd: 3\n", 2), ("a: 1\nb: [1, 2\nc: 3\n", 3), ("a: 1\nb: [1, 2\n", 2),
            ("a: 1\nb: {c: 3\n\n", 2), ("a: 1\nb 2\nc: 3\n", 2), ("a: 1\nb: 'open\nc: 2", 2),
        ])
    func refused(text: String, line: Int) { #expect(refusal(text)?.position?.line == line) }

    @Test("An alias bomb is refused at the alias that breaks the limit, also as a key") func bomb() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...12 {
            let items = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(items)]\n"
        }
        #expect(refusal(text)?.message.contains("aliases stand for more than") == true)
        #expect(refusal("? *a12\n: 1\n" + text)?.position?.line == 1)
    }

    @Test("Depth is limited, by brackets, by indentation and by chains of aliases") func depth() {
        #expect(refusal(String(repeating: "[", count: 100_000)) != nil)
        #expect(refusal(String(repeating: "- ", count: 5_000) + "x") != nil)
        var chain = "a0: &a0 " + String(repeating: "[", count: 400) + String(repeating: "]", count: 400) + "\n"
        for level in 1...50 { chain += "a\(level): &a\(level) [[[[*a\(level - 1)]]]]\n" }
        #expect(refusal(chain)?.message.contains("nested deeper") == true)
    }

    @Test("Invalid UTF-8 and control characters are refused with a place") func encoding() {
        let bad = SourceText(name: "a.yaml", bytes: Array("a: 1\nb: ".utf8) + [0xFF, 0x0A])
        let problem = #expect(throws: Problem.self) { try bad.parse() }
        #expect(problem?.position?.line == 2)
        #expect(refusal("a: \u{7}") != nil)
    }
}
