import ArgumentParser
import Foundation

/// Messages for a person who started the program: one line on standard error.
enum StandardError {
    /// Writes one line, made harmless for a terminal.
    static func write(_ line: String) {
        let text = "demo-tui: " + (isatty(2) == 1 ? VisibleText.line(line) : line) + "\n"
        FileHandle.standardError.write(Data(text.utf8))
    }

    /// Writes one line and gives the error that ends the program with a code.
    static func exit(_ code: Int32, _ line: String) -> ExitCode {
        write(line)
        return ExitCode(code)
    }
}
