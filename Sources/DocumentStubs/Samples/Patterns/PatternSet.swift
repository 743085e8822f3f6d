/// Sets of scalars in regular expressions, as ranges.
enum PatternSet {
    typealias Ranges = [ClosedRange<UInt32>]

    private static let digits: Ranges = [0x30...0x39]
    static let word: Ranges = [0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x5F...0x5F]
    private static let space: Ranges = [0x20...0x20, 0x09...0x0D]
    private static let limit: UInt32 = 0x10FFFF
    /// Everything but line ends.
    static let dot: Ranges = inverted([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])

    /// Reads a class, behind its `[`, through its `]`.
    static func `class`(_ scalars: [Unicode.Scalar], _ place: inout Int) throws(PatternParser.Unsupported) -> Ranges {
        var ranges: Ranges = []
        var isInverted = false
        if place < scalars.count, scalars[place] == "^" {
            isInverted = true
            place += 1
        }
        while true {
            guard place < scalars.count else { throw PatternParser.Unsupported() }
            if scalars[place] == "]" { break }
            let low = try member(scalars, &place)
            guard place + 1 < scalars.count, scalars[place] == "-", scalars[place + 1] != "]",
                low.count == 1, low[0].count == 1
            else {
                ranges += low
                continue
            }
            place += 1
            let high = try member(scalars, &place)
            guard high.count == 1, high[0].count == 1, low[0].lowerBound <= high[0].lowerBound else {
                throw PatternParser.Unsupported()
            }
            ranges.append(low[0].lowerBound...high[0].lowerBound)
        }
        place += 1
        let result = isInverted ? inverted(ranges) : ranges
        guard !result.isEmpty else { throw PatternParser.Unsupported() }
        return result
    }

    private static func member(
        _ scalars: [Unicode.Scalar], _ place: inout Int
    ) throws(PatternParser.Unsupported) -> Ranges {
        let scalar = scalars[place]
        place += 1
        // Sets within sets are of newer dialects.
        if scalar == "[", place < scalars.count, scalars[place] == ":" { throw PatternParser.Unsupported() }
        return scalar == "\\" ? try escape(scalars, &place, inClass: true) : [scalar.value...scalar.value]
    }

    /// Reads an escape, behind its backslash.
    static func escape(
        _ scalars: [Unicode.Scalar], _ place: inout Int, inClass: Bool
    ) throws(PatternParser.Unsupported) -> Ranges {
        guard place < scalars.count else { throw PatternParser.Unsupported() }
        let scalar = scalars[place]
        place += 1
        switch scalar {
        case "d": return digits
        case "D": return inverted(digits)
        case "w": return word
        case "W": return inverted(word)
        case "s": return space
        case "S": return inverted(space)
        case "t": return [0x09...0x09]
        case "n": return [0x0A...0x0A]
        case "v": return [0x0B...0x0B]
        case "f": return [0x0C...0x0C]
        case "r": return [0x0D...0x0D]
        case "x": return try hexadecimal(2, scalars, &place)
        case "u" where place < scalars.count && scalars[place] != "{": return try hexadecimal(4, scalars, &place)
        case "p": return try property(scalars, &place)
        case "b" where inClass: return [0x08...0x08]
        case let other where other.properties.isAlphabetic || digits[0].contains(other.value):
            throw PatternParser.Unsupported()
        default: return [scalar.value...scalar.value]
        }
    }

    private static func hexadecimal(
        _ count: Int, _ scalars: [Unicode.Scalar], _ place: inout Int
    ) throws(PatternParser.Unsupported) -> Ranges {
        guard place + count <= scalars.count else { throw PatternParser.Unsupported() }
        let text = String(String.UnicodeScalarView(scalars[place..<(place + count)]))
        guard let value = UInt32(text, radix: 16) else { throw PatternParser.Unsupported() }
        place += count
        return [value...value]
    }

    /// Of Unicode's properties, letters and numbers; a text of ASCII ones fits.
    private static func property(
        _ scalars: [Unicode.Scalar], _ place: inout Int
    ) throws(PatternParser.Unsupported) -> Ranges {
        guard let end = scalars[place...].firstIndex(of: "}"), scalars[place] == "{" else {
            throw PatternParser.Unsupported()
        }
        let name = String(String.UnicodeScalarView(scalars[(place + 1)..<end]))
        place = end + 1
        switch name {
        case "L", "Letter", "Alphabetic": return [0x61...0x7A, 0x41...0x5A]
        case "Ll": return [0x61...0x7A]
        case "Lu": return [0x41...0x5A]
        case "N", "Nd": return digits
        default: throw PatternParser.Unsupported()
        }
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
