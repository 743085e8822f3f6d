#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension ConfinedFolder {
    /// Writes a file that only its owner reads: whole or not at all, whatever ends the program, and still there after the
    /// machine lost its power. What stands under the name until then stays as it is; a link there is replaced, not followed.
    func write(_ name: String, _ bytes: [UInt8]) throws(FileFailure) {
        let temporary = Self.temporaryName()
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = openat(descriptor, temporary, flags, mode(of: name))
        guard file >= 0 else { throw FileFailure("\(name) could not be made") }
        do throws(FileFailure) {
            do throws(FileFailure) {
                try write(bytes, to: file, name)
                if calls.sync(file) != 0 { throw FileFailure("\(name) could not be written to the disk") }
            } catch {
                close(file)
                throw error
            }
            // Some file systems tell only here that there was no room.
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

    /// For the owner alone; where the file there is stricter, as strict.
    private func mode(of name: String) -> mode_t {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return 0o600
        }
        return status.st_mode & 0o600
    }

    // MARK: What an interrupted write left

    /// Hidden, so that no reader of stubs takes it for one; with the process that writes it, so that others leave it alone.
    private static func temporaryName() -> String {
        ".recording-\(getpid())-\(run)-\(String(UInt64.random(in: 0...UInt64.max), radix: 16)).tmp"
    }

    /// Tells this process from an earlier one of the same number.
    private static let run = String(UInt64.random(in: 0...UInt64.max), radix: 16)

    /// Removes what writers left that are no longer there. What cannot be removed stays: it is ignored.
    func removeLeftovers() {
        for name in names() where name.hasPrefix(".recording-") && name.hasSuffix(".tmp") {
            let parts = name.split(separator: "-")
            guard parts.count == 4, let process = pid_t(parts[1]), process > 0 else { continue }
            // Signal 0 only asks.
            let isGone = process == getpid() ? parts[2] != Self.run : kill(process, 0) != 0 && errno == ESRCH
            if isGone { unlinkat(descriptor, name, 0) }
        }
    }

    /// The names in it, in no order.
    func names() -> [String] {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0, let stream = fdopendir(copy) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
