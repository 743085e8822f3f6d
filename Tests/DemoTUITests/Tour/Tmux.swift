import Foundation
import TestSupport
import Testing

/// A real terminal: the built program under tmux, keys in, the screen out.
struct Tmux {
    private let socket = "demo-tui-\(UUID().uuidString.prefix(8))"
    private var output: String { FileManager.default.temporaryDirectory.appendingPathComponent(socket).path }

    /// The built program.
    static let program: String = {
        if let given = ProcessInfo.processInfo.environment["DEMO_TUI_BINARY"] { return given }
        return Checkout.path(".build/debug/demo-tui")
    }()

    /// True if tmux and the program are there; `make test` installs and builds both.
    static var isAvailable: Bool {
        FileManager.default.isExecutableFile(atPath: program) && run(["tmux", "-V"], to: "/dev/null") == 0
    }

    /// A session with a plain shell.
    init(columns: Int = 100, rows: Int = 30, environment: [String: String] = [:]) {
        let variables = environment.map { "\($0.key)=\($0.value)" }
        tmux(
            ["-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "env"] + variables
                + ["PS1=$ ", "LC_ALL=C.UTF-8", "sh"])
        wait(for: "$")
    }

    /// Types a line into the shell and presses Enter.
    func run(_ line: String) {
        tmux(["send-keys", "-l", line])
        tmux(["send-keys", "Enter"])
    }

    /// Types a line into the shell and waits for a text, without which the test ends.
    func run(
        _ line: String, until text: String, _ why: String = "", at place: SourceLocation = #_sourceLocation
    ) throws {
        run(line)
        try sees(text, why, at: place)
    }

    /// Presses keys and waits for a text.
    func press(
        _ keys: String..., until text: String, _ why: String = "", at place: SourceLocation = #_sourceLocation
    ) throws {
        tmux(["send-keys"] + keys)
        try sees(text, why, at: place)
    }

    func sees(_ text: String, _ why: String = "", at place: SourceLocation = #_sourceLocation) throws {
        try #require(wait(for: text), "\(why)\n\(screen)", sourceLocation: place)
    }

    /// Presses keys by tmux's names: `D`, `Enter`, `F2`, `C-c`.
    func press(_ keys: String...) { tmux(["send-keys"] + keys) }

    /// Types text as it is.
    func type(_ text: String) { tmux(["send-keys", "-l", text]) }

    func resize(_ columns: Int, _ rows: Int) { tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"]) }

    /// The text of the screen.
    var screen: String {
        tmux(["capture-pane", "-p"], to: output)
        do {
            return try String(contentsOfFile: output, encoding: .utf8)
        } catch {
            return ""
        }
    }

    /// True if the running program has taken the mouse.
    var takesMouse: Bool {
        tmux(["display-message", "-p", "mouse=#{mouse_any_flag}"], to: output)
        do {
            return try String(contentsOfFile: output, encoding: .utf8).contains("mouse=1")
        } catch {
            return false
        }
    }

    /// Reads the screen until it shows a text; every reading starts a process, which is pause enough.
    /// - Returns: false if it did not come within half a minute.
    @discardableResult
    func wait(for text: String) -> Bool { wait { $0.contains(text) } }

    /// Reads the screen until it no longer shows a text.
    @discardableResult
    func waitWhile(_ text: String) -> Bool { wait { !$0.contains(text) } }

    private func wait(until condition: (String) -> Bool) -> Bool {
        let deadline = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < deadline {
            if condition(screen) { return true }
        }
        return false
    }

    func end() {
        tmux(["kill-server"])
        unlink(output)
    }

    private func tmux(_ arguments: [String], to file: String = "/dev/null") {
        _ = Self.run(["tmux", "-L", socket] + arguments, to: file)
    }

    /// Runs a command by the shell. Foundation's `Process` would wait for tmux's server too, which inherits its pipes.
    @discardableResult
    static func run(_ command: [String], to file: String) -> Int32 {
        let words = command.map { "'" + $0.replacingOccurrences(of: "'", with: "'\\''") + "'" }
        return system(words.joined(separator: " ") + " </dev/null >'\(file)' 2>/dev/null")
    }
}
