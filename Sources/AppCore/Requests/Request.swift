import APIDocument
import Foundation
import HTTPTypes
import WireFormats

/// A call of the document, with the sources of its parameters.
package struct Request: Sendable, Hashable {
    package var operation: String
    package var method: HTTPRequest.Method
    package var path: PathTemplate
    /// Path parameters, required parameters, and those with a source; other optional ones of a list are in `filters`.
    package var parameters: [BoundParameter] = []
    /// Optional parameters, and those whose default may be replaced.
    package var filters: [Parameter] = []
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
        case ask(Field)
    }

    package var parameter: Parameter
    package var source: Source
    /// The field to ask for if the source has no value.
    package var question: Field?

    package var name: String { parameter.name }
    package var location: Parameter.Location { parameter.location }
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
    /// `filters` has texts of optional parameters, and of those that replace a default; empty ones are omitted. A
    /// GET that declares JSON requires data; a change may have an empty reply.
    package func endpoint(
        _ values: [String: JSONValue], filters: [String: String] = [:]
    ) throws(MissingParameter) -> Endpoint {
        var path: [String: String] = [:]
        var query: [QueryItem] = []
        var headers = HTTPFields()
        var cookies: [String] = []
        func write(_ parameter: Parameter, _ value: JSONValue) {
            let writer = ParameterWriter(parameter, value)
            switch parameter.location {
            case .path: path[parameter.name] = writer.pathText
            case .query: query += writer.queryItems
            case .header: if let name = HTTPField.Name(parameter.name) { headers[name] = writer.headerText }
            case .cookie: cookies += writer.cookies
            }
        }
        let chosen = self.filters.map(\.name).filter { filters[$0]?.isEmpty == false }
        for bound in parameters where !chosen.contains(bound.name) {
            guard let value = values[bound.name], !value.isNull else {
                if bound.isRequired { throw MissingParameter(parameter: bound) }
                continue
            }
            // Typed input is text, whatever the type of the parameter.
            let typed = bound.source.asked != nil ? value.stringValue : nil
            write(bound.parameter, typed.map { ParameterWriter.value(of: $0, for: bound.parameter) } ?? value)
        }
        for parameter in self.filters where chosen.contains(parameter.name) {
            write(parameter, ParameterWriter.value(of: filters[parameter.name] ?? "", for: parameter))
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

/// The context in which a screen opens or a request is made: the row and the known values of parameters.
package struct Place: Sendable, Hashable {
    /// The row from which the request opens or on which it acts; on an item screen, the item.
    package var row: JSONValue?
    /// The parameter values of the screen from which it opens or on which it acts.
    package var inherited: [String: JSONValue]
    /// Complete responses of other operations, by id.
    package var answers: [String: JSONValue]
    /// The user's input, by parameter name.
    package var asked: [String: JSONValue] = [:]

    package init(row: JSONValue? = nil, inherited: [String: JSONValue] = [:], answers: [String: JSONValue] = [:]) {
        (self.row, self.inherited, self.answers) = (row, inherited, answers)
    }
}

/// An error for a required parameter without a value.
package struct MissingParameter: Error, Hashable, Sendable, CustomStringConvertible {
    package let parameter: BoundParameter

    package var userMessage: String {
        switch parameter.source {
        case .ask(let field): "\(field.title) is needed first."
        case .operation(let id, let pointer):
            "\"\(parameter.name)\" comes from \(id), whose answer has nothing usable at \"\(pointer)\"."
        case .row(let pointer):
            "This row has no usable value at \"\(pointer)\", which the request needs as \"\(parameter.name)\"."
        case .literal, .inherited, .fresh: "\"\(parameter.name)\" has no usable value."
        }
    }

    package var description: String { "missing parameter: \(userMessage)" }
}

extension Request {
    /// The values in `place` for the parameters; missing ones are left out.
    package func values(in place: Place) -> [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        for bound in parameters {
            values[bound.name] =
                switch bound.source {
                case .literal(let value): value
                case .operation(let id, let pointer): place.answers[id]?[pointer]
                case .row(let pointer): place.row?[pointer]
                case .inherited(let name): place.inherited[name]
                case .fresh: place.asked[bound.name] ?? .string(UUID().uuidString.lowercased())
                case .ask(let field): place.asked[bound.name] ?? (bound.isRequired ? field.default : nil)
                }
        }
        takeNames(into: &values)
        return values
    }

    /// Extracts ids from a row's resource name: `projects/p/things/t` is not an id in `/things/{id}`. Other ids in it
    /// fill empty parameters, and those set to `-` (all).
    private func takeNames(into values: inout [String: JSONValue]) {
        for bound in parameters where bound.location == .path {
            guard case .row = bound.source, let text = values[bound.name]?.stringValue,
                let said = path.through(bound.name)?.values(ofName: text)
            else { continue }
            for (name, text) in said where name == bound.name || values[name].map({ $0 == "-" }) ?? true {
                values[name] = .string(text)
            }
        }
    }

    /// The parameters that the user must still fill in.
    package func questions(in place: Place) -> [Field] {
        let values = values(in: place)
        return parameters.compactMap { bound in
            bound.isRequired && values[bound.name] == nil ? bound.source.asked : nil
        }
    }

    /// True if one of the fields is in the path and therefore selects an item.
    package func areKeys(_ fields: [Field]) -> Bool {
        parameters.contains { bound in bound.location == .path && fields.contains { $0.name == bound.name } }
    }
}

extension Place {
    /// The place of a screen that opens from `row` of a screen that made `request`.
    package func opening(row: JSONValue?, from request: Request?) -> Place {
        let values = request?.values(in: self) ?? inherited
        return Place(row: row, inherited: values, answers: answers)
    }

    /// The place with values that the user typed.
    package func answering(_ values: [String: String]) -> Place {
        var place = self
        for (name, text) in values { place.asked[name] = .string(text) }
        return place
    }
}
