import JSONText

extension DemoManager {
    /// Watches the folders of stub files loaded so far, and their fixtures: a save is read at once, as `reload()` does.
    ///
    /// - Parameter onReload: called after each reload with everything wrong now.
    /// - Returns: the watch; it ends when it is cancelled or no longer held. nil if the system gives no more watches.
    public func watchStubs(onReload: (@Sendable ([Problem]) -> Void)? = nil) -> StubWatch? {
        let folders = lock.withLock { $0.files.folders }
        let paths = Set(folders.flatMap { [$0.stubs, $0.fixtures] }).sorted()
        // Weak, so that a forgotten watch does not keep a manager alive.
        let watch = FolderWatch(paths) { [weak self] in
            guard let self else { return }
            let problems = reload()
            onReload?(problems)
        }
        return watch.map { StubWatch(watch: $0) }
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
