import JSONText

/// Tells when something below some folders was saved, moved or removed: woken by the system where that can be had, else by
/// looking from time to time.
final class FolderWatch: Sendable {
    private struct State {
        var isCancelled = false
        var end: (@Sendable () -> Void)?
    }

    private let state = Lock(State())

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - folders: what to watch, with everything below; one that is not there yet is watched once it is.
    ///   - interval: how often to look, where looking is all there is.
    ///   - usesNotifications: whether the system is asked first. It has limits; where they are reached, while watching
    ///     too, the rest is looking.
    ///   - onChange: called on a queue of its own, once for changes that come close together.
    init(
        _ folders: [String], lookingEvery interval: Duration = .seconds(1), usesNotifications: Bool = true,
        onChange: @escaping @Sendable () -> Void
    ) {
        let look: @Sendable () -> Void = { [weak self] in
            let polling = PollingWatch(folders, every: interval, onChange: onChange)
            self?.use { polling.cancel() }
        }
        #if os(Linux)
            if usesNotifications {
                let exhausted: @Sendable () -> Void = {
                    look()
                    // What happened until the first look is not seen by it.
                    onChange()
                }
                if let watch = InotifyWatch(folders, onChange: onChange, onExhausted: exhausted) {
                    use { watch.cancel() }
                    return
                }
            }
        #endif
        look()
    }

    deinit { cancel() }

    /// Ends it.
    func cancel() {
        let end = state.withLock { state in
            defer { state = State(isCancelled: true) }
            return state.end
        }
        end?()
    }

    /// Ends what watched until now and keeps what ends its successor.
    private func use(_ end: @escaping @Sendable () -> Void) {
        let old = state.withLock { state in
            guard !state.isCancelled else { return end as (@Sendable () -> Void)? }
            defer { state.end = end }
            return state.end
        }
        old?()
    }
}
