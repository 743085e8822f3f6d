import APIDocument

extension PatternText {
    /// Whether the pattern is found in the text. Nil where that takes too long to say; no pattern is catastrophic, since
    /// places are walked through as sets.
    func isFound(in text: String) -> Bool? {
        // What says again what a part had cannot be walked through so.
        if refersBack { return Pattern(pattern)?.isFound(in: text) }
        let scalars = Array(text.unicodeScalars)
        guard scalars.count <= 4000 else { return nil }
        var steps = 200_000
        let ends = ends(root, from: Set(0...scalars.count), scalars, &steps)
        return steps > 0 ? !ends.isEmpty : nil
    }

    /// The places where a match may end that starts at one of the given places.
    private func ends(
        _ node: PatternNode, from starts: Set<Int>, _ text: [Unicode.Scalar], _ steps: inout Int
    ) -> Set<Int> {
        steps -= 1 + starts.count
        guard steps > 0 else { return [] }
        switch node {
        case .set(let ranges):
            return Set(
                starts.compactMap { place in
                    place < text.count && ranges.contains { $0.contains(text[place].value) } ? place + 1 : nil
                })
        case .sequence(let parts):
            return parts.reduce(starts) { $0.isEmpty ? $0 : ends($1, from: $0, text, &steps) }
        case .choice(let parts):
            return parts.reduce(into: []) { $0.formUnion(ends($1, from: starts, text, &steps)) }
        case .repeated(let part, let least, let most):
            return ends(of: part, (least, most), from: starts, text, &steps)
        case .start:
            return starts.contains(0) ? [0] : []
        case .end:
            return starts.contains(text.count) ? [text.count] : []
        case .around(let part, let isAhead, let isWanted):
            return starts.filter { place in
                isWanted == (isAhead ? begins(part, at: place, text, &steps) : isEnding(part, at: place, text, &steps))
            }
        case .edge(let isWanted):
            return starts.filter { isWanted == PatternText.isEdge($0, of: text) }
        case .group(_, let part):
            return ends(part, from: starts, text, &steps)
        case .again:
            return starts
        }
    }

    private func begins(_ part: PatternNode, at place: Int, _ text: [Unicode.Scalar], _ steps: inout Int) -> Bool {
        !ends(part, from: [place], text, &steps).isEmpty
    }

    private func isEnding(_ part: PatternNode, at place: Int, _ text: [Unicode.Scalar], _ steps: inout Int) -> Bool {
        for start in stride(from: place, through: 0, by: -1)
        where ends(part, from: [start], text, &steps).contains(place) {
            return true
        }
        return false
    }

    private static func isEdge(_ place: Int, of text: [Unicode.Scalar]) -> Bool {
        func isWord(_ place: Int) -> Bool {
            text.indices.contains(place) && PatternSet.word.contains { $0.contains(text[place].value) }
        }
        return isWord(place - 1) != isWord(place)
    }

    private func ends(
        of part: PatternNode, _ count: (least: Int, most: Int?), from starts: Set<Int>, _ text: [Unicode.Scalar],
        _ steps: inout Int
    ) -> Set<Int> {
        var reached = starts
        for _ in 0..<count.least {
            reached = ends(part, from: reached, text, &steps)
            if reached.isEmpty { return [] }
        }
        var all = reached
        var times = count.least
        while !reached.isEmpty, times < count.most ?? .max {
            reached = ends(part, from: reached, text, &steps).subtracting(all)
            all.formUnion(reached)
            times += 1
        }
        return all
    }
}
