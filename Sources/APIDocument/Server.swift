/// Where the API is served.
public struct Server: Sendable, Hashable {
    /// A part of the URL that is up to the caller.
    public struct Variable: Sendable, Hashable {
        /// Its name, in braces in the template.
        public let name: String
        /// What counts where nothing is chosen.
        public let `default`: String
        /// The only values allowed; empty where any is.
        public let values: [String]
        /// What it is for.
        public let description: String?
    }

    /// The URL with every variable's default in it; may be relative to where the document came from.
    public var url: String
    /// What is there.
    public var description: String?
    /// What it is called (OpenAPI 3.2).
    public var name: String?
    /// The URL as written, with variables in braces.
    public var template = ""
    /// The variables of the URL, in its order.
    public var variables: [Variable] = []

    /// The URL with these values; variables without one take their default.
    public func url(with values: [String: String]) -> String {
        variables.reduce(template) { url, variable in
            url.replacing("{\(variable.name)}", with: values[variable.name] ?? variable.default)
        }
    }
}
