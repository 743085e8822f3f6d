import Foundation
import Testing

/// The editor in a real terminal, and what ends the program while it is in front.
@Suite("The editor under tmux", .serialized, .enabled(if: Tmux.isAvailable))
struct EditorTourTests {
    private let home = FileManager.default.temporaryDirectory.appendingPathComponent("demo-tui-front-\(UUID())")

    /// Opens the form of Harbor's profile in an editor that is a line of shell; `$f` is the file it opens.
    private func withEditor(_ line: String, _ body: (Tmux) throws -> Void) throws {
        let files = FileManager.default
        try files.createDirectory(at: home.appendingPathComponent("tmp"), withIntermediateDirectories: true)
        defer { try? files.removeItem(at: home) }
        try Data("for f; do :; done\n\(line)\n".utf8).write(to: home.appendingPathComponent("editor.sh"))
        let tmux = Tmux(environment: [
            "HOME": home.path, "XDG_DATA_HOME": home.path, "TERM": "xterm-256color", "TMPDIR": home.path + "/tmp",
            "EDITOR": "/bin/sh \(home.path)/editor.sh",
        ])
        defer { tmux.end() }
        try body(tmux)
    }

    /// Starts the program and opens the form's JSON in the editor.
    private func openJSON(_ tmux: Tmux) throws {
        tmux.run("sh -c 'echo $$ > \(home.path)/pid; exec \(Tmux.program) --demo --screen profile'; echo code=$?")
        try #require(tmux.wait(for: "[demo]"), "\(tmux.screen)")
        tmux.press("e")
        try #require(tmux.wait(for: "Save"), "\(tmux.screen)")
        tmux.press("F9")
    }

    private func send(_ signal: String) {
        Tmux.run(["sh", "-c", "kill -\(signal) $(cat \(home.path)/pid)"], to: "/dev/null")
    }

    private var leftovers: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: home.path + "/tmp") }
    }

    @Test(
        "a signal while the editor is in front ends both, restores the terminal and removes the file",
        arguments: [
            ("TERM", 143, "exec sleep 100"), ("HUP", 129, "exec sleep 100"), ("TERM", 143, "trap '' TERM; sleep 3"),
        ])
    func signals(name: String, code: Int, end: String) throws {
        let editor = "stty raw -echo; printf '\\033[?1000h\\033[?1003hEDITING'; cp \"$f\" \(home.path)/seen; \(end)"
        try withEditor(editor) { tmux in
            try openJSON(tmux)
            try #require(tmux.wait(for: "EDITING"), "\(tmux.screen)")
            #expect(try leftovers.count == 1)
            send(name)
            #expect(tmux.wait(for: "code=\(code)"), "\(tmux.screen)")
            tmux.run("clear; stty -a | tr ';' '\\n' | grep -wE 'icanon|echo' | tr ' ' '\\n' | grep -cxE 'icanon|echo'")
            #expect(tmux.wait(for: "\n2") || tmux.screen.hasPrefix("2"), "\(tmux.screen)")
            #expect(try leftovers.isEmpty)
            #expect(tmux.takesMouse == false)
        }
    }

    @Test("an editor that is killed leaves no mouse mode behind, and what a killed program left goes at the next start")
    func killed() throws {
        let editor = """
            printf '\\033[?1000h\\033[?1003hEDITING'
            while [ ! -e \(home.path)/go ]; do sleep 0.05; done
            kill -9 $$
            """
        try withEditor(editor) { tmux in
            try openJSON(tmux)
            try #require(tmux.wait(for: "EDITING"), "\(tmux.screen)")
            #expect(tmux.takesMouse)
            try Data().write(to: home.appendingPathComponent("go"))
            try #require(tmux.wait(for: "ended by signal 9"), "\(tmux.screen)")
            #expect(!tmux.takesMouse)
            #expect(try leftovers.isEmpty)
            try FileManager.default.removeItem(at: home.appendingPathComponent("go"))
            tmux.press("F9")
            try #require(tmux.wait(for: "EDITING"), "\(tmux.screen)")
            send("KILL")
            try #require(tmux.wait(for: "code=137"), "\(tmux.screen)")
            try Data().write(to: home.appendingPathComponent("go"))
            #expect(try leftovers.count == 1)
            tmux.run("reset; \(Tmux.program) --demo --screen profile")
            try #require(tmux.wait(for: "[demo]"), "\(tmux.screen)")
            #expect(try leftovers.isEmpty)
        }
    }
}
