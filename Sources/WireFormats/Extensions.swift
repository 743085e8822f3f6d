import Foundation

extension FileManager {
    /// True if there is a folder, or a link to one, at the path.
    package func isFolder(atPath path: String) -> Bool {
        var isFolder: ObjCBool = false
        return fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// The path with all symbolic links resolved; nil if it does not exist.
    package static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

extension ArraySlice<UInt8> {
    /// The first range of these bytes. Much faster than `firstRange(of:)`, which compares at every byte.
    package func place(of bytes: [UInt8]) -> Range<Int>? {
        let offset = withUnsafeBytes { own in bytes.withUnsafeBytes { own.offset(of: $0) } }
        return offset.map { startIndex + $0..<startIndex + $0 + bytes.count }
    }
}

extension UnsafeRawBufferPointer {
    /// The offset of the first `needle`: `memchr` finds its first byte, `memcmp` compares. Some C libraries lack `memmem`.
    package func offset(of needle: UnsafeRawBufferPointer) -> Int? {
        guard let first = needle.first, let start = needle.baseAddress else { return 0 }
        guard let base = baseAddress else { return nil }
        var offset = 0
        while count - offset >= needle.count,
            let hit = memchr(base + offset, Int32(first), count - offset - needle.count + 1)
        {
            offset = base.distance(to: UnsafeRawPointer(hit))
            if memcmp(hit, start, needle.count) == 0 { return offset }
            offset += 1
        }
        return nil
    }
}

extension Sequence {
    /// The elements sorted stably. For few elements.
    ///
    /// A single sort for all types: the standard library's is specialized, 5 KB each, for every type and comparison.
    @inline(never) package func inOrder(_ precedes: (Element, Element) -> Bool) -> [Element] { sorted(by: precedes) }
}

extension String {
    /// The string of UTF-8 bytes; nil for invalid UTF-8.
    package init?(utf8 bytes: some Collection<UInt8>) {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) {
            self.init(validating: bytes, as: UTF8.self)
        } else {
            self.init(decoding: bytes, as: UTF8.self)
            // A repaired string differs from its bytes.
            guard utf8.elementsEqual(bytes) else { return nil }
        }
    }
}

extension [String: String] {
    /// The program's folder, in the one that a variable of this environment names, else in its usual place below the
    /// home folder. A relative path is ignored, as the XDG base directory specification asks for.
    package func programFolder(_ variable: String, else usual: String) -> String {
        let named = self[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (named ?? (self["HOME"] ?? "") + usual) + "/demo-tui"
    }
}
