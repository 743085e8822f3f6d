extension String {
    /// Whether both hold the same scalars in the same order. `==` would take canonically equivalent texts for one, which
    /// JSON does not (RFC 8259 section 8.3).
    func isIdentical(to other: String) -> Bool {
        utf8.count == other.utf8.count && self == other && utf8.elementsEqual(other.utf8)
    }
}

/// A string as dictionary key, compared scalar by scalar.
struct ExactKey: Hashable {
    let text: String

    static func == (left: ExactKey, right: ExactKey) -> Bool {
        left.text.isIdentical(to: right.text)
    }
}
