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

    @Test(
        "a line is asked for in the editor's own way, and not of one that nobody knows",
        arguments: [
            ("vim", #"vim +7 "$1""#), ("/usr/bin/nano -w", #"/usr/bin/nano -w +7 "$1""#),
            ("code", #"code --wait --goto "$1":7"#), ("code -w -n", #"code -w -n --goto "$1":7"#),
            ("my-editor --fast", #"my-editor --fast "$1""#),
        ])
    func line(_ editor: String, _ command: String) {
        #expect(EditorCommand(environment: ["EDITOR": editor]).opening("/a", line: 7)[2] == command)
    }

    @Test("an editor that is not there is named with its variable")
    func missing() {
        let editor = EditorCommand(environment: ["EDITOR": "code"])
        #expect(editor.failure(status: 127) == "$EDITOR is 'code': command not found.")
        #expect(editor.failure(status: 0) == nil)
        #expect(EditorCommand(environment: [:]).failure(status: 127)?.contains("$EDITOR is not set") == true)
    }
}
