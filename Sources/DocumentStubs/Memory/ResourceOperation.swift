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
    /// What the request's body is unwrapped by.
    let sentAt: JSONPointer
    /// Members a row has, where the document says.
    let members: Set<String>
    /// Whether writing to a row that is not there makes it, as the document says by a 201.
    let creates: Bool
    /// What a row is like, resolved; nil where the document does not say.
    let row: Schema?
    /// How pages are asked for.
    let pagination: Pagination

    /// The resource's own path and the row's id that a request's path means; nil where the path has another form.
    func place(_ segments: [Substring]) -> ResourcePlace? {
        guard PathTemplate.fits(segments, template.segments) else { return nil }
        let own = segments.dropLast(depth)
        let id = depth > 0 ? String(segments[segments.count - depth]) : nil
        return ResourcePlace(path: "/" + own.joined(separator: "/"), row: id.map { $0.removingPercentEncoding ?? $0 })
    }
}

/// Where a request's resource stands.
struct ResourcePlace: Sendable, Hashable {
    /// The collection's path, or that of a thing there is one of.
    let path: String
    /// The row's id; nil for the collection itself and for single things.
    let row: String?
}
