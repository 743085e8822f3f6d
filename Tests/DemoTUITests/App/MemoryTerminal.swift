import Terminal

/// A terminal for tests: keeps the last picture and passes on the events it is fed.
@MainActor final class MemoryTerminal: Terminal {
    /// Calls besides `draw`.
    enum Act: Hashable, Sendable {
        case forgot, ranOutside, copied([UInt8]), used(Theme?)
    }

    private(set) var size: Size
    /// The last picture; nil before the first.
    private(set) var canvas: Canvas?
    private(set) var title = ""
    /// The calls so far, oldest first.
    private(set) var acts: [Act] = []
    var offersMouse = true
    var takesMouse = false
    /// The most bytes that can be copied.
    var copyLimit = 74_994
    private var handler: (@MainActor ([TerminalEvent]) -> Void)?

    init(size: Size = Size(columns: 80, rows: 24)) {
        self.size = size
    }

    /// The last picture as text; empty before the first.
    var text: String { canvas?.text() ?? "" }

    /// Gives the program these events in one batch. A resize changes the size, too.
    func feed(_ events: [TerminalEvent]) {
        for case .resize(let size) in events { self.size = size }
        handler?(events)
    }

    /// Types a text, one key for each character.
    func type(_ text: String) { for character in text { feed([.key(.character(character))]) } }

    func draw(_ canvas: Canvas) { self.canvas = canvas }

    func setTitle(_ title: String) { self.title = title }

    func forget() { acts.append(.forgot) }

    func start(_ handler: @escaping @MainActor ([TerminalEvent]) -> Void) { self.handler = handler }

    func use(_ theme: Theme?) { acts.append(.used(theme)) }

    func suspendAndStop() { feed([.resize(size)]) }

    func runOutside(_ body: () -> Int32) -> Int32 {
        acts.append(.ranOutside)
        let status = body()
        feed([.resize(size)])
        return status
    }

    func copy(_ bytes: [UInt8]) -> CopyResult {
        guard bytes.count <= copyLimit else { return .tooLarge(limit: copyLimit) }
        acts.append(.copied(bytes))
        return .sent(bytes: bytes.count)
    }

    func close() { handler = nil }
}
