import APIDocument
import APIModel
import DemoManager
import WireFormats

import struct APIDocument.Operation

/// The rows of a list below a thing that shows them itself: `/orders/{id}/lines` has the `lines` of the order.
struct OwnRows {
    private let read: Operation
    private let member: String
    private let document: APIDocument

    /// Nil where the thing above shows no such rows: none of that name, or others.
    ///
    /// - Parameters:
    ///   - list: the list's path.
    ///   - row: what its rows are like, resolved.
    init?(_ list: PathTemplate, _ row: Schema, in document: APIDocument) {
        let shape = list.prefix(list.segments.count - 1).shape
        guard let name = list.segments.last?.literal.map(HumanName.key), !name.isEmpty, row.type == .object,
            let read = document.read(at: shape),
            case .item(_, let thing) = document.shape(of: read),
            let property = thing.properties.first(where: { HumanName.key($0.name) == name }),
            let items = document.resolveChoices(property.schema).items, document.resolveChoices(items) == row
        else { return nil }
        self.read = read
        self.document = document
        member = property.name
    }

    /// The rows, for a request whose path stands some segments behind the thing's; nil where the thing cannot be made.
    func rows(_ request: ReceivedRequest, behind depth: Int) -> [JSONValue]? {
        ReadThing.thing(by: read, for: request, above: depth, in: document)?[member]?.arrayValue
    }
}
