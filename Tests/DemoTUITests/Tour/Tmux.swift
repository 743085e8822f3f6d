import Foundation

/// A real terminal: the built program under tmux, keys in, the screen out.
struct Tmux {
    private let socket = "demo-tui-\(UUID().uuidString.prefix(8))"

    /// The built program.
    static let program: String = {
        if let given = ProcessInfo.processInfo.environment["DEMO_TUI_BINARY"] { return given }
        return URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent(".build/debug/demo-tui").path
    }()

    /// True if tmux and the program are there; `make test` installs and builds both.
    static var isAvailable: Bool {
        FileManager.default.isExecutableFile(atPath: program) && run(["/usr/bin/env", "tmux", "-V"]).status == 0
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

    /// Presses keys by tmux's names: `D`, `Enter`, `F2`, `C-c`.
    func press(_ keys: String...) { tmux(["send-keys"] + keys) }

    /// Types text as it is.
    func type(_ text: String) { tmux(["send-keys", "-l", text]) }

    func resize(_ columns: Int, _ rows: Int) { tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"]) }

    /// What is on the screen.
    var screen: String { Self.run(command(["capture-pane", "-p"]), keepsOutput: true).output }

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

    func end() { tmux(["kill-server"]) }

    private func tmux(_ arguments: [String]) { _ = Self.run(command(arguments)) }

    private func command(_ arguments: [String]) -> [String] { ["/usr/bin/env", "tmux", "-L", socket] + arguments }

    /// - Parameter keepsOutput: only for commands that start no server: that would keep the pipe open for good.
    private static func run(_ command: [String], keepsOutput: Bool = false) -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        let pipe = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = keepsOutput ? pipe : FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return (127, "") }
        let output = keepsOutput ? pipe.fileHandleForReading.readDataToEndOfFile() : Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
