import HTTPTypes

/// The `Link` header (RFC 8288).
enum LinkHeader {
    /// Target of the first link whose relation is `next`.
    static func next(in headers: HTTPFields) -> String? {
        guard let name = HTTPField.Name("Link") else { return nil }
        for value in headers[values: name] {
            if let target = next(in: value) { return target }
        }
        return nil
    }

    /// Reads `<target>; rel="next", <target>; rel=last`. Targets and quoted texts may hold commas.
    private static func next(in value: String) -> String? {
        var rest = value[...]
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            let target = rest[rest.index(after: open)..<close]
            rest = rest[rest.index(after: close)...]
            let parameters = rest.prefix(upTo: endOfParameters(rest))
            rest = rest[parameters.endIndex...]
            if isNext(parameters) { return String(target) }
        }
        return nil
    }

    private static func endOfParameters(_ text: Substring) -> Substring.Index {
        var isQuoted = false
        for index in text.indices {
            if text[index] == "\"" { isQuoted.toggle() }
            if text[index] == ",", !isQuoted { return index }
        }
        return text.endIndex
    }

    private static func isNext(_ parameters: Substring) -> Bool {
        parameters.split(separator: ";").contains { parameter in
            let pair = parameter.lowercased().split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].filter({ !$0.isWhitespace }) == "rel" else { return false }
            return pair[1].split { $0 == "\"" || $0.isWhitespace }.contains("next")
        }
    }
}
