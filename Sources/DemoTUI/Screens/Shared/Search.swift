/// Finding text in the lines of a screen.
enum Search {
    /// The nearest line that contains `text`, letter case aside, going round the end.
    /// - Parameter step: 1 looks below `line`, -1 above, 0 at `line` first and then below.
    static func next(_ text: String, in lines: [String], from line: Int, step: Int) -> Int? {
        next(text, count: lines.count, from: line, step: step) { lines[$0] }
    }

    /// The note about a search that stays where it is.
    static func note(_ text: String, _ found: Int?, from line: Int, step: Int, in place: String = "here") -> [Effect] {
        guard !text.isEmpty, found == nil || found == line && step != 0 else { return [] }
        return [.note(.info("\"\(text)\" \(found == nil ? "does not occur" : "occurs nowhere else") \(place)."))]
    }

    /// The nearest line whose text contains `text`; texts are made one by one, until one does.
    static func next(_ text: String, count: Int, from line: Int, step: Int, textOf: (Int) -> String) -> Int? {
        guard !text.isEmpty, count > 0 else { return nil }
        let wanted = text.lowercased()
        let direction = step < 0 ? -1 : 1
        let start = step == 0 ? line : line + direction
        for distance in 0..<count {
            let index = ((start + distance * direction) % count + count) % count
            if textOf(index).lowercased().contains(wanted) { return index }
        }
        return nil
    }
}
