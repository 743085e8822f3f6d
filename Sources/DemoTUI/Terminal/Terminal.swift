/// A place to draw on and to read keys from. All of it on the main actor.
@MainActor
protocol Terminal: AnyObject {
    /// The size as it was last read; at least 1x1.
    var size: Size { get }

    /// Shows the canvas. Only what differs from the last one is sent; what lies outside of the terminal is left out.
    func draw(_ canvas: Canvas)

    /// Takes it that the terminal shows something else by now: the next canvas is sent whole.
    func forget()

    /// Starts to read input. The handler gets everything that is pending in one call, in the order it came.
    func start(_ handler: @escaping @MainActor ([TerminalEvent]) -> Void)

    /// Gives the terminal back, stops the program's process group as `^Z` does, and takes the terminal again when it
    /// is continued; `.resumed` follows.
    func suspendAndStop()

    /// Gives the terminal back while `body` runs (an editor, a pager), takes it again and tells `.resumed`.
    /// - Returns: what `body` returned.
    func runOutside(_ body: () -> Int32) -> Int32

    /// Puts bytes on the clipboard of the terminal in front of the person, by OSC 52.
    func copy(_ bytes: [UInt8]) -> CopyResult

    /// A sign for the ear, or what the terminal makes of it.
    func bell()

    /// Gives the terminal back as it was. Further calls do nothing.
    func close()
}

/// What became of a copy.
enum CopyResult: Hashable, Sendable {
    /// The bytes were sent; whether the terminal took them it does not tell.
    case sent(bytes: Int)
    /// More than terminals accept; nothing was sent. The number is the limit in bytes.
    case tooLarge(limit: Int)
    /// The terminal is not there.
    case unavailable
}
