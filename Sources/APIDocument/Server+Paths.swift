extension Server {
    /// Limits the combinations of variables.
    private static let pathLimit = 64

    /// The paths that the URL may have, without a trailing slash: for every listed value of its variables, else for
    /// their defaults. Empty for a URL relative to a folder.
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

    /// The path of a URL without a trailing slash; nil if it is relative to a folder.
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
