import APIDocument
import Foundation
import WireFormats

/// The values that fill parameters.
package struct ParameterContext: Sendable, Hashable {
    /// The row from which the request opens or on which it acts; on an item screen, the item.
    package var row: JSONValue?
    /// The parameter values of the screen from which it opens or on which it acts.
    package var inherited: [String: JSONValue]
    /// Complete responses of other operations, by id.
    package var answers: [String: JSONValue]
    /// The user's input, by parameter name.
    package var asked: [String: JSONValue] = [:]

    package init(
        row: JSONValue? = nil, inherited: [String: JSONValue] = [:], answers: [String: JSONValue] = [:]
    ) {
        self.row = row
        self.inherited = inherited
        self.answers = answers
    }
}

/// An error for a required parameter without a value.
package struct MissingParameter: Error, Hashable, Sendable, CustomStringConvertible {
    /// The parameter and its source.
    package let parameter: BoundParameter

    /// One line for the user.
    package var userMessage: String {
        switch parameter.source {
        case .ask(let field): "\(field.title) is needed first."
        case .operation(let id, let pointer):
            "\"\(parameter.name)\" comes from \(id), whose answer has nothing usable at \"\(pointer)\"."
        case .row(let pointer): "This row has nothing usable at \"\(pointer)\", which \"\(parameter.name)\" comes from."
        case .literal, .inherited, .fresh: "\"\(parameter.name)\" has no usable value."
        }
    }

    /// For the log.
    package var description: String { "missing parameter: \(userMessage)" }
}

extension Request {
    /// The values in `context` for the parameters; missing ones are left out.
    package func values(in context: ParameterContext) -> [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        for bound in parameters {
            values[bound.name] =
                switch bound.source {
                case .literal(let value): value
                case .operation(let id, let pointer): context.answers[id]?[pointer]
                case .row(let pointer): context.row?[pointer]
                case .inherited(let name): context.inherited[name]
                case .fresh: context.asked[bound.name] ?? .string(UUID().uuidString.lowercased())
                case .ask(let field): context.asked[bound.name] ?? (bound.isRequired ? field.default : nil)
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
    package func questions(in context: ParameterContext) -> [Field] {
        let values = values(in: context)
        return parameters.compactMap { bound in
            bound.isRequired && values[bound.name] == nil ? bound.source.asked : nil
        }
    }

    /// True if one of the fields is in the path and therefore selects an item.
    package func areKeys(_ fields: [Field]) -> Bool {
        parameters.contains { bound in bound.location == .path && fields.contains { $0.name == bound.name } }
    }
}

/// The context in which a screen opens: its row and the known values of its parameters.
package typealias Place = ParameterContext

extension ParameterContext {
    /// The place of a screen that opens from `row` of a screen that made `request`.
    package func opening(row: JSONValue?, from request: Request?) -> ParameterContext {
        let values = request?.values(in: self) ?? inherited
        return ParameterContext(row: row, inherited: values, answers: answers)
    }

    /// The place with values that the user typed.
    package func answering(_ values: [String: String]) -> ParameterContext {
        var place = self
        for (name, text) in values { place.asked[name] = .string(text) }
        return place
    }
}
