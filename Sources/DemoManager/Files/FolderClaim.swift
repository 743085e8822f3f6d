#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A folder that is this process's to write into: of two that recorded into one, each would take away what the other's stubs
/// speak of. The system ends the claim with the process, however that ends.
final class FolderClaim: Sendable {
    private let descriptor: Int32

    /// The file the claim is made on; it stays, empty.
    static let fileName = ".recording.lock"

    /// - Throws: a failure where another process has claimed the folder, and where nothing can be written there.
    init(of folder: ConfinedFolder) throws(FileFailure) {
        let descriptor = openat(folder.descriptor, Self.fileName, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileFailure("\(Self.fileName) could not be made") }
        var claim = flock()
        claim.l_type = Int16(F_WRLCK)
        claim.l_whence = Int16(SEEK_SET)
        // A file system without locks is no reason not to record.
        if fcntl(descriptor, F_SETLK, &claim) != 0, errno == EACCES || errno == EAGAIN {
            close(descriptor)
            throw FileFailure("another program records into it", EBUSY)
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
