public struct Server: Sendable, Hashable {
    /// A variable of the URL.
    public struct Variable: Sendable, Hashable {
        /// Without braces.
        public let name: String
        public let `default`: String
        /// The allowed values; empty if any value is allowed.
        public let values: [String]
        public let description: String?
    }

    /// The URL with the variables' defaults; may be relative to the document's URL.
    public var url: String
    public var description: String?
    /// OpenAPI 3.2.
    public var name: String?
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
