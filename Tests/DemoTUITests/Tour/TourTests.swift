import Foundation
import SampleBackend
import Testing

/// The README's tour in a real terminal, as a new user takes it.
@Suite("The tour under tmux", .serialized, .enabled(if: Tmux.isAvailable))
struct TourTests {
    private let home = FileManager.default.temporaryDirectory.appendingPathComponent("demo-tui-tour-\(UUID())").path

    private func session(columns: Int = 100, rows: Int = 30) -> Tmux {
        Tmux(
            columns: columns, rows: rows, environment: ["HOME": home, "XDG_DATA_HOME": home, "TERM": "xterm-256color"])
    }

    @Test("every screen opens live, D and d switch, an edit persists over a restart, the terminal is as before")
    func wholeTour() throws {
        let tmux = session()
        defer { tmux.end() }
        tmux.run("stty -g > \(home).before; \(Tmux.program); echo code=$?; stty -g > \(home).after")
        try #require(tmux.wait(for: "Maya"), "the profile comes from the built-in backend\n\(tmux.screen)")
        #expect(tmux.screen.contains("LIVE"))
        #expect(tmux.screen.contains("● live"))

        tmux.press("2")
        try #require(tmux.wait(for: "of 5,000"), "the first page of transactions\n\(tmux.screen)")
        tmux.press("3")
        try #require(tmux.wait(for: "write a message"), "the conversation\n\(tmux.screen)")
        tmux.press("4")
        try #require(tmux.wait(for: "isn't ready (501)"), "cards say that their backend isn't ready\n\(tmux.screen)")
        tmux.press("d")
        try #require(tmux.wait(for: "MIXED"), "d opens this screen with demo data\n\(tmux.screen)")
        try #require(tmux.wait(for: "◐ demo"))
        tmux.press("D")
        try #require(tmux.wait(for: "DEMO"), "D makes everything demo\n\(tmux.screen)")
        tmux.press("1")
        try #require(tmux.wait(for: "◐ demo"))
        tmux.press("D")
        try #require(tmux.wait(for: "MIXED"), "D again restores what was switched\n\(tmux.screen)")
        try #require(tmux.wait(for: "Maya"))
        tmux.press("C")
        try #require(tmux.wait(for: "LIVE"), "C clears the screens' switches\n\(tmux.screen)")

        tmux.press("e")
        try #require(tmux.wait(for: "Save"), "the form opens\n\(tmux.screen)")
        tmux.press("C-a", "C-k")
        tmux.type("Maya Tour")
        tmux.press("C-s")
        try #require(tmux.wait(for: "Saved."), "the update is taken\n\(tmux.screen)")
        try #require(tmux.wait(for: "Maya Tour"))

        tmux.press("c")
        try #require(tmux.wait(for: "Make it fail"), "the picker opens\n\(tmux.screen)")
        tmux.type("jjjj")
        tmux.press("Enter")
        try #require(tmux.wait(for: "FAILING 1"), "a condition is in force\n\(tmux.screen)")

        tmux.press("S")
        try #require(tmux.wait(for: "Stubs "), "S lists the stubs\n\(tmux.screen)")
        tmux.press("/")
        tmux.type("insights")
        tmux.press("Enter", "Space")
        try #require(tmux.wait(for: "insights is off."), "Space switches a stub off\n\(tmux.screen)")
        tmux.press("v")
        try #require(tmux.wait(for: "line 12"), "v says where it is written\n\(tmux.screen)")
        tmux.press("Escape")
        try #require(tmux.wait(for: "filter:"), "Esc goes back to the list\n\(tmux.screen)")
        tmux.press("Enter")
        try #require(tmux.wait(for: "insights is on."), "Enter switches it on again\n\(tmux.screen)")
        tmux.press("Tab")
        try #require(tmux.wait(for: "Scenarios"), "Tab shows the scenarios\n\(tmux.screen)")

        tmux.press("Q")
        try #require(tmux.wait(for: "code=0"), "the program ends with 0\n\(tmux.screen)")
        tmux.run("cmp \(home).before \(home).after && echo same")
        try #require(tmux.wait(for: "same"), "the terminal's modes are as before\n\(tmux.screen)")

        tmux.run("clear; \(Tmux.program)")
        try #require(tmux.wait(for: "Maya Tour"), "the edit is in the database\n\(tmux.screen)")
        tmux.press("q", "q")
        try #require(tmux.wait(for: "$"))
    }

    @Test(
        "a signal ends the program and leaves the terminal clean",
        arguments: [
            ("TERM", 143), ("HUP", 129), ("INT", 130), ("USR1", 138), ("USR2", 140), ("ALRM", 142), ("PROF", 155),
            ("RTMIN", 162),
        ])
    func signals(name: String, code: Int) {
        let tmux = session()
        defer { tmux.end() }
        tmux.run("\(Tmux.program) --demo; echo code=$?")
        #expect(tmux.wait(for: "◐ demo"), "\(tmux.screen)")
        Tmux.run(["pkill", "-\(name)", "-f", "^\(Tmux.program) --demo$"], to: "/dev/null")
        #expect(tmux.wait(for: "code=\(code)"), "\(tmux.screen)")
        #expect(!tmux.screen.contains("DEMO"), "the alternate screen is left\n\(tmux.screen)")
        tmux.run("stty -a | tr ';' '\\n' | grep -wE 'icanon|echo' | tr ' ' '\\n' | grep -cxE 'icanon|echo'")
        #expect(tmux.wait(for: "\n2"), "letters are echoed and lines are edited again\n\(tmux.screen)")
    }

    @Test("^Z goes back to the shell, fg brings the screen back") func suspend() {
        let tmux = session()
        defer { tmux.end() }
        tmux.run("\(Tmux.program) --demo")
        #expect(tmux.wait(for: "◐ demo"))
        tmux.press("C-z")
        #expect(tmux.waitWhile("DEMO"), "\(tmux.screen)")
        tmux.run("fg")
        #expect(tmux.wait(for: "◐ demo"), "\(tmux.screen)")
        tmux.press("Q")
        #expect(tmux.waitWhile("DEMO"))
    }

    @Test("a small window says so and the screen comes back when it grows") func resize() {
        let tmux = session()
        defer { tmux.end() }
        tmux.run("\(Tmux.program) --demo")
        #expect(tmux.wait(for: "◐ demo"))
        tmux.resize(30, 8)
        #expect(tmux.wait(for: "needs 40x10"), "\(tmux.screen)")
        tmux.resize(100, 30)
        #expect(tmux.wait(for: "◐ demo"), "\(tmux.screen)")
        tmux.press("Q")
        #expect(tmux.waitWhile("DEMO"))
    }
}

/// A real client, curl, whose server is switched from a real terminal.
@Suite("The gateway's screens under tmux", .enabled(if: Tmux.isAvailable && Tmux.hasCurl))
struct GatewayTourTests {
    private let home = FileManager.default.temporaryDirectory.appendingPathComponent("demo-tui-gateway-\(UUID())").path

    /// The gateway's decision on a request of curl.
    private func decision(_ url: String) throws -> String {
        Tmux.run(["curl", "-s", "-D", "-", "-o", "/dev/null", url], to: home + ".head")
        let lines = try String(contentsOfFile: home + ".head", encoding: .utf8).split(whereSeparator: \.isNewline)
        return String(lines.first { $0.lowercased().hasPrefix("x-demo-decision: ") }?.split(separator: " ").last ?? "")
    }

    @Test("curl is switched between server and stubs live; a signal ends all, with a line on the normal screen")
    func switched() async throws {
        let backend = try await SampleBackend.start()
        let tmux = Tmux(environment: ["HOME": home, "XDG_DATA_HOME": home, "TERM": "xterm-256color"])
        defer { tmux.end() }
        let document = await Harness.resources + "/openapi.yaml"
        let upstream = "http://127.0.0.1:\(backend.port)"
        tmux.run("\(Tmux.program) gateway \(document) --upstream \(upstream) --port 0 --tui; echo code=$?")
        try #require(tmux.wait(for: "curl -i '"), "an empty journal says what to try\n\(tmux.screen)")
        let url = try #require(
            tmux.screen.split(separator: "'").first { $0.hasSuffix("/transactions") }.map(String.init))

        #expect(try decision(url) == "passed")
        try #require(tmux.wait(for: "live "), "the request is there without a key\n\(tmux.screen)")
        tmux.press("d")
        try #require(tmux.wait(for: "MIXED"), "d switches the request's screen\n\(tmux.screen)")
        #expect(try decision(url) == "stubbed")
        try #require(tmux.wait(for: "stub "), "\(tmux.screen)")
        tmux.press("D")
        try #require(tmux.wait(for: "Demo data everywhere"), "\(tmux.screen)")
        #expect(try decision(url.replacing("/transactions", with: "/cards")) == "stubbed")
        tmux.press("D")
        try #require(tmux.wait(for: "MIXED"), "\(tmux.screen)")
        tmux.press("C")
        try #require(tmux.wait(for: "LIVE"), "\(tmux.screen)")
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
        try #require(tmux.wait(for: "◐ demo"), "\(tmux.screen)")
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

    @Test("The mouse is taken for the screens alone, not for an editor, a stop or the shell after them")
    func mouse() throws {
        try withEditor("printf EDITING; while [ ! -e \(home.path)/go ]; do sleep 0.05; done") { tmux in
            tmux.run("\(Tmux.program) --demo --mouse --screen profile")
            try #require(tmux.wait(for: "◐ demo"), "\(tmux.screen)")
            #expect(tmux.takesMouse)
            tmux.type("\u{1B}[<0;97;30M\u{1B}[<0;97;30m")
            try #require(tmux.wait(for: "Demo mode"), "a click on the hint opens help\n\(tmux.screen)")
            tmux.press("Escape")
            try #require(tmux.waitWhile("Demo mode"))
            tmux.press("e")
            try #require(tmux.wait(for: "Save"), "\(tmux.screen)")
            tmux.press("F9")
            try #require(tmux.wait(for: "EDITING"), "\(tmux.screen)")
            #expect(!tmux.takesMouse)
            try Data().write(to: home.appendingPathComponent("go"))
            try #require(tmux.wait(for: "Save"), "\(tmux.screen)")
            #expect(tmux.takesMouse)
            tmux.press("C-z")
            try #require(tmux.wait(for: "topped"), "\(tmux.screen)")
            #expect(!tmux.takesMouse)
            tmux.run("fg; echo code=$?")
            try #require(tmux.wait(for: "Save"), "\(tmux.screen)")
            #expect(tmux.takesMouse)
            tmux.press("Escape")
            try #require(tmux.waitWhile("Save"), "\(tmux.screen)")
            tmux.press("Q")
            try #require(tmux.wait(for: "code=0"), "\(tmux.screen)")
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
            try #require(tmux.wait(for: "◐ demo"), "\(tmux.screen)")
            #expect(try leftovers.isEmpty)
        }
    }
}
