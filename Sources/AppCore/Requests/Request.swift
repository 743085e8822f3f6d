import APIDocument
import HTTPTypes
import WireFormats

/// A call of the document, with the sources of its parameters.
package struct Request: Sendable, Hashable {
    /// Id of the operation.
    package var operation: String
    package var method: HTTPRequest.Method
    /// The path below the server's.
    package var path: PathTemplate
    /// Path parameters, required parameters, and those with a source; optional query parameters are in `filters`.
    package var parameters: [BoundParameter] = []
    /// Optional query parameters.
    package var filters: [Parameter] = []
    /// The body's media type.
    package var contentType: String?
    /// The media type of a successful reply.
    package var replyType = "application/json"
    /// True if a successful reply is declared to be JSON.
    package var hasResponseData = true
    /// True if the document implies that the reply has content to show.
    package var isKnownToShow = true
    /// True if the document requires credentials.
    package var requiresAuthentication = true
    /// The place of the object in a successful reply.
    package var unwrapping = JSONPointer.root

    /// The ids of the operations whose responses fill a parameter and must be loaded first.
    package var sources: [String] {
        var ids: [String] = []
        for case .operation(let id, _) in parameters.map(\.source) where !ids.contains(id) { ids.append(id) }
        return ids
    }
}

/// A parameter of a request and its source.
package struct BoundParameter: Sendable, Hashable {
    package enum Source: Sendable, Hashable {
        /// A constant of the document.
        case literal(JSONValue)
        /// The response of another operation, at a pointer into the whole response.
        case operation(id: String, pointer: JSONPointer)
        /// The row from which this opens or on which it acts (on an item screen, the item), at a pointer.
        case row(JSONPointer)
        /// A parameter of the screen from which this opens or on which it acts.
        case inherited(String)
        /// A new UUID, for idempotency keys.
        case fresh
        /// The user.
        case ask(Field)
    }

    /// The parameter of the document.
    package var parameter: Parameter
    package var source: Source
    /// The field to ask for if the source has no value.
    package var question: Field?

    package var name: String { parameter.name }
    /// The place in the request.
    package var location: Parameter.Location { parameter.location }
    /// True if the call needs it.
    package var isRequired: Bool { parameter.isRequired }

    /// True if its value is a default of the document, which allows others.
    var isDefault: Bool {
        guard case .literal(let value) = source else { return false }
        let schema = parameter.schema
        return value == schema.default && schema.const == nil && schema.enumValues?.count != 1
    }
}

extension Request {
    /// The call with these values. Throws for the first required parameter without a value.
    ///
    /// `filters` has texts of optional query parameters, and of those that replace a default; empty ones are omitted. A
    /// GET that declares JSON requires data; a change may have an empty reply.
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
            // Typed input is text, whatever the type of the parameter.
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
