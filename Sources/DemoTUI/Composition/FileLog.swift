import Foundation
import Logging
import Synchronization

/// Writes log lines to a file that only its owner reads. Control characters are made visible; past its limit the file
/// takes no more, so that a long run never fills a disk.
struct FileLog: LogHandler {
    /// The most a log grows to, in bytes.
    static let limit = 10 << 20

    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .debug
    private let file: File

    /// Opens a file for appending.
    /// - Throws: `StartFailure` if it cannot be written.
    init(path: String) throws(StartFailure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StartFailure("--log: \(path) cannot be written: \(String(cString: strerror(errno))).")
        }
        file = File(descriptor: descriptor)
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let time = Date().formatted(.iso8601.time(includingFractionalSeconds: true))
        file.write("\(time) \(event.level) \(VisibleText.line("\(event.message)"))\n")
    }

    private final class File: Sendable {
        private let descriptor: Int32
        private let written = Mutex(0)

        init(descriptor: Int32) { self.descriptor = descriptor }
        deinit { close(descriptor) }

        func write(_ line: String) {
            written.withLock { written in
                guard written < FileLog.limit else { return }
                let bytes = Array(line.utf8)
                // A disk that is full costs the log, never the program.
                _ = Glibc.write(descriptor, bytes, bytes.count)
                written += bytes.count
            }
        }
    }
}
