import WireFormats

extension PathTemplate {
    /// The path with these raw values in it, percent-encoded so that each stays within its segment.
    ///
    /// Nil where a value is missing or empty: the path would name something else. A segment that came out as `.` or `..`
    /// is encoded too, since URLs treat those as steps.
    public func expanded(_ values: [String: String]) -> String? {
        expanded(encoded: values.mapValues { PercentCode.encoded($0) })
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
        return path.isEmpty ? "/" : path + ending
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
        return path.isEmpty ? "/" : path.joined() + ending
    }

    /// What stands behind the last segment: a slash, a format or nothing.
    public var ending: String { endsInSlash ? "/" : format }

    /// The parameters' values in a percent-encoded path without query, decoded; nil where the path is not of this form.
    ///
    /// Slashes count one by one, but for one at the end, and case matters; a value is never empty.
    public func matches(_ path: String) -> [String: String]? {
        let given = PathTemplate.segments(of: path)
        guard given.count == segments.count else { return nil }
        var values: [String: String] = [:]
        for (segment, text) in zip(written, given) {
            guard segment.match(text, into: &values) else { return nil }
        }
        return values
    }

    /// A path with what needs no encoding decoded and the digits of the rest in capitals: equal for paths that mean the same
    /// (RFC 3986 sections 6.2.2.1 and 6.2.2.2). What ends a segment, and `%` itself, stays encoded.
    public static func normalized(_ path: String) -> String {
        PercentCode.replacing(in: path) { PercentCode.isUnreserved($0) ? [$0] : PercentCode.code(of: $0) }
    }

    /// The text of a template as URLs have it: what RFC 3986 allows in a path segment stays, and so do percent codes, since a
    /// literal may be encoded already.
    fileprivate static func escaped(_ literal: String) -> String {
        PercentCode.completed(literal, keeping: "!$&'()*+,;=:@")
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
