#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The system calls by which files are written: those that fail, or do half of what was asked, on a real disk.
struct FileCalls: Sendable {
    /// `write(2)`.
    var write: @Sendable (Int32, UnsafeRawPointer, Int) -> Int
    /// `fsync(2)`.
    var sync: @Sendable (Int32) -> Int32
    /// `renameat(2)` within one folder.
    var rename: @Sendable (Int32, String, String) -> Int32

    /// The system's own.
    static let system = FileCalls(
        write: { unsafeWrite($0, $1, $2) }, sync: { fsync($0) }, rename: { renameat($0, $1, $0, $2) })
}

private func unsafeWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

/// A call of the system that failed.
struct FileFailure: Error, Hashable {
    /// What could not be done, with the file's name.
    let act: String
    /// `errno`.
    let code: Int32

    init(_ act: String, _ code: Int32 = errno) {
        self.act = act
        self.code = code
    }

    /// `No space left on device (me-1.json could not be written)`.
    var message: String { "\(String(cString: strerror(code))) (\(act))" }
}
