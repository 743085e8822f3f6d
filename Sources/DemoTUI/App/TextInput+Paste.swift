import Terminal

extension TextInput {
    /// Puts pasted text in and says so where it did not all fit.
    mutating func paste(_ text: String) -> [Effect] {
        guard !insert(text) else { return [] }
        let limit = TextLayout.grouped(Self.limit)
        return [.note(.error("A field takes \(limit) characters; the rest of what was pasted was left out."))]
    }
}
