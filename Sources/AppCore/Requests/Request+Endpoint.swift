import APIDocument
import HTTPTypes
import WireFormats

extension Request {
    /// The call with these values. Throws the first required parameter that has none.
    ///
    /// `filters` holds the texts of optional query parameters by name; empty ones are left out. Data is required of a GET
    /// that declares JSON: an empty answer to a change is a success.
    public func endpoint(
        _ values: ParameterValues,
        filters: [String: String] = [:],
        body: [UInt8]? = nil
    ) throws(MissingParameter) -> Endpoint {
        var path: [String: String] = [:]
        var query: [QueryItem] = []
        var headers = HTTPFields()
        var cookies: [String] = []
        for bound in parameters {
            guard let value = values[bound.name], !value.isNull else {
                if bound.isRequired { throw MissingParameter(parameter: bound) }
                continue
            }
            // What was typed is text, whatever the parameter takes.
            let typed = bound.source.isAsked ? value.stringValue : nil
            let writer = ParameterWriter(
                bound.parameter, typed.map { ParameterWriter.value(of: $0, for: bound.parameter) } ?? value)
            switch bound.location {
            case .path: path[bound.name] = writer.pathText
            case .query: query += writer.queryItems
            case .header: if let name = HTTPField.Name(bound.name) { headers[name] = writer.headerText }
            case .cookie: cookies += writer.cookies
            }
        }
        for parameter in self.filters {
            guard let text = filters[parameter.name], !text.isEmpty else { continue }
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
            operation: operation,
            method: method,
            path: expanded,
            query: query,
            headers: headers,
            body: body,
            requiresData: hasResponseData && method == .get,
            requiresAuthentication: requiresAuthentication)
    }
}
