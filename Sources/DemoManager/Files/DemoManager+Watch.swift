import JSONText

extension DemoManager {
    /// Watches the folders of stub files loaded so far, and their fixtures: a save is read at once, as `reload()` does.
    /// Where the system tells of no changes, or of no more, the folders are looked at every second.
    ///
    /// - Parameter onReload: called after each reload with everything wrong now.
    /// - Returns: the watch; it ends when it is cancelled or no longer held.
    public func watchStubs(onReload: (@Sendable ([Problem]) -> Void)? = nil) -> StubWatch {
        watchStubs(lookingEvery: .seconds(1), usesNotifications: true, onReload)
    }

    /// Watches in one of the two ways there are.
    func watchStubs(
        lookingEvery interval: Duration, usesNotifications: Bool, _ onReload: (@Sendable ([Problem]) -> Void)?
    ) -> StubWatch {
        let folders = lock.withLock { $0.files.folders }
        let paths = Set(folders.flatMap { [$0.stubs, $0.fixtures] }).sorted()
        // Weak, so that a forgotten watch does not keep a manager alive.
        let watch = FolderWatch(paths, lookingEvery: interval, usesNotifications: usesNotifications) { [weak self] in
            guard let self else { return }
            let problems = reload()
            onReload?(problems)
        }
        return StubWatch(watch: watch)
    }
}

/// Watches stub files for as long as it is held.
public final class StubWatch: Sendable {
    private let watch: FolderWatch

    init(watch: FolderWatch) {
        self.watch = watch
    }

    /// Ends it.
    public func cancel() { watch.cancel() }
}
