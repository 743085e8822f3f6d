import APIDocument
import APIModel
import WireFormats

import struct APIDocument.Operation

/// How many rows a list can have that are told apart by what they are known by.
enum DistinctRows {
    /// As many as there are ids: values of an enum, whole numbers up to a maximum. Nil where there are more than enough.
    ///
    /// - Parameter row: what a row of the list is like, resolved.
    static func most(_ row: Schema, of list: Operation, in document: APIDocument) -> Int? {
        let below = list.path.shape + "/{}"
        let item = document.operations.first { $0.path.shape == below }
        let key = RowKey.pointer(
            for: item?.path.segments.last?.parameter ?? "id", in: row,
            collection: list.path.segments.last?.literal ?? "", document: document)
        guard let name = key?.tokens.first, let id = row.properties.first(where: { $0.name == name })?.schema else {
            return nil
        }
        let schema = document.resolveChoices(id)
        if let values = schema.enumValues { return max(1, Set(values.filter { !$0.isNull }).count) }
        guard schema.type == .integer, let bound = schema.maximum, let end = bound.value.int else { return nil }
        let least = schema.minimum.flatMap { bound in bound.value.int.map { bound.isExclusive ? $0 &+ 1 : $0 } } ?? 1
        let (span, isOver) = (bound.isExclusive ? end &- 1 : end).subtractingReportingOverflow(max(1, least))
        let step = max(1, schema.multipleOf?.int ?? 1)
        return isOver || span < 0 ? nil : span / step + 1
    }
}
