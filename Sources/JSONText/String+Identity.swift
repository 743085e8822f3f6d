import Foundation

extension String {
    /// True if both hold the same scalars in the same order. `==` would take canonically equivalent texts for one, which
    /// JSON does not (RFC 8259 section 8.3).
    func isIdentical(to other: String) -> Bool {
        let count = utf8.count
        guard count == other.utf8.count else { return false }
        let isEqual = utf8.withContiguousStorageIfAvailable { mine in
            other.utf8.withContiguousStorageIfAvailable { theirs in
                guard let left = mine.baseAddress, let right = theirs.baseAddress else { return count == 0 }
                return memcmp(left, right, count) == 0
            }
        }
        return (isEqual ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}

/// A string as dictionary key, compared scalar by scalar.
struct ExactKey: Hashable {
    let text: String

    static func == (left: ExactKey, right: ExactKey) -> Bool {
        left.text.isIdentical(to: right.text)
    }
}
