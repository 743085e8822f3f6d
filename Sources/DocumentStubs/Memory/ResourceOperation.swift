import APIDocument
import DemoManager
import Foundation
import HTTPTypes
import JSONText

/// What an operation does to a resource.
enum ResourceRole: Sendable, Hashable {
    /// Answers rows, at that place of the reply.
    case list(rows: JSONPointer)
    /// Adds a row; the reply shows it at that place.
    case create(shownAt: JSONPointer)
    /// Takes something that no list shows; the reply repeats it at that place.
    case echo(shownAt: JSONPointer)
    /// Answers one row or thing, at that place of the reply.
    case read(shownAt: JSONPointer)
    /// Changes one row or thing; the reply shows it at that place.
    case update(shownAt: JSONPointer)
    /// Takes a row away.
    case delete

    /// Where the reply shows what it is about; nil where it shows nothing.
    var place: JSONPointer? {
        switch self {
        case .list(let place), .create(let place), .echo(let place), .read(let place), .update(let place): place
        case .delete: nil
        }
    }
}

/// One operation of a document that reads or writes a resource: by convention, without configuration.
struct ResourceOperation: Sendable {
    let id: String
    let method: HTTPRequest.Method
    /// The whole path, the server's prefix included.
    let template: PathTemplate
    let role: ResourceRole
    /// How many of the template's last segments lie below the resource: 0 for a collection or a single thing, 1 for a row, 2 for
    /// a part of a row.
    let depth: Int
    /// Where a row carries what it is known by.
    let key: JSONPointer?
    /// What a body says of the thing.
    let body: WrittenBody
    /// What a write changes of the thing's members.
    let written: WrittenMembers
    /// Members a row has, where the document says.
    let members: Set<String>
    /// Whether writing to a row that is not there makes it, as the document says by a 201.
    let creates: Bool
    /// What a row is like, resolved; nil where the document does not say.
    let row: Schema?
    /// How pages are asked for.
    let pagination: Pagination
    /// The collection's own path, where a search shows rows of a collection that has no list of its own.
    let home: PathTemplate?

    /// Whether the row that is written is named by the body: the path is that of its collection.
    var isNamedByBody: Bool { if case .update = role { depth == 0 && isOfRow } else { false } }

    /// Whether a row is changed, and not a thing there is one of.
    let isOfRow: Bool

    /// The resource's own path and the row's id that a request's path means; nil where the path has another form.
    func place(_ segments: [Substring]) -> ResourcePlace? {
        guard PathTemplate.fits(segments, template.segments) else { return nil }
        let own =
            home.map { home in
                home.segments.enumerated().map { place, segment in segment.literal.map { $0[...] } ?? segments[place] }[
                    ...]
            } ?? segments[...].dropLast(depth)
        let id = depth > 0 ? String(segments[segments.count - depth]) : nil
        return ResourcePlace(path: "/" + own.joined(separator: "/"), row: id.map { $0.removingPercentEncoding ?? $0 })
    }
}

/// Where a request's resource stands.
struct ResourcePlace: Sendable, Hashable {
    /// The collection's path, or that of a thing there is one of.
    let path: String
    /// The row's id; nil for the collection itself and for single things.
    var row: String?
}
