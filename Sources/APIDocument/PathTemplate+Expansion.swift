import JSONText

extension PathTemplate {
    /// The path with these raw values in it, percent-encoded so that each stays within its segment.
    ///
    /// Nil where a value is missing or empty: the path would name something else. A segment that came out as `.` or `..`
    /// is encoded too, since URLs treat those as steps.
    public func expanded(_ values: [String: String]) -> String? {
        expanded(encoded: values.mapValues { PathTemplate.encode($0, keeping: PathTemplate.isUnreserved) })
    }

    /// The path with values that are percent-encoded already.
    public func expanded(encoded values: [String: String]) -> String? {
        var path = ""
        for segment in segments {
            var text = ""
            for part in segment.parts {
                switch part {
                case .literal(let literal):
                    text += PathTemplate.escaped(literal)
                case .parameter(let name):
                    guard let value = values[name], !value.isEmpty else { return nil }
                    text += value
                }
            }
            if text == "." || text == "..", segment.literal == nil {
                text = text.replacing(".", with: "%2E")
            }
            path += "/" + text
        }
        return path.isEmpty || endsInSlash ? path + "/" : path
    }

    /// The template as it stands in URLs: what is no parameter is percent-encoded.
    public var escaped: String {
        let path = segments.map { segment in
            "/"
                + segment.parts.map { part in
                    switch part {
                    case .literal(let text): PathTemplate.escaped(text)
                    case .parameter(let name): "{\(name)}"
                    }
                }.joined()
        }
        return path.joined() + (path.isEmpty || endsInSlash ? "/" : "")
    }

    /// The parameters' values in a percent-encoded path without query, decoded; nil where the path is not of this form.
    ///
    /// Slashes count one by one, but for one at the end, and case matters; a value is never empty.
    public func matches(_ path: String) -> [String: String]? {
        let given = PathTemplate.segments(of: path)
        guard given.count == segments.count else { return nil }
        var values: [String: String] = [:]
        for (segment, text) in zip(segments, given) {
            guard segment.match(text, into: &values) else { return nil }
        }
        return values
    }

    /// A path with what needs no encoding decoded and the digits of the rest in capitals: equal for paths that mean the same
    /// (RFC 3986 sections 6.2.2.1 and 6.2.2.2). What ends a segment, and `%` itself, stays encoded.
    public static func normalized(_ path: String) -> String {
        PercentCode.replacing(in: path) { isUnreserved($0) ? [$0] : encoded($0) }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default:
            "-._~".utf8.contains(byte)
        }
    }

    /// The text of a template as it stands in URLs.
    fileprivate static func escaped(_ literal: String) -> String {
        encode(literal, keeping: isPathByte)
    }

    /// What RFC 3986 allows in a path segment, and `%`, since a literal may be encoded already.
    private static func isPathByte(_ byte: UInt8) -> Bool {
        isUnreserved(byte) || "!$&'()*+,;=:@%".utf8.contains(byte)
    }

    private static func encode(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
        if text.utf8.allSatisfy(isKept) { return text }
        return String(decoding: text.utf8.flatMap { isKept($0) ? [$0] : encoded($0) }, as: UTF8.self)
    }

    /// A byte as `%` and two digits.
    private static func encoded(_ byte: UInt8) -> [UInt8] {
        [UInt8(ascii: "%")] + [byte >> 4, byte & 15].map { $0 < 10 ? 0x30 + $0 : 0x37 + $0 }
    }
}

extension PathTemplate.Segment {
    /// The text of a segment without parameters, as it stands in URLs.
    public var escapedLiteral: String? { literal.map(PathTemplate.escaped) }

    /// Whether a segment of a path, percent-encoded, has this form.
    public func takes(_ text: Substring) -> Bool {
        if let literal { return text == literal || text == PathTemplate.escaped(literal) }
        var values: [String: String] = [:]
        return match(text, into: &values)
    }

    /// Takes the values out of a segment; literals are found from the left, the shortest values that fit win.
    fileprivate func match(_ text: Substring, into values: inout [String: String]) -> Bool {
        var rest = text
        var open: String?
        for part in parts {
            switch part {
            case .parameter(let name):
                if open != nil { return false }
                open = name
            case .literal(let text):
                let literal = PathTemplate.escaped(text)
                guard let name = open else {
                    guard rest.hasPrefix(literal) else { return false }
                    rest = rest.dropFirst(literal.count)
                    continue
                }
                guard let found = rest.dropFirst().firstRange(of: literal) else { return false }
                values[name] = PercentCode.decoded(rest[..<found.lowerBound])
                rest = rest[found.upperBound...]
                open = nil
            }
        }
        guard let name = open else { return rest.isEmpty }
        values[name] = PercentCode.decoded(rest)
        return !rest.isEmpty
    }
}
