extension Server {
    /// More values of variables than that are no list anybody wrote.
    private static let pathLimit = 64

    /// The paths its URL may have, without a slash at their ends: with every value of its variables that the document lists,
    /// else with their defaults. None for a URL that is relative to a folder.
    public var paths: [String] {
        var choices: [[String: String]] = [[:]]
        for variable in variables {
            let values = variable.values.isEmpty ? [variable.default] : variable.values
            choices = Array(
                choices.flatMap { choice in
                    values.map { choice.merging([variable.name: $0]) { $1 } }
                }.prefix(Self.pathLimit))
        }
        return choices.compactMap { Self.path(of: url(with: $0)) }
    }

    /// The path of a URL, without a slash at its end; nil where that is relative to a folder.
    static func path(of url: String) -> String? {
        var path = url[...]
        if let mark = path.firstRange(of: "//"), path[..<mark.lowerBound].allSatisfy({ $0 != "/" }) {
            path = path[mark.upperBound...].drop { $0 != "/" }
        } else if !path.hasPrefix("/") {
            return nil
        }
        path = path.prefix { $0 != "?" && $0 != "#" }
        while path.hasSuffix("/") { path.removeLast() }
        return String(path)
    }
}
