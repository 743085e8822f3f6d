public struct Server: Sendable, Hashable {
    /// A variable of the URL.
    public struct Variable: Sendable, Hashable {
        /// Without braces.
        public let name: String
        public let `default`: String
        /// The allowed values; empty if any value is allowed.
        public let values: [String]
    }

    /// The URL with the variables' defaults; may be relative to the document's URL.
    public var url: String
    /// The URL as written, with variables in braces.
    public var template = ""
    /// In the order of the URL.
    public var variables: [Variable] = []

    /// The URL with these values, else with the defaults.
    public func url(with values: [String: String]) -> String {
        variables.reduce(template) { url, variable in
            url.replacing("{\(variable.name)}", with: values[variable.name] ?? variable.default)
        }
    }
}

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
