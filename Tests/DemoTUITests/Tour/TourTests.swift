import Foundation
import SampleBackend
import TestSupport
import Testing

/// The README's tour in a real terminal, as a new user takes it.
@Suite("The tour under tmux", .serialized, .enabled(if: Tmux.isAvailable)) struct TourTests {
    private let folder: Folder
    private var home: String { folder.path("home") }

    init() throws { folder = try Folder() }

    private func session(columns: Int = 100, rows: Int = 30) -> Tmux {
        Tmux(
            columns: columns, rows: rows, environment: ["HOME": home, "XDG_DATA_HOME": home, "TERM": "xterm-256color"])
    }

    @Test("Every screen opens live, D and d switch, an edit survives a restart, the terminal is restored")
    func wholeTour() throws {
        let tmux = session()
        defer { tmux.end() }
        try tmux.run(
            "stty -g > \(home).before; \(Tmux.program); echo code=$?; stty -g > \(home).after", until: "Maya",
            "the profile comes from the built-in backend")
        #expect(tmux.screen.contains("LIVE"))
        #expect(tmux.screen.contains("● live"))

        try tmux.press("2", until: "of 5,000", "the first page of transactions")
        try tmux.press("3", until: "write a message", "the conversation")
        try tmux.press("4", until: "isn't ready (501)", "cards say that their backend isn't ready")
        try tmux.press("d", until: "MIXED", "d opens this screen with demo data")
        try #require(tmux.wait(for: "◐ demo"))
        try tmux.press("D", until: "DEMO", "D makes everything demo")
        try tmux.press("1", until: "◐ demo")
        try tmux.press("D", until: "MIXED", "D again restores what was switched")
        try #require(tmux.wait(for: "Maya"))
        try tmux.press("C", until: "LIVE", "C clears the screens' switches")

        try tmux.press("e", until: "Save", "the form opens")
        tmux.press("C-a", "C-k")
        tmux.type("Maya Tour")
        try tmux.press("C-s", until: "Saved.", "the update is taken")
        try #require(tmux.wait(for: "Maya Tour"))

        try tmux.press("c", until: "Make it fail", "the picker opens")
        tmux.type("jjjj")
        try tmux.press("Enter", until: "FAILING 1", "a condition is in force")

        try tmux.press("S", until: "Stubs ", "S lists the stubs")
        tmux.press("/")
        tmux.type("insights")
        try tmux.press("Enter", "Space", until: "insights is off.", "Space switches a stub off")
        try tmux.press("v", until: "line 12", "v says where it is written")
        try tmux.press("Escape", until: "· \"insights\"", "Esc goes back to the list")
        try tmux.press("Enter", until: "insights is on.", "Enter switches it on again")
        try tmux.press("Tab", until: "Scenarios", "Tab shows the scenarios")

        try tmux.press("Q", until: "code=0", "the program ends with 0")
        try tmux.run(
            "cmp \(home).before \(home).after && echo same", until: "same", "the terminal's modes are as before")

        try tmux.run("clear; \(Tmux.program)", until: "Maya Tour", "the edit is in the database")
        try tmux.press("q", "q", until: "$")
    }

    @Test(
        "A signal ends the program and restores the terminal",
        arguments: [
            ("TERM", 143), ("HUP", 129), ("INT", 130), ("USR1", 138), ("USR2", 140), ("ALRM", 142), ("PROF", 155),
            ("RTMIN", 162),
        ])
    func signals(name: String, code: Int) throws {
        let tmux = session()
        defer { tmux.end() }
        try tmux.run("\(Tmux.program) --demo; echo code=$?", until: "◐ demo")
        Tmux.run(["pkill", "-\(name)", "-f", "^\(Tmux.program) --demo$"], to: "/dev/null")
        #expect(tmux.wait(for: "code=\(code)"), "\(tmux.screen)")
        #expect(!tmux.screen.contains("DEMO"), "the alternate screen is left\n\(tmux.screen)")
        try tmux.run(
            "stty -a | tr ';' '\\n' | grep -wE 'icanon|echo' | tr ' ' '\\n' | grep -cxE 'icanon|echo'", until: "\n2",
            "letters are echoed and lines are edited again")
    }

    @Test("^Z returns to the shell, fg restores the screen") func suspend() throws {
        let tmux = session()
        defer { tmux.end() }
        try tmux.run("\(Tmux.program) --demo", until: "◐ demo")
        tmux.press("C-z")
        #expect(tmux.waitWhile("DEMO"), "\(tmux.screen)")
        try tmux.run("fg", until: "◐ demo")
        tmux.press("Q")
        #expect(tmux.waitWhile("DEMO"))
    }

    @Test("A small window shows a message, and the screen returns when it grows") func resize() throws {
        let tmux = session()
        defer { tmux.end() }
        try tmux.run("\(Tmux.program) --demo", until: "◐ demo")
        tmux.resize(30, 8)
        #expect(tmux.wait(for: "needs 40x10"), "\(tmux.screen)")
        tmux.resize(100, 30)
        #expect(tmux.wait(for: "◐ demo"), "\(tmux.screen)")
        tmux.press("Q")
        #expect(tmux.waitWhile("DEMO"))
    }
}

/// A real client, curl, whose server is switched from a real terminal.
@Suite("The gateway's screens under tmux", .enabled(if: Tmux.isAvailable && Tmux.hasCurl)) struct GatewayTourTests {
    private let folder: Folder
    private var home: String { folder.path("home") }

    init() throws { folder = try Folder() }

    /// The gateway's decision on a request of curl.
    private func decision(_ url: String) throws -> String {
        Tmux.run(["curl", "-s", "-D", "-", "-o", "/dev/null", url], to: home + ".head")
        let lines = try String(contentsOfFile: home + ".head", encoding: .utf8).split(whereSeparator: \.isNewline)
        return String(lines.first { $0.lowercased().hasPrefix("x-demo-decision: ") }?.split(separator: " ").last ?? "")
    }

    @Test("curl switches between server and stubs live; a signal ends all, with a line on the normal screen")
    func switched() async throws {
        let backend = try await SampleBackend.start()
        let tmux = Tmux(environment: ["HOME": home, "XDG_DATA_HOME": home, "TERM": "xterm-256color"])
        defer { tmux.end() }
        let document = await Harness.resources + "/openapi.yaml"
        let upstream = "http://127.0.0.1:\(backend.port)"
        try tmux.run(
            "\(Tmux.program) gateway \(document) --upstream \(upstream) --port 0 --tui; echo code=$?",
            until: "curl -i '", "an empty journal says what to try")
        let url = try #require(
            tmux.screen.split(separator: "'").first { $0.hasSuffix("/transactions") }.map(String.init))

        #expect(try decision(url) == "passed")
        try tmux.sees("live ", "the request is there without a key")
        try tmux.press("d", until: "MIXED", "d switches the request's screen")
        #expect(try decision(url) == "stubbed")
        try tmux.sees("stub ")
        try tmux.press("D", until: "Demo data everywhere")
        #expect(try decision(url.replacing("/transactions", with: "/cards")) == "stubbed")
        try tmux.press("D", until: "MIXED")
        try tmux.press("C", until: "LIVE")
        #expect(try decision(url) == "passed")

        Tmux.run(["pkill", "-TERM", "-f", "^\(Tmux.program) gateway .* --upstream \(upstream) "], to: "/dev/null")
        #expect(tmux.wait(for: "code=143"), "\(tmux.screen)")
        #expect(tmux.screen.contains("ends after 4 requests"), "\(tmux.screen)")
        #expect(!tmux.screen.contains("Journal"), "the screens are gone\n\(tmux.screen)")
        await backend.stop()
    }
}

extension Tmux {
    fileprivate static var hasCurl: Bool { run(["curl", "--version"], to: "/dev/null") == 0 }
}

/// The editor in a real terminal, and what ends the program while it is in front.
@Suite("The editor under tmux", .serialized, .enabled(if: Tmux.isAvailable)) struct EditorTourTests {
    private let home: Folder

    init() throws { home = try Folder() }

    /// Opens the form of Harbor's profile in an editor that is a line of shell; `$f` is the file it opens.
    private func withEditor(_ line: String, _ body: (Tmux) throws -> Void) throws {
        try FileManager.default.createDirectory(atPath: home.path("tmp"), withIntermediateDirectories: true)
        try home.write("editor.sh", "for f; do :; done\n\(line)\n")
        let tmux = Tmux(environment: [
            "HOME": home.path, "XDG_DATA_HOME": home.path, "TERM": "xterm-256color", "TMPDIR": home.path + "/tmp",
            "EDITOR": "/bin/sh \(home.path)/editor.sh",
        ])
        defer { tmux.end() }
        try body(tmux)
    }

    /// Starts the program and opens the form's JSON in the editor.
    private func openJSON(_ tmux: Tmux) throws {
        try tmux.run(
            "sh -c 'echo $$ > \(home.path)/pid; exec \(Tmux.program) --demo --screen profile'; echo code=$?",
            until: "◐ demo")
        try tmux.press("e", until: "Save")
        tmux.press("F9")
    }

    private func send(_ signal: String) {
        Tmux.run(["sh", "-c", "kill -\(signal) $(cat \(home.path)/pid)"], to: "/dev/null")
    }

    private var leftovers: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: home.path + "/tmp") }
    }

    @Test(
        "A signal while the editor is open ends both, restores the terminal and removes the file",
        arguments: [
            ("TERM", 143, "exec sleep 100"), ("HUP", 129, "exec sleep 100"), ("TERM", 143, "trap '' TERM; sleep 3"),
        ])
    func signals(name: String, code: Int, end: String) throws {
        let editor = "stty raw -echo; printf '\\033[?1000h\\033[?1003hEDITING'; cp \"$f\" \(home.path)/seen; \(end)"
        try withEditor(editor) { tmux in
            try openJSON(tmux)
            try tmux.sees("EDITING")
            #expect(try leftovers.count == 1)
            send(name)
            #expect(tmux.wait(for: "code=\(code)"), "\(tmux.screen)")
            tmux.run("clear; stty -a | tr ';' '\\n' | grep -wE 'icanon|echo' | tr ' ' '\\n' | grep -cxE 'icanon|echo'")
            #expect(tmux.wait(for: "\n2") || tmux.screen.hasPrefix("2"), "\(tmux.screen)")
            #expect(try leftovers.isEmpty)
            #expect(tmux.takesMouse == false)
        }
    }

    @Test("Only the screens use the mouse, not an editor, a stopped program or the shell afterwards")
    func mouse() throws {
        try withEditor("printf EDITING; while [ ! -e \(home.path)/go ]; do sleep 0.05; done") { tmux in
            try tmux.run("\(Tmux.program) --demo --mouse --screen profile", until: "◐ demo")
            #expect(tmux.takesMouse)
            tmux.type("\u{1B}[<0;97;30M\u{1B}[<0;97;30m")
            try tmux.sees("Demo mode", "a click on the hint opens help")
            tmux.press("Escape")
            try #require(tmux.waitWhile("Demo mode"))
            try tmux.press("e", until: "Save")
            try tmux.press("F9", until: "EDITING")
            #expect(!tmux.takesMouse)
            try home.write("go", "")
            try tmux.sees("Save")
            #expect(tmux.takesMouse)
            try tmux.press("C-z", until: "topped")
            #expect(!tmux.takesMouse)
            try tmux.run("fg; echo code=$?", until: "Save")
            #expect(tmux.takesMouse)
            tmux.press("Escape")
            try #require(tmux.waitWhile("Save"), "\(tmux.screen)")
            try tmux.press("Q", until: "code=0")
            #expect(!tmux.takesMouse)
        }
    }

    @Test("A killed editor leaves no mouse mode, and the next start removes old files") func killed() throws {
        let editor = """
            printf '\\033[?1000h\\033[?1003hEDITING'
            while [ ! -e \(home.path)/go ]; do sleep 0.05; done
            kill -9 $$
            """
        try withEditor(editor) { tmux in
            try openJSON(tmux)
            try tmux.sees("EDITING")
            #expect(tmux.takesMouse)
            try home.write("go", "")
            try tmux.sees("ended by signal 9")
            #expect(!tmux.takesMouse)
            #expect(try leftovers.isEmpty)
            try FileManager.default.removeItem(atPath: home.path("go"))
            try tmux.press("F9", until: "EDITING")
            send("KILL")
            try tmux.sees("code=137")
            try home.write("go", "")
            #expect(try leftovers.count == 1)
            try tmux.run("reset; \(Tmux.program) --demo --screen profile", until: "◐ demo")
            #expect(try leftovers.isEmpty)
        }
    }
}
