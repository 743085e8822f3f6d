import Dispatch
import Foundation

#if os(Linux)
    import Glibc

    /// Tells when something below some folders was saved, moved or removed. Sleeps in between: inotify wakes it.
    final class FolderWatch: Sendable {
        // Dispatch sources may be used from any thread; on Linux their type does not say so.
        nonisolated(unsafe) private let source: any DispatchSourceRead

        /// Begins to watch; nil if the system gives no more watches. `onChange` is called on a queue of its own, once for
        /// changes that come close together.
        init?(_ folders: [String], onChange: @escaping @Sendable () -> Void) {
            let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
            guard descriptor >= 0 else { return nil }
            Self.watch(folders, descriptor)
            let queue = DispatchQueue(label: "stub files")
            let isDue = Lock(false)
            source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
            source.setEventHandler {
                guard Self.drain(descriptor) else { return }
                // Folders that were made meanwhile; those known keep their watch.
                Self.watch(folders, descriptor)
                let isFirst = isDue.withLock { due in
                    defer { due = true }
                    return !due
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

        private static func watch(_ folders: [String], _ descriptor: Int32) {
            let mask = UInt32(IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_CREATE)
            for folder in folders {
                inotify_add_watch(descriptor, folder, mask)
                let below = FileManager.default.enumerator(
                    at: URL(fileURLWithPath: folder), includingPropertiesForKeys: [.isDirectoryKey],
                    options: [.skipsHiddenFiles])
                while let entry = below?.nextObject() as? URL {
                    if entry.hasDirectoryPath { inotify_add_watch(descriptor, entry.path, mask) }
                }
            }
        }

        /// Reads all events; says whether one of them means a change of a stub or a body.
        private static func drain(_ descriptor: Int32) -> Bool {
            var isChange = false
            var buffer = [UInt8](repeating: 0, count: 16_384)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                guard count > 0 else { return isChange }
                var offset = 0
                // wd, mask, cookie and the name's length, four bytes each, then the name (inotify(7)).
                while offset + 16 <= count {
                    let (mask, length) = buffer.withUnsafeBytes { bytes in
                        (
                            bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self),
                            Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
                        )
                    }
                    let name = buffer[(offset + 16)..<min(offset + 16 + length, count)].prefix { $0 != 0 }
                    offset += 16 + length
                    let isTemporary = name.first == UInt8(ascii: ".") || name.last == UInt8(ascii: "~")
                    // A file that was only created is still being written; it is closed later.
                    let isNewFile = mask & UInt32(IN_CREATE) != 0 && mask & UInt32(IN_ISDIR) == 0
                    if !isTemporary && !isNewFile { isChange = true }
                }
            }
        }
    }
#else

    /// Tells when something below some folders was saved, moved or removed, by looking every second.
    final class FolderWatch: Sendable {
        // Dispatch sources may be used from any thread; their type does not say so everywhere.
        nonisolated(unsafe) private let source: any DispatchSourceTimer

        /// Begins to watch. `onChange` is called on a queue of its own.
        init?(_ folders: [String], onChange: @escaping @Sendable () -> Void) {
            let last = Lock(Self.stamps(folders))
            source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "stub files"))
            source.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(200))
            source.setEventHandler {
                let now = Self.stamps(folders)
                let isChange = last.withLock { stamps in
                    defer { stamps = now }
                    return stamps != now
                }
                if isChange { onChange() }
            }
            source.resume()
        }

        deinit { source.cancel() }

        /// Ends it.
        func cancel() { source.cancel() }

        private static func stamps(_ folders: [String]) -> [String: Date] {
            var stamps: [String: Date] = [:]
            for folder in folders {
                let below = FileManager.default.enumerator(
                    at: URL(fileURLWithPath: folder), includingPropertiesForKeys: [.contentModificationDateKey],
                    options: [.skipsHiddenFiles])
                while let entry = below?.nextObject() as? URL {
                    do {
                        let values = try entry.resourceValues(forKeys: [.contentModificationDateKey])
                        stamps[entry.path] = values.contentModificationDate ?? .distantPast
                    } catch {
                        // It vanished while the folder was read: missing, it counts as a change.
                        continue
                    }
                }
            }
            return stamps
        }
    }
#endif
