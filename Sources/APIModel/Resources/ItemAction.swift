import APIDocument
import HTTPTypes
import WireFormats

/// An operation that acts on an item which another operation reads: `POST /tickets/{id}/close` beside `GET /tickets/{id}`.
///
/// A POST, PUT or PATCH is an action if
/// 1. its path continues the item's by names alone, and nothing is read there or one segment below: otherwise it is a
///    part of the item, or a list;
/// 2. it creates nothing: its success is not 201;
/// 3. its reply shows the item: members of one name have one schema, and one side has no more than the other.
package struct ItemAction {
    /// The GET that shows the item.
    package let read: Operation
    /// The schema of the item, unwrapped and resolved.
    package let thing: Schema
    /// The number of segments behind the item's path.
    package let depth: Int

    /// Nil for an operation that is no action.
    package init?(_ operation: Operation, in document: APIDocument) {
        let path = operation.path
        guard [.post, .put, .patch].contains(operation.method), operation.success?.status != .exact(201),
            document.read(at: path.shape) == nil, document.read(at: path.shape + "/{}") == nil
        else { return nil }
        var found: (depth: Int, read: Operation)?
        for depth in 1...max(1, path.segments.count) where found == nil {
            guard depth <= path.segments.count, path.segments[path.segments.count - depth].literal != nil else { break }
            found = document.read(at: path.prefix(path.segments.count - depth).shape).map { (depth, $0) }
        }
        guard let found, case .item(_, let thing) = document.shape(of: found.read), !thing.properties.isEmpty,
            let reply = document.answer(of: operation), Self.isSame(document.unwrapping(reply).schema, thing)
        else { return nil }
        (depth, self.read, self.thing) = (found.depth, found.read, thing)
    }

    private static func isSame(_ one: Schema, _ other: Schema) -> Bool {
        let (few, many) = one.properties.count < other.properties.count ? (one, other) : (other, one)
        let known = Dictionary(many.properties.map { ($0.name, $0.schema) }) { first, _ in first }
        // One common member proves nothing: many resources have an id, or a status.
        return few.properties.count > min(1, many.properties.count - 1)
            && few.properties.allSatisfy { known[$0.name] == $0.schema }
    }
}
