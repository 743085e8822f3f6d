import Foundation
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
        #expect(tmux.screen.contains("[live]"))

        tmux.press("2")
        try #require(tmux.wait(for: "of 5,000"), "the first page of transactions\n\(tmux.screen)")
        tmux.press("3")
        try #require(tmux.wait(for: "write a message"), "the conversation\n\(tmux.screen)")
        tmux.press("4")
        try #require(tmux.wait(for: "isn't ready (501)"), "cards say that their backend isn't ready\n\(tmux.screen)")
        tmux.press("d")
        try #require(tmux.wait(for: "MIXED 1/6"), "d opens this screen with demo data\n\(tmux.screen)")
        try #require(tmux.wait(for: "[demo]"))
        tmux.press("D")
        try #require(tmux.wait(for: "DEMO"), "D makes everything demo\n\(tmux.screen)")
        tmux.press("1")
        try #require(tmux.wait(for: "[demo]"))
        tmux.press("D")
        try #require(tmux.wait(for: "MIXED 1/6"), "D again restores what was switched\n\(tmux.screen)")
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
        try #require(tmux.wait(for: "Condition for"), "the picker opens\n\(tmux.screen)")
        tmux.type("jjjj")
        tmux.press("Enter")
        try #require(tmux.wait(for: "condition:"), "a condition is in force\n\(tmux.screen)")

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
        #expect(tmux.wait(for: "[demo]"), "\(tmux.screen)")
        Tmux.run(["pkill", "-\(name)", "-f", "^\(Tmux.program) --demo$"], to: "/dev/null")
        #expect(tmux.wait(for: "code=\(code)"), "\(tmux.screen)")
        #expect(!tmux.screen.contains("DEMO"), "the alternate screen is left\n\(tmux.screen)")
        tmux.run("stty -a | tr ';' '\\n' | grep -wE 'icanon|echo' | tr ' ' '\\n' | grep -cxE 'icanon|echo'")
        #expect(tmux.wait(for: "\n2"), "letters are echoed and lines are edited again\n\(tmux.screen)")
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
