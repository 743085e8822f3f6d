import Foundation

/// Writes with the calls of the system: a reader that has gone and a full disk are codes to look at here. Foundation's
/// `FileHandle` traps there.
enum Output {
    /// Writes all of it, in as many parts as the system takes.
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
                // Somebody who shares the descriptor made it non-blocking.
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&entry, 1, -1)
            case let code: return code
            }
        }
        return 0
    }

    /// Writes a file, and the folders it lies in. A file that is there is replaced once the new one is whole, and keeps its
    /// rights; a device or a pipe is written to.
    ///
    /// - Parameter mode: the rights of a new file, before the process's mask.
    /// - Throws: the reason, to be put behind the file's name.
    static func write(_ bytes: [UInt8], toFile path: String, mode: mode_t = 0o666) throws(StartFailure) {
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
        if code != 0 { throw StartFailure(String(cString: strerror(code))) }
    }

    /// Nil for what is not there or no regular file: a folder, a device, a pipe.
    private static func rights(ofRegularFile path: String) -> mode_t? {
        do {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            guard attributes[.type] as? FileAttributeType == .typeRegular else { return nil }
            return (attributes[.posixPermissions] as? NSNumber).map { mode_t($0.uint16Value) }
        } catch {
            return nil
        }
    }

    /// Puts a new file in the place of another, or of none.
    private static func replace(_ file: URL, _ bytes: [UInt8], _ mode: mode_t, keeping rights: mode_t?) -> Int32 {
        let folder = file.deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            // To open the file fails then, too, and tells the reason in the system's words.
        }
        let temporary = "\(folder.path)/.demo-tui-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).tmp"
        var code = fill(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, rights ?? mode, bytes)
        if code == 0, let rights, chmod(temporary, rights) != 0 { code = errno }
        if code == 0, rename(temporary, file.path) != 0 { code = errno }
        if code != 0 { unlink(temporary) }
        return code
    }

    private static func fill(_ path: String, _ flags: Int32, _ mode: mode_t, _ bytes: [UInt8]) -> Int32 {
        let descriptor = open(path, flags, mode)
        guard descriptor >= 0 else { return errno }
        var code = write(bytes, to: descriptor)
        // A disk may tell only here that there is no room; a device has nothing to synchronise.
        if code == 0, flags & O_CREAT != 0, fsync(descriptor) != 0 { code = errno }
        if close(descriptor) != 0, code == 0, errno != EINTR { code = errno }
        return code
    }
}
