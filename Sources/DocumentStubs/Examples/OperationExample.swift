import APIDocument
import APIModel
import WireFormats

import struct APIDocument.Operation

/// A sample exchange of an operation: its request and response, from the document's examples of one name.
package struct OperationExample: Sendable {
    package struct Argument: Sendable {
        package let parameter: Parameter
        package let value: JSONValue
    }

    /// The name that the examples share; nil for the unnamed `example` of a body.
    package let name: String?
    package let summary: String?
    /// Values of the parameters that have an example of this name; others may have any value.
    package let arguments: [Argument]
    package let requestBody: JSONValue?
    package let response: Response
    package let mediaType: MediaType
    package let responseBody: JSONValue

    package var isConditional: Bool { !arguments.isEmpty || requestBody != nil }
}

extension Operation {
    /// The operation's sample exchanges, in the order of its responses and their examples. Examples with an external
    /// value are left out.
    package var exampleExchanges: [OperationExample] {
        responses.flatMap { response -> [OperationExample] in
            guard let media = response.content.usual else { return [] }
            return media.examples.compactMap { example in
                example.value.map { exchange(example, $0, response, media) }
            }
        }
    }

    private func exchange(
        _ example: Example, _ body: JSONValue, _ response: Response, _ media: MediaType
    ) -> OperationExample {
        OperationExample(
            name: example.name, summary: example.summary,
            arguments: parameters.compactMap { parameter in
                value(named: example.name, of: parameter.examples).map { .init(parameter: parameter, value: $0) }
            },
            requestBody: value(named: example.name, of: requestBody?.preferred?.examples ?? []),
            response: response, mediaType: media, responseBody: body)
    }

    private func value(named name: String?, of examples: [Example]) -> JSONValue? {
        guard let name else { return nil }
        return examples.first { $0.name == name }?.value
    }
}

extension APIDocument {
    /// The rows of a list in the document's examples: of the whole body, of its schema, or of the list's own schema.
    ///
    /// - Parameter isWritten: true for the rows as in the document, whatever its style.
    func exampleRows(of list: Operation, isWritten: Bool = false) -> [JSONValue] {
        guard let model = self.list(of: list), let response = list.success, let media = response.json else { return [] }
        let place = model.rows
        func filled(_ rows: [JSONValue]) -> [JSONValue] { isWritten ? rows : self.filled(rows, of: model, by: list) }
        let bodies = media.examples.compactMap { example in
            example.value.map { isWritten ? $0 : shown($0, named: example.name, by: response, of: list).body }
        }
        let rows = bodies.compactMap { $0[place]?.arrayValue }.flatMap(\.self)
        guard rows.isEmpty else { return rows }
        let whole = (media.schema.map { resolve($0).examples } ?? []).compactMap { $0[place]?.arrayValue }
        if !whole.isEmpty { return whole.flatMap(filled) }
        guard let schema = media.schema.flatMap({ part(of: $0, at: place) }) else { return [] }
        return resolve(schema).examples.first?.arrayValue.map(filled) ?? []
    }

    /// The list with the item of an operation among its rows; nil if there is none.
    func list(having reading: Operation) -> Operation? {
        let path = rowLinks.itemPath(of: reading)
        return rowLinks.list(ofWorded: reading) ?? read(at: path.prefix(path.segments.count - 1).shape)
    }
}
