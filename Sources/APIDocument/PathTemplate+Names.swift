import WireFormats

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
        guard let last = segments.last?.parts.last, case .literal(let end) = last,
            let colon = end.lastIndex(of: ":"), colon > end.startIndex || segments.last?.parts.count ?? 0 > 1
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
        let names = parts.compactMap { part in if case .parameter(let name) = part { name } else { nil } }
        return names.count == 1 ? names[0] : nil
    }
}
