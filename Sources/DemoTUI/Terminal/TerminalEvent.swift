/// What a terminal tells the program.
enum TerminalEvent: Hashable, Sendable {
    /// A key was pressed.
    case key(Key)
    /// Text was pasted: as the terminal sent it, line ends as `\n`, nothing sanitised. A long paste may come in several
    /// of these.
    case paste(String)
    /// The terminal has a new size. Of several in a row only the last one is told.
    case resize(Size)
    /// The program runs again after it was stopped, or a program that was started outside ended: draw everything.
    case resumed
    /// No input can come any more: the terminal is gone. Told once.
    case inputEnded
    /// Somebody asks the program to leave: SIGTERM, SIGHUP, SIGINT or SIGQUIT. Leave in order within half a second and
    /// end by `NcursesTerminal.end(by:)`; whoever takes longer is ended.
    case signal(Int32)
}
