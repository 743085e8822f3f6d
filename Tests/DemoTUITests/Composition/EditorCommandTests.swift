import Testing

@testable import DemoTUI

@Suite("The editor's command")
struct EditorCommandTests {
    @Test("a variable that is set to nothing counts as not set")
    func empty() {
        #expect(EditorCommand(environment: ["VISUAL": "", "EDITOR": "nano -w"]).name == "nano -w")
        #expect(EditorCommand(environment: ["VISUAL": "", "EDITOR": ""]).name == "vi")
        #expect(EditorCommand(environment: ["VISUAL": "code", "EDITOR": "nano"]).name == "code")
    }

    @Test("the path is an argument of its own, whatever stands in it")
    func path() {
        let command = EditorCommand(environment: ["EDITOR": "nano -w"]).opening("/a b/$(c)", line: 7)
        #expect(command == ["/bin/sh", "-c", #"nano -w +7 "$1""#, "sh", "/a b/$(c)"])
    }
}
