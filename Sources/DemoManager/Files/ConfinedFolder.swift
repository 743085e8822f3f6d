#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A folder that is opened once. Files in it are named by one plain name each and never reached through a link, so that
/// nothing that is done leads out of it.
final class ConfinedFolder: Sendable {
    /// Where it is, for messages.
    let path: String
    let descriptor: Int32
    let calls: FileCalls

    /// Opens a folder, made with its parents (0700) where it is not there. A link in its place is refused.
    init(creating path: String, calls: FileCalls = .system) throws(FileFailure) {
        // A slash at the end would follow a link.
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        try Self.makeParents(of: path)
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw FileFailure("\(path) could not be made") }
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure("\(path) could not be opened as a folder of its own") }
        (self.path, self.descriptor, self.calls) = (path, descriptor, calls)
    }

    private init(path: String, descriptor: Int32, calls: FileCalls) {
        (self.path, self.descriptor, self.calls) = (path, descriptor, calls)
    }

    deinit { close(descriptor) }

    /// A folder in this one, made (0700) where it is not there.
    func subfolder(_ name: String) throws(FileFailure) -> ConfinedFolder {
        let path = "\(path)/\(name)"
        if mkdirat(descriptor, name, 0o700) != 0, errno != EEXIST { throw FileFailure("\(path) could not be made") }
        let folder = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else { throw FileFailure("\(path) could not be opened as a folder of its own") }
        return ConfinedFolder(path: path, descriptor: folder, calls: calls)
    }

    /// The bytes of a file; nil where there is none.
    ///
    /// - Parameter limit: the most bytes to read; a longer file fails with `EFBIG`.
    func read(_ name: String, limit: Int) throws(FileFailure) -> [UInt8]? {
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw FileFailure("\(name) could not be read")
        }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            #if canImport(Darwin)
                let count = Darwin.read(file, &buffer, buffer.count)
            #else
                let count = Glibc.read(file, &buffer, buffer.count)
            #endif
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileFailure("\(name) could not be read") }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= limit else { throw FileFailure("\(name) is too long", EFBIG) }
        }
    }

    /// Whether there is a file of this name, and no link.
    func holds(_ name: String) -> Bool {
        var status = stat()
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Removes a file; one that is not there is no failure.
    func remove(_ name: String) throws(FileFailure) {
        if unlinkat(descriptor, name, 0) != 0, errno != ENOENT { throw FileFailure("\(name) could not be removed") }
    }

    private static func makeParents(of path: String) throws(FileFailure) {
        var end = path.index(path.startIndex, offsetBy: path.isEmpty ? 0 : 1)
        while let slash = path[end...].firstIndex(of: "/") {
            let parent = String(path[..<slash])
            if mkdir(parent, 0o700) != 0, errno != EEXIST { throw FileFailure("\(parent) could not be made") }
            end = path.index(after: slash)
        }
    }
}
