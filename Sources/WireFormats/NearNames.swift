/// The known names that are most like an unknown one, at most three.
package struct NearNames: Hashable {
    package let names: [String]

    package init(of text: String, in known: some Sequence<String>) {
        let wanted = Array(text.lowercased().utf8.prefix(Self.longest))
        let found = known.compactMap { name -> (distance: Int, name: String)? in
            let letters = Array(name.lowercased().utf8.prefix(Self.longest))
            // A third of the letters may be wrong; the end may be missing.
            let limit = max(1, min(wanted.count, letters.count) / 3)
            let distance = EditDistance.changes(wanted, letters)
            if distance <= limit { return (distance, name) }
            return wanted.count > 2 && letters.starts(with: wanted) ? (limit + 1, name) : nil
        }
        names = found.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
    }

    /// ` Did you mean "listPets"?`, with a leading blank; empty without a similar name.
    package var question: String {
        guard let last = names.last else { return "" }
        let quoted = names.dropLast().map { "\"\($0)\"" }.joined(separator: ", ")
        return " Did you mean \(quoted.isEmpty ? "" : quoted + " or ")\"\(last)\"?"
    }

    private static let longest = 100
}

/// The difference of two texts. Two swapped neighbours count as one change (Damerau-Levenshtein).
package enum EditDistance {
    /// Longer texts are compared by their beginning: the table of the comparison grows with the product of both.
    static let limit = 200

    /// The number of changes from one text to the other.
    package static func changes(_ left: [UInt8], _ right: [UInt8]) -> Int {
        lastRow(left, right, first: Array(0...right.count))[right.count]
    }

    /// Changes needed per byte, from 0 for equal texts to 1.
    package static func share(_ left: String, _ right: String) -> Double {
        let left = Array(left.utf8.prefix(limit))
        let right = Array(right.utf8.prefix(limit))
        let longest = max(left.count, right.count)
        guard longest > 0 else { return 0 }
        return Double(changes(left, right)) / Double(longest)
    }

    /// The edits per byte of `part` until it occurs in `text` (Sellers).
    package static func share(of part: String, in text: String) -> Double {
        let part = Array(part.utf8.prefix(limit))
        let text = Array(text.utf8.prefix(2 * limit))
        guard !part.isEmpty else { return 0 }
        let row = lastRow(part, text, first: Array(repeating: 0, count: text.count + 1))
        return Double(row.min() ?? part.count) / Double(part.count)
    }

    private static func lastRow(_ left: [UInt8], _ right: [UInt8], first: [Int]) -> [Int] {
        var (before, row, next) = (first, first, first)
        for (i, byte) in left.enumerated() {
            next[0] = i + 1
            for (j, other) in right.enumerated() {
                var least = min(row[j + 1] + 1, next[j] + 1, row[j] + (byte == other ? 0 : 1))
                if i > 0, j > 0, byte == right[j - 1], left[i - 1] == other { least = min(least, before[j - 1] + 1) }
                next[j + 1] = least
            }
            (before, row, next) = (row, next, before)
        }
        return row
    }
}
