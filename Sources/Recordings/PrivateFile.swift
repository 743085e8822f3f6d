import Foundation
import WireFormats

/// Private files: written atomically, and read only if no other user may read them.
package enum PrivateFile {
    /// Writes a file. Replaces an existing file or symbolic link with that name, and creates missing folders.
    ///
    /// - Throws: a problem with the reason.
    package static func write(_ bytes: [UInt8], to path: String) throws(Problem) {
        let url = URL(fileURLWithPath: path)
        do throws(FileFailure) {
            // The user chose the folder, so a symbolic link to it is followed.
            let folder = url.deletingLastPathComponent().resolvingSymlinksInPath().path
            try ConfinedFolder(creating: folder).write(url.lastPathComponent, bytes)
        } catch {
            throw Problem(error.message, file: path)
        }
    }

    /// Reads a file that only its owner may read. The permissions are those of the opened file, even through a symbolic
    /// link or if the name is reused meanwhile.
    ///
    /// - Throws: a problem with the reason.
    package static func read(_ path: String) throws(Problem) -> [UInt8] {
        let unreadable = Problem("there is no such file, or it cannot be read.", file: path)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw unreadable }
        guard status.st_mode & 0o077 == 0 else {
            throw Problem("others may read this file. Run: chmod 600 \(path)", file: path)
        }
        do throws(FileFailure) {
            return try readAll(descriptor, path)
        } catch {
            throw unreadable
        }
    }
}

/// A system call that failed.
struct FileFailure: Error, Hashable {
    /// The failed operation with the file's name.
    let act: String
    /// `errno`.
    let code: Int32

    init(_ act: String, _ code: Int32 = errno) { (self.act, self.code) = (act, code) }

    /// `No space left on device (me-1.json could not be written)`.
    var message: String { "\(String(cString: strerror(code))) (\(act))" }
}

/// System calls that can fail, or complete partially, on a real disk.
package struct FileCalls: Sendable {
    /// `write(2)`.
    var write: @Sendable (Int32, UnsafeRawPointer, Int) -> Int = { Foundation.write($0, $1, $2) }
    /// `fsync(2)`.
    var sync: @Sendable (Int32) -> Int32 = { fsync($0) }
    /// `renameat(2)` within one folder.
    var rename: @Sendable (Int32, String, String) -> Int32 = { renameat($0, $1, $0, $2) }

    package static let system = FileCalls()
}

/// Reads all bytes of an open file; fails with `EFBIG` above `limit`.
private func readAll(_ file: Int32, _ name: String, limit: Int = .max) throws(FileFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
        let count = read(file, &chunk, chunk.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw FileFailure("\(name) could not be read") }
        guard count > 0 else { return bytes }
        bytes += chunk[..<count]
        guard bytes.count <= limit else { throw FileFailure("\(name) is too long", EFBIG) }
    }
}

/// A folder that is opened once. Its files are accessed by plain names and never through symbolic links, so that no
/// operation leaves the folder.
final class ConfinedFolder: Sendable {
    /// The path, for messages.
    let path: String
    private let descriptor: Int32
    private let calls: FileCalls

    /// Opens a folder, creating it and its parents (0700) if missing. A symbolic link in its place is refused.
    convenience init(creating path: String, calls: FileCalls = .system) throws(FileFailure) {
        var path = path
        // A trailing slash would follow a symbolic link.
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        for slash in path.indices.dropFirst() where path[slash] == "/" {
            let parent = String(path[..<slash])
            if mkdir(parent, 0o700) != 0, errno != EEXIST { throw FileFailure("\(parent) could not be created") }
        }
        try self.init(path, in: AT_FDCWD, named: path, calls)
    }

    private init(_ path: String, in parent: Int32, named name: String, _ calls: FileCalls) throws(FileFailure) {
        if mkdirat(parent, name, 0o700) != 0, errno != EEXIST { throw FileFailure("\(path) could not be created") }
        let descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure("\(path) could not be opened as a folder of its own") }
        (self.path, self.descriptor, self.calls) = (path, descriptor, calls)
    }

    deinit { close(descriptor) }

    /// A subfolder, created (0700) if missing.
    func subfolder(_ name: String) throws(FileFailure) -> ConfinedFolder {
        try ConfinedFolder("\(path)/\(name)", in: descriptor, named: name, calls)
    }

    /// The bytes of a file; nil if there is none.
    ///
    /// - Parameter limit: the maximum size in bytes; a longer file fails with `EFBIG`.
    func read(_ name: String, limit: Int) throws(FileFailure) -> [UInt8]? {
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw FileFailure("\(name) could not be read")
        }
        defer { close(file) }
        return try readAll(file, name, limit: limit)
    }

    /// True if there is a regular file with this name.
    func holds(_ name: String) -> Bool { mode(of: name) != nil }

    private func mode(of name: String) -> mode_t? {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return status.st_mode
    }

    /// Removes a file; a missing one is no failure.
    func remove(_ name: String) throws(FileFailure) {
        if unlinkat(descriptor, name, 0) != 0, errno != ENOENT { throw FileFailure("\(name) could not be removed") }
    }

    /// Writes a private file atomically, and durably when this returns. A symbolic link with that name is replaced, not
    /// followed; a file with stricter permissions keeps them.
    func write(_ name: String, _ bytes: [UInt8]) throws(FileFailure) {
        let temporary = Self.temporaryName()
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = openat(descriptor, temporary, flags, (mode(of: name) ?? 0o600) & 0o600)
        guard file >= 0 else { throw FileFailure("\(name) could not be created") }
        do throws(FileFailure) {
            do throws(FileFailure) {
                try write(bytes, to: file, name)
                if calls.sync(file) != 0 { throw FileFailure("\(name) could not be written to the disk") }
            } catch {
                close(file)
                throw error
            }
            // Some file systems report a full disk only here.
            if close(file) != 0, errno != EINTR { throw FileFailure("\(name) could not be closed") }
            if calls.rename(descriptor, temporary, name) != 0 { throw FileFailure("\(name) could not be put in place") }
        } catch {
            unlinkat(descriptor, temporary, 0)
            throw error
        }
        if calls.sync(descriptor) != 0 { throw FileFailure("the folder of \(name) could not be written to the disk") }
    }

    private func write(_ bytes: [UInt8], to file: Int32, _ name: String) throws(FileFailure) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                buffer.baseAddress.map { calls.write(file, $0 + done, bytes.count - done) } ?? 0
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileFailure("\(name) could not be written", count < 0 ? errno : ENOSPC) }
            done += count
        }
    }

    // MARK: Several processes

    /// The name of the file that ``claim()`` locks; it is empty and is kept.
    static let claimName = ".recording.lock"

    /// Claims the folder for this process until the returned descriptor is closed. Two processes that record into one
    /// folder would each remove bodies that the other's stubs refer to.
    func claim() throws(FileFailure) -> Int32 {
        let file = openat(descriptor, Self.claimName, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw FileFailure("\(Self.claimName) could not be created") }
        var claim = flock()
        claim.l_type = Int16(F_WRLCK)
        claim.l_whence = Int16(SEEK_SET)
        // A file system without locks is accepted.
        if fcntl(file, F_SETLK, &claim) != 0, errno == EACCES || errno == EAGAIN {
            close(file)
            throw FileFailure("another program records into it", EBUSY)
        }
        return file
    }

    /// Hidden from readers of stubs, and named after the writing process, so that other processes ignore it.
    private static func temporaryName() -> String {
        ".recording-\(getpid())-\(run)-\(String(UInt64.random(in: 0...UInt64.max), radix: 16)).tmp"
    }

    /// Distinguishes this process from an earlier one with the same id.
    private static let run = String(UInt64.random(in: 0...UInt64.max), radix: 16)

    /// Removes temporary files of processes that have ended. Errors are ignored.
    func removeLeftovers() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for name in names where name.hasPrefix(".recording-") && name.hasSuffix(".tmp") {
            let parts = name.split(separator: "-")
            guard parts.count == 4, let process = pid_t(parts[1]), process > 0 else { continue }
            // Signal 0 only tests for existence.
            let isGone = process == getpid() ? parts[2] != Self.run : kill(process, 0) != 0 && errno == ESRCH
            if isGone { unlinkat(descriptor, name, 0) }
        }
    }
}
