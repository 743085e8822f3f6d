import CNcurses
import Dispatch
import Foundation

extension NcursesTerminal {
    /// How long an Escape waits for what would make it another key, in milliseconds. Terminals send a key's bytes at
    /// once; ncurses would wait a second.
    private static let escapeDelay: Int32 = 25
    /// How long a paste may pause before it counts as over, should its end have been lost.
    private static let pastePause = DispatchTimeInterval.seconds(2)
    /// The most that is read before the program gets its turn, in bytes.
    private static let batchLimit = 1 << 20

    func start(_ handler: @escaping @MainActor ([TerminalEvent]) -> Void) {
        guard sources.isEmpty else { return }
        self.handler = handler
        sources = [
            source(STDIN_FILENO) { $0.readInput() },
            source(signalDescriptor) { $0.readSignals() },
        ]
    }

    private func source(
        _ descriptor: Int32, _ act: @escaping @MainActor (NcursesTerminal) -> Void
    ) -> any DispatchSourceRead {
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated {
                cn_guard_thread()
                if let self { act(self) }
            }
        }
        source.activate()
        return source
    }

    /// Reads everything that is pending and tells it in one batch.
    private func readInput() {
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
            let bytes = read(count)
            guard !bytes.isEmpty else {
                isOver = true
                break
            }
            total += bytes.count
            events += decoder.decode(bytes)
            wait = decoder.isWaiting ? Self.escapeDelay : 0
        }
        batches += 1
        if decoder.isPasting { endPasteAfterPause() }
        if isOver {
            // A descriptor at its end is always readable: the source would call without pause.
            for source in sources { source.cancel() }
            sources = []
            events.append(.inputEnded)
        }
        if !events.isEmpty { handler?(events) }
    }

    /// Reads at most `count` bytes of which that many are known to be there, so that it never waits. The descriptor is
    /// not made non-blocking: the shell shares it.
    private func read(_ count: Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: min(Int(count), 65_536)) { buffer, read in
            read = 0
            repeat {
                read = Foundation.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
            } while read < 0 && errno == EINTR
            read = max(0, read)
        }
    }

    /// Ends a paste whose end never came, or every key would go on being pasted text.
    private func endPasteAfterPause() {
        let batch = batches
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.pastePause) { [weak self] in
            MainActor.assumeIsolated {
                guard let self, self.batches == batch, self.decoder.isPasting else { return }
                _ = self.decoder.flush()
            }
        }
    }

    /// Acts on the signals that came, each kind once.
    private func readSignals() {
        var numbers = takeSignals()
        if numbers.contains(SIGTSTP) {
            suspendAndStop()
            numbers.subtract([SIGTSTP, SIGCONT, SIGWINCH])
        }
        var events: [TerminalEvent] = []
        if numbers.contains(SIGCONT), cn_is_up() != 0 {
            // Stopped without being asked (SIGSTOP): the shell has had the terminal meanwhile.
            cn_reenter()
            enter()
            numbers.insert(SIGWINCH)
            events.append(.resumed)
        }
        if numbers.contains(SIGWINCH) {
            // Even if the size is the same again, what was cut off in between is gone.
            _ = readSize()
            shown = nil
            events.append(.resize(size))
        }
        events += Self.leaveEvents(numbers)
        if !events.isEmpty { handler?(events) }
    }

    /// Takes all signals that came since the last call.
    func takeSignals() -> Set<Int32> {
        var numbers: Set<Int32> = []
        var buffer = [UInt8](repeating: 0, count: 256)
        while true {
            let count = Foundation.read(signalDescriptor, &buffer, buffer.count)
            guard count > 0 else { return numbers }
            numbers.formUnion(buffer.prefix(count).map(Int32.init))
        }
    }

    /// The signals among these that ask the program to leave: all but those that only tell something.
    static func leaveEvents(_ numbers: Set<Int32>) -> [TerminalEvent] {
        numbers.subtracting([SIGWINCH, SIGCONT, SIGTSTP]).sorted().map(TerminalEvent.signal)
    }
}
