import DemoManager
import Dispatch
import Foundation
import WireFormats

#if os(Linux)
    import Glibc
#endif

extension DemoManager {
    /// Watches the folders of stub files loaded so far, and their fixtures: a save is read at once, as `reload()` does.
    /// Without notifications of the system, the folders are looked at every second.
    ///
    /// - Parameters:
    ///   - excluded: folders and files that are not watched: what this program writes to itself, or reads on its own.
    ///   - onReload: called after each reload with all current problems.
    /// - Returns: the watch; it ends when it is cancelled or no longer held.
    public func watchStubs(
        except excluded: Set<String> = [], onReload: (@Sendable ([Problem]) -> Void)? = nil
    ) -> FileWatch {
        watchStubs(lookingEvery: .seconds(1), usesNotifications: true, except: excluded, onReload)
    }

    /// Watches in one of the two ways.
    func watchStubs(
        lookingEvery interval: Duration, usesNotifications: Bool, except excluded: Set<String> = [],
        _ onReload: (@Sendable ([Problem]) -> Void)?
    ) -> FileWatch {
        let folders = fileStubs.folders.filter { !excluded.contains($0.stubs) }
        let paths = Set(folders.flatMap { [$0.stubs, $0.fixtures] })
        // Weak, so that a forgotten watch does not keep a manager alive.
        return FileWatch(
            folders: paths, except: excluded, lookingEvery: interval, usesNotifications: usesNotifications
        ) { [weak self] in
            guard let self else { return }
            let problems = reload()
            onReload?(problems)
        }
    }
}

/// Watches folders with everything below them, or single files, for as long as it is held.
///
/// On Linux inotify(7) wakes it when files were saved, moved or removed. Elsewhere, and where the system has no more watches,
/// it looks at them from time to time.
public final class FileWatch: Sendable {
    /// The attributes that a save changes: a write changes the date, a rename the number.
    private struct Stamp: Sendable, Hashable {
        let date: Date?
        let size: Int?
        let number: Int?
    }

    /// A dispatch source. It may be used from any thread; its type does not declare that everywhere.
    private struct Source: @unchecked Sendable {
        let source: any DispatchSourceProtocol
    }

    private struct State: Sendable {
        /// The files of the last look, by path.
        var stamps: [String: Stamp]
        /// The time of the next look, if no more events come until then; nil while none is scheduled.
        var quiet: DispatchTime?
        /// The time of that look even if events go on.
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

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - folders: watched with everything below; a missing one is watched once it exists.
    ///   - files: watched alone; a link with the file that it leads to. A missing one is watched once it exists.
    ///   - excluded: files in the folders that are not watched.
    ///   - interval: the time between two looks, without notifications.
    ///   - usesNotifications: true to be woken by the system, as far as its limits allow.
    ///   - onChange: called on a queue of its own, once for changes that come close together.
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

    /// Ends it.
    public func cancel() {
        let source = state.withLock { state in
            state.isCancelled = true
            return state.source
        }
        source?.source.cancel()
    }

    /// Starts a source in place of the one before.
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

    /// Everything below a folder but hidden files.
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

    /// Nil for a file that is missing, which is a change if it was there.
    private static func stamp(_ path: String) -> Stamp? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
        return Stamp(
            date: attributes[.modificationDate] as? Date, size: (attributes[.size] as? NSNumber)?.intValue,
            number: (attributes[.systemFileNumber] as? NSNumber)?.intValue)
    }

    // MARK: inotify

    #if os(Linux)
        /// Looks when the system reports an event; false if it has no watches left.
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
            // Changes before the first watch have no event.
            scheduleLook()
            return true
        }

        private func notice(_ descriptor: Int32) {
            let isChange = Self.drain(descriptor)
            // Folders that were created meanwhile get their watch; the others keep theirs.
            guard addWatches(to: descriptor) else {
                lookRegularly()
                return look()
            }
            if isChange { scheduleLook() }
        }

        /// Looks once a save, or a burst of saves, is complete: each is several events.
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

        /// Watches every folder there is, and those of the files; false if the system has no watches left.
        private func addWatches(to descriptor: Int32) -> Bool {
            func folder(of path: String) -> String { URL(fileURLWithPath: path).deletingLastPathComponent().path }
            let below = folders.flatMap(Self.entries).filter(\.hasDirectoryPath).map(\.path)
            // A link is replaced in its own folder, its file in another.
            let places = folders + files.map(folder) + files.map { folder(of: Self.real($0)) }
            let inside = Set(places + below)
            // The folders around them, too: there they are found again after they were replaced.
            let around = Set(places.map(folder)).subtracting(inside)
            let moves = IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_CREATE | IN_ONLYDIR
            return inside.union(around).allSatisfy { path in
                let mask = inside.contains(path) ? moves | IN_CLOSE_WRITE : moves
                // A missing or unreadable folder is not a matter of limits.
                return inotify_add_watch(descriptor, path, UInt32(mask)) >= 0 || errno != ENOSPC && errno != ENOMEM
            }
        }

        /// Reads all events. False if they only say that files were created, which are still being written and closed later.
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
