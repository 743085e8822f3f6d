import CNcurses
import Dispatch
import Foundation

/// The terminal the program was started in, by wide ncurses: it knows what the terminal can do and sends only what
/// changed. It costs nothing while nobody types: no timer runs.
///
/// Ways out are kept in two layers. In order: `close`. In any other case (a trap, a signal while the program hangs, an
/// `exit` somewhere below) the guard in CNcurses gives the terminal back with bytes and modes prepared here.
@MainActor
final class NcursesTerminal: Terminal {
    private(set) var size: Size
    /// The last canvas that was sent; nil if all of the next one must be.
    var shown: Canvas?
    /// Attributes and colour pair of each style, by its raw value.
    var looks: [(attributes: attr_t, pair: Int16)] = []
    /// False in a locale that is not UTF-8: everything is sent as ASCII.
    let sendsUnicode: Bool
    /// True if the terminal understands bracketed paste.
    let bracketsPaste: Bool
    /// Reads keys from bytes.
    var decoder = KeyDecoder()
    var handler: (@MainActor ([TerminalEvent]) -> Void)?
    /// What wakes the program up: bytes from the terminal, signals. Empty after the end.
    var sources: [any DispatchSourceRead] = []
    /// Counts batches of input, to see whether a paste still goes on.
    var batches = 0
    let signalDescriptor: Int32
    let errorLog: String?
    /// What a person is to know once the terminal is back; nil where there is nothing.
    let note: String?
    private let environment: [String: String]
    private var isClosed = false

    /// Finds out whether the screens can be shown here, and writes nothing.
    /// - Returns: the type to drive the terminal by.
    private static func check(_ environment: [String: String]) throws(TerminalProblem) -> String {
        guard isatty(STDIN_FILENO) == 1 else { throw .notATerminal("standard input") }
        guard isatty(STDOUT_FILENO) == 1 else { throw .notATerminal("standard output") }
        return try usableType(for: environment["TERM"] ?? "")
    }

    /// Takes the terminal and shows an empty screen with the first `draw`. Stops the program while it is in the
    /// background, as every program does that was started with `&`.
    ///
    /// - Parameters:
    ///   - environment: `TERM`, `NO_COLOR`, `TMUX` are read.
    ///   - errorLog: Where standard error goes meanwhile; a file without a name if nil. Its end is shown by `close`.
    /// - Throws: what is missing, or `.refused`.
    init(
        environment: [String: String] = ProcessInfo.processInfo.environment, errorLog: String? = nil
    ) throws(TerminalProblem) {
        let type = try Self.check(environment)
        guard cn_wait_foreground() == 0 else { throw .refused("it belongs to another program") }
        self.environment = environment
        self.errorLog = errorLog
        cn_set_locale()
        sendsUnicode = cn_locale_is_utf8() != 0
        bracketsPaste = Self.bracketsPaste(type)
        let named = environment["TERM"] ?? ""
        note = type == named ? nil : "terminfo has no \"\(named)\" here: the screens were drawn for \(type)."
        signalDescriptor = cn_guard_start("demo-tui")
        guard signalDescriptor >= 0 else { throw .refused("its modes cannot be read") }
        size = .zero
        guard cn_open(type, (environment["NO_COLOR"] ?? "").isEmpty ? 1 : 0) == 0 else {
            throw .refused("ncurses cannot set it up")
        }
        prepareGuard()
        prepareLooks()
        decoder.typeKeys = Self.typeKeys()
        cn_errors_redirect(errorLog)
        _ = readSize()
        enter()
    }

    /// The largest size that is used: a terminal that claims more, such as 65535x65535, gets this corner filled.
    private static let largest = Size(columns: 1_024, rows: 512)

    /// Reads the size and tells ncurses. A terminal that does not know its size has 80 columns or 24 rows.
    /// - Returns: true if it changed.
    func readSize() -> Bool {
        var columns: Int32 = 0
        var rows: Int32 = 0
        cn_window_size(&columns, &rows)
        let read = Size(
            columns: columns > 0 ? min(Int(columns), Self.largest.columns) : 80,
            rows: rows > 0 ? min(Int(rows), Self.largest.rows) : 24)
        if Int(cn_rows()) != read.rows || Int(cn_columns()) != read.columns {
            cn_resize(Int32(read.rows), Int32(read.columns))
        }
        defer { size = read }
        return size != read
    }

    /// Says that the screen is shown now, and switches on what ncurses knows nothing of.
    func enter() {
        cn_guard_up(1)
        shown = nil
        if bracketsPaste { write(Self.mouseOff + "\u{1B}[?2004h") }
    }

    /// Ends every way a program can take the mouse and the focus: one that was killed left them on.
    static let mouseOff = [1_000, 1_002, 1_003, 1_004, 1_005, 1_006, 1_015].map { "\u{1B}[?\($0)l" }.joined()

    /// Leaves the screen. The terminal is then exactly as it was found.
    func leave() {
        guard cn_guard_up(0) != 0 else { return }
        if bracketsPaste { write("\u{1B}[?2004l") }
        cn_leave()
        cn_restore_modes()
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        for source in sources { source.cancel() }
        sources = []
        handler = nil
        leave()
        showErrors()
    }

    /// Ends the process by a signal it was told of, so that the shell sees 128 + its number. Closes nothing but the
    /// screen: leave in order first.
    static func end(by signal: Int32) -> Never { cn_end_by(signal) }

    func copy(_ bytes: [UInt8]) -> CopyResult {
        guard !isClosed else { return .unavailable }
        let isInTmux = !(environment["TMUX"] ?? "").isEmpty
        guard let sequence = OSC52.sequence(bytes, insideTmux: isInTmux) else { return .tooLarge(limit: OSC52.limit) }
        return write(String(decoding: sequence, as: UTF8.self)) ? .sent(bytes: bytes.count) : .unavailable
    }

    func bell() { write("\u{7}") }

    /// Sends a sequence past ncurses, whose own output is always sent by the end of a `draw`.
    /// - Returns: false if the terminal is gone.
    @discardableResult
    private func write(_ sequence: String) -> Bool {
        var sequence = sequence
        return sequence.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cn_write($0.baseAddress, bytes.count) == 0 }
        }
    }
}
