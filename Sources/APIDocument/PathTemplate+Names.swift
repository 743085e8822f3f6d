import WireFormats

extension PathTemplate {
    /// The values that a thing's own path says of the last parameters, where the thing is known by that: of
    /// `/v1/projects/{projectsId}/things/{thingsId}` by `projects/p/things/t`, or by a URL that ends so (Google's AIP-122, "Resource
    /// names"). Nil where the text is no such path: at least one name in it must be the template's.
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

    /// The path with what is done to a thing apart from the thing: `/topics/{id}:publish` as `/topics/{id}/publish` (Google's AIP-136,
    /// "Custom methods").
    public var withActApart: PathTemplate {
        guard let last = segments.last?.parts.last, case .literal(let end) = last,
            let colon = end.lastIndex(of: ":"), colon > end.startIndex || segments.last?.parts.count ?? 0 > 1
        else { return self }
        let act = end[end.index(after: colon)...]
        guard !act.isEmpty, act.allSatisfy(\.isLetter) else { return self }
        return PathTemplate(prefix(segments.count).text.dropLast(act.count + 1) + "/" + act)
    }

    /// The path as far as the segment that holds a parameter.
    public func through(_ parameter: String) -> PathTemplate? {
        segments.firstIndex { $0.parts.contains(.parameter(parameter)) }.map { prefix($0 + 1) }
    }
}

extension PathTemplate.Segment {
    /// The one parameter in it, whatever stands around that: `{name}:close`.
    fileprivate var onlyParameter: String? {
        let names = parts.compactMap { part in if case .parameter(let name) = part { name } else { nil } }
        return names.count == 1 ? names[0] : nil
    }
}
