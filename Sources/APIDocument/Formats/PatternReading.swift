/// A part of a regular expression (ECMA 262) from which matching texts can be generated.
package indirect enum PatternNode: Sendable, Hashable {
    /// Scalars by their code points.
    package typealias Ranges = [ClosedRange<UInt32>]

    /// One scalar out of these ranges.
    case set(Ranges)
    /// Parts one after the other.
    case sequence([PatternNode])
    /// One of several alternatives.
    case choice([PatternNode])
    /// A repetition; no maximum if `most` is nil.
    case repeated(PatternNode, least: Int, most: Int?)
    /// The start of the text.
    case start
    /// The end of the text.
    case end
    /// A lookahead or lookbehind, positive or negative.
    case around(PatternNode, isAhead: Bool, isWanted: Bool)
    /// A word boundary, or its absence.
    case edge(isWanted: Bool)
    /// A capture group with its number.
    case group(Int, PatternNode)
    /// A back reference to the group of that number.
    case again(Int)
}

/// Reads a pattern of ECMA 262, in the `u` mode that JSON Schema requires. ICU searches with its translation, and
/// samples are generated from its parts. Works on scalars, because a combining accent is a character of its own.
package struct PatternReading {
    private typealias Ranges = PatternNode.Ranges

    /// The pattern for ICU.
    private(set) var translation = ""
    /// False for escapes of other dialects, which ICU reads in its own way.
    private(set) var isStandard = true
    /// True if the pattern has lookaheads, lookbehinds or word boundaries.
    package private(set) var looksAround = false
    /// False for a pattern from which no texts can be generated.
    private var hasParts: Bool
    /// True after a repetition, which cannot be repeated itself.
    private var isRepeated = false
    private var rest: Substring.UnicodeScalarView
    /// The whole pattern, and the groups in it that are still open.
    private var open = [Group { $0 }]
    /// The number of capture groups so far, and the numbers of those with a name.
    private var groupCount = 0
    private var names: [String: Int] = [:]
    // Inline flags may change `.` and `$`, so these are left to ICU.
    private let hasFlags: Bool

    // Longer texts would be useless as samples.
    private static let countLimit = 10_000
    private static let depthLimit = 50
    private static let lengthLimit = 2000

    private struct Group {
        /// Creates the group's part from its content.
        let part: (PatternNode) -> PatternNode
        /// The previous alternatives, and the parts of the current one.
        var choices: [PatternNode] = []
        var parts: [PatternNode] = []

        var node: PatternNode { part(choices.isEmpty ? last : .choice(choices + [last])) }

        private var last: PatternNode { parts.count == 1 ? parts[0] : .sequence(parts) }

        mutating func endChoice() {
            choices.append(last)
            parts = []
        }
    }

    package init(_ pattern: String) {
        rest = pattern.unicodeScalars[...]
        hasFlags = ["(?i", "(?m", "(?s", "(?-"].contains(where: pattern.contains)
        hasParts = rest.count <= Self.lengthLimit
        while let scalar = rest.popFirst() { read(scalar) }
    }

    /// The parts of the pattern; nil if it is outside the common subset.
    package var root: PatternNode? { hasParts && open.count == 1 ? open[0].node : nil }

    private mutating func read(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\\": readEscape()
        case "[": readSet()
        case "(": readGroup()
        case ")": endGroup()
        case "{": readCount()
        case "*": addRepetition("*", least: 0, most: nil)
        case "+": addRepetition("+", least: 1, most: nil)
        case "?": addRepetition("?", least: 0, most: 1)
        case "|":
            translation += "|"
            open[open.count - 1].endChoice()
        case "^": add(.start, "^")
        case "$": add(.end, hasFlags ? "$" : "\\z")
        case ".": add(.set(Self.dot), hasFlags ? "." : "[^\\n\\r\\u2028\\u2029]")
        case "}", "]": add(.set(Self.one(scalar)), "\\" + String(scalar))
        default: add(.set(Self.one(scalar)), String(scalar))
        }
    }

    // Without parts, nothing is stored: groups may nest without end.
    private mutating func add(_ node: PatternNode, _ written: String = "") {
        translation += written
        isRepeated = false
        if hasParts { open[open.count - 1].parts.append(node) }
    }

    private mutating func add(_ ranges: Ranges?) {
        guard let ranges, !ranges.isEmpty else { return hasParts = false }
        add(.set(ranges))
    }

    private mutating func take(_ count: Int) -> String {
        let taken = rest.prefix(count)
        rest = rest[taken.endIndex...]
        return String(taken)
    }

    /// Copies a text if it comes next.
    private mutating func copy(_ text: String) -> Bool {
        guard rest.starts(with: text.unicodeScalars) else { return false }
        translation += take(text.unicodeScalars.count)
        return true
    }

    private var isDigitNext: Bool { rest.first.map { "0"..."9" ~= $0 } ?? false }

    // MARK: Groups and counts

    private mutating func readGroup() {
        translation += "("
        guard copy("?") else { return beginKept() }
        if copy(":") { return begin { $0 } }
        let isAhead = !copy("<")
        let isWanted = copy("=")
        if isWanted || copy("!") {
            looksAround = true
            return begin { .around($0, isAhead: isAhead, isWanted: isWanted) }
        }
        if isAhead {
            // Flags and other unsupported groups.
            hasParts = false
            return begin { $0 }
        }
        let name = readName()
        names[name] = groupCount + 1
        beginKept()
    }

    /// Begins a capture group.
    private mutating func beginKept() {
        groupCount += 1
        begin { [groupCount] in .group(groupCount, $0) }
    }

    private mutating func begin(_ part: @escaping (PatternNode) -> PatternNode) {
        open.append(Group(part: part))
        if open.count >= Self.depthLimit { hasParts = false }
    }

    private mutating func endGroup() {
        translation += ")"
        guard open.count > 1 else { return hasParts = false }
        add(open.removeLast().node)
    }

    /// Reads the name of a group through its `>`; ICU allows only letters and digits.
    private mutating func readName() -> String {
        let name = take(rest.prefix { $0 != ">" }.count)
        let plain = name.unicodeScalars.filter { $0.properties.isAlphabetic || "0"..."9" ~= $0 }
        translation += String(String.UnicodeScalarView(plain))
        if !copy(">") || name.isEmpty { hasParts = false }
        return name
    }

    private mutating func readCount() {
        // A brace that is not a quantifier is text.
        let digits = rest.prefix { $0 != "}" }
        let isCount =
            !digits.isEmpty && digits.first != "," && digits.allSatisfy { $0 == "," || "0"..."9" ~= $0 }
            && rest.count > digits.count && !translation.isEmpty
        guard isCount else { return add(.set(Self.one("{")), "\\{") }
        let bounds = String(digits).split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? nil : Int($0) ?? .max }
        addRepetition("{" + take(digits.count + 1), least: bounds[0] ?? 0, most: bounds[bounds.count - 1])
    }

    private mutating func addRepetition(_ written: String, least: Int, most: Int?) {
        translation += written
        // Lazy and possessive quantifiers match the same texts.
        _ = copy("?") || copy("+")
        guard !isRepeated, let part = open[open.count - 1].parts.popLast(), least <= most ?? least,
            max(least, most ?? 0) <= Self.countLimit
        else { return hasParts = false }
        add(.repeated(part, least: least, most: most))
        isRepeated = true
    }
}

// MARK: Escapes

extension PatternReading {
    private static let boundary = "(?:(?<=[\(word)])(?![\(word)])|(?<![\(word)])(?=[\(word)]))"
    private static let noBoundary = "(?:(?<=[\(word)])(?=[\(word)])|(?<![\(word)])(?![\(word)]))"

    /// Reads an escape outside of sets, after its backslash.
    private mutating func readEscape() {
        switch rest.first {
        case "b"?, "B"?:
            looksAround = true
            let isWanted = take(1) == "b"
            add(.edge(isWanted: isWanted), isWanted ? Self.boundary : Self.noBoundary)
        case "A"?, "z"?, "Z"?:
            isStandard = false
            let sign = take(1)
            add(sign == "A" ? .start : .end, "\\" + sign)
        case "k"? where rest.dropFirst().first == "<":
            translation += "\\" + take(2)
            let name = readName()
            add(repeating: names[name])
        case let digit? where "1"..."9" ~= digit:
            translation += "\\" + take(1)
            add(repeating: Int(digit.value) - 0x30)
        default: add(readScalars().ranges)
        }
    }

    private mutating func add(repeating group: Int?) {
        guard let group, group <= groupCount else { return hasParts = false }
        add(.again(group))
    }

    /// Reads an escape for scalars, after its backslash; `\b` is a backspace here.
    ///
    /// - Returns: the scalars, nil if they are unknown, and true for a class, which cannot begin a range.
    private mutating func readScalars() -> (ranges: Ranges?, isClass: Bool) {
        guard let scalar = rest.popFirst() else {
            isStandard = false
            translation += "\\\\"
            return (nil, false)
        }
        if let (members, ranges) = Self.classes[scalar] {
            translation += "[\(members)]"
            return (ranges, true)
        }
        if let (members, ranges) = Unicode.Scalar(scalar.value | 0x20).flatMap({ Self.classes[$0] }) {
            translation += "[^\(members)]"
            return (Self.inverted(ranges), true)
        }
        if let control = Self.controls[scalar] {
            translation += "\\x0" + String(control, radix: 16)
            return ([control...control], false)
        }
        switch scalar {
        case "0" where !isDigitNext:
            translation += "\\x00"
            return ([0...0], false)
        case "x", "u":
            let isBraced = scalar == "u" && rest.first == "{"
            translation += isBraced ? "\\x" : "\\" + String(scalar)
            let digits = isBraced ? copyBraces() : copyDigits(scalar == "x" ? 2 : 4)
            guard let value = UInt32(digits, radix: 16), value <= Self.limit else { return (nil, false) }
            return ([value...value], false)
        case "p", "P":
            translation += "\\" + String(scalar)
            let property = copyBraces()
            return (scalar == "p" ? Self.properties[property] : nil, true)
        default:
            translation += "\\" + String(scalar)
            let isLetter = ("a"..."z") ~= scalar || ("A"..."Z") ~= scalar
            if isLetter, scalar != "c" { isStandard = false }
            return (scalar.properties.isAlphabetic || "0"..."9" ~= scalar ? nil : Self.one(scalar), false)
        }
    }

    /// Copies `{...}`, and returns the content.
    private mutating func copyBraces() -> String {
        guard copy("{") else { return "" }
        let inside = take(rest.prefix { $0 != "}" }.count)
        translation += inside
        _ = copy("}")
        return inside
    }

    /// Copies a number of hexadecimal digits, or nothing.
    private mutating func copyDigits(_ count: Int) -> String {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(\.properties.isASCIIHexDigit) else { return "" }
        translation += take(count)
        return String(digits)
    }
}

// MARK: Sets

extension PatternReading {
    private static let letters: Ranges = [0x61...0x7A, 0x41...0x5A]
    private static let digits: Ranges = [0x30...0x39]
    private static let limit: UInt32 = 0x10FFFF
    /// All scalars except line ends.
    private static let dot: Ranges = inverted([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])

    private static let word = "A-Za-z0-9_"
    /// The sets of escapes, for ICU and for generated texts; in capitals, their complements.
    private static let classes: [Unicode.Scalar: (members: String, ranges: Ranges)] = [
        "d": ("0-9", digits), "w": (word, letters + digits + [0x5F...0x5F]),
        "s": (
            "\\t\\n\\x0B\\f\\r\\u0020\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000\\uFEFF",
            [0x20...0x20, 0x09...0x0D]
        ),
    ]
    private static let controls: [Unicode.Scalar: UInt32] = [
        "b": 0x08, "t": 0x09, "n": 0x0A, "v": 0x0B, "f": 0x0C, "r": 0x0D,
    ]
    /// Unicode properties of letters and numbers; generated texts use ASCII.
    private static let properties: [String: Ranges] = [
        "L": letters, "Letter": letters, "Alphabetic": letters, "Ll": [0x61...0x7A], "Lu": [0x41...0x5A], "N": digits,
        "Nd": digits,
    ]

    /// Reads a set, after its `[`. ICU has nested sets and operators that are plain text in ECMA 262.
    private mutating func readSet() {
        let isNegated = rest.first == "^"
        if isNegated { rest.removeFirst() }
        if rest.first == "]" {
            rest.removeFirst()
            translation += isNegated ? "[\\x{0}-\\x{10FFFF}]" : "(?!)"
            return add(isNegated ? Self.inverted([]) : [])
        }
        translation += isNegated ? "[^" : "["
        // Nil after an unknown member.
        var ranges: Ranges? = []
        // A dash is text unless it is between two characters.
        var beginsRange = false
        while let scalar = rest.popFirst() {
            switch scalar {
            case "]":
                translation += "]"
                return add(ranges.map { isNegated ? Self.inverted($0) : $0 })
            case "-" where beginsRange && rest.first != "]" && !isClassNext:
                translation += "-"
                beginsRange = false
                let low = ranges?.popLast()?.lowerBound
                let high = rest.popFirst().flatMap { readMember($0).ranges?.first?.lowerBound }
                if let low, let high, low <= high { ranges?.append(low...high) } else { ranges = nil }
            case "[" where rest.first == ":":
                // POSIX classes: `[:alpha:]`.
                translation += "[" + take(rest.prefix { $0 != "]" }.count + 1)
                ranges = nil
                beginsRange = false
            default:
                let member = readMember(scalar)
                ranges = ranges.flatMap { ranges in member.ranges.map { ranges + $0 } }
                beginsRange = !member.isClass && scalar != "-"
            }
        }
        hasParts = false
    }

    private mutating func readMember(_ scalar: Unicode.Scalar) -> (ranges: Ranges?, isClass: Bool) {
        if scalar == "\\" { return readScalars() }
        translation += ("[&-^".unicodeScalars.contains(scalar) ? "\\" : "") + String(scalar)
        return (Self.one(scalar), false)
    }

    private var isClassNext: Bool {
        guard rest.first == "\\", let scalar = rest.dropFirst().first else { return false }
        return "dDwWsSpP".unicodeScalars.contains(scalar)
    }

    private static func one(_ scalar: Unicode.Scalar) -> Ranges { [scalar.value...scalar.value] }

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
