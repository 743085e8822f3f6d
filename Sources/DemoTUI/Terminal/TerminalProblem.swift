/// Why the screens cannot be shown here. Found before a single byte is written.
enum TerminalProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// `TERM` is unset, empty, or names no terminal that is known here.
    case unknownType(String)
    /// The terminal's type cannot place a cursor.
    case dumb(String)
    /// Input or output is no terminal: `standard input` or `standard output`.
    case notATerminal(String)
    /// The terminal refused to be set up.
    case refused(String)

    /// One line that says what to do.
    var userMessage: String {
        switch self {
        case .unknownType(""):
            "terminal type not known: TERM is not set; set TERM (for example TERM=xterm-256color)"
        case .unknownType(let type):
            "terminal type \"\(VisibleText.line(type))\" not known; set TERM (for example TERM=xterm-256color)"
        case .dumb(let type):
            "terminal type \"\(VisibleText.line(type))\" cannot show screens; set TERM; in scripts use demo-tui check"
        case .notATerminal(let name):
            "\(name) is not a terminal; run demo-tui in one; in scripts and pipes use demo-tui check"
        case .refused(let reason):
            "the terminal cannot be used: \(VisibleText.line(reason))"
        }
    }

    /// The same line, for logs.
    var description: String { userMessage }

    /// The exit status that goes with it: wrong use.
    var exitCode: Int32 { 2 }
}
