import Foundation
import Synchronization
import Terminal

/// What commands print. To a terminal every line is made harmless; to a pipe or a file the bytes go as they are
/// (RELIABILITY E6). After a failure nothing more is written.
enum StandardOutput {
    /// `errno` of the first write that failed, else 0.
    private static let failure = Atomic<Int32>(0)

    /// True if a person sees what is printed.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Writes one line: what would end it is shown as the rest.
    static func write(_ line: String) {
        put((isTerminal ? VisibleText.line(line) : line) + "\n")
    }

    /// Writes a text of several lines, and the end of the last.
    static func write(lines text: String) {
        put((isTerminal ? VisibleText.lines(text) : text) + "\n")
    }

    /// Writes bytes that need not be text.
    static func write(_ bytes: [UInt8]) {
        put(isTerminal ? visible(bytes) : bytes)
    }

    /// Bytes as a terminal may have them: lines without control or invisible characters, the last one ended too.
    static func visible(_ bytes: [UInt8]) -> [UInt8] {
        let text = VisibleText.lines(VisibleText.text(bytes))
        return Array((text.isEmpty || text.hasSuffix("\n") ? text : text + "\n").utf8)
    }

    /// The code to end with: that of SIGPIPE where the reader went, 1 where what was printed is not whole; else `code`.
    /// A program that a signal ends is a server, which does not depend on its announcement.
    static func exitCode(after code: Int32) -> Int32 {
        let failure = Self.failure.load(ordering: .relaxed)
        guard failure != 0, code < 128 else { return code }
        return failure == EPIPE ? 128 + SIGPIPE : 1
    }

    private static func put(_ text: String) { put(Array(text.utf8)) }

    private static func put(_ bytes: [UInt8]) {
        guard failure.load(ordering: .relaxed) == 0 else { return }
        let code = Output.write(bytes, to: STDOUT_FILENO)
        guard code != 0 else { return }
        failure.store(code, ordering: .relaxed)
        guard code != EPIPE else { return }
        StandardError.write("standard output cannot be written: \(String(cString: strerror(code))).")
    }
}
