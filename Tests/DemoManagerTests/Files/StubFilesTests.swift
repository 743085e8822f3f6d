import Foundation
import TestSupport
import Testing

@testable import DemoManager
@testable import DemoManagerFiles

@Suite struct StubFilesTests {
    private let manager = demoManager()

    @Test("A folder loaded later has precedence, even if its name sorts first", arguments: [["a", "b"], ["b", "a"]])
    func folders(names: [String]) throws {
        let folder = try Folder()
        for name in names {
            try folder.write("\(name)/me.yaml", mapping("/me", name))
            #expect(manager.loadStubs(folder: "\(folder.path)/\(name)") == [])
        }
        #expect(manager.answer("/me") == names.last)
    }

    @Test("Stub files of a folder are loaded; the later path and the later stub have precedence") func order() throws {
        let folder = try Folder([
            "a.yaml": mapping("/x", "a"), "b/c.json": #"{"request":{"urlPath":"/x"},"response":{"body":"c"}}"#,
            "B.yml": mapping("/x", "B"), ".hidden.yaml": "no: stub", "notes.txt": "no stub",
        ])
        #expect(manager.loadStubs(folder: folder.path) == [])
        #expect(manager.answer("/x") == "c")
        try folder.write(
            "z.yaml",
            "mappings:\n- {request: {urlPath: /x}, response: {body: z1}}\n- {request: {urlPath: /x}, response: {body: z2}}"
        )
        manager.reload()
        #expect(manager.answer("/x") == "z2")
        let names = manager.stubs.map { $0.stub.origin.description.split(separator: "/", maxSplits: 1)[1] }
        #expect(names == ["z.yaml#/mappings/1", "z.yaml#/mappings/0", "b/c.json", "a.yaml", "B.yml"])
    }

    @Test("A file that is too large, or has too many stubs, is a problem, and the others work") func tooMuch() throws {
        let folder = try Folder()
        let stub = #"{"request":{"urlPath":"/x"}}"#
        try folder.write(
            "many.json", #"{"mappings":[\#(Array(repeating: stub, count: 20_001).joined(separator: ","))]}"#)
        try folder.write("big.json", "")
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(folder.path)/big.json"))
        try file.truncate(atOffset: 33 << 20)
        try file.close()
        try folder.write("b.yaml", mapping("/b", "b"))
        let problems = manager.loadStubs(folder: folder.path).map(\.description)
        #expect(problems.count == 2)
        #expect(problems.contains { $0.contains("big.json: has 33 MB, and at most 32 MB are read") })
        #expect(problems.contains { $0.contains("many.json") && $0.contains("20001 mappings, and at most 20000") })
        #expect(manager.answer("/b") == "b" && manager.stubs.count == 1)
    }

    @Test(
        "A file that becomes invalid, empty or missing keeps its last stubs, and recovers",
        arguments: ["request: {urlPath", "", "request: {urlPth: /a}\nresponse: {body: new}", nil])
    func lastGood(_ broken: String?) throws {
        let folder = try Folder(["a.yaml": mapping("/a", "old")])
        manager.loadStubs(folder: folder.path)
        if let broken {
            try folder.write("a.yaml", broken)
        } else {
            try FileManager.default.removeItem(atPath: "\(folder.path)/a.yaml")
        }
        #expect(manager.reload().count == 1)
        #expect(manager.answer("/a") == "old")
        try folder.write("a.yaml", mapping("/a", "new"))
        #expect(manager.reload() == [])
        #expect(manager.answer("/a") == "new")
    }

    @Test("A reload keeps positions, hits and switches of known stubs, and the order") func reloadKeeps() throws {
        let text =
            "mappings:\n- {request: {urlPath: /a}, sequence: [{body: one}, {body: two}]}\n- {request: {urlPath: /b}}\n"
        let folder = try Folder(["a.yaml": text])
        manager.loadStubs(folder: folder.path)
        #expect(manager.answer("/a") == "one")
        let other = try #require(manager.stubs.first { $0.stub.title == "ANY /b" })
        manager.setEnabled(false, stub: other.id)
        try folder.write("a.yaml", text + "- {request: {urlPath: /c}, response: {body: c}}\n")
        manager.reload()
        #expect(manager.answer("/a") == "two")
        #expect(manager.decide(.get("/b")).refusal == .noStub)
        #expect(manager.answer("/c") == "c")
    }

    @Test("bodies are read from the fixtures folder, and the reply knows its file") func bodies() throws {
        let folder = try Folder([
            "bodies/me.json": "{}", "stubs/a.yaml": "request: {urlPath: /a}\nresponse: {bodyFileName: bodies/me.json}",
        ])
        #expect(manager.loadStubs(folder: "\(folder.path)/stubs", fixtures: folder.path) == [])
        let decision = manager.decide(.get("/a"))
        #expect(decision.text == "{}")
        #expect(decision.ref?.bodyFile?.hasSuffix("bodies/me.json") == true)
        #expect(decision.ref?.origin.path == "\(folder.path)/stubs/a.yaml")
        #expect(decision.ref?.origin.position()?.line == 1)
        try folder.write("bodies/me.json", "[1]")
        manager.reload()
        #expect(manager.answer("/a") == "[1]")
    }

    @Test(
        "a body outside of the fixtures folder is refused, however it is named",
        arguments: [
            "../secret.json", "/etc/passwd", "link.json", "linked/secret.json", "../fixtures-old/secret.json",
            "none.json", "", "\\0.json", "bodies",
        ])
    func confined(_ name: String) throws {
        let folder = try Folder([
            "secret.json": "secret", "fixtures-old/secret.json": "secret", "fixtures/bodies/ok.json": "{}",
            "outside/secret.json": "secret",
        ])
        let fixtures = "\(folder.path)/fixtures"
        try folder.link("fixtures/link.json", to: "../secret.json")
        try folder.link("fixtures/linked", to: "../outside")
        try folder.write("stubs/a.yaml", "request: {urlPath: /a}\nresponse: {bodyFileName: \"\(name)\"}")
        let problems = manager.loadStubs(folder: "\(folder.path)/stubs", fixtures: fixtures)
        #expect(problems.count == 1 && problems[0].position?.line == 2)
        #expect(manager.decide(.get("/a")).refusal == .noStub)
    }

    @Test("A renamed file keeps the positions of its stubs, which are not duplicated") func renamed() throws {
        let folder = try Folder(["z.yaml": "request: {urlPath: /a}\nsequence: [{body: one}, {body: two}]"])
        manager.loadStubs(folder: folder.path)
        #expect(manager.answer("/a") == "one")
        try FileManager.default.moveItem(atPath: "\(folder.path)/z.yaml", toPath: "\(folder.path)/a.yaml")
        #expect(manager.reload() == [])
        #expect(manager.stubs.count == 1)
        #expect(manager.answer("/a") == "two")
        try folder.write("a.yaml", mapping("/a", "new"))
        #expect(manager.reload() == [])
        #expect(manager.answer("/a") == "new")
    }

    @Test("A body file that becomes a link out of the fixtures is a problem, and the last stubs stay")
    func swapped() throws {
        let folder = try Folder([
            "secret.txt": "secret", "fixtures/a.txt": "good",
            "stubs/a.yaml": "request: {urlPath: /a}\nresponse:\n  bodyFileName: a.txt",
        ])
        #expect(manager.loadStubs(folder: "\(folder.path)/stubs", fixtures: "\(folder.path)/fixtures") == [])
        try FileManager.default.removeItem(atPath: "\(folder.path)/fixtures/a.txt")
        try folder.link("fixtures/a.txt", to: "../secret.txt")
        let problem = try #require(manager.reload().first)
        #expect(problem.message.contains("leads out") && problem.position?.line == 3, "\(problem)")
        #expect(manager.answer("/a") == "good")
    }

    @Test("A folder that vanishes keeps its stubs") func vanished() throws {
        let folder = try Folder(["stubs/a.yaml": mapping("/a", "a")])
        manager.loadStubs(folder: "\(folder.path)/stubs")
        try FileManager.default.removeItem(atPath: "\(folder.path)/stubs")
        #expect(manager.reload().contains { $0.message.contains("no such folder") })
        #expect(manager.answer("/a") == "a")
    }

    @Test("An invalid JSON body is a problem with file and line, and the last valid one stays")
    func brokenBody() throws {
        let folder = try Folder(["bodies/me.json": "{\"name\": \"Maya\"}"])
        let mapping = "request: {urlPath: /a}\nresponse: {bodyFileName: bodies/me.json}"
        try folder.write("stubs/a.yaml", mapping)
        try folder.write("stubs/b.yaml", mapping.replacingOccurrences(of: "/a", with: "/b"))
        #expect(manager.loadStubs(folder: "\(folder.path)/stubs", fixtures: folder.path) == [])
        try folder.write("bodies/me.json", "{\"name\":\n  {{{")
        let problems = manager.reload()
        let problem = try #require(problems.first)
        #expect(problems.count == 1, "two stubs name it, and it is told once: \(problems)")
        #expect(problem.file.hasSuffix("/bodies/me.json") && problem.position?.line == 2, "\(problem)")
        #expect(problem.path?.hasSuffix("/bodies/me.json") == true)
        #expect(problem.message.contains("not valid JSON") && problem.message.contains("the last good version stays"))
        #expect(manager.answer("/a") == "{\"name\": \"Maya\"}")
        try folder.write("bodies/me.json", "{\"name\": \"Noor\"}")
        #expect(manager.reload() == [])
        #expect(manager.answer("/a") == "{\"name\": \"Noor\"}")
    }

    @Test("A JSON body that was never valid is sent and is a problem; JSON Lines are valid")
    func bodyNeverGood() throws {
        let folder = try Folder([
            "bad.json": "{{{", "lines.json": "{\"a\": 1}\n{\"a\": 2}\n",
            "stubs/a.yaml": "request: {urlPath: /a}\nresponse: {bodyFileName: bad.json}",
            "stubs/b.yaml": "request: {urlPath: /b}\nresponse: {bodyFileName: lines.json}",
        ])
        let problems = manager.loadStubs(folder: "\(folder.path)/stubs", fixtures: folder.path)
        #expect(problems.count == 1 && problems.first?.message.contains("last good") == false, "\(problems)")
        #expect(manager.answer("/a") == "{{{")
        try folder.write(
            "stubs/a.yaml",
            "name: malformed\nenabled: false\nrequest: {urlPath: /a}\nresponse: {bodyFileName: bad.json}")
        // There the mistake is meant.
        #expect(demoManager().loadStubs(folder: "\(folder.path)/stubs", fixtures: folder.path) == [])
    }

    @Test("A thousand deleted files are one problem") func manyDeleted() throws {
        let folder = try Folder()
        for number in 0..<1_000 { try folder.write("s/\(number).yaml", mapping("/\(number)", "x")) }
        manager.loadStubs(folder: folder.path)
        try FileManager.default.removeItem(atPath: "\(folder.path)/s")
        for _ in 0..<2 {
            let problems = manager.reload()
            #expect(problems.count == 1 && problems.first?.message.contains("999 other files") == true, "\(problems)")
        }
        #expect(manager.answer("/7") == "x")
    }

    @Test("Linked folders and special files are problems and are not read") func linksAndPipes() throws {
        let (folder, outside) = (try Folder(), try Folder())
        try outside.write("inner/a.yaml", mapping("/a", "outside"))
        try folder.write("b.yaml", mapping("/b", "b"))
        try folder.link("linked", to: "\(outside.path)/inner")
        #expect(mkfifo("\(folder.path)/pipe.yaml", 0o600) == 0)
        let told = manager.loadStubs(folder: folder.path).map(\.description)
        #expect(told.contains { $0.contains("/linked: is a link to a folder") }, "\(told)")
        #expect(told.contains { $0.contains("/pipe.yaml: is not a plain file") } && told.count == 2, "\(told)")
        #expect(manager.answer("/b") == "b")
        #expect(manager.decide(.get("/a")).refusal == .noStub)
    }
}
