import APIDocument
import WireFormats

import struct APIDocument.Operation

extension APIDocument {
    /// The rows of a list that the document's own examples show: those of the whole body, of its schema, or of the list's own.
    ///
    /// - Parameter place: where the list is in the body.
    func exampleRows(of list: Operation, at place: JSONPointer) -> [JSONValue] {
        guard let media = list.success?.json else { return [] }
        let bodies = media.examples.compactMap(\.value) + (media.schema.map { resolve($0).examples } ?? [])
        let rows = bodies.compactMap { $0[place]?.arrayValue }.flatMap(\.self)
        guard rows.isEmpty, let schema = media.schema.flatMap({ part(of: $0, at: place) }) else { return rows }
        return resolve(schema).examples.first?.arrayValue ?? []
    }
}
