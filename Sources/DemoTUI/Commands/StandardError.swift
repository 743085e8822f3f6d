import ArgumentParser
import Foundation
import Terminal

/// Messages for a person who started the program. Where nobody can read them, they are lost and the program goes on.
enum StandardError {
    /// Writes one line, made harmless for a terminal.
    static func write(_ line: String) {
        write(raw: "demo-tui: " + (isatty(STDERR_FILENO) == 1 ? VisibleText.line(line) : line) + "\n")
    }

    /// Writes text that is harmless already.
    static func write(raw text: String) { Output.write(text.utf8, to: STDERR_FILENO) }

    /// Writes one line and gives the error that ends the program with a code.
    static func exit(_ code: Int32, _ line: String) -> ExitCode {
        write(line)
        return ExitCode(code)
    }
}
