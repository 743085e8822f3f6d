import Foundation

extension [UInt8] {
    /// True if these are the bytes of `text`. `==` of strings would consider canonically equivalent texts equal.
    func isEqual(to text: String) -> Bool { self[...].isEqual(to: text) }

    /// True if they contain `other`.
    func contains(_ other: [UInt8]) -> Bool {
        withUnsafeBytes { bytes in other.withUnsafeBytes { bytes.contains($0) } }
    }

    /// True if they contain the bytes of `text`.
    func contains(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { needle in withUnsafeBytes { $0.contains(UnsafeRawBufferPointer(needle)) } }
    }
}

extension UnsafeRawBufferPointer {
    /// True if they contain `needle`: `memchr` finds its first byte, `memcmp` compares. Some C libraries lack `memmem`.
    fileprivate func contains(_ needle: UnsafeRawBufferPointer) -> Bool {
        guard let base = baseAddress, let first = needle.first, let start = needle.baseAddress else {
            return needle.isEmpty
        }
        var offset = 0
        while count - offset >= needle.count,
            let hit = memchr(base + offset, Int32(first), count - offset - needle.count + 1)
        {
            if memcmp(hit, start, needle.count) == 0 { return true }
            offset = base.distance(to: UnsafeRawPointer(hit)) + 1
        }
        return false
    }
}

extension ArraySlice<UInt8> {
    /// True if these are the bytes of `text`.
    func isEqual(to text: String) -> Bool {
        guard text.utf8.count == count else { return false }
        var text = text
        return text.withUTF8 { other in
            withUnsafeBytes { bytes in
                guard let left = bytes.baseAddress, let right = other.baseAddress else { return true }
                return memcmp(left, right, bytes.count) == 0
            }
        }
    }
}

/// A 64-bit FNV-1a hash of bytes, the key of the lookup tables. They return candidates only, so that a collision costs
/// a needless comparison, never a wrong reply.
package struct ByteHash: Hashable, Sendable {
    package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func combine(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }

    mutating func combine(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { combine(byte) }
    }

    package init(_ bytes: some Sequence<UInt8>) {
        combine(bytes)
    }

    /// Sixteen hexadecimal digits.
    package var text: String { String(value, radix: 16).padded(to: 16) }
}
