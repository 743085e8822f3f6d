/// A place to draw on and to read keys from.
@MainActor
package protocol Terminal: AnyObject {
    /// The size as it was last read; at least 1x1.
    var size: Size { get }

    /// Shows the canvas. Only the difference from the last one is sent; cells outside of the terminal are left out.
    func draw(_ canvas: Canvas)

    /// Names the terminal's window, where the old name can be restored.
    func setTitle(_ title: String)

    /// Sends the next canvas whole, because the terminal may show something else.
    func forget()

    /// Starts to read input. The handler gets all pending input in one call, in order, and nothing once a moment has passed
    /// without any.
    func start(_ handler: @escaping @MainActor ([TerminalEvent]) -> Void)

    /// Gives the terminal back, stops the program's process group as `^Z` does, and takes the terminal again when it
    /// is continued; `.resize` follows.
    func suspendAndStop()

    /// Gives the terminal back while `body` runs (an editor, a pager) and takes it again; `.resize` follows.
    func runOutside(_ body: () -> Int32) -> Int32

    /// True if the terminal can report clicks and the wheel.
    var offersMouse: Bool { get }

    /// True if clicks and the wheel are reported; false leaves the mouse to the terminal, which selects text with it.
    var takesMouse: Bool { get set }

    /// Shows everything in a theme; nil is the one of the start.
    func use(_ theme: Theme?)

    /// Puts bytes on the clipboard of the terminal in front of the person, by OSC 52.
    func copy(_ bytes: [UInt8]) -> CopyResult

    /// Gives the terminal back as it was. Further calls do nothing.
    func close()
}

package enum CopyResult: Hashable, Sendable {
    /// The bytes were sent; terminals do not confirm it.
    case sent(bytes: Int)
    /// More than terminals accept; nothing was sent. The number is the limit in bytes.
    case tooLarge(limit: Int)
    /// The terminal is not there.
    case unavailable
}

package enum TerminalEvent: Hashable, Sendable {
    /// A key was pressed.
    case key(Key)
    /// The mouse was used while it is taken.
    case mouse(Mouse)
    /// Text was pasted: as the terminal sent it, line ends as `\n`, not sanitised. A long paste may come in several events.
    case paste(String)
    /// The terminal has a new size, or shows something else, after the program was stopped or ran another one: draw
    /// everything.
    case resize(Size)
    /// No more input can come: the terminal is gone. Sent once.
    case inputEnded
    /// A signal asks the program to leave. Leave in order within half a second; a slower program is ended.
    case signal(Int32)
}

/// The reason the screens cannot be shown here, found before a single byte is written.
package enum TerminalProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// `TERM` is unset, empty, or names no known terminal.
    case unknownType(String)
    /// The terminal's type cannot place a cursor.
    case dumb(String)
    /// Standard input or standard output is not a terminal.
    case notATerminal(String)
    /// The terminal cannot be set up.
    case refused(String)

    package var description: String {
        switch self {
        case .unknownType(""): "terminal type not known: TERM is not set; set TERM (for example TERM=xterm-256color)"
        case .unknownType(let type):
            "terminal type \"\(VisibleText.line(type))\" not known; set TERM (for example TERM=xterm-256color)"
        case .dumb(let type): "terminal type \"\(VisibleText.line(type))\" cannot show screens; set TERM"
        case .notATerminal(let name): "\(name) is not a terminal"
        case .refused(let reason): "the terminal cannot be used: \(VisibleText.line(reason))"
        }
    }
}
