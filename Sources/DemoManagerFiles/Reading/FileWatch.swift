import DemoManager
import Dispatch
import Foundation
import WireFormats

#if os(Linux)
    import Glibc
#endif

extension DemoManager {
    /// Watches the folders of stub files loaded so far, and their fixtures. Saved files are reloaded immediately, as by
    /// `reload()`. Without system notifications, the folders are polled every second.
    ///
    /// - Parameters:
    ///   - excluded: folders and files not to watch, such as those that this program writes or reads itself.
    ///   - onReload: called after each reload with all current problems.
    /// - Returns: the watch, which ends when it is cancelled or deallocated.
    public func watchStubs(
        except excluded: Set<String> = [], onReload: (@Sendable ([Problem]) -> Void)? = nil
    ) -> FileWatch {
        watchStubs(lookingEvery: .seconds(1), usesNotifications: true, except: excluded, onReload)
    }

    /// Watches with notifications of the system, or by polling.
    func watchStubs(
        lookingEvery interval: Duration, usesNotifications: Bool, except excluded: Set<String> = [],
        _ onReload: (@Sendable ([Problem]) -> Void)?
    ) -> FileWatch {
        let folders = fileStubs.folders.filter { !excluded.contains($0.stubs) }
        let paths = Set(folders.flatMap { [$0.stubs, $0.fixtures] })
        // Weak, so that a leaked watch does not retain a manager.
        return FileWatch(
            folders: paths, except: excluded, lookingEvery: interval, usesNotifications: usesNotifications
        ) { [weak self] in
            guard let self else { return }
            let problems = reload()
            onReload?(problems)
        }
    }
}

/// Watches folders with all their contents, or single files, until it is cancelled or deallocated.
///
/// On Linux it uses inotify(7) to observe files that are saved, moved or removed. On other systems, or if no more
/// watches are available, it polls.
public final class FileWatch: Sendable {
    /// The attributes that a save changes: a write changes the date, a rename the file number.
    private struct Stamp: Sendable, Hashable {
        let date: Date?
        let size: Int?
        let number: Int?
    }

    /// A dispatch source. It is thread-safe, but its type does not declare that on all platforms.
    private struct Source: @unchecked Sendable {
        let source: any DispatchSourceProtocol
    }

    private struct State: Sendable {
        /// The files found by the last scan, by path.
        var stamps: [String: Stamp]
        /// The time of the next scan, unless more events arrive before; nil if none is scheduled.
        var quiet: DispatchTime?
        /// The latest time of that scan, even if events continue.
        var latest = DispatchTime.now()
        var isCancelled = false
        var source: Source?
    }

    private let folders: [String]
    private let files: [String]
    private let excluded: Set<String>
    private let interval: Duration
    private let onChange: @Sendable () -> Void
    private let queue = DispatchQueue(label: "watched files")
    private let state: Lock<State>

    /// Starts watching.
    ///
    /// - Parameters:
    ///   - folders: folders to watch with all their contents; a missing one is watched once it exists.
    ///   - files: single files to watch; for a symbolic link also its target. A missing one is watched once it exists.
    ///   - excluded: files in the folders that are not watched.
    ///   - interval: the time between two scans, without notifications.
    ///   - usesNotifications: true to use notifications of the system, within its limits.
    ///   - onChange: called on a private queue, once for changes in quick succession.
    package init(
        folders: Set<String> = [], files: Set<String> = [], except excluded: Set<String> = [],
        lookingEvery interval: Duration = .seconds(1),
        usesNotifications: Bool = true, onChange: @escaping @Sendable () -> Void
    ) {
        self.folders = folders.sorted().map(Self.real)
        self.files = files.sorted()
        self.excluded = Set(excluded.map(Self.real))
        (self.interval, self.onChange) = (interval, onChange)
        state = Lock(State(stamps: Self.stamps(self.folders, self.files, except: self.excluded)))
        #if os(Linux)
            if usesNotifications, waitForNotifications() { return }
        #endif
        lookRegularly()
    }

    deinit { cancel() }

    /// Stops watching.
    public func cancel() {
        let source = state.withLock { state in
            state.isCancelled = true
            return state.source
        }
        source?.source.cancel()
    }

    private func use(_ source: any DispatchSourceProtocol) {
        let new = Source(source: source)
        source.resume()
        let old = state.withLock { state -> Source? in
            guard !state.isCancelled else { return new }
            defer { state.source = new }
            return state.source
        }
        old?.source.cancel()
    }

    private func lookRegularly() {
        let nanoseconds = max(1, Int(interval / .nanoseconds(1)))
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(
            deadline: .now() + .nanoseconds(nanoseconds), repeating: .nanoseconds(nanoseconds),
            leeway: .nanoseconds(nanoseconds / 5))
        timer.setEventHandler { [weak self] in self?.look() }
        use(timer)
    }

    private func look() {
        let now = Self.stamps(folders, files, except: excluded)
        let isChange = state.withLock { state in
            defer { state.stamps = now }
            return state.stamps != now
        }
        if isChange { onChange() }
    }

    /// All entries below a folder, except hidden files.
    private static func entries(_ folder: String) -> [URL] {
        let below = FileManager.default.enumerator(
            at: URL(fileURLWithPath: folder), includingPropertiesForKeys: [.isDirectoryKey],
            options: [.skipsHiddenFiles])
        return (below?.allObjects as? [URL]) ?? []
    }

    private static func real(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

    private static func stamps(
        _ folders: [String], _ files: [String], except excluded: Set<String>
    ) -> [String: Stamp] {
        var stamps: [String: Stamp] = [:]
        for entry in folders.flatMap(entries)
        where !entry.lastPathComponent.hasSuffix("~") && !excluded.contains(entry.path) {
            stamps[entry.path] = stamp(entry.path)
        }
        for file in files { stamps[file] = stamp(real(file)) }
        return stamps
    }

    /// The attributes of a file; nil if it is missing, which is a change if it existed.
    private static func stamp(_ path: String) -> Stamp? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
        return Stamp(
            date: attributes[.modificationDate] as? Date, size: (attributes[.size] as? NSNumber)?.intValue,
            number: (attributes[.systemFileNumber] as? NSNumber)?.intValue)
    }

    // MARK: inotify

    #if os(Linux)
        /// Scans when the system reports an event; false if no more watches are available.
        private func waitForNotifications() -> Bool {
            let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
            guard descriptor >= 0 else { return false }
            guard addWatches(to: descriptor) else {
                close(descriptor)
                return false
            }
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
            source.setEventHandler { [weak self] in self?.notice(descriptor) }
            source.setCancelHandler { close(descriptor) }
            use(source)
            // Changes before the first watch cause no event.
            scheduleLook()
            return true
        }

        private func notice(_ descriptor: Int32) {
            let isChange = Self.drain(descriptor)
            // New folders get a watch; existing watches are unchanged.
            guard addWatches(to: descriptor) else {
                lookRegularly()
                return look()
            }
            if isChange { scheduleLook() }
        }

        /// Scans after a save, or a series of saves, is complete: each causes several events.
        private func scheduleLook() {
            let now = DispatchTime.now()
            let first = state.withLock { state -> DispatchTime? in
                if state.quiet == nil { state.latest = now + .milliseconds(150) }
                let isFirst = state.quiet == nil
                state.quiet = min(now + .milliseconds(50), state.latest)
                return isFirst ? state.quiet : nil
            }
            if let first { look(at: first) }
        }

        private func look(at time: DispatchTime) {
            queue.asyncAfter(deadline: time) { [weak self] in
                guard let self else { return }
                let later = state.withLock { state -> DispatchTime? in
                    if let quiet = state.quiet, quiet > time { return quiet }
                    state.quiet = nil
                    return nil
                }
                if let later { look(at: later) } else { look() }
            }
        }

        /// Watches all existing folders, and those of the files; false if no more watches are available.
        private func addWatches(to descriptor: Int32) -> Bool {
            func folder(of path: String) -> String { URL(fileURLWithPath: path).deletingLastPathComponent().path }
            let below = folders.flatMap(Self.entries).filter(\.hasDirectoryPath).map(\.path)
            // A symbolic link is replaced in its own folder, its target in another.
            let places = folders + files.map(folder) + files.map { folder(of: Self.real($0)) }
            let inside = Set(places + below)
            // Their parent folders too, to find them after they are replaced.
            let around = Set(places.map(folder)).subtracting(inside)
            let moves = IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_CREATE | IN_ONLYDIR
            return inside.union(around).allSatisfy { path in
                let mask = inside.contains(path) ? moves | IN_CLOSE_WRITE : moves
                // A missing or unreadable folder is no reason to poll.
                return inotify_add_watch(descriptor, path, UInt32(mask)) >= 0 || errno != ENOSPC && errno != ENOMEM
            }
        }

        /// Reads all events. False if files were only created: they are reported again when their writer closes them.
        private static func drain(_ descriptor: Int32) -> Bool {
            var isChange = false
            var buffer = [UInt8](repeating: 0, count: 16_384)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                guard count > 0 else { return isChange }
                var offset = 0
                // Watch, mask, cookie and the name's length, four bytes each, then the name (inotify(7)).
                while offset + 16 <= count {
                    let (mask, length) = buffer.withUnsafeBytes { bytes in
                        (
                            bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self),
                            Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
                        )
                    }
                    isChange = isChange || mask != UInt32(IN_CREATE) && mask != UInt32(IN_IGNORED)
                    offset += 16 + length
                }
            }
        }
    #endif
}
