import WireFormats

extension PathTemplate {
    /// The path with these raw values, percent-encoded so that each stays within its segment.
    ///
    /// Nil if a value is missing or empty, because the path would name something else. Segments `.` and `..` are
    /// encoded too, because URLs treat them as steps.
    public func expanded(_ values: [String: String]) -> String? {
        expanded(encoded: values.mapValues { PercentCode.encoded($0) })
    }

    /// The path with values that are already percent-encoded.
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

    /// The template as in URLs: everything but the parameters is percent-encoded.
    public var escaped: String {
        expanded(encoded: Dictionary(parameterNames.map { ($0, "{\($0)}") }) { first, _ in first }) ?? text
    }

    /// A trailing slash, a format, or nothing.
    public var ending: String { endsInSlash ? "/" : format }

    /// The decoded parameter values of a percent-encoded path without query; nil if the path does not match.
    ///
    /// Every slash counts except a trailing one, case matters, and values are never empty.
    public func matches(_ path: String) -> [String: String]? {
        let given = PathTemplate.segments(of: path)
        return zip(written, given).allSatisfy { $0.takes($1) } ? values(in: given) : nil
    }

    /// The values of a path with these segments, which match; nil for another number of them.
    func values(in given: [Substring]) -> [String: String]? {
        guard given.count == segments.count else { return nil }
        var values: [String: String] = [:]
        for (segment, text) in zip(written, given) where segment.literal == nil {
            if let name = segment.parameter {
                values[name] = PercentCode.decoded(text)
            } else {
                _ = segment.match(text, into: &values)
            }
        }
        return values
    }

    /// The path with unreserved characters decoded and other codes in capitals: equal for equivalent paths (RFC 3986
    /// sections 6.2.2.1 and 6.2.2.2). Delimiters and `%` itself stay encoded.
    public static func normalized(_ path: String) -> String {
        PercentCode.replacing(in: path) { PercentCode.isUnreserved($0) ? [$0] : PercentCode.code(of: $0) }
    }

    /// Percent-encodes what RFC 3986 does not allow in a path segment. Percent codes stay, because a literal may be
    /// encoded already.
    fileprivate static func escaped(_ literal: String) -> String {
        PercentCode.completed(literal, keeping: "!$&'()*+,;=:@")
    }
}

extension PathTemplate.Segment {
    /// A segment without parameters, percent-encoded.
    public var escapedLiteral: String? { literal.map(PathTemplate.escaped) }

    /// True if a percent-encoded segment of a path matches.
    public func takes(_ text: Substring) -> Bool {
        if parameter != nil { return !text.isEmpty }
        if let literal {
            if text == literal[...] { return true }
            // Only an encoded text can be the other spelling.
            return text.utf8.contains(UInt8(ascii: "%")) && text == PathTemplate.escaped(literal)[...]
        }
        var values: [String: String] = [:]
        return match(text, into: &values)
    }

    /// Extracts the values of a segment. Literals are found from the left, and the shortest values win.
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

extension PathTemplate {
    /// The values of the last parameters in a resource name (Google's AIP-122, "Resource names"). For
    /// `/v1/projects/{projectsId}/topics/{topicsId}` the name is `projects/p/topics/t`, or a URL that ends so. Nil if
    /// the text is not such a name; at least one literal must match.
    public func values(ofName name: String) -> [String: String]? {
        guard name.utf8.contains(UInt8(ascii: "/")) else { return nil }
        let given = name.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
        let ending = segments.suffix(given.count)
        guard ending.last?.onlyParameter != nil, ending.contains(where: { $0.literal != nil }) else { return nil }
        var values: [String: String] = [:]
        for (segment, text) in zip(ending, given.suffix(ending.count)) {
            if let name = segment.onlyParameter {
                values[name] = PercentCode.decoded(text)
            } else if segment.literal != String(text) {
                return nil
            }
        }
        return values
    }

    /// The path with a custom method as its own segment: `/topics/{id}:publish` as `/topics/{id}/publish` (Google's
    /// AIP-136, "Custom methods").
    public var withActApart: PathTemplate {
        guard let end = segments.last?.parts.last?.literal, let colon = end.lastIndex(of: ":"),
            colon > end.startIndex || segments.last?.parts.count ?? 0 > 1
        else { return self }
        let act = end[end.index(after: colon)...]
        guard !act.isEmpty, act.allSatisfy(\.isLetter) else { return self }
        return PathTemplate(prefix(segments.count).text.dropLast(act.count + 1) + "/" + act)
    }

    /// The path up to the segment with that parameter.
    public func through(_ parameter: String) -> PathTemplate? {
        segments.firstIndex { $0.parts.contains(.parameter(parameter)) }.map { prefix($0 + 1) }
    }
}

extension PathTemplate.Segment {
    /// The only parameter, perhaps with literals beside it: `{name}:close`.
    fileprivate var onlyParameter: String? {
        let names = parts.compactMap(\.parameter)
        return names.count == 1 ? names[0] : nil
    }
}
