/// Names a person may have meant who wrote another one.
struct NearNames: Hashable {
    /// At most three, the nearest first.
    let names: [String]

    /// - Parameters:
    ///   - text: what was written.
    ///   - known: the names there are.
    init(of text: String, in known: [String]) {
        let wanted = Array(text.lowercased().utf8.prefix(Self.longest))
        let found = known.compactMap { name -> (distance: Int, name: String)? in
            let letters = Array(name.lowercased().utf8.prefix(Self.longest))
            // A third of the letters may be wrong; of what was begun the rest may be missing.
            let limit = max(1, min(wanted.count, letters.count) / 3)
            let distance = Self.distance(wanted, letters)
            if distance <= limit { return (distance, name) }
            return wanted.count > 2 && letters.starts(with: wanted) ? (limit + 1, name) : nil
        }
        names = found.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
    }

    /// ` Did you mean "listPets"?`, with a blank before it; empty where nothing is near.
    var question: String {
        guard let last = names.last else { return "" }
        let quoted = names.dropLast().map { "\"\($0)\"" }.joined(separator: ", ")
        return " Did you mean \(quoted.isEmpty ? "" : quoted + " or ")\"\(last)\"?"
    }

    private static let longest = 100

    /// How many letters have to be put in, taken out, or replaced (Levenshtein's distance), two changed places counting as
    /// one (Damerau's).
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var before: [Int] = []
        var row = Array(0...right.count)
        for (i, letter) in left.enumerated() {
            var next = [i + 1]
            for (j, other) in right.enumerated() {
                var least = min(row[j + 1] + 1, next[j] + 1, row[j] + (letter == other ? 0 : 1))
                if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other { least = min(least, before[j - 1] + 1) }
                next.append(least)
            }
            (before, row) = (row, next)
        }
        return row[right.count]
    }
}
