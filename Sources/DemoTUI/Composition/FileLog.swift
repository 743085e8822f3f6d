import DemoManager
import Foundation
import Logging
import Terminal
import WireFormats

/// Writes log lines to a file for its owner alone, with control characters made visible. A full file takes no more;
/// the next run begins a new one.
struct FileLog: LogHandler {
    static let limit = 10 << 20

    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .debug
    private let file: File

    /// Opens a file for appending. A full one becomes `path.1`.
    ///
    /// - Throws: a problem with the reason.
    init(path: String) throws(Problem) {
        var descriptor = try Self.open(path)
        // Its length; a pipe has none.
        var size = max(lseek(descriptor, 0, SEEK_END), 0)
        if size >= Self.limit, rename(path, path + ".1") == 0 {
            close(descriptor)
            (descriptor, size) = (try Self.open(path), 0)
        }
        file = File(descriptor: descriptor, size: size)
    }

    private static func open(_ path: String) throws(Problem) -> Int32 {
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw Problem("cannot be written: \(String(cString: strerror(errno))); there is no log", file: path)
        }
        return descriptor
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let time = Date().formatted(.iso8601.time(includingFractionalSeconds: true))
        file.write("\(time) \(event.level) \(VisibleText.line(Redactor().text("\(event.message)")))\n")
    }

    private final class File: Sendable {
        private let descriptor: Int32
        private let written: Lock<Int>

        init(descriptor: Int32, size: Int) {
            self.descriptor = descriptor
            written = Lock(size)
        }

        deinit { close(descriptor) }

        func write(_ line: String) {
            written.withLock { written in
                guard written < FileLog.limit else { return }
                // A full disk costs the log, never the program.
                Output.write(line.utf8, to: descriptor)
                written += line.utf8.count
            }
        }
    }
}
