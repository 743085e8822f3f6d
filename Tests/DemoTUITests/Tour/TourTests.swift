import Foundation
import Testing

/// The README's tour in a real terminal, as a new user takes it.
@Suite("The tour under tmux", .serialized, .enabled(if: Tmux.isAvailable))
struct TourTests {
    private let home = FileManager.default.temporaryDirectory.appendingPathComponent("demo-tui-tour-\(UUID())").path

    private func session(columns: Int = 100, rows: Int = 30) -> Tmux {
        Tmux(columns: columns, rows: rows, environment: ["HOME": home, "XDG_DATA_HOME": home, "TERM": "xterm-256color"])
    }

    @Test("every screen opens live, D and d switch, an edit persists over a restart, the terminal is as before")
    func wholeTour() {
        let tmux = session()
        defer { tmux.end() }
        tmux.run("stty -g > \(home).before; \(Tmux.program); echo code=$?; stty -g > \(home).after")
        #expect(tmux.wait(for: "Maya"), "the profile comes from the built-in backend\n\(tmux.screen)")
        #expect(tmux.screen.contains("LIVE"))
        #expect(tmux.screen.contains("[live]"))

        tmux.press("2")
        #expect(tmux.wait(for: "of 5,000"), "the first page of transactions\n\(tmux.screen)")
        tmux.press("3")
        #expect(tmux.wait(for: "write a message"), "the conversation\n\(tmux.screen)")
        tmux.press("4")
        #expect(tmux.wait(for: "isn't ready (501)"), "cards say that their backend isn't ready\n\(tmux.screen)")
        tmux.press("d")
        #expect(tmux.wait(for: "MIXED 1/6"), "d opens this screen with demo data\n\(tmux.screen)")
        #expect(tmux.wait(for: "[demo]"))
        tmux.press("D")
        #expect(tmux.wait(for: "DEMO"), "D makes everything demo\n\(tmux.screen)")
        tmux.press("1")
        #expect(tmux.wait(for: "[demo]"))
        tmux.press("D")
        #expect(tmux.wait(for: "LIVE"))
        #expect(tmux.wait(for: "Maya"))

        tmux.press("e")
        #expect(tmux.wait(for: "Save"), "the form opens\n\(tmux.screen)")
        tmux.press("Down", "C-a", "C-k")
        tmux.type("Maya Tour")
        tmux.press("C-s")
        #expect(tmux.wait(for: "Saved."), "the update is taken\n\(tmux.screen)")
        #expect(tmux.wait(for: "Maya Tour"))

        tmux.press("c")
        #expect(tmux.wait(for: "Condition for"), "the picker opens\n\(tmux.screen)")
        tmux.type("jjjj")
        tmux.press("Enter")
        #expect(tmux.wait(for: "condition:"), "a condition is in force\n\(tmux.screen)")

        tmux.press("Q")
        #expect(tmux.wait(for: "code=0"), "the program ends with 0\n\(tmux.screen)")
        tmux.run("cmp \(home).before \(home).after && echo same")
        #expect(tmux.wait(for: "same"), "the terminal's modes are as before\n\(tmux.screen)")

        tmux.run("clear; \(Tmux.program)")
        #expect(tmux.wait(for: "Maya Tour"), "the edit is in the database\n\(tmux.screen)")
        tmux.press("q", "q")
        #expect(tmux.wait(for: "$"))
    }

    @Test("a signal ends the program and leaves the terminal clean", arguments: [("TERM", 143), ("HUP", 129), ("INT", 130)])
    func signals(name: String, code: Int) {
        let tmux = session()
        defer { tmux.end() }
        tmux.run("\(Tmux.program) --demo; echo code=$?")
        #expect(tmux.wait(for: "[demo]"), "\(tmux.screen)")
        let killer = Process()
        killer.executableURL = URL(fileURLWithPath: "/bin/sh")
        killer.arguments = ["-c", "pkill -\(name) -f '^\(Tmux.program) --demo$'"]
        #expect(throws: Never.self) { try killer.run() }
        #expect(tmux.wait(for: "code=\(code)"), "\(tmux.screen)")
        #expect(!tmux.screen.contains("DEMO"), "the alternate screen is left\n\(tmux.screen)")
    }

    @Test("^Z goes back to the shell, fg brings the screen back")
    func suspend() {
        let tmux = session()
        defer { tmux.end() }
        tmux.run("\(Tmux.program) --demo")
        #expect(tmux.wait(for: "[demo]"))
        tmux.press("C-z")
        #expect(tmux.waitWhile("DEMO"), "\(tmux.screen)")
        tmux.run("fg")
        #expect(tmux.wait(for: "[demo]"), "\(tmux.screen)")
        tmux.press("Q")
        #expect(tmux.waitWhile("DEMO"))
    }

    @Test("a small window says so and the screen comes back when it grows")
    func resize() {
        let tmux = session()
        defer { tmux.end() }
        tmux.run("\(Tmux.program) --demo")
        #expect(tmux.wait(for: "[demo]"))
        tmux.resize(30, 8)
        #expect(tmux.wait(for: "needs 40x10"), "\(tmux.screen)")
        tmux.resize(100, 30)
        #expect(tmux.wait(for: "[demo]"), "\(tmux.screen)")
        tmux.press("Q")
        #expect(tmux.waitWhile("DEMO"))
    }
}
