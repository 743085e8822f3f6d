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
