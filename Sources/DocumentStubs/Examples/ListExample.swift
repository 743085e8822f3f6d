import APIDocument
import APIModel
import WireFormats

import struct APIDocument.Operation

extension APIDocument {
    /// The rows of a list that the document's own examples show: those of the whole body, of its schema, or of the list's own.
    ///
    /// - Parameters:
    ///   - place: the place of the list in the body.
    ///   - isWritten: true for the rows as the document has them, whatever its style.
    func exampleRows(of list: Operation, at place: JSONPointer, isWritten: Bool = false) -> [JSONValue] {
        guard let response = list.success, let media = response.json else { return [] }
        func filled(_ rows: [JSONValue]) -> [JSONValue] {
            guard !isWritten, let model = self.list(of: list), model.rows == place else { return rows }
            return self.filled(rows, of: model, by: list)
        }
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
}
