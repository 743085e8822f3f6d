import WireFormats

/// A path template with parameters in braces: `/users/{id}/report-{year}.json`. A parameter matches one or more
/// characters of one segment, in escaped form.
public struct URLTemplate: Sendable, Hashable {
    package let text: String
    /// The names of its parameters, in order.
    package let parameterNames: [String]
    /// Its segments, split at `/`.
    @Derived private(set) var segments: [Segment]

    /// One segment: alternating literals and parameters.
    struct Segment: Sendable {
        /// The literals, one more than parameters; the outer ones may be empty.
        var literals: [[UInt8]]
        var parameters: [String] = []
    }

    /// Parses a template.
    ///
    /// - Throws: `InvalidText` for unbalanced braces, empty or repeated names, or adjacent parameters.
    public init(_ text: String) throws(InvalidText) {
        func invalid(_ why: String) -> InvalidText {
            InvalidText("\"\(text)\" is not a path template: \(why)")
        }
        var segments: [Segment] = []
        var names: [String] = []
        for part in text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            // A literal, then a parameter and a literal behind each brace: `name}literal`.
            let pieces = part.split(separator: UInt8(ascii: "{"), omittingEmptySubsequences: false)
            guard !pieces[0].contains(UInt8(ascii: "}")) else { throw invalid("unbalanced braces") }
            var segment = Segment(literals: [SentURL.escaped(Array(pieces[0]))])
            for piece in pieces.dropFirst() {
                guard segment.parameters.isEmpty || segment.literals.last != [] else {
                    throw invalid("two parameters need some text between them")
                }
                let sides = piece.split(separator: UInt8(ascii: "}"), omittingEmptySubsequences: false)
                guard sides.count == 2 else { throw invalid("unbalanced braces") }
                let name = String(decoding: sides[0], as: UTF8.self)
                guard !name.isEmpty else { throw invalid("a parameter needs a name") }
                // RFC 6570 sections 2.2 to 2.4: operators, lists and modifiers mean something else than a name.
                let isName = !name.contains(",") && !name.hasSuffix("*")
                guard isName, !"+#./;?&=!@|".contains(name.prefix(1)) else {
                    throw invalid("{\(name)} is not supported, names alone are")
                }
                guard !names.contains(name) else { throw invalid("{\(name)} stands there twice") }
                names.append(name)
                segment.parameters.append(name)
                segment.literals.append(SentURL.escaped(Array(sides[1])))
            }
            segments.append(segment)
        }
        self.text = text
        self.segments = segments
        parameterNames = names
    }

    /// The values of the parameters, escaped as in the path; nil if the path does not match.
    package func values(in path: some Collection<UInt8>) -> [ArraySlice<UInt8>]? {
        let parts = Array(path).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == segments.count else { return nil }
        var values: [ArraySlice<UInt8>] = []
        for (segment, part) in zip(segments, parts) {
            guard let found = segment.values(in: part) else { return nil }
            values += found
        }
        return values
    }
}

extension URLTemplate.Segment {
    var isLiteral: Bool { parameters.isEmpty }

    /// The values of its parameters in `part`, leftmost ones as long as possible, as in a regular expression.
    func values(in part: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
        guard let first = literals.first, let last = literals.last, part.starts(with: first) else { return nil }
        guard !isLiteral else { return part.count == first.count ? [] : nil }
        let start = part.startIndex + first.count
        var end = part.endIndex - last.count
        guard end > start, part[end...].elementsEqual(last) else { return nil }
        var values: [ArraySlice<UInt8>] = []
        // From the right, each literal at its last position that leaves both neighbours a byte.
        for literal in literals[1..<parameters.count].reversed() {
            var place = end - 1 - literal.count
            while place > start, !part[place..<(place + literal.count)].elementsEqual(literal) { place -= 1 }
            guard place > start else { return nil }
            values.append(part[(place + literal.count)..<end])
            end = place
        }
        values.append(part[start..<end])
        return values.reversed()
    }
}
