import CNcurses
import Dispatch
import Foundation

extension SystemTerminal {
    /// Milliseconds an Escape waits for the rest of a sequence. Terminals send a key's bytes at once; ncurses would wait a
    /// second.
    private static let escapeDelay: Int32 = 25
    /// The pause after which a paste counts as over, in case its end was lost.
    private static let pastePause = DispatchTimeInterval.seconds(2)
    /// Milliseconds without input after which the program prepares what may come next. Before, it would keep a processor from
    /// the terminal that shows the last picture.
    private nonisolated static let moment: Int32 = 3
    /// The most bytes read before the program gets its turn.
    private static let batchLimit = 1 << 20

    package func start(_ handler: @escaping @MainActor ([TerminalEvent]) -> Void) {
        guard signals == nil else { return }
        self.handler = handler
        let source = DispatchSource.makeReadSource(fileDescriptor: signalDescriptor, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated {
                cn_guard_thread()
                self?.readSignals()
            }
        }
        source.activate()
        signals = source
        waitForInput()
        askTerminal()
    }

    /// Waits for input on a thread of its own, which then acts as the main one. A source of Dispatch would wake a thread
    /// that wakes another.
    private func waitForInput() {
        Thread.detachNewThread { [self] in
            cn_guard_thread()
            repeat {
                if cn_pending(Self.moment) == 0 {
                    DispatchQueue.main.sync { MainActor.assumeIsolated { self.handler?([]) } }
                }
            } while cn_pending(-1) != 0 && DispatchQueue.main.sync(execute: { MainActor.assumeIsolated(readInput) })
        }
    }

    /// Reads all pending input and sends it in one batch.
    /// - Returns: false if no more can come.
    private func readInput() -> Bool {
        guard signals != nil else { return false }
        var events: [TerminalEvent] = []
        var total = 0
        var wait: Int32 = 0
        var isOver = false
        while total < Self.batchLimit {
            let count = cn_pending(wait)
            if count < 0 {
                isOver = true
                break
            }
            if count == 0 {
                if wait > 0 { events += decoder.flush() }
                break
            }
            guard let bytes = read(count) else {
                isOver = true
                break
            }
            total += bytes.count
            events += decoder.decode(bytes)
            adoptAnswers()
            wait = decoder.isWaiting ? Self.escapeDelay : 0
        }
        batches += 1
        if decoder.isPasting { endPasteAfterPause() }
        if isOver { events.append(.inputEnded) }
        if !events.isEmpty { handler?(events) }
        drawLate()
        return !isOver
    }

    /// Reads at most `count` pending bytes, so that it never waits. The descriptor stays blocking: the shell shares it.
    /// - Returns: nil at the end of the input.
    func read(_ count: Int32) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: min(Int(count), 65_536)) { buffer, read in
            read = 0
            repeat {
                read = Foundation.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
            } while read < 0 && errno == EINTR
            read = max(0, read)
        }
        return bytes.isEmpty ? nil : bytes
    }

    /// Ends a paste whose end never came; otherwise every key would count as pasted text.
    private func endPasteAfterPause() {
        let batch = batches
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.pastePause) { [weak self] in
            MainActor.assumeIsolated {
                guard let self, self.batches == batch, self.decoder.isPasting else { return }
                _ = self.decoder.flush()
            }
        }
    }

    /// Acts on the pending signals, each kind once.
    private func readSignals() {
        var numbers = takeSignals()
        if numbers.contains(SIGTSTP) {
            suspendAndStop()
            numbers.subtract([SIGTSTP, SIGCONT, SIGWINCH])
        }
        var events: [TerminalEvent] = []
        if numbers.contains(SIGCONT), cn_is_up() != 0 {
            // Stopped without being asked (SIGSTOP): the shell has had the terminal meanwhile.
            enter()
            numbers.insert(SIGWINCH)
        }
        if numbers.contains(SIGWINCH) {
            // Even at the same size again: cells that were cut off in between are gone.
            readSize()
            shown = nil
            events.append(.resize(size))
        }
        events += Self.leaveEvents(numbers)
        if !events.isEmpty { handler?(events) }
    }

    /// Takes all signals since the last call.
    func takeSignals() -> Set<Int32> {
        var numbers: Set<Int32> = []
        var buffer = [UInt8](repeating: 0, count: 256)
        while true {
            let count = Foundation.read(signalDescriptor, &buffer, buffer.count)
            guard count > 0 else { return numbers }
            numbers.formUnion(buffer.prefix(count).map(Int32.init))
        }
    }

    /// The signals that ask the program to leave: all but the informative ones.
    static func leaveEvents(_ numbers: Set<Int32>) -> [TerminalEvent] {
        numbers.subtracting([SIGWINCH, SIGCONT, SIGTSTP]).sorted().map(TerminalEvent.signal)
    }
}
