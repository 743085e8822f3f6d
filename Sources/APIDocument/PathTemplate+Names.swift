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
