import WireFormats

/// A path template with parameters in braces: `/users/{id}/report-{year}.json`. A parameter matches one or more
/// characters of one segment, in escaped form.
public struct URLTemplate: Sendable, Hashable {
    package let text: String
    /// The names of its parameters, in order.
    package let parameterNames: [String]
    /// Its segments, split at `/`.
    let segments: [Segment]

    /// One segment: alternating literals and parameters.
    struct Segment: Sendable, Hashable {
        /// The literals, one more than parameters; the outer ones may be empty.
        var literals: [[UInt8]]
        var parameters: [String]
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
            var segment = Segment(literals: [[]], parameters: [])
            var name: [UInt8]?
            for byte in part {
                switch (byte, name) {
                case (UInt8(ascii: "{"), nil):
                    if let last = segment.literals.last, last.isEmpty, !segment.parameters.isEmpty {
                        throw invalid("two parameters need some text between them")
                    }
                    name = []
                case (UInt8(ascii: "}"), let bytes?):
                    let parameter = String(decoding: bytes, as: UTF8.self)
                    guard !parameter.isEmpty else { throw invalid("a parameter needs a name") }
                    // RFC 6570 sections 2.2 to 2.4: operators, lists and modifiers mean something else than a name.
                    let isName = !parameter.contains(",") && !parameter.hasSuffix("*")
                    guard isName, !"+#./;?&=!@|".contains(parameter.prefix(1)) else {
                        throw invalid("{\(parameter)} is not supported, names alone are")
                    }
                    guard !names.contains(parameter) else { throw invalid("{\(parameter)} stands there twice") }
                    names.append(parameter)
                    segment.parameters.append(parameter)
                    segment.literals.append([])
                    name = nil
                case (UInt8(ascii: "{"), _), (UInt8(ascii: "}"), _): throw invalid("unbalanced braces")
                case (_, nil): segment.literals[segment.literals.count - 1].append(byte)
                case (_, .some): name?.append(byte)
                }
            }
            guard name == nil else { throw invalid("unbalanced braces") }
            segment.literals = segment.literals.map { SentURL.escaped($0) }
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
