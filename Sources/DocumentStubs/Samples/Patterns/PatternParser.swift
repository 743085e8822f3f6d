/// Reads ECMA 262 as far as documents use it: classes, groups, alternatives, quantifiers, anchors, escapes, lookarounds, references
/// back and the edges of words.
struct PatternParser {
    /// An expression outside the subset.
    struct Unsupported: Error {}

    private let scalars: [Unicode.Scalar]
    private var place = 0
    private var depth = 0
    /// How many groups were begun that can be said again, and those of them that have a name.
    private var groups = 0
    private var names: [String: Int] = [:]
    /// True if the pattern repeats a group. Otherwise no group is kept.
    private let refersBack: Bool

    // Above it no text would be worth showing.
    private static let countLimit = 10_000
    private static let depthLimit = 50

    private init(_ text: String) {
        scalars = Array(text.unicodeScalars)
        refersBack = zip(scalars, scalars.dropFirst()).contains { $0 == "\\" && ("1"..."9" ~= $1 || $1 == "k") }
    }

    /// The parts of a pattern; nil where it is not in the subset.
    static func parse(_ text: String) -> PatternNode? {
        var parser = PatternParser(text)
        guard parser.scalars.count <= 2000 else { return nil }
        do {
            let node = try parser.alternatives()
            return parser.place == parser.scalars.count ? node : nil
        } catch {
            return nil
        }
    }

    private var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        place += 1
        return true
    }

    private mutating func alternatives() throws(Unsupported) -> PatternNode {
        depth += 1
        defer { depth -= 1 }
        guard depth < PatternParser.depthLimit else { throw Unsupported() }
        var choices = [try sequence()]
        while take("|") { choices.append(try sequence()) }
        return choices.count == 1 ? choices[0] : .choice(choices)
    }

    private mutating func sequence() throws(Unsupported) -> PatternNode {
        var parts: [PatternNode] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            parts.append(try quantified(try atom()))
        }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func atom() throws(Unsupported) -> PatternNode {
        guard let scalar = next else { throw Unsupported() }
        place += 1
        switch scalar {
        case "^": return .start
        case "$": return .end
        case ".": return .set(PatternSet.dot)
        case "(": return try group()
        case "[": return .set(try PatternSet.class(scalars, &place))
        case "\\": return try escape()
        case "*", "+", "?": throw Unsupported()
        default: return .set([scalar.value...scalar.value])
        }
    }

    private mutating func group() throws(Unsupported) -> PatternNode {
        var number: Int?
        var looks: (isAhead: Bool, isWanted: Bool)?
        if take("?") {
            if take("<"), next != "=", next != "!" {
                number = begunGroup()
                names[try name(until: ">")] = number
            } else {
                let isAhead = place > 0 && scalars[place - 1] != "<"
                if take("=") {
                    looks = (isAhead, true)
                } else if take("!") {
                    looks = (isAhead, false)
                } else if !take(":") {
                    throw Unsupported()
                }
            }
        } else {
            number = begunGroup()
        }
        let node = try alternatives()
        guard take(")") else { throw Unsupported() }
        if let looks { return .around(node, isAhead: looks.isAhead, isWanted: looks.isWanted) }
        return number.map { refersBack ? .group($0, node) : node } ?? node
    }

    private mutating func begunGroup() -> Int {
        groups += 1
        return groups
    }

    private mutating func name(until end: Unicode.Scalar) throws(Unsupported) -> String {
        let start = place
        while let scalar = next, scalar != end { place += 1 }
        let name = String(String.UnicodeScalarView(scalars[start..<place]))
        guard take(end), !name.isEmpty else { throw Unsupported() }
        return name
    }

    private mutating func escape() throws(Unsupported) -> PatternNode {
        switch next {
        case "A":
            place += 1
            return .start
        case "z", "Z":
            place += 1
            return .end
        case "b", "B":
            defer { place += 1 }
            return .edge(isWanted: next == "b")
        case "k":
            place += 1
            guard take("<"), let number = names[try name(until: ">")] else { throw Unsupported() }
            return .again(number)
        case let digit? where "1"..."9" ~= digit:
            place += 1
            let number = Int(digit.value) - 48
            guard number <= groups else { throw Unsupported() }
            return .again(number)
        default:
            return .set(try PatternSet.escape(scalars, &place, inClass: false))
        }
    }

    private mutating func quantified(_ node: PatternNode) throws(Unsupported) -> PatternNode {
        guard let bounds = bounds() else { return node }
        // Lazy or possessive: of the same texts.
        if !take("?") { _ = take("+") }
        guard bounds.least <= bounds.most ?? bounds.least,
            max(bounds.least, bounds.most ?? 0) <= PatternParser.countLimit
        else { throw Unsupported() }
        return .repeated(node, least: bounds.least, most: bounds.most)
    }

    private mutating func bounds() -> (least: Int, most: Int?)? {
        if take("*") { return (0, nil) }
        if take("+") { return (1, nil) }
        if take("?") { return (0, 1) }
        // A brace that starts no count stands for itself.
        guard next == "{", let end = scalars[place...].firstIndex(of: "}") else { return nil }
        let text = String(String.UnicodeScalarView(scalars[(place + 1)..<end]))
        let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        guard let least = Int(parts[0]) else { return nil }
        var most: Int? = least
        if parts.count == 2 {
            most = Int(parts[1])
            if most == nil, !parts[1].isEmpty { return nil }
        }
        place = end + 1
        return (least, most)
    }
}
