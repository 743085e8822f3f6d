/// Finding text in the lines of a screen.
enum Search {
    /// The nearest line that contains `text`, letter case aside, going round the end.
    /// - Parameter step: 1 looks below `line`, -1 above, 0 at `line` first and then below.
    static func next(_ text: String, in lines: [String], from line: Int, step: Int) -> Int? {
        guard !text.isEmpty, !lines.isEmpty else { return nil }
        let wanted = text.lowercased()
        let direction = step < 0 ? -1 : 1
        let start = step == 0 ? line : line + direction
        for distance in 0..<lines.count {
            let index = ((start + distance * direction) % lines.count + lines.count) % lines.count
            if lines[index].lowercased().contains(wanted) { return index }
        }
        return nil
    }
}
