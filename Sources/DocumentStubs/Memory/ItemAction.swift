import APIDocument
import APIModel
import HTTPTypes
import JSONText

import struct APIDocument.Operation

/// An operation that does something to a thing which is read elsewhere: `POST /tickets/{id}/close` beside
/// `GET /tickets/{id}`.
///
/// The rule. A POST, PUT or PATCH is one where
/// 1. its path goes on behind the thing's by names alone, and nothing can be read there or one step below: else what stands
///    there is a part of the thing, or a list;
/// 2. it makes nothing: its success is no 201;
/// 3. its reply shows the thing - what both say they have is the same, and one says no more than the other -, or has no body.
struct ItemAction {
    /// The GET that shows the thing.
    let read: Operation
    /// What the thing is like, unwrapped and resolved.
    let thing: Schema
    /// How many segments of the path stand behind the thing's.
    let depth: Int
    /// Whether the reply shows the thing.
    let isShown: Bool
    /// What the action sets, as its name says it.
    let outcome: JSONObject

    /// Nil for what is no action.
    ///
    /// - Parameter read: the GET at a path of that shape.
    init?(_ operation: Operation, in document: APIDocument, read: (String) -> Operation?) {
        let path = operation.path
        guard [.post, .put, .patch].contains(operation.method), operation.success?.status != .exact(201),
            read(path.shape) == nil, read(path.shape + "/{}") == nil
        else { return nil }
        var found: (depth: Int, read: Operation)?
        for depth in 1...max(1, path.segments.count) where found == nil {
            guard depth <= path.segments.count, path.segments[path.segments.count - depth].literal != nil else { break }
            found = read(path.prefix(path.segments.count - depth).shape).map { (depth, $0) }
        }
        guard let found, case .item(_, let thing) = document.shape(of: found.read), !thing.properties.isEmpty
        else { return nil }
        (depth, self.read, self.thing) = (found.depth, found.read, thing)
        outcome = ActionName(path.segments.last?.literal ?? "").outcome(for: thing, in: document)
        if let reply = document.answer(of: operation) {
            guard Self.isSame(document.unwrapping(reply).schema, thing) else { return nil }
            isShown = true
        } else {
            guard operation.method == .post, !outcome.isEmpty else { return nil }
            isShown = false
        }
    }

    private static func isSame(_ one: Schema, _ other: Schema) -> Bool {
        let (few, many) = one.properties.count < other.properties.count ? (one, other) : (other, one)
        let known = Dictionary(many.properties.map { ($0.name, $0.schema) }) { first, _ in first }
        // One member in common says nothing: many things have an id, or a status.
        return few.properties.count > min(1, many.properties.count - 1)
            && few.properties.allSatisfy { known[$0.name] == $0.schema }
    }
}
