import CNcurses
import Dispatch
import Foundation

/// The terminal the program was started in. Its type comes from ncurses' terminfo, its bytes from `Painter`. It costs nothing
/// while nobody types: no timer runs.
///
/// `close` gives the terminal back in order. In any other case (a trap, a signal while the program hangs, an `exit`) the
/// guard in CNcurses does, with bytes and modes prepared here.
@MainActor
package final class SystemTerminal: Terminal {
    package private(set) var size: Size
    /// The last canvas that was sent; nil if all of the next one must be.
    var shown: Canvas?
    /// The newest canvas, while the terminal still works on the last one.
    private var late: Canvas?
    var theme: Theme {
        didSet { painter.prepare(theme) }
    }
    /// The theme of the start; nil for the one that fits the background.
    let usualTheme: Theme?
    private let type: TerminalType
    var painter: Painter
    private let ending: [UInt8]
    /// True if the terminal keeps the title of its window and restores it.
    private let keepsTitle: Bool
    private var shownTitle = ""
    /// True if the terminal is asked for its background, which decides between dark and light.
    let asksBackground: Bool
    /// True while a theme is shown that a person chose.
    var hasChosenTheme = false
    let bracketsPaste: Bool
    var decoder = KeyDecoder()
    package let offersMouse: Bool
    package var takesMouse = false {
        didSet {
            decoder.takesMouse = takesMouse && offersMouse
            if offersMouse, cn_is_up() != 0 { write(Array((takesMouse ? Self.mouseOn : Self.mouseOff).utf8)) }
        }
    }
    var handler: (@MainActor ([TerminalEvent]) -> Void)?
    /// Nil before the start and after the end.
    var signals: (any DispatchSourceRead)?
    /// Counts batches of input, to notice a paste that stopped.
    var batches = 0
    let signalDescriptor: Int32
    let errorLog: String?
    /// A message for the time after the screens; nil for none.
    package let note: String?
    private let environment: [String: String]
    private var isClosed = false

    /// The terminal type to use. Writes nothing.
    private static func check(_ environment: [String: String]) throws(TerminalProblem) -> String {
        guard isatty(STDIN_FILENO) == 1 else { throw .notATerminal("standard input") }
        guard isatty(STDOUT_FILENO) == 1 else { throw .notATerminal("standard output") }
        return try usableType(for: environment["TERM"] ?? "")
    }

    /// Takes the terminal and shows an empty screen with the first `draw`. Stops the program while it is in the
    /// background, as every program does that was started with `&`.
    ///
    /// - Parameters:
    ///   - program: The program's name, for the last line after a crash.
    ///   - environment: `TERM`, `COLORTERM`, `NO_COLOR`, `TMUX`, `STY` are read.
    ///   - theme: Nil is the dark or the light one, as the terminal's background demands.
    ///   - errorLog: The file for standard error meanwhile; nil for one without a name. `close` shows its end.
    package init(
        program: String, environment: [String: String], theme: Theme? = nil, errorLog: String? = nil
    ) throws(TerminalProblem) {
        let name = try Self.check(environment)
        guard cn_wait_foreground() == 0 else { throw .refused("it belongs to another program") }
        self.environment = environment
        self.errorLog = errorLog
        cn_set_locale()
        bracketsPaste = Self.bracketsPaste(name)
        offersMouse = Self.offersMouse(name)
        let named = environment["TERM"] ?? ""
        note = name == named ? nil : "terminfo has no \"\(named)\" here: the screens were drawn for \(name)."
        signalDescriptor = cn_guard_start(program)
        guard signalDescriptor >= 0 else { throw .refused("its modes cannot be read") }
        size = .zero
        let loaded = TerminalType.loaded()
        let depth = Self.depth(of: loaded, environment)
        type = depth == .direct ? loaded.direct : loaded
        painter = Painter(type, depth: depth, sendsUnicode: cn_locale_is_utf8() != 0)
        painter.sendsLinks = Self.isXtermLike(name)
        keepsTitle = Self.keepsTitle(name)
        let modes = (keepsTitle ? WindowTitle.restore : "") + (bracketsPaste ? Self.mouseOff + "\u{1B}[?2004l" : "")
        let asks = Self.isXtermLike(name)
        // A picture may have been cut within a link or before its end.
        let cut = asks ? "\u{1B}\\\u{1B}]8;;\u{1B}\\\u{1B}[?2026l" : ""
        ending = Array((cut + modes).utf8) + type.leave
        usualTheme = theme
        self.theme = theme ?? .dark
        asksBackground = theme == nil && depth != .none && depth != .basic && asks
        cn_guard_add(ending.map(CChar.init(bitPattern:)), Int32(ending.count))
        painter.prepare(self.theme)
        decoder.typeKeys = Self.typeKeys()
        cn_errors_redirect(errorLog)
        readSize()
        enter()
        // The first picture covers what a terminal shows that does not know the question.
        if asks { write(Array("\u{1B}[?2026$p".utf8)) }
    }

    /// The largest size that is used: a terminal that claims more, such as 65535x65535, gets this corner filled.
    private static let largest = Size(columns: 1_024, rows: 512)

    /// Reads the size. A terminal that does not know its size has 80 columns or 24 rows.
    func readSize() {
        var columns: Int32 = 0
        var rows: Int32 = 0
        cn_window_size(&columns, &rows)
        size = Size(
            columns: columns > 0 ? min(Int(columns), Self.largest.columns) : 80,
            rows: rows > 0 ? min(Int(rows), Self.largest.rows) : 24)
    }

    func enter() {
        cn_raw_modes()
        // A program that was only stopped has kept the title already.
        if cn_guard_up(1) == 0, keepsTitle { write(Array(WindowTitle.keep.utf8)) }
        shown = nil
        shownTitle = ""
        let modes =
            bracketsPaste ? Self.mouseOff + "\u{1B}[?2004h" + (takesMouse && offersMouse ? Self.mouseOn : "") : ""
        write(type.enter + Array(modes.utf8))
    }

    /// Reports the buttons, the wheel and what is dragged (1002), with positions of any size (1006).
    private static let mouseOn = "\u{1B}[?1002h\u{1B}[?1006h"

    /// Ends all mouse and focus reports: a program that was killed may have left them on.
    static let mouseOff = [1_000, 1_002, 1_003, 1_004, 1_005, 1_006, 1_015].map { "\u{1B}[?\($0)l" }.joined()

    /// Leaves the screen. The terminal is then exactly as it was found.
    func leave() {
        guard cn_guard_up(0) != 0 else { return }
        // Without a second screen the shell continues in the last line.
        takeLastAnswer()
        write(type.reset + type.filled(type.move, size.rows - 1) + type.eraseToEnd + ending)
        cn_restore_modes()
    }

    package func close() {
        guard !isClosed else { return }
        isClosed = true
        signals?.cancel()
        signals = nil
        handler = nil
        leave()
        showErrors()
    }

    /// Sends bytes at once.
    /// - Returns: false if the terminal is gone.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cn_write($0.baseAddress, bytes.count) == 0 }
        }
    }
}

// MARK: - Drawing

extension SystemTerminal {
    package func draw(_ canvas: Canvas) {
        guard cn_is_up() != 0 else { return }
        guard !decoder.pace.isWaiting else {
            if late == nil { drawLateAfterPause() }
            late = canvas
            return
        }
        let hasWaited = late != nil
        late = nil
        var bytes = painter.paint(canvas, over: shown, in: size)
        shown = canvas
        guard !bytes.isEmpty else { return }
        if decoder.pace.asks(at: .now, hasWaited: hasWaited) { bytes += FramePace.question }
        write(bytes)
    }

    func drawLate() {
        if let late, !decoder.pace.isWaiting { draw(late) }
    }

    /// The time after which a question counts as unanswered. A whole picture takes that long at 9,600 baud.
    private static let answerPause = DispatchTimeInterval.seconds(5)

    private func drawLateAfterPause() {
        let asked = decoder.pace.questions
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.answerPause) { [weak self] in
            MainActor.assumeIsolated {
                guard let self, self.late != nil, self.decoder.pace.isWaiting, self.decoder.pace.questions == asked
                else { return }
                self.decoder.pace.giveUp()
                self.drawLate()
            }
        }
    }

    /// Takes the answer that is still to come, which would press keys in the program that has the terminal next.
    private func takeLastAnswer() {
        late = nil
        while decoder.pace.isWaiting, cn_pending(1_000) > 0, let bytes = read(65_536) { _ = decoder.decode(bytes) }
        if decoder.pace.isWaiting { decoder.pace.giveUp() }
    }

    package func setTitle(_ title: String) {
        guard keepsTitle, title != shownTitle, cn_is_up() != 0 else { return }
        shownTitle = title
        write(Array(WindowTitle.set(title).utf8))
    }

    package func forget() { shown = nil }
}

// MARK: - Copying

extension SystemTerminal {
    package func copy(_ bytes: [UInt8]) -> CopyResult {
        guard !isClosed else { return .unavailable }
        let isInTmux = !(environment["TMUX"] ?? "").isEmpty
        guard let sequence = OSC52.sequence(bytes, insideTmux: isInTmux) else { return .tooLarge(limit: OSC52.limit) }
        return write(sequence) ? .sent(bytes: bytes.count) : .unavailable
    }
}

enum WindowTitle {
    static let keep = "\u{1B}[22;2t"
    static let restore = "\u{1B}[23;2t"

    /// Shows a text, which may come from a document, without anything that could end the sequence.
    static func set(_ title: String) -> String {
        "\u{1B}]2;\(TextWidth.prefix(of: VisibleText.line(title), columns: 80))\u{1B}\\"
    }
}

/// The escape sequence that puts bytes on the clipboard of the terminal in front of the person, also over SSH.
enum OSC52 {
    /// The most bytes that terminals are known to take: xterm and others stop at 100,000 characters of Base64.
    static let limit = 74_994

    /// The bytes to send, ended by ST. Inside tmux the sequence goes twice: plain, which tmux takes with `set-clipboard
    /// on`, and wrapped, which it hands on with `allow-passthrough on`.
    /// - Returns: nil if there are more than `limit` bytes.
    static func sequence(_ bytes: [UInt8], insideTmux: Bool) -> [UInt8]? {
        guard bytes.count <= limit else { return nil }
        let plain = Array("\u{1B}]52;c;\(Data(bytes).base64EncodedString())\u{1B}\\".utf8)
        guard insideTmux else { return plain }
        let doubled = plain.flatMap { $0 == 0x1B ? [0x1B, 0x1B] : [$0] }
        return plain + Array("\u{1B}Ptmux;".utf8) + doubled + Array("\u{1B}\\".utf8)
    }
}

// MARK: - Other programs in the terminal

extension SystemTerminal {
    package func suspendAndStop() {
        guard cn_is_up() != 0 else { return }
        leave()
        cn_stop()
        comeBack()
    }

    package func runOutside(_ body: () -> Int32) -> Int32 {
        guard cn_is_up() != 0 else { return body() }
        // All the time in which keys can be signals: `^C` is meant for the other program.
        cn_guard_outside(1)
        leave()
        showErrors()
        let status = body()
        cn_errors_redirect(errorLog)
        comeBack()
        cn_guard_outside(0)
        return status
    }

    /// Runs a program in the terminal and waits for it: an editor, a pager. `arguments[0]` is looked up in `PATH`.
    /// - Returns: Its exit status; 128 + n if a signal ended it, 127 if it cannot be started.
    package static func run(_ arguments: [String]) -> Int32 {
        let pointers = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return cn_run(pointers)
    }

    private func comeBack() {
        _ = cn_wait_foreground()
        let last = shown
        readSize()
        enter()
        if let last { draw(last) }
        // Signals that came meanwhile are settled, except a request to leave.
        let events = [.resize(size)] + Self.leaveEvents(takeSignals())
        // Not inside the program's own call of suspend.
        DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.handler?(events) } }
    }
}

/// Keeps a slow line from lagging behind the keys. Pictures that follow each other closely end with a question, and the next one
/// waits for the terminal's answer: it has shown everything by then. It has no clock of its own.
struct FramePace {
    /// Device status report (ECMA-48, 8.3.35), which terminals answer in the order of the output.
    static let question = Array("\u{1B}[5n".utf8)
    static let answer = Array("\u{1B}[0n".utf8)
    /// Pictures further apart than this wait for nothing, until one had to wait: then the line is slow.
    private static let close = Duration.milliseconds(150)

    /// True once the terminal has answered any question.
    var isAnswering = false
    /// True from a question until its answer.
    private(set) var isWaiting = false
    /// The number of questions so far.
    private(set) var questions = 0
    private var last: ContinuousClock.Instant?
    private var unanswered = 0
    private var isSlow = false

    /// Notes a picture.
    ///
    /// - Parameter hasWaited: true for a picture that had to wait for an answer.
    /// - Returns: true if the question must follow it.
    mutating func asks(at time: ContinuousClock.Instant, hasWaited: Bool = false) -> Bool {
        defer { last = time }
        isSlow = isSlow || hasWaited
        guard isAnswering, unanswered < 2, let last, isSlow || last.duration(to: time) < Self.close else {
            return false
        }
        isWaiting = true
        questions += 1
        return true
    }

    mutating func takeAnswer() {
        isWaiting = false
        unanswered = 0
    }

    /// Ends the wait for an answer that did not come; the second one in a row was the last question.
    mutating func giveUp() {
        isWaiting = false
        unanswered += 1
    }
}
