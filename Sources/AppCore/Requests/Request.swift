import APIDocument
import HTTPTypes
import WireFormats

/// A call the document describes, with where each parameter's value comes from.
package struct Request: Sendable, Hashable {
    /// Id of the operation.
    package var operation: String
    package var method: HTTPRequest.Method
    /// Its path below the server's.
    package var path: PathTemplate
    /// Path parameters, required parameters and those with a source; optional query parameters are filters instead.
    package var parameters: [BoundParameter] = []
    /// Optional query parameters, by name: how a filter's value is written.
    package var filters: [Parameter] = []
    /// The body's media type.
    package var contentType: String?
    /// The media type of a successful reply.
    package var replyType = "application/json"
    /// True if a successful reply is declared to be JSON.
    package var hasResponseData = true
    /// True if a call has something to show, as far as the document says.
    package var isKnownToShow = true
    /// True if the document asks for credentials.
    package var requiresAuthentication = true
    /// The place of the object in a successful reply.
    package var unwrapping = JSONPointer.root

    /// Ids of the operations whose answers fill a parameter; load them first.
    package var sources: [String] {
        var ids: [String] = []
        for case .operation(let id, _) in parameters.map(\.source) where !ids.contains(id) { ids.append(id) }
        return ids
    }
}

/// A parameter of a request and where its value comes from.
package struct BoundParameter: Sendable, Hashable {
    package enum Source: Sendable, Hashable {
        /// The document says the value.
        case literal(JSONValue)
        /// The answer of another operation, at that place of the whole answer.
        case operation(id: String, pointer: JSONPointer)
        /// The row this was opened from or acts on (of an item screen, its item), at that place.
        case row(JSONPointer)
        /// The parameter of that name of the screen this was opened from, or that it acts on.
        case inherited(String)
        /// A new UUID, by which a server tells a repeated call from a new one.
        case fresh
        /// Nobody knows: ask the user.
        case ask(Field)
    }

    /// The parameter of the document.
    package var parameter: Parameter
    package var source: Source
    /// The question to ask where what its source needs is not there.
    package var question: Field?

    package var name: String { parameter.name }
    /// The place in the request.
    package var location: Parameter.Location { parameter.location }
    /// True if the call needs it.
    package var isRequired: Bool { parameter.isRequired }

    /// True if its value is the default of the document, which allows others.
    var isDefault: Bool {
        guard case .literal(let value) = source else { return false }
        let schema = parameter.schema
        return value == schema.default && schema.const == nil && schema.enumValues?.count != 1
    }
}

extension Request {
    /// The call with these values. Throws the first required parameter that has none.
    ///
    /// `filters` holds the texts of optional query parameters by name, and of those that replace a default; empty ones are
    /// left out. Data is required of a GET that declares JSON: an empty answer to a change is a success.
    package func endpoint(
        _ values: [String: JSONValue], filters: [String: String] = [:]
    ) throws(MissingParameter) -> Endpoint {
        var path: [String: String] = [:]
        var query: [QueryItem] = []
        var headers = HTTPFields()
        var cookies: [String] = []
        let chosen = self.filters.map(\.name).filter { filters[$0]?.isEmpty == false }
        for bound in parameters where !chosen.contains(bound.name) {
            guard let value = values[bound.name], !value.isNull else {
                if bound.isRequired { throw MissingParameter(parameter: bound) }
                continue
            }
            // What was typed is text, whatever the parameter takes.
            let typed = bound.source.asked != nil ? value.stringValue : nil
            let writer = ParameterWriter(
                bound.parameter, typed.map { ParameterWriter.value(of: $0, for: bound.parameter) } ?? value)
            switch bound.location {
            case .path: path[bound.name] = writer.pathText
            case .query: query += writer.queryItems
            case .header: if let name = HTTPField.Name(bound.name) { headers[name] = writer.headerText }
            case .cookie: cookies += writer.cookies
            }
        }
        for parameter in self.filters where chosen.contains(parameter.name) {
            let text = filters[parameter.name] ?? ""
            query += ParameterWriter(parameter, ParameterWriter.value(of: text, for: parameter)).queryItems
        }
        if !cookies.isEmpty { headers[.cookie] = cookies.joined(separator: "; ") }
        guard let expanded = self.path.expanded(encoded: path) else {
            let empty = parameters.first { $0.location == .path && path[$0.name]?.isEmpty != false }
            guard let missing = empty ?? parameters.first else {
                return Endpoint(operation: operation, method: method, path: self.path.text)
            }
            throw MissingParameter(parameter: missing)
        }
        return Endpoint(
            operation: operation, method: method, path: expanded, query: query, headers: headers, mediaType: replyType,
            requiresData: hasResponseData && method == .get, requiresAuthentication: requiresAuthentication)
    }
}
