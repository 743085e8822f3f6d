import ArgumentParser
import Foundation
import Terminal
import WireFormats

/// Writes by system calls, so that a closed reader and a full disk are error codes. Foundation's `FileHandle` traps on
/// them.
enum Output {
    /// Writes all bytes, in as many parts as the system accepts.
    /// - Returns: 0, else `errno`.
    @discardableResult
    static func write(_ bytes: some Sequence<UInt8>, to descriptor: Int32) -> Int32 {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
                continue
            }
            switch count < 0 ? errno : ENOSPC {
            case EINTR: continue
            case EAGAIN:
                // Another process that shares the descriptor made it non-blocking.
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&entry, 1, -1)
            case let code: return code
            }
        }
        return 0
    }

    /// Writes a file and its folders. An existing file is replaced once the new one is complete, and keeps its rights;
    /// a device or a pipe is written to.
    ///
    /// - Parameter mode: the rights of a new file, before the process's mask.
    /// - Throws: the file's name with the reason.
    static func write(_ bytes: [UInt8], toFile path: String, mode: mode_t = 0o666) throws(Complaint) {
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let rights = rights(ofRegularFile: file.path)
        let code: Int32
        if access(path, F_OK) != 0 {
            code = replace(file, bytes, mode, keeping: nil)
        } else if access(path, W_OK) != 0 {
            code = errno
        } else if let rights {
            code = replace(file, bytes, mode, keeping: rights)
        } else {
            code = fill(path, O_WRONLY | O_CLOEXEC, 0, bytes)
        }
        if code != 0 { throw Complaint("\(path): it cannot be written: \(String(cString: strerror(code))).") }
    }

    /// True if a file, or a new one in the nearest folder above it that exists, may be written.
    static func mayWrite(to path: String) -> Bool {
        var place = URL(fileURLWithPath: path)
        while place.path != "/", !FileManager.default.fileExists(atPath: place.path) { place.deleteLastPathComponent() }
        return access(place.path, W_OK) == 0
    }

    /// Nil for anything but a regular file.
    private static func rights(ofRegularFile path: String) -> mode_t? {
        let attributes = (try? FileManager.default.attributesOfItem(atPath: path)) ?? [:]
        guard attributes[.type] as? FileAttributeType == .typeRegular else { return nil }
        return (attributes[.posixPermissions] as? NSNumber).map { mode_t($0.uint16Value) }
    }

    private static func replace(_ file: URL, _ bytes: [UInt8], _ mode: mode_t, keeping rights: mode_t?) -> Int32 {
        let folder = file.deletingLastPathComponent()
        // If this fails, opening the file fails too, with the system's message.
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let temporary = "\(folder.path)/.demo-tui-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).tmp"
        var code = fill(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, rights ?? mode, bytes)
        if code == 0, let rights, chmod(temporary, rights) != 0 { code = errno }
        if code == 0, rename(temporary, file.path) != 0 { code = errno }
        if code != 0 { unlink(temporary) }
        return code
    }

    /// Opens a file, writes it and, if it is new, waits for the disk.
    /// - Returns: 0, else `errno`.
    static func fill(_ path: String, _ flags: Int32, _ mode: mode_t, _ bytes: [UInt8]) -> Int32 {
        let descriptor = open(path, flags, mode)
        guard descriptor >= 0 else { return errno }
        var code = write(bytes, to: descriptor)
        // A disk may report only here that it is full; a device has nothing to synchronise.
        if code == 0, flags & O_CREAT != 0, fsync(descriptor) != 0 { code = errno }
        if close(descriptor) != 0, code == 0, errno != EINTR { code = errno }
        return code
    }
}

enum StandardError {
    /// Writes one line, safe for a terminal.
    static func write(_ line: String) {
        write(raw: "demo-tui: " + (isatty(STDERR_FILENO) == 1 ? VisibleText.line(line) : line) + "\n")
    }

    static func write(raw text: String) { Output.write(text.utf8, to: STDERR_FILENO) }

    /// Writes one line and returns the error that ends the program with a code.
    static func exit(_ code: Int32, _ line: String) -> ExitCode {
        write(line)
        return ExitCode(code)
    }

    /// Runs `body`, and ends the program with 2 and its failure.
    static func exiting<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch { throw exit(2, "\(error)") }
    }

    static func exiting<Value>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch { throw exit(2, "\(error)") }
    }
}

/// Standard output of commands. Lines to a terminal are made safe; bytes to a pipe or a file stay unchanged. After a
/// failure nothing more is written.
enum StandardOutput {
    /// `errno` of the first write that failed, else 0.
    private static let failure = Lock<Int32>(0)

    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Writes one line; line ends in it are made visible.
    static func write(_ line: String) { put((isTerminal ? VisibleText.line(line) : line) + "\n") }

    static func write(lines text: String) { put((isTerminal ? VisibleText.lines(text) : text) + "\n") }

    static func write(_ bytes: [UInt8]) { put(isTerminal ? visible(bytes) : bytes) }

    /// Bytes for a terminal: lines without control or invisible characters, the last one ended too.
    static func visible(_ bytes: [UInt8]) -> [UInt8] {
        let text = VisibleText.lines(VisibleText.text(bytes))
        return Array((text.isEmpty || text.hasSuffix("\n") ? text : text + "\n").utf8)
    }

    /// The exit code: that of SIGPIPE if the reader left, 1 if the output is incomplete; else `code`. A program that a
    /// signal ends is a server, which does not depend on its announcement.
    static func exitCode(after code: Int32) -> Int32 {
        let failure = Self.failure.withLock { $0 }
        guard failure != 0, code < 128 else { return code }
        return failure == EPIPE ? 128 + SIGPIPE : 1
    }

    private static func put(_ text: String) { put(Array(text.utf8)) }

    private static func put(_ bytes: [UInt8]) {
        guard failure.withLock({ $0 }) == 0 else { return }
        let code = Output.write(bytes, to: STDOUT_FILENO)
        guard code != 0 else { return }
        failure.withLock { $0 = code }
        guard code != EPIPE else { return }
        StandardError.write("standard output cannot be written: \(String(cString: strerror(code))).")
    }
}
