import JSONText

extension DemoManager {
    /// Watches the folders of stub files loaded so far, and their fixtures: a save is read at once, as `reload()` does.
    /// Where the system tells of no changes, or of no more, the folders are looked at every second.
    ///
    /// - Parameters:
    ///   - excluded: a folder that is not watched: one this program writes to itself.
    ///   - onReload: called after each reload with everything wrong now.
    /// - Returns: the watch; it ends when it is cancelled or no longer held.
    public func watchStubs(
        except excluded: String? = nil, onReload: (@Sendable ([Problem]) -> Void)? = nil
    ) -> StubWatch {
        watchStubs(lookingEvery: .seconds(1), usesNotifications: true, except: excluded, onReload)
    }

    /// Watches in one of the two ways there are.
    func watchStubs(
        lookingEvery interval: Duration, usesNotifications: Bool, except excluded: String? = nil,
        _ onReload: (@Sendable ([Problem]) -> Void)?
    ) -> StubWatch {
        let folders = lock.withLock { $0.files.folders }.filter { $0.stubs != excluded }
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
