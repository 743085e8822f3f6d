/// How different two texts are.
enum EditDistance {
    /// Longer texts are compared by their beginning: the table of the comparison grows with the product of both.
    static let limit = 200

    /// Changes needed per byte (Levenshtein), from 0 for equal texts to 1.
    static func share(_ left: String, _ right: String) -> Double {
        let left = Array(left.utf8.prefix(limit))
        let right = Array(right.utf8.prefix(limit))
        let longest = max(left.count, right.count)
        guard longest > 0 else { return 0 }
        let row = lastRow(left, right, first: Array(0...right.count))
        return Double(row[right.count]) / Double(longest)
    }

    /// Changes needed per byte of `part` until it occurs somewhere in `text` (Sellers).
    static func share(of part: String, in text: String) -> Double {
        let part = Array(part.utf8.prefix(limit))
        let text = Array(text.utf8.prefix(2 * limit))
        guard !part.isEmpty else { return 0 }
        let row = lastRow(part, text, first: Array(repeating: 0, count: text.count + 1))
        return Double(row.min() ?? part.count) / Double(part.count)
    }

    private static func lastRow(_ left: [UInt8], _ right: [UInt8], first: [Int]) -> [Int] {
        var row = first
        for (index, byte) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for place in right.indices {
                let changed = diagonal + (byte == right[place] ? 0 : 1)
                diagonal = row[place + 1]
                row[place + 1] = min(changed, diagonal + 1, row[place] + 1)
            }
        }
        return row
    }
}
