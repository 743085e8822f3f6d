import SourceTexts
import TestSupport
import Testing
import WireFormats

@Suite struct SourceTextTests {
    private let yaml = SourceText(
        name: "a.yaml", bytes: Array("one:\n  two:\n    - x\n    - deep: [1, {é: 2}]\nlast: &l {k: v}\nuse: *l\n".utf8))
    private let json = SourceText(
        name: "a.json", bytes: Array("{\n \"é\": [1,\r\n  {\"b\": \"]}\"}],\n \"é\": [0, {\"b\\u0062\": 3}]\n}".utf8))

    @Test(
        "A pointer's place in YAML is its key, its item, or the nearest that exists",
        arguments: [
            ("/one", 1, 1), ("/one/two", 2, 3), ("/one/two/0", 3, 7), ("/one/two/1/deep/1/é", 4, 18), ("", 1, 1),
            ("/one/nothing/here", 1, 1), ("/use/k", 6, 1), ("/one/two/1/deep/0", 4, 14),
        ])
    func yamlPosition(pointer: String, line: Int, column: Int) throws {
        #expect(yaml.position(of: try JSONPointer(pointer)) == TextPosition(line: line, column: column))
    }

    @Test(
        "In JSON the later of two equal keys counts, and escapes in keys are undone",
        arguments: [("/é", 4, 2), ("/é/1", 4, 11), ("/é/1/bb", 4, 12), ("/é/7", 4, 2), ("", 1, 1)])
    func jsonPosition(pointer: String, line: Int, column: Int) throws {
        #expect(json.position(of: try JSONPointer(pointer)) == TextPosition(line: line, column: column))
    }

    @Test("All places asked for at once are those found one by one, however objects and lists end in each other")
    func manyPositions() throws {
        let text = """
            {"a": {"b": {"c": {}}, "d": [[{"e": [1, {}]}], []], "f": {"g": {"h": 1} } }, "i": [],
             "j": [{"k": {"l": {}}}, {"m": 2}, 3],
             "n": {"o": [{"p": [{}]}]}, "q": true}
            """
        let value = try JSONValue(parsing: text)
        let pointers = value.pointers
        #expect(pointers.count == 27)
        let all = SourceText(name: "a.json", bytes: Array(text.utf8)).positions(of: pointers)
        for pointer in pointers {
            #expect(
                all[pointer] == SourceText(name: "a.json", bytes: Array(text.utf8)).position(of: pointer), "\(pointer)")
        }
        // JSON is YAML, which another reader reads.
        #expect(all == SourceText(name: "a.yaml", bytes: Array(text.utf8)).positions(of: pointers))
    }

    @Test("The format comes from the extension, else from the first character") func format() {
        #expect(SourceText(name: "x.JSON", bytes: Array("a: 1".utf8)).format == .json)
        #expect(SourceText(name: "x.yml", bytes: Array("{}".utf8)).format == .yaml)
        #expect(SourceText(name: "x", bytes: Array("\n {}".utf8)).format == .json)
        #expect(SourceText(name: "x", bytes: Array("a: 1".utf8)).format == .yaml)
    }

    @Test("A problem reads as compilers print it") func description() {
        let problem = Problem("bad", file: "a.yaml", position: TextPosition(line: 2, column: 3), severity: .warning)
        #expect(problem.description == "a.yaml:2:3: warning: bad")
    }

    @Test("Every error counts, also beyond those that are kept; warnings leave no error out") func manyFlaws() throws {
        let (all, few) = (Flaws(), Flaws(mostErrors: 2))
        for flaws in [all, few] {
            for number in 0..<2_000 { flaws.add("\(number)", at: .root, severity: .warning) }
            for number in 0..<2_000 { flaws.add("\(number)", at: .root) }
            #expect(flaws.errorCount == 2_000)
        }
        #expect(all.list.count == 4_000)
        #expect(few.list.suffix(2).map(\.message) == ["0", "1"] && few.list.count == 2_002)
    }

    @Test("A file that is missing, or a folder, says what to do") func files() throws {
        let folderOfOthers = try Folder(["clinic.yaml": "", "studio.yaml": ""])
        let typo = #expect(throws: Problem.self) { try SourceText(file: folderOfOthers.path + "/clinc.yaml") }
        #expect(typo?.message == "no such file. Did you mean \"clinic.yaml\"?")
        let missing = #expect(throws: Problem.self) { try SourceText(file: "/nowhere/at/all.yaml") }
        #expect(missing?.message.contains("no such file") == true)
        let folder = #expect(throws: Problem.self) { try SourceText(file: "/") }
        #expect(folder?.message.contains("is a folder") == true)
    }
}
