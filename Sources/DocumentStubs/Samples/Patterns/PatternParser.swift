/// Reads ECMA 262 as far as documents use it: classes, groups, alternatives, quantifiers, anchors, escapes, lookarounds, references
/// back and the edges of words.
struct PatternParser {
    /// An expression outside the subset.
    struct Unsupported: Error {}

    /// A set of scalars.
    typealias Ranges = [ClosedRange<UInt32>]

    private let scalars: [Unicode.Scalar]
    private var place = 0
    private var depth = 0
    /// How many groups were begun that can be said again, and those of them that have a name.
    private var groups = 0
    private var names: [String: Int] = [:]
    /// True if the pattern has conditions on what is around a place.
    private var looksAround = false

    // Above it no text would be worth showing.
    private static let countLimit = 10_000
    private static let depthLimit = 50

    /// The parts of a pattern; nil where it is not in the subset.
    static func parse(_ text: String) -> (root: PatternNode, looksAround: Bool)? {
        var parser = PatternParser(scalars: Array(text.unicodeScalars))
        guard parser.scalars.count <= 2000 else { return nil }
        do {
            let node = try parser.alternatives()
            return parser.next == nil ? (node, parser.looksAround) : nil
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

    private mutating func take() throws(Unsupported) -> Unicode.Scalar {
        guard let scalar = next else { throw Unsupported() }
        place += 1
        return scalar
    }

    private mutating func text(until end: Unicode.Scalar) throws(Unsupported) -> String {
        var text = String.UnicodeScalarView()
        while !take(end) { text.append(try take()) }
        guard !text.isEmpty else { throw Unsupported() }
        return String(text)
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
        let scalar = try take()
        switch scalar {
        case "^": return .start
        case "$": return .end
        case ".": return .set(PatternParser.dot)
        case "(": return try group()
        case "[": return .set(try set())
        case "\\": return try escape()
        case "*", "+", "?": throw Unsupported()
        default: return .set([scalar.value...scalar.value])
        }
    }

    private mutating func group() throws(Unsupported) -> PatternNode {
        guard take("?") else { return try kept() }
        if take(":") { return try inside() }
        let isAhead = !take("<")
        let isWanted = take("=")
        if isWanted || take("!") {
            looksAround = true
            return .around(try inside(), isAhead: isAhead, isWanted: isWanted)
        }
        guard !isAhead else { throw Unsupported() }
        names[try text(until: ">")] = groups + 1
        return try kept()
    }

    /// A group that can be said again.
    private mutating func kept() throws(Unsupported) -> PatternNode {
        groups += 1
        return .group(groups, try inside())
    }

    private mutating func inside() throws(Unsupported) -> PatternNode {
        let node = try alternatives()
        guard take(")") else { throw Unsupported() }
        return node
    }

    private mutating func escape() throws(Unsupported) -> PatternNode {
        if take("A") { return .start }
        if take("z") || take("Z") { return .end }
        if next == "b" || next == "B" {
            looksAround = true
            return .edge(isWanted: try take() == "b")
        }
        if take("k") {
            guard take("<"), let number = names[try text(until: ">")] else { throw Unsupported() }
            return .again(number)
        }
        guard let digit = next, "1"..."9" ~= digit else { return .set(try escapedSet(inClass: false)) }
        place += 1
        let number = Int(digit.value) - 48
        guard number <= groups else { throw Unsupported() }
        return .again(number)
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

// MARK: Sets

extension PatternParser {
    private static let letters: Ranges = [0x61...0x7A, 0x41...0x5A]
    private static let digits: Ranges = [0x30...0x39]
    private static let limit: UInt32 = 0x10FFFF
    /// Everything but line ends.
    private static let dot: Ranges = inverted([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])

    /// The sets of escapes; in capitals, all others.
    private static let classes: [Unicode.Scalar: Ranges] = [
        "d": digits, "w": letters + digits + [0x5F...0x5F], "s": [0x20...0x20, 0x09...0x0D],
    ]
    private static let controls: [Unicode.Scalar: UInt32] = ["t": 0x09, "n": 0x0A, "v": 0x0B, "f": 0x0C, "r": 0x0D]
    /// Of Unicode's properties, letters and numbers; a text of ASCII ones fits.
    private static let properties: [String: Ranges] = [
        "L": letters, "Letter": letters, "Alphabetic": letters, "Ll": [0x61...0x7A], "Lu": [0x41...0x5A], "N": digits,
        "Nd": digits,
    ]

    /// Reads a class, behind its `[`, through its `]`.
    private mutating func set() throws(Unsupported) -> Ranges {
        let isInverted = take("^")
        var ranges: Ranges = []
        while !take("]") {
            let low = try member()
            guard next == "-", place + 1 < scalars.count, scalars[place + 1] != "]", low.count == 1, low[0].count == 1
            else {
                ranges += low
                continue
            }
            place += 1
            let high = try member()
            guard high.count == 1, high[0].count == 1, low[0].lowerBound <= high[0].lowerBound else {
                throw Unsupported()
            }
            ranges.append(low[0].lowerBound...high[0].lowerBound)
        }
        let result = isInverted ? PatternParser.inverted(ranges) : ranges
        guard !result.isEmpty else { throw Unsupported() }
        return result
    }

    private mutating func member() throws(Unsupported) -> Ranges {
        let scalar = try take()
        // Sets within sets are of newer dialects.
        if scalar == "[", next == ":" { throw Unsupported() }
        return scalar == "\\" ? try escapedSet(inClass: true) : [scalar.value...scalar.value]
    }

    /// Reads an escape of a set, behind its backslash.
    private mutating func escapedSet(inClass: Bool) throws(Unsupported) -> Ranges {
        let scalar = try take()
        if let ranges = PatternParser.classes[scalar] { return ranges }
        if scalar.isASCII, let others = PatternParser.classes[Unicode.Scalar(UInt8(scalar.value) | 0x20)] {
            return PatternParser.inverted(others)
        }
        if let control = PatternParser.controls[scalar] { return [control...control] }
        switch scalar {
        case "x": return try hexadecimal(2)
        case "u" where next != "{": return try hexadecimal(4)
        case "p":
            guard take("{"), let ranges = PatternParser.properties[try text(until: "}")] else { throw Unsupported() }
            return ranges
        case "b" where inClass: return [0x08...0x08]
        case _ where scalar.properties.isAlphabetic || "0"..."9" ~= scalar: throw Unsupported()
        default: return [scalar.value...scalar.value]
        }
    }

    private mutating func hexadecimal(_ count: Int) throws(Unsupported) -> Ranges {
        let digits = scalars[place...].prefix(count)
        guard digits.count == count, let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16) else {
            throw Unsupported()
        }
        place += count
        return [value...value]
    }

    private static func inverted(_ ranges: Ranges) -> Ranges {
        var result: Ranges = []
        var next: UInt32 = 0
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
            next = max(next, range.upperBound + 1)
        }
        if next <= limit { result.append(next...limit) }
        return result
    }
}
