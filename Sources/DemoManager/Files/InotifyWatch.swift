import JSONText

#if os(Linux)
    import Dispatch
    import Foundation
    import Glibc

    /// Watches folders by inotify(7), which wakes it. Sleeps in between.
    final class InotifyWatch: Sendable {
        // Dispatch sources may be used from any thread; on Linux their type does not say so.
        nonisolated(unsafe) private let source: any DispatchSourceRead

        /// Begins to watch; nil if the system gives no more watches.
        ///
        /// - Parameters:
        ///   - onChange: called on a queue of its own, once for changes that come close together.
        ///   - onExhausted: called there once when no watch could be had for a folder that was made meanwhile.
        init?(
            _ folders: [String], onChange: @escaping @Sendable () -> Void,
            onExhausted: @escaping @Sendable () -> Void
        ) {
            let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
            guard descriptor >= 0 else { return nil }
            var first = Watches(descriptor: descriptor, folders: folders)
            guard first.update() else {
                close(descriptor)
                return nil
            }
            let watches = Lock(first)
            let queue = DispatchQueue(label: "stub files")
            let isDue = Lock(false)
            source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
            source.setEventHandler {
                // Folders that were made meanwhile get their watch; those known keep theirs.
                // Taken out of the lock while folders are read: events come one after the other.
                var current = watches.withLock { $0 }
                let (isChange, isComplete) = (current.drain(), current.update())
                watches.withLock { [current] in $0 = current }
                guard isComplete else { return onExhausted() }
                let isFirst = isDue.withLock { due in
                    defer { due = due || isChange }
                    return isChange && !due
                }
                guard isFirst else { return }
                // An editor's save is several changes: wait for the last of them.
                queue.asyncAfter(deadline: .now() + .milliseconds(50)) {
                    isDue.withLock { $0 = false }
                    onChange()
                }
            }
            source.setCancelHandler { close(descriptor) }
            source.resume()
        }

        deinit { source.cancel() }

        /// Ends it.
        func cancel() { source.cancel() }
    }

    /// The watches of one inotify descriptor.
    private struct Watches: Sendable {
        let descriptor: Int32
        let folders: [String]
        /// By watch: the names in it that count; nil is all. Of the folder around a watched one only that counts, so that
        /// it is found again after it was replaced.
        private var names: [Int32: Set<String>?] = [:]

        init(descriptor: Int32, folders: [String]) {
            self.descriptor = descriptor
            self.folders = folders
        }

        /// Watches every folder there is; those known keep their watch. Says whether the system had watches for all.
        mutating func update() -> Bool {
            var isComplete = true
            for folder in folders {
                let url = URL(fileURLWithPath: folder)
                isComplete = add(url.deletingLastPathComponent().path, [url.lastPathComponent]) && isComplete
                isComplete = add(url.path, nil) && isComplete
                let below = FileManager.default.enumerator(
                    at: url, includingPropertiesForKeys: [.isDirectoryKey], options: [.skipsHiddenFiles])
                while let entry = below?.nextObject() as? URL {
                    if entry.hasDirectoryPath { isComplete = add(entry.path, nil) && isComplete }
                }
            }
            return isComplete
        }

        private mutating func add(_ path: String, _ own: Set<String>?) -> Bool {
            let mask = UInt32(IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_CREATE | IN_ONLYDIR)
            let watch = inotify_add_watch(descriptor, path, mask)
            // What is not there or may not be read is no matter of limits.
            guard watch >= 0 else { return errno != ENOSPC && errno != ENOMEM }
            guard let own else {
                names[watch] = .some(nil)
                return true
            }
            switch names[watch] {
            case nil: names[watch] = .some(own)
            case .some(nil): break
            case .some(let known?): names[watch] = .some(known.union(own))
            }
            return true
        }

        /// Reads all events; says whether one of them means a change of a stub or a body.
        mutating func drain() -> Bool {
            var isChange = false
            var buffer = [UInt8](repeating: 0, count: 16_384)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                guard count > 0 else { return isChange }
                var offset = 0
                // wd, mask, cookie and the name's length, four bytes each, then the name (inotify(7)).
                while offset + 16 <= count {
                    let (watch, mask, length) = buffer.withUnsafeBytes { bytes in
                        (
                            bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self),
                            bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self),
                            Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
                        )
                    }
                    let name = buffer[(offset + 16)..<min(offset + 16 + length, count)].prefix { $0 != 0 }
                    offset += 16 + length
                    isChange = note(watch, mask, String(decoding: name, as: UTF8.self)) || isChange
                }
            }
        }

        private mutating func note(_ watch: Int32, _ mask: UInt32, _ name: String) -> Bool {
            func has(_ flag: some BinaryInteger) -> Bool { mask & UInt32(truncatingIfNeeded: flag) != 0 }
            // More happened than the system kept.
            if has(IN_Q_OVERFLOW) { return true }
            if has(IN_IGNORED) {
                names[watch] = nil
                return false
            }
            if case .some(let own?) = names[watch], !own.contains(name) { return false }
            // A file that was only created is still being written; it is closed later.
            if has(IN_CREATE), !has(IN_ISDIR) { return false }
            return !name.hasPrefix(".") && !name.hasSuffix("~")
        }
    }
#endif
