import JSONText

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension OwnFile {
    /// What a file holds that nobody but its owner may read. The rights are those of what is then read: behind a link, and
    /// even if another file takes the name meanwhile.
    ///
    /// - Throws: a problem that says why it is not read.
    public static func read(_ path: String) throws(Problem) -> [UInt8] {
        let unreadable = Problem("there is no such file, or it cannot be read.", file: path)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw unreadable }
        guard status.st_mode & 0o077 == 0 else {
            throw Problem("others may read this file. Run: chmod 600 \(path)", file: path)
        }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Self.read(descriptor, into: &chunk)
            guard count >= 0 else { throw unreadable }
            if count == 0 { return bytes }
            bytes += chunk.prefix(count)
        }
    }

    private static func read(_ descriptor: Int32, into chunk: inout [UInt8]) -> Int {
        while true {
            #if canImport(Darwin)
                let count = Darwin.read(descriptor, &chunk, chunk.count)
            #else
                let count = Glibc.read(descriptor, &chunk, chunk.count)
            #endif
            if count >= 0 || errno != EINTR { return count }
        }
    }
}
