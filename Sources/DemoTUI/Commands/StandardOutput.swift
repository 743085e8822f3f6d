import Foundation

/// What commands print. To a terminal every line is made harmless; to a pipe or a file the bytes go as they are
/// (RELIABILITY E6).
enum StandardOutput {
    /// True if a person sees what is printed.
    static var isTerminal: Bool { isatty(1) == 1 }

    /// Writes one line: what would end it is shown as the rest.
    static func write(_ line: String) {
        print(isTerminal ? VisibleText.line(line) : line)
    }

    /// Writes a text of several lines, and the end of the last.
    static func write(lines text: String) {
        print(isTerminal ? VisibleText.lines(text) : text)
    }

    /// Writes bytes that need not be text.
    static func write(_ bytes: [UInt8]) {
        FileHandle.standardOutput.write(Data(isTerminal ? visible(bytes) : bytes))
    }

    /// Bytes as a terminal may have them: lines without control or invisible characters, the last one ended too.
    static func visible(_ bytes: [UInt8]) -> [UInt8] {
        let text = VisibleText.lines(VisibleText.text(bytes))
        return Array((text.isEmpty || text.hasSuffix("\n") ? text : text + "\n").utf8)
    }
}
