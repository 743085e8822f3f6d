import DemoManager
import Synchronization

/// What a recorder said of replies it did not take.
final class Skips: Sendable {
    private struct State {
        var count = 0
        var sentences: [String] = []
    }

    private let state = Mutex(State())

    /// The sentences so far.
    var sentences: [String] { state.withLock { $0.sentences } }

    /// Takes the last sentence, if it is a new one.
    func follow(_ status: Recorder.Status) {
        state.withLock { state in
            guard status.skipped > state.count, let sentence = status.lastSkip else { return }
            state.count = status.skipped
            state.sentences.append(sentence)
        }
    }
}
